"""Write our own unified diff of a candidate's changes, for people and for the evidence folder."""

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator

from verifier.domain.source import FileChange, JavaTree
from verifier.java_text.encoding import decode

_Opcode = tuple[str, int, int, int, int]

_CONTEXT = 3
_MOST_COMPARED = 4_000_000
"""Line pairs (before times after) above which the changed middle is shown as one block."""
_MOST_EQUAL = 200_000
"""The same limit for pairs of equal lines, because many closing braces take cubic time."""


def write_diff(base: JavaTree, changes: Iterable[FileChange]) -> str:
    """Return the diff of all changes, sorted by path, each file in its own encoding."""
    ordered = sorted(changes, key=lambda change: change.path)
    return "".join(line for change in ordered for line in _file(base, change))


def _file(base: JavaTree, change: FileChange) -> Iterator[str]:
    before, encoding = base.read(change.path), base.encoding(change.path)
    if before == change.content:
        return
    path = change.path.encode("utf-8", "backslashreplace").decode()
    yield f"diff --git a/{path} b/{path}\n"
    if before is None:
        yield f"new file mode {change.mode}\n"
    if change.content is None:
        yield "deleted file mode 100644\n"
    if b"\0" in (before or b"") or b"\0" in (change.content or b""):
        yield f"Binary files a/{path} and b/{path} differ\n"
        return
    yield "--- /dev/null\n" if before is None else f"--- a/{path}\n"
    yield "+++ /dev/null\n" if change.content is None else f"+++ b/{path}\n"
    yield from _hunks(_lines(before, encoding), _lines(change.content, encoding))


def _lines(content: bytes | None, encoding: str) -> list[str]:
    """Return the lines with their ends; texts are split only at LF."""
    if not content:
        return []
    parts = decode(content, encoding).text.split("\n")
    lines = [part + "\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines


def _hunks(before: list[str], after: list[str]) -> Iterator[str]:
    for group in _groups(before, after):
        first, last = group[0], group[-1]
        yield f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@\n"
        for tag, a, b, c, d in group:
            if tag == "equal":
                yield from _mark(" ", before[a:b])
                continue
            yield from _mark("-", before[a:b])
            yield from _mark("+", after[c:d])


def _groups(before: list[str], after: list[str]) -> Iterator[list[_Opcode]]:
    """Yield opcodes by hunk.

    Equal lines at both ends are cut first: most files change in one place.
    """
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    codes: list[_Opcode] = [("equal", 0, head, 0, head)] if head else []
    codes += [
        (tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in _middle(old, new)
    ]
    if tail:
        ends = len(before), len(after)
        codes.append(("equal", ends[0] - tail, ends[0], ends[1] - tail, ends[1]))
    yield from _Known(codes).get_grouped_opcodes(_CONTEXT)


def _middle(old: list[str], new: list[str]) -> list[_Opcode]:
    if not old and not new:
        return []
    if len(old) * len(new) > _MOST_COMPARED or _equal_pairs(old, new) > _MOST_EQUAL:
        return [("replace", 0, len(old), 0, len(new))]
    return list(difflib.SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes())


def _equal_pairs(old: list[str], new: list[str]) -> int:
    counts = Counter(old)
    return sum(counts[line] for line in new)


class _Known(difflib.SequenceMatcher[str]):
    """Groups opcodes that are already known."""

    def __init__(self, codes: list[_Opcode]) -> None:
        super().__init__(a="", b="")
        self._codes = codes

    def get_opcodes(self) -> list[_Opcode]:  # type: ignore[override]  # the same tuples, which difflib names
        return self._codes


def _common(one: list[str], other: list[str]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _range(start: int, stop: int) -> str:
    length = stop - start
    first = start + 1 if length else start
    return str(first) if length == 1 else f"{first},{length}"


def _mark(mark: str, lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield mark + line
        if not line.endswith("\n"):
            yield "\n\\ No newline at end of file\n"
