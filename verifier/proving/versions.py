"""Find the two versions of `refverify prove` and build the request for them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.domain.proof_request import (
    ChangedFiles,
    ClassVersion,
    CommitSources,
    FolderSources,
    ProofRequest,
    SourceVersion,
)
from verifier.domain.source import DeclaredEncodings, EncodingOf, Tree, no_encoding
from verifier.errors import InputError
from verifier.java_text.encoding import is_utf_8
from verifier.proving.difference import (
    find_changed_files,
    find_checkout_files,
    hashes,
    read_here,
    read_in_two_ways,
)
from verifier.tools.folder_tree import FolderTree
from verifier.tools.git.repository import Repository


@dataclass(frozen=True, kw_only=True, slots=True)
class CompileEnvironment:
    """What both versions are compiled against: jars, class folders and a JDK (None: our own).

    `encoding_of` says in which encoding a tree's build reads its sources.
    """

    class_path: tuple[Path, ...] = ()
    java_home: Path | None = None
    encoding_of: EncodingOf = no_encoding

    def version(
        self, root: CommitSources | FolderSources, tree: Tree, changed: ChangedFiles
    ) -> SourceVersion:
        """Return one version, with its files in the encoding of its build."""
        encodings = DeclaredEncodings(tree, self.encoding_of)
        # The prover reads all other files itself, as UTF-8.
        return SourceVersion(root=root, changes=read_here(tree, encodings.of, changed.sources))

    def changed(self, before: Tree, after: Tree) -> ChangedFiles:
        """Return what differs and is compared as code, as bytes, or both."""
        changed = find_changed_files(before, after)
        contents = {path: (before.read(path), after.read(path)) for path in changed.sources}
        here = {
            path: both
            for path, both in contents.items()
            if all(is_utf_8(self.encoding_of(tree, path)) for tree in (before, after))
        }
        twice = read_in_two_ways(here) | find_checkout_files((before, after), contents)
        return replace(
            changed,
            other_before={**changed.other_before, **hashes(before, twice)},
            other_after={**changed.other_after, **hashes(after, twice)},
        )


def between_folders(old: Path, new: Path, around: CompileEnvironment) -> ProofRequest:
    """Make a request for two folders: sources if either contains a `.java` file, otherwise class
    files.

    Raises:
        InputError: a folder does not exist, or neither contains sources or class files.
    """
    before, after = FolderTree(old), FolderTree(new)
    kinds = {path.rpartition(".")[2] for tree in (before, after) for path in tree.paths()}
    if "java" in kinds:
        changed = around.changed(before, after)
        return ProofRequest(
            before=around.version(FolderSources(folder=old.absolute()), before, changed),
            after=around.version(FolderSources(folder=new.absolute()), after, changed),
            changed=changed,
            class_path=around.class_path,
            java_home=around.java_home,
        )
    if "class" not in kinds:
        raise InputError(
            f"{old} and {new} hold neither .java nor .class files",
            hint="Give two source trees, two folders of classes, or --repo with two revisions.",
        )
    return ProofRequest(
        before=ClassVersion(folders=(old.absolute(),)),
        after=ClassVersion(folders=(new.absolute(),)),
        changed=_without_classes(find_changed_files(before, after)),
        class_path=around.class_path,
        java_home=around.java_home,
    )


def _without_classes(changed: ChangedFiles) -> ChangedFiles:
    """Remove class files, because the prover compares them itself."""
    return ChangedFiles(
        other_before={p: h for p, h in changed.other_before.items() if not p.endswith(".class")},
        other_after={p: h for p, h in changed.other_after.items() if not p.endswith(".class")},
    )


@contextmanager
def between_revisions(
    repository: Path, base: str, head: str, around: CompileEnvironment
) -> Iterator[ProofRequest]:
    """Make a request for two commits; the repository stays open while the prover reads it.

    Raises:
        RepositoryError: there is no repository, or a revision is unknown.
    """
    with Repository.open(repository) as opened:
        trees = [opened.tree(opened.resolve(revision)) for revision in (base, head)]
        changed = around.changed(*trees)
        before, after = (
            around.version(CommitSources(repository=opened.common_dir, commit=t.id), t, changed)
            for t in trees
        )
        yield ProofRequest(
            before=before,
            after=after,
            changed=changed,
            class_path=around.class_path,
            java_home=around.java_home,
        )
