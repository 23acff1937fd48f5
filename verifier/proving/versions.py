"""Where the two versions of `refverify prove` are, and the request that is made of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from verifier.domain.proof_request import (
    ChangedFiles,
    ClassVersion,
    CommitSources,
    FolderSources,
    ProofRequest,
    SourceVersion,
)
from verifier.errors import InputError
from verifier.proving.difference import changed_files
from verifier.tools.folder_tree import FolderTree
from verifier.tools.git import Repository


@dataclass(frozen=True, kw_only=True, slots=True)
class Surroundings:
    """What both versions are compiled against: jars and class folders, and a JDK (None: our own)."""

    class_path: tuple[Path, ...] = ()
    java_home: Path | None = None


def between_folders(old: Path, new: Path, around: Surroundings) -> ProofRequest:
    """A request for two folders: of sources where either holds a `.java` file, else of class files.

    Raises:
        InputError: a folder is not there, or neither holds sources or class files.
    """
    before, after = FolderTree(old), FolderTree(new)
    kinds = {path.rpartition(".")[2] for tree in (before, after) for path in tree.paths()}
    if "java" in kinds:
        return ProofRequest(
            before=SourceVersion(root=FolderSources(folder=old.absolute())),
            after=SourceVersion(root=FolderSources(folder=new.absolute())),
            changed=changed_files(before, after),
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
        changed=_without_classes(changed_files(before, after)),
        class_path=around.class_path,
        java_home=around.java_home,
    )


def _without_classes(changed: ChangedFiles) -> ChangedFiles:
    """The prover compares class files itself."""
    return ChangedFiles(
        other_before={p: h for p, h in changed.other_before.items() if not p.endswith(".class")},
        other_after={p: h for p, h in changed.other_after.items() if not p.endswith(".class")},
    )


@contextmanager
def between_revisions(
    repository: Path, base: str, head: str, around: Surroundings
) -> Iterator[ProofRequest]:
    """A request for two commits; the repository stays open for as long as the prover reads it.

    Raises:
        RepositoryError: no repository, or an unknown revision.
    """
    with Repository.open(repository) as opened:
        old, new = opened.resolve(base), opened.resolve(head)
        yield ProofRequest(
            before=SourceVersion(root=CommitSources(repository=opened.common_dir, commit=old)),
            after=SourceVersion(root=CommitSources(repository=opened.common_dir, commit=new)),
            changed=changed_files(opened.tree(old), opened.tree(new)),
            class_path=around.class_path,
            java_home=around.java_home,
        )
