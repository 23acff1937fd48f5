"""The journal of validation: one line an instance, so that a run killed anywhere can go on.

The last line of a key counts. A key holds all that decides what is said of an instance.
"""

from dataclasses import dataclass
from pathlib import Path

from verifier.domain.described import FORM, Described, Form
from verifier.domain.validation import Validation
from verifier.tools.keyed_lines import KeyedLines


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalLine(Described):
    """What one instance came to."""

    key: str
    """The hash of all that decides it."""
    instance_id: str
    """The id of the instance."""
    validation: Validation
    """What was found."""
    seconds: float
    """Wall time; next to nothing where others had both commits measured before."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


def open_journal(path: Path, *, fresh: bool) -> KeyedLines[JournalLine]:
    """Open or make the journal of one run; `fresh` throws away what it holds.

    Raises:
        StorageError: it cannot be written. UsageError: another run holds it. InputError: it is damaged.
    """
    return KeyedLines(
        path,
        JournalLine,
        what="no line of a validation: ",
        hint="Give another -o, or --force to throw this journal away.",
        fresh=fresh,
    )
