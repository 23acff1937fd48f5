"""The journal of contexts, with one line per instance, so that an interrupted run can continue.

The last line of a key counts. A key covers everything that decides the result.
"""

from dataclasses import dataclass
from pathlib import Path

from verifier.domain.context import InstanceContext
from verifier.domain.described import FORM, Described, Form
from verifier.tools.storage.keyed_lines import KeyedLines


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextLine(Described):
    """The context of one instance."""

    key: str
    """The hash of everything that decides the result."""
    instance_id: str
    """The id of the instance."""
    context: InstanceContext | None
    """The context of its methods; null if it could not be read."""
    trouble: str = ""
    """Why it could not be read; otherwise empty."""
    seconds: float
    """Wall-clock seconds."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


def open_journal(path: Path, *, fresh: bool) -> KeyedLines[ContextLine]:
    """Open or create the journal of one run; `fresh` discards its content.

    Raises:
        StorageError: it cannot be written. UsageError: another run holds it. InputError: it is
            damaged.
    """
    return KeyedLines(
        path,
        ContextLine,
        what="no line of a context: ",
        hint="Give another -o, or --force to throw this journal away.",
        fresh=fresh,
    )
