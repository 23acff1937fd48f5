"""A file of JSON lines in which each line contains a hash over itself and all lines before it.

This reveals a line that was changed, added or removed by hand or by a failing disk. That the last lines
are gone shows only if their number was kept elsewhere (`ledger_end`). It is not a signature: anyone who
may write the file and knows this rule can rewrite the whole chain.
"""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from verifier.domain.evidence import LedgerEnd
from verifier.errors import InputError

_LINKED = re.compile(rb'\{"chain":"([0-9a-f]{64})",')
_START = "0" * 64
JUDGE_AGAIN = "Judge the predictions again in a new run folder."
"""The hint if a line is not what was written."""


class Chain:
    """The running hash of a file's lines, given without their line ends."""

    def __init__(self) -> None:
        self._last = _START
        self._lines = 0

    @property
    def end(self) -> LedgerEnd:
        """The number of lines, and the hash in the last one."""
        return LedgerEnd(lines=self._lines, chain=self._last if self._lines else "")

    def link(self, record: bytes) -> bytes:
        """Return the line for a JSON object to append: the object with its hash as the first property."""
        self._last = self._next(record)
        self._lines += 1
        return b'{"chain":"%s",%s' % (self._last.encode("ascii"), record[1:])

    def holds(self, line: bytes) -> bool:
        """Add the next existing line to the hash; return whether it has a hash, and the right one."""
        found = _LINKED.match(line)
        self._lines += 1
        if found is None:
            return False
        written = found[1].decode("ascii")
        expected = self._next(b"{" + line[found.end() :])
        # Continue from the hash in the file, or every later line would be reported because of this
        # one.
        self._last = written
        return written == expected

    def _next(self, content: bytes) -> str:
        return hashlib.sha256(self._last.encode("ascii") + b"\n" + content).hexdigest()


def cut_link(line: bytes) -> bytes:
    """Return a line without its hash: the JSON object that was appended."""
    found = _LINKED.match(line)
    return line if found is None else b"{" + line[found.end() :]


def read_link(line: bytes) -> str:
    """Return the hash in a line; empty if it has none."""
    found = _LINKED.match(line)
    return "" if found is None else found[1].decode("ascii")


def breaks(path: Path) -> Iterator[int]:
    """Yield the numbers, from 1, of lines that were changed or follow a gap. See also `ledger_end`.

    A last line without a line end is ignored: its writer was stopped.

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


def last_link(path: Path) -> tuple[str, int]:
    """Return the hash in the last line of an intact file and the number of lines; "" and 0 for none.

    Raises:
        InputError: the file cannot be read; a line was changed, follows a gap, has no hash or is not
            finished.
    """
    if said := describe_break(path):
        raise InputError(said, hint=JUDGE_AGAIN)
    lines = path.read_bytes().splitlines(keepends=True)
    if not lines:
        return "", 0
    link = read_link(lines[-1])
    if not link or not lines[-1].endswith(b"\n"):
        raise InputError(
            f"{path.parent.name}/{path.name}: line {len(lines)} is not finished", hint=JUDGE_AGAIN
        )
    return link, len(lines)


def describe_break(path: Path) -> str:
    """Return a message about where a file's chain breaks; empty if it is intact."""
    lines = [str(number) for number in breaks(path)]
    if not lines:
        return ""
    shown = ", ".join(lines[:5]) + (" …" if len(lines) > 5 else "")  # noqa: PLR2004 - five are shown
    return (
        f"{path.parent.name}/{path.name}: the chain of hashes breaks at line {shown}: what stands"
        " there is not what was written, or a line before it is gone"
    )
