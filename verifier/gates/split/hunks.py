"""A tree between two commits: each hunk of a change is kept, taken back, or rewritten.

A Java file that exists on both sides has one hunk per run of changed lines. Code that was only added
or only removed is cut at the members of its classes, and lines that replace the same number of lines
are single hunks. Any other file is one hunk. A renamed file is one file with hunks; its name is kept
as long as one of them is kept.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from verifier.domain.source import PLAIN_MODE, FileChange
from verifier.gates.change.places import is_data
from verifier.java_text.encoding import decode
from verifier.tools.git.fast_import import EntryChange
from verifier.tools.git.repository import Repository

Lines = tuple[bytes, ...]
_WORD = re.compile(r"[^\W\d]\w*")
FindMembers = Callable[[str], Iterable[int]]
"""Return the lines, from 0, on which the members of a Java source start."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Hunk:
    """A change of lines `[start, end)` of the old file to lines of the new file, counted from 0.

    `path` is the file at the head, or at the base if it was deleted. A hunk of a whole file has the
    index -1 and no lines.
    """

    path: str
    index: int
    old: tuple[int, int] = (0, 0)
    new: tuple[int, int] = (0, 0)

    @property
    def is_file(self) -> bool:
        """Tell whether the hunk is a whole file."""
        return self.index < 0

    @property
    def line(self) -> int:
        """The first line in the head, from 1; for removed code the line before it; 0 for a file."""
        if self.is_file:
            return 0
        return self.new[0] + 1 if self.new[0] < self.new[1] else max(1, self.new[0])


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedFile:
    """A changed file. `entry` gives it the content of the head; `gone` is the old path of a renamed
    file.

    `before` and `after` are the lines of both sides; both are empty if the file is a single hunk.
    """

    path: str
    entry: EntryChange
    hunks: tuple[Hunk, ...]
    gone: EntryChange | None = None
    before: Lines = ()
    after: Lines = ()

    @property
    def is_code(self) -> bool:
        """Tell whether the gate judges the file: it is a Java source and no data."""
        return self.path.endswith(".java") and not is_data(self.path)


@dataclass(frozen=True, kw_only=True, slots=True)
class Middle:
    """A tree between base and head: some hunks of the change have other lines than the head.

    `lines` maps a hunk to the lines that it has instead. A hunk that was taken back has the lines
    of the base; so has a file in `back`, the hunks of whole files.
    """

    files: Mapping[str, ChangedFile]
    lines: Mapping[Hunk, Lines] = field(default_factory=dict)
    back: frozenset[Hunk] = frozenset()

    @property
    def kept(self) -> tuple[Hunk, ...]:
        """The hunks that are not taken back, in the order of files and lines."""
        return tuple(h for f in self.files.values() for h in f.hunks if h not in self.back)

    def take_back(self, hunks: Iterable[Hunk]) -> "Middle":
        """Return the middle with the lines of the base in some hunks."""
        return replace(self, back=self.back | set(hunks))

    def rewrite(self, hunk: Hunk, lines: Lines) -> "Middle":
        """Return the middle with other lines in a hunk; the base's lines take it back."""
        if lines == self._old(hunk):
            return self.take_back([hunk])
        return replace(self, lines={**self.lines, hunk: lines})

    def lines_of(self, hunk: Hunk) -> Lines:
        """Return the lines of a hunk; those of the head unless something else was chosen."""
        if hunk in self.back:
            return self._old(hunk)
        new = self.files[hunk.path].after[slice(*hunk.new)]
        return self.lines.get(hunk, new)

    def encode(self, hunk: Hunk, *texts: str) -> tuple[bytes, ...] | None:
        """Return texts in the encoding of their file at the base; None if that lacks a letter."""
        encoding = decode(b"".join(self.files[hunk.path].before)).encoding
        try:
            return tuple(text.encode(encoding, "surrogateescape") for text in texts)
        except UnicodeEncodeError:
            return None

    def find(self, path: str, line: int, *, base: bool = False) -> tuple[Hunk, int] | None:
        """Return the hunk of a line, from 1, of the middle or of the base, and the offset in it.

        The result is None if no hunk changed that line.
        """
        file = self.files.get(path) or self._by_old_path(path)
        if file is None:
            return None
        shift = 0
        for hunk in file.hunks:
            if hunk.is_file:
                return hunk, 0
            start, length = hunk.old[0] + 1, hunk.old[1] - hunk.old[0]
            if not base:
                start, length = start + shift, len(self.lines_of(hunk))
                shift += length - (hunk.old[1] - hunk.old[0])
            if start <= line < start + length:
                return hunk, line - start
        return None

    def nearest(self, path: str, line: int) -> Hunk | None:
        """Return the kept hunk of a file that is nearest to a line of the head, from 1."""
        kept = [h for h in self.kept if h.path == path]
        return min(kept, key=lambda h: abs(h.line - line), default=None)

    def changed_words(self, hunk: Hunk) -> frozenset[str]:
        """Return the words that only one side of a hunk has."""
        file = self.files[hunk.path]
        old, new = (_words(s) for s in (self._old(hunk), file.after[slice(*hunk.new)]))
        return old ^ new

    def commit(self, repository: Repository, base: str) -> str:
        """Make a commit of this tree on the base, in our own git directory; return its id.

        Raises:
            RepositoryError: an object is missing.
        """
        changes = list(self._changes())
        return repository.commit_on(base, changes) if changes else base

    def _changes(self) -> Iterator[EntryChange | FileChange]:
        for file in self.files.values():
            kept = [h for h in file.hunks if h not in self.back]
            if kept and file.gone is not None:
                yield file.gone
            if not kept:
                continue
            if all(h not in self.lines for h in kept) and len(kept) == len(file.hunks):
                yield file.entry
            else:
                content, mode = b"".join(self._compose(file)), file.entry.mode
                yield FileChange(path=file.path, content=content, mode=mode or PLAIN_MODE)

    def _compose(self, file: ChangedFile) -> Iterator[bytes]:
        at = 0
        for hunk in file.hunks:
            yield from file.before[at : hunk.old[0]]
            yield from self.lines_of(hunk)
            at = hunk.old[1]
        yield from file.before[at:]

    def _old(self, hunk: Hunk) -> Lines:
        return self.files[hunk.path].before[slice(*hunk.old)]

    def _by_old_path(self, path: str) -> ChangedFile | None:
        renamed = (f for f in self.files.values() if f.gone is not None and f.gone.path == path)
        return next(renamed, None)


def read_change(repository: Repository, base: str, head: str, members: FindMembers) -> Middle:
    """Read the change between two commits; all its hunks are kept.

    Raises:
        RepositoryError: an object is missing.
    """
    entries = {e.path: e for e in repository.list_changed_entries(base, head)}
    old_of = {new: old for old, new in repository.renames(base, head).items()}
    old_of = {new: old for new, old in old_of.items() if new.endswith(".java") and old in entries}
    moved = set(old_of.values())
    sides = repository.tree(base), repository.tree(head)
    files = {}
    for path, entry in entries.items():
        if path in moved:
            continue
        old = old_of.get(path, path)
        before, after = sides[0].read(old), sides[1].read(path)
        hunks: tuple[Hunk, ...] = ()
        same_mode = sides[0].mode(old) == entry.mode
        if path.endswith(".java") and same_mode and before is not None and after is not None:
            ranges = repository.list_hunks((base, old), (head, path))
            cut = [each for both in ranges for each in _cut(*both, (before, after), members)]
            hunks = tuple(
                Hunk(path=path, index=n, old=lines, new=others)
                for n, (lines, others) in enumerate(cut)
            )
        whole = Hunk(path=path, index=-1)
        files[path] = ChangedFile(
            path=path,
            entry=entry,
            hunks=hunks or (whole,),
            gone=entries[old] if old != path else None,
            before=split_lines(before) if hunks else (),
            after=split_lines(after) if hunks else (),
        )
    return Middle(files=files)


Range = tuple[int, int]


def _cut(
    old: Range, new: Range, sides: tuple[bytes, bytes], members: FindMembers
) -> Iterator[tuple[Range, Range]]:
    """Cut a run of changed lines into the parts that can be taken back one by one."""
    removed, added = old[1] - old[0], new[1] - new[0]
    if removed == added:
        for at in range(removed):
            lines, others = old[0] + at, new[0] + at
            yield (lines, lines + 1), (others, others + 1)
        return
    # The longer side can have whole members; the shorter side goes with the first part.
    grows = added > removed
    text = sides[grows].decode("utf-8", "replace")
    start, end = new if grows else old
    inner = sorted({line for line in members(text) if start < line < end})
    first = True
    for part in pairwise([start, *inner, end]):
        other = (
            (old if grows else new) if first else ((old[1], old[1]) if grows else (new[1], new[1]))
        )
        yield (other, part) if grows else (part, other)
        first = False


def split_lines(content: bytes | None) -> Lines:
    """Return the lines of a file with their ends; none if there is no file."""
    return tuple(re.findall(rb"[^\n]*\n|[^\n]+", content or b""))


def _words(lines: Lines) -> frozenset[str]:
    return frozenset(_WORD.findall(b"".join(lines).decode("utf-8", "replace")))
