"""The files that an engine scans, and the parts of them that it cannot read."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from verifier.domain.rules import Blind, Blindness, Rule
from verifier.errors import InputError
from verifier.java_text.tokens import TokenKind, decode_escaped_characters, scan
from verifier.tools.storage.files import storage_errors

PROBES = "refverify-probes"
UNWRITABLE = "a name too long for a disk, or one of our own"
LONGEST_NAME = 255
LONGEST_ENDING = 100
LONGEST_PATH = 3000
_ENDS = {
    TokenKind.COMMENT: frozenset("\n\r*/"),
    TokenKind.STRING: frozenset("\n\r\"'\\"),
    TokenKind.CHARACTER: frozenset("\n\r\"'\\"),
}
"""Characters that end a comment or literal, or have a meaning in it, if they are written as an escape."""
_PLAIN_TEXT = frozenset({"regex", "none"})


def write_targets(root: Path, prefix: str, files: Mapping[str, bytes]) -> list[str]:
    """Write the files and, for each kind of name, an empty probe that the engine must scan too.

    A name that is too long for a disk, or that belongs to the probes, is left out.

    Raises:
        InputError: a path leaves the tree.
        StorageError: the disk is full.
    """
    for path in files:
        if path.startswith("/") or ".." in PurePosixPath(path).parts or "\0" in path:
            raise InputError(f"not a path inside a tree: {path!r}")
    probes = {f"{PROBES}/{kind_of(path)}": b"" for path in files}
    placed = {f"{prefix}{path}": content for path, content in files.items() if _fits(path)}
    for path, content in (placed | probes).items():
        with storage_errors(root / path):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content)
    return [*placed, *probes]


def _fits(path: str) -> bool:
    parts = [part.encode("utf-8", "surrogateescape") for part in path.split("/")]
    longest, whole = max(map(len, parts)), sum(map(len, parts)) + len(parts)
    return longest <= LONGEST_NAME and whole <= LONGEST_PATH and parts[0] != PROBES.encode()


def kind_of(path: str) -> str:
    """Return the name by which an engine selects the language: the suffix, otherwise the whole name."""
    name, ending = PurePosixPath(path).name, PurePosixPath(path).suffix
    if len(ending or name) > LONGEST_ENDING:
        return "probe"
    return f"probe{ending}" if ending else name


def find_unscanned(
    files: Mapping[str, bytes], prefix: str, scanned: frozenset[str]
) -> Iterator[Blind]:
    """Yield files that were not scanned although an empty file with such a name was."""
    for path in files:
        fits = _fits(path)
        seen = fits and f"{prefix}{path}" in scanned
        if not seen and f"{PROBES}/{kind_of(path)}" in scanned:
            details = "" if fits else UNWRITABLE
            yield Blind(path=path, rule=None, reason=Blindness.NOT_SCANNED, details=details)


def cut_short(
    rules: Sequence[Rule], files: Mapping[str, bytes], scanned: Iterable[str]
) -> Iterator[Blind]:
    """Yield files that an engine silently parses differently from the Java compiler.

    A NUL byte ends the text for the engine, while Java allows it in comments. Only Java interprets
    Unicode escapes as names, quotes and ends of comments. `details` contain a hash of the content,
    so that only the same content counts as equally unread.
    """
    for path in scanned:
        if (why := _misread(path, files[path])) is not None:
            content = hashlib.sha256(files[path]).hexdigest()[:16]
            for rule in rules:
                if _parses(rule, path):
                    yield Blind(
                        path=path,
                        rule=rule.id,
                        reason=Blindness.SYNTAX,
                        details=f"{why} in content {content}",
                    )


def _misread(path: str, content: bytes) -> str | None:
    if b"\0" in content:
        return "a NUL byte"
    # One character per byte: everything that matters here is ASCII, in any encoding.
    escaped = path.endswith(".java") and b"\\u" in content
    if escaped and _escapes_are_code(content.decode("latin-1")):
        return "a Unicode escape that is code"
    return None


def _escapes_are_code(source: str) -> bool:
    """Whether an escape is outside comments and literals, or may end one.

    The tokens are those that the engine sees: it does not decode escapes.
    """
    outside, last = [], 0
    for token in scan(source, comments=True, decoded=False):
        if (ends := _ENDS.get(token.kind)) is not None:
            if ends & set(decode_escaped_characters(token.text)):
                return True
            outside.append(source[last : token.start])
            last = token.end
    return any(decode_escaped_characters(" ".join([*outside, source[last:]])))


def _parses(rule: Rule, path: str) -> bool:
    languages = rule.definition.get("languages")
    named = {str(one) for one in languages} if isinstance(languages, list) else set()
    if named == {"java"}:
        return path.endswith(".java")
    return not named or not named <= _PLAIN_TEXT
