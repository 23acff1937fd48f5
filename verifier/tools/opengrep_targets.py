"""The files that an engine is told to scan, and what of them it cannot see."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from verifier.domain.rules import Blind, Blindness, Rule
from verifier.errors import InputError
from verifier.tools.files import storage_errors

PROBES = "refverify-probes"
UNWRITABLE = "a name too long for a disk, or one of our own"
LONGEST_NAME = 255
LONGEST_ENDING = 100
LONGEST_PATH = 3000
_PLAIN_TEXT = frozenset({"regex", "none"})


def write_targets(root: Path, prefix: str, files: Mapping[str, bytes]) -> list[str]:
    """Write the files and, for each kind of name, an empty probe that the engine must scan too.

    A name that no disk takes, or one of the probes' own, is left out.

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
    """What an engine goes by when it chooses the language: the ending, else the whole name."""
    name, ending = PurePosixPath(path).name, PurePosixPath(path).suffix
    if len(ending or name) > LONGEST_ENDING:
        return "probe"
    return f"probe{ending}" if ending else name


def unscanned(files: Mapping[str, bytes], prefix: str, scanned: frozenset[str]) -> Iterator[Blind]:
    """Files that vanished although an empty file of such a name did not."""
    for path in files:
        fits = _fits(path)
        seen = fits and f"{prefix}{path}" in scanned
        if not seen and f"{PROBES}/{kind_of(path)}" in scanned:
            details = "" if fits else UNWRITABLE
            yield Blind(path=path, rule=None, reason=Blindness.NOT_SCANNED, details=details)


def cut_short(
    rules: Sequence[Rule], files: Mapping[str, bytes], scanned: Iterable[str]
) -> Iterator[Blind]:
    """Files with a NUL byte: parsers take it for the end of the text, and say nothing.

    Java allows it in comments, so one byte would hide a whole class. `details` name the content,
    so that no other text counts as equally unread.
    """
    for path in scanned:
        if b"\0" in files[path]:
            content = hashlib.sha256(files[path]).hexdigest()[:16]
            for rule in rules:
                if _parses(rule, path):
                    yield Blind(
                        path=path,
                        rule=rule.id,
                        reason=Blindness.SYNTAX,
                        details=f"a NUL byte in content {content}",
                    )


def _parses(rule: Rule, path: str) -> bool:
    languages = rule.definition.get("languages")
    named = {str(one) for one in languages} if isinstance(languages, list) else set()
    if named == {"java"}:
        return path.endswith(".java")
    return not named or not named <= _PLAIN_TEXT
