"""A request to the prover, with the class path of its old version."""

from dataclasses import replace

from verifier.domain.libraries import LibraryRecord
from verifier.domain.proof_request import CommitSources, ProofRequest, SourceVersion
from verifier.libraries.finding import LibraryFinder
from verifier.tools.git import Repository


def with_libraries(
    request: ProofRequest, finder: LibraryFinder
) -> tuple[ProofRequest, LibraryRecord | None]:
    """The request against the jars of its old commit, and how they were found.

    Unchanged, without a record, where it has a class path or is not about commits.

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
