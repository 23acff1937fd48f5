"""The journal of generation, with one line per sample, so that an interrupted run can continue.

The last line of a key counts. A key covers everything that decides the request. Times are recorded
only here and in the file of costs.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Protocol, TypeVar

from verifier.domain.described import FORM, Described, Form
from verifier.domain.generation import Missing, Setting
from verifier.domain.prediction import Prediction
from verifier.errors import UsageError
from verifier.generation.model import Attempt
from verifier.tools.records import BadLine, read_jsonl, to_json
from verifier.tools.storage.keyed_lines import SharedLines

_FRESH = "Give another -o, or --force to throw this journal away."
_WORDS = {
    "prompt_set": "prompt set",
    "prompt_set_sha256": "texts of the prompt set",
    "parameters": "sampling parameters",
    "tasks_sha256": "texts of --tasks",
    "disclose": "--disclose",
    "context_tokens": "--context-tokens",
    "fit": "--fit",
}
"""What messages call the fields of a setting, if not by the field's name."""
_MAY_GROW = "samples"
"""The field of a setting in which a later call may differ."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GenerationLine(Described):
    """One sample: its prediction, or the reason why it has none."""

    key: str
    """The hash of everything that decides the request."""
    instance_id: str
    """The id of the instance or assignment."""
    sample: int
    """The number of the sample, from 0."""
    setting: Setting
    """The setting of the call. All lines have the same one, except for the number of samples."""
    prediction: Prediction | None
    """The prediction; null if the sample is missing."""
    missing: Missing | None = None
    """Why the sample has no answer; null if it has one."""
    attempts: tuple[Attempt, ...] = ()
    """All attempts to send the request; none if it was never sent."""
    charged_usd: float = 0.0
    """The most dollars that the attempts can have cost; 0 if no price is known."""
    charged_tokens: int = 0
    """The most tokens that the attempts can have used; 0 if no limit of tokens is known."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""

    @property
    def spent(self) -> tuple[float, int]:
        """The dollars and tokens of the sample; see `Paid`."""
        made = self.prediction and self.prediction.circumstances
        usage = made.generation.usage if made and made.generation else None
        usd = (made.cost_usd or 0.0) if made else 0.0
        tokens = usage.input + usage.output if usage else 0
        return max(usd, self.charged_usd), max(tokens, self.charged_tokens)


class GenerationJournal(SharedLines[GenerationLine]):
    """The open journal of one run. Several threads may append; one process at a time may hold it."""

    def __init__(self, path: Path, setting: Setting, *, fresh: bool = False) -> None:
        """Open or create the journal; `fresh` discards its content.

        Raises:
            StorageError: it cannot be written.
            UsageError: another run holds it, or it has another setting or version.
            InputError: it is damaged.
        """
        if not fresh:
            _refuse_other(path, setting)
        super().__init__(
            path, GenerationLine, what="no line of a generation: ", hint=_FRESH, fresh=fresh
        )


class Paid(Protocol):
    """A line of a journal whose requests cost something."""

    @property
    def spent(self) -> tuple[float, int]:
        """The dollars and tokens; what may have been charged counts, also if no answer came."""
        ...


Line = TypeVar("Line", bound=Paid)


def sum_spending(path: Path, kind: type[Line]) -> tuple[float, int]:
    """Return the dollars and tokens of all lines of a journal, also of repeated requests.

    A line that cannot be read counts nothing; opening the journal reports or cuts it.
    """
    lines = read_jsonl(kind, path) if path.is_file() else ()
    costs = [line.spent for line in lines if not isinstance(line, BadLine)]
    return sum((usd for usd, _ in costs), 0.0), sum(tokens for _, tokens in costs)


def _refuse_other(path: Path, setting: Setting) -> None:
    """Compare the version and setting of the first line. Damaged lines are left to the reader."""
    try:
        with path.open("rb") as stream:
            first = stream.readline()
        found = json.loads(first)
        version, begun = found["schema"], found["setting"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return
    if version != FORM:
        raise UsageError(
            f"{path} has version {version} of the journal's format; this refverify writes {FORM}",
            hint=_FRESH,
        )
    if differences := sorted(_differences(begun, setting)):
        raise UsageError(
            f"{path} was begun with another setting: {', '.join(differences)} differ"
            f"{'s' if len(differences) == 1 else ''}",
            hint="One file holds one setting. " + _FRESH,
        )


def _differences(begun: object, setting: Setting) -> Iterable[str]:
    now = json.loads(to_json(setting))
    names = (f.name for f in fields(Setting) if f.name != _MAY_GROW)
    before = begun if isinstance(begun, dict) else {}
    return (_WORDS.get(name, name) for name in names if before.get(name) != now[name])
