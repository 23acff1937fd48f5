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


def read_items(path: Path) -> Iterator[tuple[int, object]]:
    """Yield the items of a file, numbered from 1: the elements of an array, or the lines.

    Raises:
        InputError: the file cannot be read, is not UTF-8, or is not JSON.
    """
    try:
        content = path.read_bytes()
        plain = gzip.decompress(content) if content.startswith(_GZIP) else content
        text = without_mark(plain, path).decode("utf-8")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    if text.lstrip().startswith("["):
        yield from enumerate(_json(text, f"{path}"), start=1)
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield number, _json(line, f"{path}:{number}")


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{where}: not JSON: {error}", hint="The file must be a JSON array or JSON lines."
        ) from error
