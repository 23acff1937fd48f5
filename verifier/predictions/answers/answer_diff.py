"""Find unified diffs in an answer, and recognise other forms of edits, which are not supported."""

import re
from collections.abc import Iterator

from verifier.predictions.patches.patch import PatchError, read_patch
from verifier.tools.git.diff_syntax import HunkHeader

_OLD, _NEW, _GIT = "--- ", "+++ ", "diff --git "
_HEADERS = (
    _OLD, _NEW, _GIT, "index ", "old mode ", "new mode ", "new file mode ", "deleted file mode ",
    "similarity index ", "dissimilarity index ", "rename ", "copy ", "Binary files ",
)  # fmt: skip
_IN_HUNK = (" ", "+", "-", "\\")
_INDENTED = re.compile(r"[ \t]*")
_REMEDY = "give whole methods, or a unified diff as `model_patch` (`check --patch`)"
_OTHER_FORMS = (
    (re.compile(r"^<{5,} ?SEARCH\b", re.MULTILINE), "blocks of SEARCH and REPLACE"),
    (re.compile(r"^\*\*\* (?:Begin Patch|Update File:)", re.MULTILINE), "an apply_patch envelope"),
    (re.compile(r"^@@(?: |$)", re.MULTILINE), "a diff without the names of its files"),
    (re.compile(r"^-[^-\n].*\n\+[^+\n]", re.MULTILINE), "a part of a diff"),
)


def describe_unread_form(answer: str) -> str:
    """Describe an answer that cannot be read, with the remedy; empty if the form is unknown."""
    found = next((what for form, what in _OTHER_FORMS if form.search(answer)), "")
    return f"; it looks like {found}, which is not read: {_REMEDY}" if found else ""


def parts_around_diffs(text: str) -> list[tuple[bool, str]]:
    """Split a text into parts, each with whether it is a unified diff.

    Without a diff there is one part. A diff names its files and extends to the last line of its
    last hunk. The indentation of its first line is removed from all its lines. A text that consists
    of hunks without file names is a diff too.
    """
    lines = text.split("\n")
    if _holds_hunks_alone(lines):
        return [(True, text)]
    if _OLD not in text and _GIT not in text:
        return [(False, text)]
    parts: list[tuple[bool, str]] = []
    at = 0
    for start, end in _diffs(lines):
        parts += [(False, "\n".join(lines[at:start])), (True, _unindent(lines[start:end]))]
        at = end
    parts.append((False, "\n".join(lines[at:])))
    return [(is_diff, part) for is_diff, part in parts if part.strip()]


def _holds_hunks_alone(lines: list[str]) -> bool:
    filled = [line for line in lines if line.strip()]
    return (
        filled[0].startswith("@@") and all(line.startswith(("@@", *_IN_HUNK)) for line in filled)
        if filled
        else False
    )


def _diffs(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the first line of each diff, and the line after its last one."""
    at = 0
    while at < len(lines):
        indent = _indent(lines[at])
        if not _begins_diff(lines, at, indent):
            at += 1
            continue
        end = _end_of_diff(lines, at, indent)
        yield at, end
        at = end


def _begins_diff(lines: list[str], at: int, indent: str) -> bool:
    line = lines[at].removeprefix(indent)
    if line.startswith(_OLD):
        return at + 1 < len(lines) and lines[at + 1].removeprefix(indent).startswith(_NEW)
    return line.startswith(_GIT)


def _end_of_diff(lines: list[str], start: int, indent: str) -> int:
    end, missing, is_hunk = start, 0, False
    for at in range(start, len(lines)):
        line = lines[at].removeprefix(indent)
        # A removed line `-- x` looks like a header's first line; the next line decides.
        is_content = is_hunk and line.startswith(_IN_HUNK) and not _begins_diff(lines, at, indent)
        if is_content or (is_hunk and not line.strip()):
            missing -= not line.startswith("+")
        elif (hunk := HunkHeader.of(line.encode("utf-8", "surrogatepass"))) is not None:
            missing, is_hunk = hunk.old_length, True
        elif line.startswith(_HEADERS):
            is_hunk = False
        else:
            break
        # Blank lines after the last hunk are its context as long as its header counts them.
        if line.strip() or missing >= 0:
            end = at + 1
    return end


def _unindent(lines: list[str]) -> str:
    indent = _indent(lines[0])
    return "".join(line.removeprefix(indent) + "\n" for line in lines)


def _indent(line: str) -> str:
    found = _INDENTED.match(line)
    return found.group() if found is not None else ""


def join_diffs(diffs: list[str]) -> str:
    """Join the diffs of an answer.

    Raises:
        PatchError: a diff cannot be read, or two diffs change the same file, which is ambiguous.
    """
    seen: set[str] = set()
    for diff in diffs:
        paths = set(read_patch(diff).paths)
        if twice := sorted(seen & paths):
            raise PatchError(f"several diffs change {twice[0]}: give one")
        seen |= paths
    return "".join(diffs)
