"""Read a unified diff: its files and its size. Repair damage that does not affect its meaning.

Hunks stay unchanged byte for byte. These are repaired: a Markdown fence around the diff, a lost
newline and lost blank lines of context at the very end, and file names without the `a/` and `b/`
that git expects.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from verifier.tools.git.diff_syntax import HunkHeader, read_name, unquote

MOST_BYTES = 32 * 1024**2
MOST_HUNKS = 20_000
MOST_FILES = 5_000

_FENCE = re.compile(rb"^\s*(```+|~~~+)[\w-]*\s*$")
_BINARY = b"GIT binary patch"
_BINARY_SIZE = re.compile(rb"(?:literal|delta) (\d+)\s*")
_NO_FILE = b"/dev/null"
_KINDS = (b" ", b"-", b"+", b"\\", b"\n", b"\r")
"""First characters of the lines of a hunk."""
_MOST_LOST = 3
"""Limit for lost blank lines of context at the very end; git makes no hunk with more."""
_PREFIXES = ("a/", "b/", "i/", "w/", "c/", "o/")


class PatchError(ValueError):
    """The text is not a readable diff, or it is too large."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PatchOutline:
    """What a diff says about files, before it is applied.

    `text` is the repaired diff for `git apply`. `paths` are all names in it, without prefixes.
    `modes` are the file modes that it sets. `renames` maps old names to new ones. `miscounted` is
    the number, from 1, of the first hunk with fewer lines than its header counts; 0 if there is
    none.
    """

    text: bytes
    paths: tuple[str, ...]
    modes: tuple[str, ...]
    renames: dict[str, str]
    hunks: int
    miscounted: int = 0


def encode_patch(text: str) -> bytes:
    """Return the bytes of a diff that came as text; bytes that were not UTF-8 are restored.

    A byte-order mark at the start is removed.

    Raises:
        PatchError: the diff is too large, or it contains a lone surrogate that encodes no byte.
    """
    if len(text) > MOST_BYTES:
        raise PatchError(f"the patch has {len(text):,} characters; {MOST_BYTES:,} are allowed")
    try:
        return text.removeprefix("\ufeff").encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise PatchError(f"the patch is not valid text: {error.reason}") from error


def read_patch(text: str) -> PatchOutline:
    """Read a diff; an empty or blank text is a diff without files.

    Raises:
        PatchError: the diff is too large, or it is not blank but has no file header.
    """
    lines = list(_without_fence(encode_patch(text)))
    reader = _PatchReader(lines)
    reader.read()
    if not reader.paths and any(line.strip() for line in lines):
        raise PatchError("no file header (`--- a/…` and `+++ b/…`) in the patch")
    return PatchOutline(
        text=b"".join(reader.out),
        paths=tuple(dict.fromkeys(reader.paths)),
        modes=tuple(dict.fromkeys(reader.modes)),
        renames=reader.renames,
        hunks=reader.hunks,
        miscounted=reader.miscounted,
    )


def _without_fence(patch: bytes) -> Iterator[bytes]:
    lines = patch.splitlines(keepends=True) if b"\r" not in patch else _split(patch)
    filled = [n for n, line in enumerate(lines) if line.strip()]
    if len(filled) > 1 and _FENCE.match(lines[filled[0]]):
        last = filled[-1] if _FENCE.match(lines[filled[-1]]) else len(lines)
        lines = lines[filled[0] + 1 : last]
    yield from lines[:-1]
    if lines:
        yield lines[-1] if lines[-1].endswith(b"\n") else lines[-1] + b"\n"


def _split(patch: bytes) -> list[bytes]:
    """Split at LF only, because a lone CR is content."""
    parts = patch.split(b"\n")
    lines = [part + b"\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines


class _PatchReader:
    """Reads the lines once; in a hunk exactly as many lines as its header counts."""

    def __init__(self, lines: list[bytes]) -> None:
        self._lines = lines
        self.out: list[bytes] = []
        self.paths: list[str] = []
        self.modes: list[str] = []
        self.renames: dict[str, str] = {}
        self.hunks = 0
        self.miscounted = 0
        self._old_name = ""

    def read(self) -> None:
        at = 0
        while at < len(self._lines):
            line = self._lines[at]
            hunk = HunkHeader.of(line)
            if hunk is not None:
                at = self._copy_hunk(at, hunk)
                continue
            self.out.append(self._header(line))
            at += 1
        if len(self.paths) > 2 * MOST_FILES:
            raise PatchError(f"the patch names more than {MOST_FILES:,} files")

    def _copy_hunk(self, at: int, hunk: HunkHeader) -> int:
        self.hunks += 1
        if self.hunks > MOST_HUNKS:
            raise PatchError(f"the patch has more than {MOST_HUNKS:,} hunks")
        old, new = hunk.old_length, hunk.new_length
        self.out.append(self._lines[at])
        at += 1
        while at < len(self._lines) and (old > 0 or new > 0):
            line = self._lines[at]
            kind = line[:1]
            if kind not in _KINDS:
                break
            old -= kind in (b" ", b"-", b"\n", b"\r")
            new -= kind in (b" ", b"+", b"\n", b"\r")
            self.out.append(line)
            at += 1
        if at == len(self._lines) and 0 < old == new <= _MOST_LOST:
            self.out += [b"\r\n" if self.out[-1].endswith(b"\r\n") else b"\n"] * old
        elif old or new:
            self.miscounted = self.miscounted or self.hunks
        elif at < len(self._lines) and _goes_on(self._lines[at]):
            # Git skips such lines and would apply only a part of the hunk.
            raise PatchError(f"hunk {self.hunks} has more lines than its header counts")
        return at

    def _header(self, line: bytes) -> bytes:
        """Read a line outside hunks; a CR at its end comes from the transport, not from the file."""
        if line.endswith(b"\r\n"):
            line = line[:-2] + b"\n"
        for start in (b"--- ", b"+++ "):
            if line.startswith(start):
                return self._read_name(line, start)
        if line.startswith(b"diff --git "):
            return self._git_header(line)
        if line.rstrip() == _BINARY and any(p.endswith(".java") for p in self.paths[-2:]):
            raise PatchError(f"{self.paths[-1]} is changed by a binary patch; Java is text")
        if (sized := _BINARY_SIZE.fullmatch(line)) and int(sized[1][:12]) > MOST_BYTES:
            raise PatchError(f"a binary patch makes a file of more than {MOST_BYTES:,} bytes")
        word, _, rest = line.rstrip(b"\r\n").partition(b" ")
        match word:
            case b"rename" | b"copy":
                self._read_rename(word, rest)
            case b"old" | b"new" | b"deleted" if b"mode " in rest:
                self.modes += [rest.split()[-1].decode("ascii", "replace")] * (word != b"old")
            case _:
                pass
        return line

    def _read_name(self, line: bytes, start: bytes) -> bytes:
        """Read a `---` or `+++` line."""
        name = read_name(line[len(start) :].rstrip(b"\r\n")).rstrip()
        if name == _NO_FILE or not name:
            return line
        plain = unquote(name)
        if plain.startswith(_PREFIXES):
            self.paths.append(plain[2:])
            return line
        self.paths.append(plain)
        prefix = b"a/" if start == b"--- " else b"b/"
        return start + _add_prefix(name, prefix) + line[len(line.rstrip(b"\r\n")) :]

    def _git_header(self, line: bytes) -> bytes:
        names = _two_names(line[len(b"diff --git ") :].rstrip(b"\r\n"))
        plain = [unquote(name) for name in names]
        if len(names) != len(("old", "new")):
            return line
        if all(name.startswith(_PREFIXES) for name in plain):
            self.paths += [name[2:] for name in plain]
            return line
        self.paths += plain
        old, new = names
        return b"diff --git %s %s\n" % (_add_prefix(old, b"a/"), _add_prefix(new, b"b/"))

    def _read_rename(self, word: bytes, rest: bytes) -> None:
        side, _, name = rest.partition(b" ")
        # Without quotes a tab belongs to the name, because nothing else is on the line.
        path = unquote(read_name(name) if name.startswith(b'"') else name)
        self.paths.append(path)
        if side == b"from":
            self._old_name = path
        elif word == b"rename":
            self.renames[self._old_name] = path


def _goes_on(line: bytes) -> bool:
    """Tell whether a line after a complete hunk belongs to it.

    `-- ` starts the signature of a mail.
    """
    header = line.startswith((b"--- ", b"+++ ")) or line.rstrip() == b"--"
    return bool(line.strip()) and line[:1] in (b" ", b"+", b"-") and not header


def _add_prefix(name: bytes, prefix: bytes) -> bytes:
    return b'"' + prefix + name[1:] if name.startswith(b'"') else prefix + name


def _two_names(body: bytes) -> list[bytes]:
    """Return both names of a `diff --git` line; unquoted names are equal apart from their prefix."""
    if body.startswith(b'"'):
        old = read_name(body)
        new = body[len(old) :].strip()
        return [old, read_name(new)] if new else [old]
    if body.endswith(b'"'):
        # A quote within a quoted name is escaped by a backslash.
        old, _, new = body.partition(b' "')
        return [old, b'"' + new]
    middle = len(body) // 2
    if len(body) % 2 == 1 and body[middle : middle + 1] == b" ":
        return [body[:middle], body[middle + 1 :]]
    return body.split(b" ")
