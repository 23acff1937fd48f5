"""Contents of a commit, read with JGit from the object database."""

import time
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import jpype

from verifier.analysis import jvm
from verifier.analysis.commit_detection import CommitDetection
from verifier.analysis.detection import IMPL, LARGEST_SOURCE, Contents, Detector
from verifier.analysis.git_directory import object_home
from verifier.analysis.messages import DetectCommit
from verifier.domain.source import EncodingOf, SkippedFile
from verifier.errors import RepositoryError
from verifier.java_text.encoding import comparable, is_plain

JGIT = "org.eclipse.jgit"
READ_ONLY_GIT = "org.refverify.prover.compile.ReadOnlyGit"
LARGEST_FILE = 4 * LARGEST_SOURCE
"""In bytes: a larger file has more than LARGEST_SOURCE characters in any encoding."""


class CommitReader:
    """Detects refactorings of commits. The last repository stays open."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._open: tuple[Path, Any] | None = None

    def detect(self, request: DetectCommit) -> CommitDetection:
        """Find the refactorings of a commit against its parent.

        Raises:
            RepositoryError: this is not a repository, or an object is missing or damaged.
        """
        started = time.monotonic()
        contents, raw = self._contents(request)
        detected = self._detector.detect(
            contents, request.types, raw, pass_same_methods=request.pass_same_methods
        )
        return CommitDetection(
            commit=request.commit,
            parent=request.parent,
            detection=detected.detection,
            sources=detected.sources,
            files=tuple(sorted({*contents.before, *contents.after})),
            encodings=contents.encodings,
            milliseconds=round((time.monotonic() - started) * 1000),
            same_methods=detected.same_methods,
        )

    def _contents(
        self, request: DetectCommit
    ) -> tuple[Contents, Mapping[str, tuple[bytes | None, bytes | None]]]:
        try:
            return _read(self._repository(object_home(request.repository)), request)
        except jpype.JException as error:
            place = f"{request.repository}: {request.commit}"
            raise RepositoryError(f"{place}: {_reason(error)}") from error

    def _repository(self, git_directory: Path) -> Any:
        if self._open is None or self._open[0] != git_directory:
            if self._open is not None:
                self._open[1].close()
            folder = jvm.java("java.nio.file.Path").of(str(git_directory))
            self._open = (git_directory, jvm.java(READ_ONLY_GIT).open(folder))
        return self._open[1]


def _read(
    repository: Any, request: DetectCommit
) -> tuple[Contents, Mapping[str, tuple[bytes | None, bytes | None]]]:
    walk = jvm.java(f"{JGIT}.revwalk.RevWalk")(repository)
    object_id = jvm.java(f"{JGIT}.lib.ObjectId")
    after = walk.parseCommit(object_id.fromString(request.commit))
    before = walk.parseCommit(object_id.fromString(request.parent))
    paths_before, paths_after, renames = _list_changes(repository, before, after)
    skipped: list[SkippedFile] = []
    raw_before = _blobs(repository, before, paths_before, skipped)
    raw_after = _blobs(repository, after, paths_after, skipped)
    both = bool(raw_before and raw_after)
    sides = [(raw_before, before), (raw_after, after)]
    (old, declared), (new, declared_after) = (
        _texts(raw, JGitTree(repository, side), request.encoding_of) for raw, side in sides
    )
    contents = Contents(
        before=old,
        after=new,
        encodings=declared | declared_after,
        directories_before=_directories(repository, before) if both else None,
        directories_after=_directories(repository, after) if both else None,
        renames=renames,
        skipped=tuple(skipped),
    )
    paths = {*raw_before, *raw_after}
    return contents, {p: (raw_before.get(p), raw_after.get(p)) for p in paths}


class JGitTree:
    """The tree of one commit. It implements Tree as far as the search for build files needs it."""

    def __init__(self, repository: Any, commit: Any) -> None:
        self._repository, self._commit = repository, commit
        self._read: dict[str, bytes | None] = {}

    @property
    def id(self) -> str:
        """The id of the commit."""
        return str(self._commit.getName())

    def paths(self) -> frozenset[str]:
        """Not implemented: a walk of the whole tree costs more than the analysis."""
        raise NotImplementedError

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, read once. None if the tree has no such file."""
        if path not in self._read:
            walk = _walk_to(self._repository, path, self._commit)
            loader = None if walk is None else self._repository.open(walk.getObjectId(0))
            self._read[path] = None if loader is None else bytes(loader.getBytes())
        return self._read[path]


def _texts(
    contents: Mapping[str, bytes], tree: JGitTree, encoding_of: EncodingOf
) -> tuple[dict[str, str], frozenset[str]]:
    """Decode the files. Return the texts, and the encodings declared for files that are not ASCII."""
    # The search for build files walks down the tree, and most files need none.
    folders = {p.rpartition("/")[0]: p for p, b in contents.items() if not is_plain(b)}
    declared = {folder: encoding_of(tree, path) for folder, path in folders.items()}
    texts = {p: comparable(b, declared.get(p.rpartition("/")[0], "")) for p, b in contents.items()}
    return texts, frozenset(declared.values())


def _list_changes(
    repository: Any, before: Any, after: Any
) -> tuple[set[str], set[str], dict[str, str]]:
    """List the changed .java files, and the rename hints that RefactoringMiner's command line uses."""
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
    """Source directories of the whole tree. No path is asked for, so no content is read."""
    directories = jvm.java("java.util.LinkedHashSet")()
    none = jvm.java("java.util.Collections").emptySet()
    nowhere = jvm.java("java.util.HashMap")()
    jvm.java(IMPL).populateFileContents(repository, commit, none, nowhere, directories)
    return directories


def _blobs(
    repository: Any, commit: Any, paths: Collection[str], skipped: list[SkippedFile]
) -> dict[str, bytes]:
    blobs: dict[str, bytes] = {}
    for path in sorted(paths):
        walk = _walk_to(repository, path, commit)
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


def _walk_to(repository: Any, path: str, commit: Any) -> Any:
    walks = jvm.java(f"{JGIT}.treewalk.TreeWalk")
    return walks.forPath(repository, jvm.string(path), commit.getTree())


def _reason(error: Any) -> str:
    return str(error.getMessage() or error)
