"""How a model was asked, what it answered with, and what it cost: facts about a generated prediction.

None of these facts decides a verdict.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from verifier.domain.described import FORM, Described, Form


class FinishReason(StrEnum):
    """Why an agent or a model stopped. The first nine are CodeTaste's."""

    SUCCESS = "success"
    TIMEOUT = "timeout"
    EXECUTION_ERROR = "execution_error"
    ERROR = "error"
    UNKNOWN = "unknown"
    BUDGET_EXCEEDED = "budget_exceeded"
    ERROR_PLANMODE = "error_planmode"
    ERROR_MULTIPLAN = "error_multiplan"
    ERROR_JUDGE = "error_judge"
    TRUNCATED = "truncated"
    REFUSED = "refused"
    CONTEXT_EXCEEDED = "context_exceeded"
    ROUNDS_EXHAUSTED = "rounds_exhausted"


class Missing(StrEnum):
    """Why a sample has no answer. A missing answer is never a failure of the model."""

    BUDGET = "budget"
    """The budget of the run or of the sample ended before the request."""
    GAVE_UP = "gave_up"
    """The endpoint refused or failed until the time for retries ended."""
    NOT_ASKED = "not_asked"
    """The run ended before the request."""


class Disclosure(StrEnum):
    """What a prompt contains beyond the instruction."""

    METHOD = "method"
    """The method's name, place or text on the base."""
    CLASS = "class"
    """The text of the method's class on the base."""
    FILE = "file"
    """The text of the method's file on the base."""
    OPERATION = "operation"
    """The refactoring's type, or the goal of an assignment."""
    VARIABLE = "variable"
    """The variable or parameter of the task, with its new name or type."""
    TARGET_CLASS = "target-class"
    """The class or method that the code goes to."""
    SENTENCE = "sentence"
    """RefactoringMiner's description, which names the developers' new methods."""
    DESCRIPTION = "description"
    """A task text by a model or a user."""
    STRUCTURE = "structure"
    """The paths of Java files on the base."""
    CALLERS = "callers"
    CALLEES = "callees"
    HIERARCHY = "hierarchy"
    CUT = "cut"
    """Parts were cut, so that the prompt fits into the model's context."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage(Described):
    """The tokens of all requests for one prediction."""

    input: int
    """Tokens of the prompts, cached ones included."""
    output: int
    """Tokens of the answers, reasoning included."""
    cached: int = 0
    """The part of `input` that the endpoint had cached."""
    reasoning: int = 0
    """The part of `output` that the model spent on reasoning."""
    estimated: bool = False
    """Whether the endpoint did not report the tokens, so that they are estimated from bytes."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sampling(Described):
    """The sampling parameters that are sent. Null is not sent.

    Raises:
        ValueError: a number is out of its range.
    """

    temperature: float | None = None
    """The temperature, 0 or above."""
    top_p: float | None = None
    """The probability mass of nucleus sampling, above 0 and at most 1."""
    seed: int | None = None
    """The seed of the first sample; sample i is asked with `seed` + i."""
    max_tokens: int | None = None
    """Most tokens of an answer."""
    reasoning_effort: str | None = None
    """The reasoning effort, in the endpoint's words."""

    def __post_init__(self) -> None:
        if not (self.temperature is None or 0 <= self.temperature < math.inf):
            raise ValueError("temperature must be a number of 0 or above")
        if not (self.top_p is None or 0 < self.top_p <= 1):
            raise ValueError("top_p must be above 0 and at most 1")
        if not (self.max_tokens is None or self.max_tokens > 0):
            raise ValueError("max_tokens must be at least 1")


@dataclass(frozen=True, kw_only=True, slots=True)
class Generation(Described):
    """How the product asked a model for one prediction."""

    prompt_set: str
    """The name and version of the prompt set."""
    prompt_set_sha256: str = ""
    """The SHA-256 of the prompt set's manifest."""
    prompt_sha256: str
    """The SHA-256 of all messages of the request, as sent."""
    disclosed: tuple[Disclosure, ...]
    """What the prompt contains beyond the instruction."""
    disclose: tuple[Disclosure, ...] = ()
    """What the prompts were asked to disclose in addition to the set's texts."""
    tasks_sha256: str | None = None
    """The SHA-256 of the file of task texts; null without one."""
    context_tokens: int | None = None
    """The model's context in tokens, as the user states it; null if it is not stated."""
    fit: bool = False
    """Whether longer prompts were cut to the context."""
    endpoint_host: str
    """The host that answered; empty if the prompt was too long to be sent."""
    model_asked: str
    """The model that was requested."""
    model_answered: str = ""
    """The model that the endpoint says it used; empty if it says nothing."""
    system_fingerprint: str | None = None
    """The fingerprint of the endpoint's backend; null if it gives none."""
    model_ends: str | None = None
    """The date on which the endpoint shuts the model down; null if its model list gives none."""
    parameters: Sampling = field(default_factory=Sampling)
    """The sampling parameters that were sent."""
    usage: Usage | None = None
    """The tokens; null if they are not known."""
    prices_sha256: str | None = None
    """The SHA-256 of the price file that gives the cost; null without one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Setting(Described):
    """Everything that is the same for all predictions of one file."""

    label: str
    """The `model_name_or_path` of the predictions."""
    model: str
    """The requested model."""
    prompt_set: str
    """The name and version of the prompt set."""
    prompt_set_sha256: str
    """The SHA-256 of the prompt set's manifest."""
    track: str
    """`instructed` or `open`."""
    mode: str
    """`direct`; agents have further modes."""
    samples: int
    """Samples per instance."""
    parameters: Sampling
    """The sampling parameters of the first sample."""
    disclose: tuple[Disclosure, ...] = ()
    """What the prompts were asked to disclose in addition to the set's texts."""
    tasks_sha256: str | None = None
    """The SHA-256 of the file of task texts; null without one."""
    context_tokens: int | None = None
    """The model's context in tokens, as the user states it; null if it is not stated."""
    fit: bool = False
    """Whether longer prompts were cut to the context."""


def next_to(file: Path, ending: str) -> Path:
    """Return the path of a file next to a JSONL file, with another ending than `.jsonl`."""
    return file.with_name(file.name.removesuffix(".jsonl") + ending)


def summary_path(predictions: Path) -> Path:
    """Return the path of the GenerationSummary of a predictions file."""
    return next_to(predictions, ".setting.json")


@dataclass(frozen=True, kw_only=True, slots=True)
class GenerationSummary(Described):
    """What a predictions file holds and lacks. It has no times, so a repeated run gives equal bytes."""

    setting: Setting
    """The setting of all predictions."""
    asked: int
    """Samples that were asked for."""
    answered: int
    """Samples with an answer, whatever it is."""
    missing: Mapping[Missing, int]
    """Samples without an answer, by reason."""
    left_out: int = 0
    """Instances that were not asked, because their text of the open track holds names of the
    developers' solution."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""
