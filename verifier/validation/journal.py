"""The journal of validation, with one line per instance, so that an interrupted run can continue.

The last line of a key counts. A key covers everything that decides the result of an instance.
"""

from dataclasses import dataclass
from pathlib import Path

from verifier.domain.described import FORM, Described, Form
from verifier.domain.validation import Validation
from verifier.tools.storage.keyed_lines import KeyedLines


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalLine(Described):
    """The result of one instance."""

    key: str
    """The hash of everything that decides the result."""
    instance_id: str
    """The id of the instance."""
    validation: Validation
    """The result."""
    seconds: float
    """Wall-clock seconds; close to 0 if both commits were measured before."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


def open_journal(path: Path, *, fresh: bool) -> KeyedLines[JournalLine]:
    """Open or create the journal of one run; `fresh` discards its content.

    Raises:
        StorageError: it cannot be written. UsageError: another run holds it. InputError: it is
            damaged.
    """
    return KeyedLines(
        path,
        JournalLine,
        what="no line of a validation: ",
        hint="Give another -o, or --force to throw this journal away.",
        fresh=fresh,
    )
