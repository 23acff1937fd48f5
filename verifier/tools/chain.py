"""A file of JSON lines in which each line carries a hash over itself and all lines before it.

So a line that was changed, added or taken out by hand, or by a failing disk, shows. It is no
signature: whoever may write the file and knows this rule can write the whole chain anew.

A line of another time without a hash breaks nothing by itself; the next hash covers it too.
"""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from verifier.errors import InputError

_LINKED = re.compile(rb'\{"chain":"([0-9a-f]{64})",')
_START = "0" * 64


class Chain:
    """The running hash of a file's lines, given without their ends."""

    def __init__(self) -> None:
        self._last = _START

    def link(self, record: bytes) -> bytes:
        """The line of a JSON object that is added: the object with its hash before all else."""
        self._last = self._next(record)
        return b'{"chain":"%s",%s' % (self._last.encode("ascii"), record[1:])

    def holds(self, line: bytes) -> bool:
        """Take the next line that is there; whether it is the one that was written."""
        found = _LINKED.match(line)
        if found is None:
            self._last = self._next(line)
            return True
        written = found[1].decode("ascii")
        expected = self._next(b"{" + line[found.end() :])
        # From what stands here on, or every later line would be blamed for this one.
        self._last = written
        return written == expected

    def _next(self, content: bytes) -> str:
        return hashlib.sha256(self._last.encode("ascii") + b"\n" + content).hexdigest()


def breaks(path: Path) -> Iterator[int]:
    """The numbers of the lines, from 1, that are not what was written there, or follow a gap.

    A last line without its end is passed over: its writer was stopped.

    Raises:
        InputError: the file cannot be read.
    """
    chain = Chain()
    try:
        with path.open("rb") as stream:
            for number, line in enumerate(stream, start=1):
                if line.endswith(b"\n") and line.strip() and not chain.holds(line[:-1]):
                    yield number
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error


def altered(path: Path) -> str:
    """What is said of a file whose chain breaks, and where; empty where it holds."""
    lines = [str(number) for number in breaks(path)]
    if not lines:
        return ""
    shown = ", ".join(lines[:5]) + (" …" if len(lines) > 5 else "")  # noqa: PLR2004 - five are shown
    return (
        f"{path.parent.name}/{path.name}: the chain of hashes breaks at line {shown}: what stands"
        " there is not what was written, or a line before it is gone"
    )
