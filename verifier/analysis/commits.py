"""Contents of a commit, read with JGit straight from the object database."""

import time
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import jpype

from verifier.analysis import jvm
from verifier.analysis.commit_detection import CommitDetection
from verifier.analysis.detection import IMPL, LARGEST_SOURCE, Contents, Detector
from verifier.analysis.git_directory import object_home
from verifier.domain.refactoring import RefactoringType
from verifier.domain.source import SkippedFile
from verifier.errors import RepositoryError
from verifier.java_text.encoding import comparable

JGIT = "org.eclipse.jgit"
LARGEST_FILE = 4 * LARGEST_SOURCE
"""In bytes: a file beyond has more than LARGEST_SOURCE characters in any encoding."""


class CommitReader:
    """Detects refactorings of commits; keeps the last repository open."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._open: tuple[Path, Any] | None = None

    def detect(
        self, repository: Path, commit: str, parent: str, types: Collection[RefactoringType]
    ) -> CommitDetection:
        """The refactorings of `commit` against `parent`.

        Raises:
            RepositoryError: not a repository, or an object is missing or damaged.
        """
        started = time.monotonic()
        contents, raw = self._contents(repository, commit, parent)
        detected = self._detector.detect(contents, types, raw)
        return CommitDetection(
            commit=commit,
            parent=parent,
            detection=detected.detection,
            sources=detected.sources,
            files=tuple(sorted({*contents.before, *contents.after})),
            milliseconds=round((time.monotonic() - started) * 1000),
        )

    def _contents(
        self, repository: Path, commit: str, parent: str
    ) -> tuple[Contents, Mapping[str, tuple[bytes | None, bytes | None]]]:
        try:
            opened = self._repository(object_home(repository))
            return _read(opened, commit, parent)
        except jpype.JException as error:
            raise RepositoryError(f"{repository}: {commit}: {_reason(error)}") from error

    def _repository(self, git_directory: Path) -> Any:
        if self._open is None or self._open[0] != git_directory:
            if self._open is not None:
                self._open[1].close()
            folder = jvm.java("java.io.File")(str(git_directory))
            builder = jvm.java(f"{JGIT}.storage.file.FileRepositoryBuilder")()
            self._open = (git_directory, builder.setGitDir(folder).setMustExist(True).build())
        return self._open[1]


def _read(
    repository: Any, commit: str, parent: str
) -> tuple[Contents, Mapping[str, tuple[bytes | None, bytes | None]]]:
    walk = jvm.java(f"{JGIT}.revwalk.RevWalk")(repository)
    object_id = jvm.java(f"{JGIT}.lib.ObjectId")
    after = walk.parseCommit(object_id.fromString(commit))
    before = walk.parseCommit(object_id.fromString(parent))
    paths_before, paths_after, renames = _changed(repository, before, after)
    skipped: list[SkippedFile] = []
    raw_before = _blobs(repository, before, paths_before, skipped)
    raw_after = _blobs(repository, after, paths_after, skipped)
    both = bool(raw_before and raw_after)
    contents = Contents(
        before={p: comparable(b) for p, b in raw_before.items()},
        after={p: comparable(b) for p, b in raw_after.items()},
        directories_before=_directories(repository, before) if both else None,
        directories_after=_directories(repository, after) if both else None,
        renames=renames,
        skipped=tuple(skipped),
    )
    paths = {*raw_before, *raw_after}
    return contents, {p: (raw_before.get(p), raw_after.get(p)) for p in paths}


def _changed(repository: Any, before: Any, after: Any) -> tuple[set[str], set[str], dict[str, str]]:
    """Changed .java files and the rename hints of RefactoringMiner's command line."""
    paths_before = jvm.java("java.util.LinkedHashSet")()
    paths_after = jvm.java("java.util.LinkedHashSet")()
    hints = jvm.java("java.util.HashMap")()
    service = jvm.java("org.refactoringminer.util.GitServiceImpl")()
    service.fileTreeDiff(repository, before, after, paths_before, paths_after, hints)
    renames = {str(e.getKey()): str(e.getValue()) for e in hints.entrySet()}
    return (
        _java_files(paths_before),
        _java_files(paths_after),
        {o: n for o, n in renames.items() if o.endswith(".java") and n.endswith(".java")},
    )


def _java_files(paths: Iterable[Any]) -> set[str]:
    return {path for path in map(str, paths) if path.endswith(".java")}


def _directories(repository: Any, commit: Any) -> Any:
    """Source directories of the whole tree; no path is asked for, so no content is read."""
    directories = jvm.java("java.util.LinkedHashSet")()
    none = jvm.java("java.util.Collections").emptySet()
    nowhere = jvm.java("java.util.HashMap")()
    jvm.java(IMPL).populateFileContents(repository, commit, none, nowhere, directories)
    return directories


def _blobs(
    repository: Any, commit: Any, paths: Collection[str], skipped: list[SkippedFile]
) -> dict[str, bytes]:
    tree_walk = jvm.java(f"{JGIT}.treewalk.TreeWalk")
    blobs: dict[str, bytes] = {}
    for path in sorted(paths):
        walk = tree_walk.forPath(repository, jvm.string(path), commit.getTree())
        if walk is None:
            skipped.append(SkippedFile(path=path, reason="its name is not UTF-8"))
            continue
        loader = repository.open(walk.getObjectId(0))
        size = int(loader.getSize())
        if size > LARGEST_FILE:
            skipped.append(SkippedFile(path=path, reason=f"too large: {size} bytes"))
        else:
            blobs[path] = bytes(loader.getBytes())
    return blobs


def _reason(error: Any) -> str:
    return str(error.getMessage() or error)
