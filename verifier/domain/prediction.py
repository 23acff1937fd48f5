"""A prediction: the answer of a model (or a person) to an instance, in one of three forms."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from verifier.domain.closure import Closure
from verifier.domain.declared import NEUTRAL
from verifier.domain.described import FORM, Described, Form
from verifier.domain.generation import FinishReason, Generation

MOST_SAMPLE = 1_000_000_000
GOLDEN, GOLDEN_REFACTORING, EMPTY = "golden", "golden-refactoring", "empty"
"""The labels of reference predictions: the developers' commit, its refactoring alone, no change."""


class Track(StrEnum):
    """How much the task stated: the refactoring to do, or only an area (CodeTaste, 3.5)."""

    INSTRUCTED = "instructed"
    OPEN = "open"


class Mode(StrEnum):
    """Whether the agent acted at once, on its own plan, or on the best of several plans."""

    DIRECT = "direct"
    PLAN = "plan"
    MULTIPLAN = "multiplan"


@dataclass(frozen=True, kw_only=True, slots=True)
class Circumstances(Described):
    """How a prediction was made. These facts never decide a verdict; null means not stated."""

    track: Track | None = None
    """How much the task stated: `instructed` or `open`."""
    mode: Mode | None = None
    """How the agent planned: `direct`, `plan` or `multiplan`."""
    cost_usd: float | None = None
    """The price of all its model calls, in US dollars."""
    finish_reason: FinishReason | None = None
    """Why the agent or model stopped. Any other word is read as `unknown`, and kept in
    `finish_raw`."""
    finish_raw: str = ""
    """The word of the agent or endpoint for why it stopped; empty if it gives none."""
    generation: Generation | None = None
    """How `refverify generate` asked the model; null for other predictions."""

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, schema_of: Callable[[Any], Any]
    ) -> Mapping[str, Any]:
        """Let pydantic, which reads the records, read agents' own words for the finish reason."""
        words = {"type": "no-info", "function": _with_known_reason}
        return {"type": "function-before", "function": words, "schema": schema_of(source)}


def _with_known_reason(fields: object) -> object:
    """Move an unknown finish reason to `finish_raw`. What is not a record is returned unchanged."""
    word = fields.get("finish_reason") if isinstance(fields, Mapping) else None
    if not isinstance(fields, Mapping) or not isinstance(word, str) or word in set(FinishReason):
        return fields
    raw = fields.get("finish_raw") or word
    return {**fields, "finish_reason": FinishReason.UNKNOWN, "finish_raw": raw}


def is_reference(label: str) -> bool:
    """Whether a label marks reference predictions: golden in any form, or empty."""
    return label in (EMPTY, GOLDEN) or label.startswith(f"{GOLDEN}-")


class PredictionForm(StrEnum):
    """The forms of an answer."""

    PATCH = "patch"
    ANSWER = "answer"
    FILES = "files"


@dataclass(frozen=True, kw_only=True, slots=True)
class Prediction(Described):
    """One sample of one model for one instance, with exactly one of the three bodies.

    The field names follow SWE-bench, if it has the field.

    Raises:
        ValueError: the number of bodies is not one, or `sample` is negative or above a billion.
    """

    instance_id: str
    """The id of the answered instance, as `refverify instances` lists it."""
    model_name_or_path: str
    """The author of the answer. Reports group by it."""
    sample: int = 0
    """The number of the answer among several of one model for one instance, from 0."""
    model_patch: str | None = None
    """A unified diff against the base tree."""
    model_output: str | None = None
    """The raw text of a model, unchanged."""
    files: Mapping[str, str | None] | None = None
    """Complete file texts, by path relative to the repository; null deletes the file."""
    circumstances: Circumstances = field(default_factory=Circumstances, metadata=NEUTRAL)
    """How the prediction was made."""
    closure: Closure | None = field(default=None, metadata=NEUTRAL)
    """The declarations that were added to a golden refactoring; null for other predictions. Only
    the files are judged, not this field."""
    schema: Form = field(default=FORM, metadata=NEUTRAL)
    """The version of this record's format; see docs/json.md."""

    def __post_init__(self) -> None:
        bodies = (self.model_patch, self.model_output, self.files)
        if sum(body is not None for body in bodies) != 1:
            raise ValueError(
                f"prediction for {self.instance_id!r} needs exactly one of"
                " model_patch, model_output, files"
            )
        if not 0 <= self.sample <= MOST_SAMPLE:
            raise ValueError(f"sample counts from 0 to {MOST_SAMPLE:,}")

    @property
    def form(self) -> PredictionForm:
        """The form of the body that is present."""
        if self.model_patch is not None:
            return PredictionForm.PATCH
        if self.model_output is not None:
            return PredictionForm.ANSWER
        return PredictionForm.FILES
