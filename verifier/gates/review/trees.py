"""The hunks between two trees, as `git diff` shows them, and where a line of one side is on the other."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from verifier.gates.split.hunks import Lines, split_lines
from verifier.tools.git.repository import Repository

MOST_FILES = 400
"""Most changed files whose lines are compared. Each needs one call of git."""
_CONTEXT = 3
"""Lines that git shows around a change. Changes whose contexts touch are one hunk."""

Range = tuple[int, int]
Pair = tuple[Range, Range]
"""Lines `[start, end)` before and after, counted from 0."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FileDiff:
    """A changed file: both paths, both contents, and the lines that differ.

    A path is empty if the file does not exist on that side. Without `pairs` the file changed as a
    whole: it is binary, a submodule, or has another name or mode only.
    """

    old: str
    new: str
    before: Lines = ()
    after: Lines = ()
    pairs: tuple[Pair, ...] = ()

    @property
    def path(self) -> str:
        """The path after the change; for a file that is gone, the path before."""
        return self.new or self.old

    @property
    def hunks(self) -> tuple[Pair, ...]:
        """The differences. Those whose contexts touch are joined to one hunk."""
        joined: list[Pair] = []
        for old, new in self.pairs:
            if joined and old[0] - joined[-1][0][1] <= 2 * _CONTEXT:
                first = joined.pop()
                joined.append(((first[0][0], old[1]), (first[1][0], new[1])))
            else:
                joined.append((old, new))
        return tuple(joined)


def list_diffs(repository: Repository, old: str, new: str) -> tuple[tuple[FileDiff, ...], int]:
    """Return the files that differ between two commits, and the number of files that are left out.

    Renamed files are paired as in `Repository.patch`.

    Raises:
        RepositoryError: an object is missing.
    """
    if old == new:
        return (), 0
    old_of = {after: before for before, after in repository.renames(old, new).items()}
    entries = [e.path for e in repository.list_changed_entries(old, new)]
    paths = [path for path in sorted(entries) if path not in set(old_of.values())]
    listed = paths[:MOST_FILES]
    trees = repository.tree(old), repository.tree(new)
    contents = ((p, trees[0].read(old_of.get(p, p)), trees[1].read(p)) for p in listed)
    diffs = tuple(
        _diff(repository, (old, old_of.get(p, p)), (new, p), (before, after))
        for p, before, after in contents
    )
    return diffs, len(paths) - len(listed)


def _diff(
    repository: Repository,
    old: tuple[str, str],
    new: tuple[str, str],
    contents: tuple[bytes | None, bytes | None],
) -> FileDiff:
    before, after = contents
    sides = split_lines(before), split_lines(after)
    names = "" if before is None else old[1], "" if after is None else new[1]
    if before is None and after is None:
        names = ("", new[1])
    is_text = not any(b"\0" in (content or b"") for content in (before, after))
    pairs: tuple[Pair, ...] = ()
    if is_text and before is not None and after is not None:
        pairs = repository.list_hunks(old, new)
    elif is_text and (before or after):
        pairs = (((0, len(sides[0])), (0, len(sides[1]))),)
    shown = sides if is_text else ((), ())
    return FileDiff(old=names[0], new=names[1], before=shown[0], after=shown[1], pairs=pairs)


def map_line(pairs: Sequence[Pair], line: int) -> int:
    """Return the line after a change for a line before it, both from 0.

    A replaced line becomes the line at the same offset in the replacement, or its last line if it is
    shorter.
    """
    at = bisect_right(pairs, line, key=lambda pair: pair[0][0]) - 1
    if at < 0:
        return line
    old, new = pairs[at]
    if line < old[1]:
        return min(new[0] + line - old[0], max(new[0], new[1] - 1))
    return line + new[1] - old[1]


def is_changed(pairs: Sequence[Pair], line: int) -> bool:
    """Tell whether a change edits or removes a line of the side before it."""
    at = bisect_right(pairs, line, key=lambda pair: pair[0][0]) - 1
    return at >= 0 and line < pairs[at][0][1]


def map_range(pairs: Sequence[Pair], lines: Range) -> Range:
    """Return the lines after a change for lines `[start, end)` before it.

    Lines that replace the last one, or follow it in the same edit, are included.
    """
    start, end = lines
    if start == end:
        return (map_line(pairs, start),) * 2
    first, last = map_line(pairs, start), map_line(pairs, end - 1) + 1
    touched = [new for old, new in pairs if old[0] < end and start < old[1]]
    return first, max([last, *(new[1] for new in touched)])


def touch(first: Range, second: Range) -> bool:
    """Tell whether two ranges share a line; an empty range is the gap in front of its start."""
    if first[0] == first[1]:
        return second[0] <= first[0] <= second[1]
    if second[0] == second[1]:
        return first[0] <= second[0] <= first[1]
    return first[0] < second[1] and second[0] < first[1]


def swap(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Return the differences of the opposite change."""
    return tuple((new, old) for old, new in pairs)
