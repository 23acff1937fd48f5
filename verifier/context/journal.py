"""The journal of contexts: one line an instance, so that a run killed anywhere can go on.

The last line of a key counts. A key holds all that decides what is found.
"""

from dataclasses import dataclass
from pathlib import Path

from verifier.domain.context import InstanceContext
from verifier.domain.described import FORM, Described, Form
from verifier.tools.keyed_lines import KeyedLines


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextLine(Described):
    """What was found around one instance."""

    key: str
    """The hash of all that decides it."""
    instance_id: str
    """The id of the instance."""
    context: InstanceContext | None
    """What stands around its methods; null where it could not be read."""
    trouble: str = ""
    """Why it could not; empty where it could."""
    seconds: float
    """Wall time."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


def open_journal(path: Path, *, fresh: bool) -> KeyedLines[ContextLine]:
    """Open or make the journal of one run; `fresh` throws away what it holds.

    Raises:
        StorageError: it cannot be written. UsageError: another run holds it. InputError: it is damaged.
    """
    return KeyedLines(
        path,
        ContextLine,
        what="no line of a context: ",
        hint="Give another -o, or --force to throw this journal away.",
        fresh=fresh,
    )
