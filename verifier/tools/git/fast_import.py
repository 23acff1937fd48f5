"""The input format of `git fast-import`: commits as one stream, with paths of any bytes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verifier.domain.source import FileChange

OWN_REF = "refs/heads/own"
"""The only ref in a git directory of our own: the last commit made there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EntryChange:
    """A path whose entry differs between two trees, with the new mode and object id; both empty if it is gone."""

    path: str
    mode: str
    oid: str


def commit_stream(base: str, files: Sequence[FileChange | EntryChange]) -> Iterator[bytes]:
    """Yield a commit on `OWN_REF`: the base's tree with some files changed."""
    yield f"commit {OWN_REF}\ncommitter refverify <refverify> 0 +0000\n".encode()
    yield data(b"")
    yield f"from {base}\n".encode()
    # A folder may replace a file, so deletions come first.
    for file in sorted(files, key=lambda each: not _is_gone(each)):
        path = quote_path(file.path)
        if _is_gone(file):
            yield b"D " + path + b"\n"
        elif isinstance(file, EntryChange):
            yield f"M {file.mode} {file.oid} ".encode() + path + b"\n"
        else:
            yield f"M {file.mode} inline ".encode() + path + b"\n" + data(file.content or b"")


def _is_gone(file: FileChange | EntryChange) -> bool:
    return file.content is None if isinstance(file, FileChange) else not file.oid


def data(content: bytes) -> bytes:
    """Return a data block: the bytes preceded by their length."""
    return b"data %d\n%s\n" % (len(content), content)


def quote_path(path: str) -> bytes:
    """Return a path in quotes; surrogates in it become bytes that are not UTF-8."""
    escaped = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'.encode("utf-8", "surrogateescape")
