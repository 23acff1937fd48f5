"""What `git fast-import` reads: commits as one stream, with paths of whatever bytes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verifier.domain.source import FileChange

OWN_REF = "refs/heads/own"
"""The one name in a git directory of our own: the last commit that was made there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EntryChange:
    """A path whose entry differs between two trees; mode and object are the new ones, empty if gone."""

    path: str
    mode: str
    oid: str


def commit_stream(base: str, files: Sequence[FileChange | EntryChange]) -> Iterator[bytes]:
    """A commit on `OWN_REF`: a base's tree with files on top."""
    yield f"commit {OWN_REF}\ncommitter refverify <refverify> 0 +0000\n".encode()
    yield data(b"")
    yield f"from {base}\n".encode()
    # A folder may stand where a file was: what goes must be gone before.
    for file in sorted(files, key=lambda each: not _is_gone(each)):
        path = quoted_path(file.path)
        if _is_gone(file):
            yield b"D " + path + b"\n"
        elif isinstance(file, EntryChange):
            yield f"M {file.mode} {file.oid} ".encode() + path + b"\n"
        else:
            yield f"M {file.mode} inline ".encode() + path + b"\n" + data(file.content or b"")


def _is_gone(file: FileChange | EntryChange) -> bool:
    return file.content is None if isinstance(file, FileChange) else not file.oid


def data(content: bytes) -> bytes:
    """Bytes with their length in front."""
    return b"data %d\n%s\n" % (len(content), content)


def quoted_path(path: str) -> bytes:
    """A path in quotes; bytes that are no UTF-8 are surrogates in it."""
    escaped = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'.encode("utf-8", "surrogateescape")
