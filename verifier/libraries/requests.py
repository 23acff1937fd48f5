"""Add the class path of the old version to a proof request."""

from dataclasses import replace

from verifier.domain.libraries import LibraryRecord
from verifier.domain.proof import Proof
from verifier.domain.proof_request import CommitSources, ProofRequest, SourceVersion
from verifier.libraries.finding import LibraryFinder
from verifier.tools.git.repository import Repository


def with_libraries(
    request: ProofRequest, finder: LibraryFinder
) -> tuple[ProofRequest, LibraryRecord | None]:
    """Return the request with the jars of its old commit, and how they were found.

    A request that has a class path, or is not about commits, is returned unchanged and without a
    record.

    Raises:
        RepositoryError: an object is missing.
        CacheError: the cache cannot be read.
    """
    before = request.before
    if request.class_path or not isinstance(before, SourceVersion):
        return request, None
    if not isinstance(before.root, CommitSources):
        return request, None
    changed = frozenset() if request.changed is None else request.changed.sources
    with Repository.open(before.root.repository) as repository:
        found = finder.find(repository, before.root.commit, changed)
    home = request.java_home or found.java_home
    return replace(request, class_path=found.jars, java_home=home), found.record


def with_class_path(proof: Proof, found: LibraryRecord | None) -> Proof:
    """Return a proof with the record of its class path; unchanged if there is none."""
    if found is None:
        return proof
    return replace(proof, class_path=replace(found, names=proof.names))
