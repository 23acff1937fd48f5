"""Which lines differ between two versions of some files, by git's line diff outside any repository."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from verifier.errors import RepositoryError
from verifier.tools import process
from verifier.tools.git.diff_syntax import HunkHeader
from verifier.tools.git.program import GIT_LIMITS, GIT_SECONDS, git_message, git_program
from verifier.tools.storage.files import storage_errors
from verifier.tools.storage.scratch import scratch_folder

_OPTIONS = (
    "diff", "--no-index", "--unified=0", "--inter-hunk-context=0", "--find-renames=50%", "-l4000",
    "--diff-algorithm=myers", "--indent-heuristic", "--no-color", "--no-ext-diff", "--no-textconv",
    "--src-prefix=", "--dst-prefix=",
)  # fmt: skip
_ENV = {
    "LC_ALL": "C",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_CEILING_DIRECTORIES": "/",
}
_HEADER = re.compile(rb"diff --git (?:before|after)/(\d+)/\S* (?:before|after)/(\d+)/\S*$")
_ODD = re.compile(r"[^A-Za-z0-9_-]|^\.")
_DIFFERENT = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class FilePair:
    """One path before and after; None if a side has no such file."""

    path: str
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True, kw_only=True, slots=True)
class LineRange:
    """Lines `first` to `last` of a file, both inclusive, counted from 1."""

    path: str
    first: int
    last: int


@dataclass(kw_only=True, slots=True)
class ChangedRanges:
    """Added ranges (new side) and removed ranges (old side); renames map old paths to new ones."""

    added: list[LineRange] = field(default_factory=list)
    removed: list[LineRange] = field(default_factory=list)
    renames: dict[str, str] = field(default_factory=dict)


def compare_lines(pairs: Sequence[FilePair]) -> ChangedRanges:
    """Compare the files; git never sees their real paths, so no name can confuse it.

    Raises:
        StorageError: the files cannot be written.
        RepositoryError: git refuses.
    """
    found = ChangedRanges()
    if not pairs:
        return found
    with scratch_folder("lines") as folder:
        with storage_errors(folder):
            for number, pair in enumerate(pairs):
                _write(folder / "before", number, pair.path, pair.before)
                _write(folder / "after", number, pair.path, pair.after)
        command = [git_program(), *_OPTIONS, "before", "after"]
        result = process.run(command, cwd=folder, env=_ENV, timeout=GIT_SECONDS, limits=GIT_LIMITS)
    if result.status not in (0, _DIFFERENT):
        raise RepositoryError(f"git diff: {git_message(result)}")
    _DiffReader(pairs, found).read(result.stdout)
    return found


def _write(side: Path, number: int, path: str, content: bytes | None) -> None:
    """Write a file into its own numbered folder; its simplified name helps git to detect renames."""
    side.mkdir(exist_ok=True)
    if content is None:
        return
    stem, _, suffix = path.rpartition("/")[2].rpartition(".")
    plain = f"f{_ODD.sub('_', stem)[:100]}.{_ODD.sub('_', suffix)[:20]}"
    place = side / str(number) / plain
    place.parent.mkdir()
    place.write_bytes(content)


class _DiffReader:
    """Parses headers and hunks; counts the lines of a hunk, so that content is not mistaken for a header."""

    def __init__(self, pairs: Sequence[FilePair], found: ChangedRanges) -> None:
        self._pairs, self._found = pairs, found
        self._old = self._new = ""
        self._left = 0

    def read(self, output: bytes) -> None:
        """Parse all of git's output."""
        for line in output.split(b"\n"):
            if self._left and line[:1] in (b"+", b"-"):
                self._left -= 1
            elif (header := _HEADER.match(line)) is not None:
                self._file(int(header[1]), int(header[2]))
            elif (hunk := HunkHeader.of(line)) is not None:
                self._left = hunk.old_length + hunk.new_length
                self._hunk(self._found.removed, self._old, hunk.old, hunk.old_length)
                self._hunk(self._found.added, self._new, hunk.new, hunk.new_length)

    def _file(self, old: int, new: int) -> None:
        self._old, self._new = self._pairs[old].path, self._pairs[new].path
        if self._old != self._new:
            self._found.renames[self._old] = self._new

    @staticmethod
    def _hunk(ranges: list[LineRange], path: str, first: int, length: int) -> None:
        if length:
            ranges.append(LineRange(path=path, first=first, last=first + length - 1))
