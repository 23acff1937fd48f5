"""Read the files of released data sets: a JSON array or JSON lines, gzipped or not."""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from verifier.errors import InputError
from verifier.utf8 import without_mark

_GZIP = b"\x1f\x8b"
MOST_BYTES = 256 * 1024 * 1024
"""The most bytes of a file, unpacked. A small file may unpack to any size."""


def read_items(path: Path) -> Iterator[tuple[int, object]]:
    """Yield the items of a file, numbered from 1: the elements of an array, or the lines.

    Raises:
        InputError: the file cannot be read, is not UTF-8, or is not JSON.
    """
    try:
        text = without_mark(_unpacked(path), path).decode("utf-8")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    if text.lstrip().startswith("["):
        yield from enumerate(_json(text, f"{path}"), start=1)
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield number, _json(line, f"{path}:{number}")


def _unpacked(path: Path) -> bytes:
    """Read a file, and unpack it if it is gzipped.

    Raises:
        InputError: it is larger than `MOST_BYTES`. OSError, EOFError, zlib.error: see gzip.
    """
    with path.open("rb") as stream:
        is_packed = stream.read(len(_GZIP)) == _GZIP
        stream.seek(0)
        content = (gzip.GzipFile(fileobj=stream) if is_packed else stream).read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        what = " unpacked" if is_packed else ""
        raise InputError(
            f"{path} has more than {MOST_BYTES:,} bytes{what}",
            hint="Is it a release file? Import a part of it at a time.",
        )
    return content


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{where}: not JSON: {error}", hint="The file must be a JSON array or JSON lines."
        ) from error
