"""Build a proof request from a prediction on a base commit."""

from collections.abc import Collection
from dataclasses import replace

from verifier.domain.proof_request import (
    ChangedFiles,
    CommitSources,
    ProofRequest,
    SourceVersion,
)
from verifier.domain.source import Candidate, JavaTree, Tree
from verifier.java_text.tree_text import text_after
from verifier.proving.difference import (
    digest,
    find_checkout_files,
    is_compiled,
    links_to_code,
    read_here,
    read_in_two_ways,
)


def source_request(base: CommitSources, tree: JavaTree, candidate: Candidate) -> ProofRequest:
    """Compare the base commit with the candidate's files on top of it, without a class path yet."""
    texts = {
        change.path: text_after(tree, change)
        for change in candidate.changes
        if change.path.endswith(".java")
    }
    # The prover ignores declared encodings; both sides of a file must be read in the same one.
    declared = read_here(tree, tree.encoding, texts)
    sources = frozenset(path for path in texts if is_compiled(path))
    contents = old_and_new(tree, candidate, sources)
    here = {path: both for path, both in contents.items() if path not in declared}
    twice = read_in_two_ways(here) | find_checkout_files((tree,), contents)
    return ProofRequest(
        before=SourceVersion(root=base, changes=declared),
        after=SourceVersion(root=base, changes={**declared, **texts}),
        changed=replace(
            files_beside(tree, candidate, sources - twice), sources=sources | links_to_code(tree)
        ),
    )


def old_and_new(
    tree: Tree, candidate: Candidate, paths: Collection[str]
) -> dict[str, tuple[bytes | None, bytes | None]]:
    """Return the contents of some changed files on both sides; None if a side lacks the file."""
    return {
        change.path: (tree.read(change.path), change.content)
        for change in candidate.changes
        if change.path in paths
    }


def files_beside(tree: Tree, candidate: Candidate, compiled: Collection[str]) -> ChangedFiles:
    """Return the changed files: those in `compiled` as code, the others as hashes of their bytes."""
    others = [change for change in candidate.changes if change.path not in compiled]
    before = {change.path: tree.read(change.path) for change in others}
    return ChangedFiles(
        sources=frozenset(compiled),
        other_before={p: digest(content) for p, content in before.items() if content is not None},
        other_after={c.path: digest(c.content) for c in others if c.content is not None},
    )
