"""Verdicts as a frame: one row per verdict, three columns per check."""

from collections.abc import Sequence

import pandas as pd

from verifier.domain.assignment import AssignmentType
from verifier.domain.facts.detection import DetectionFacts
from verifier.domain.facts.similarity import SimilarityFacts
from verifier.domain.generation import FinishReason, Usage
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.prediction import Mode, PredictionForm, Track
from verifier.domain.refactoring_traits import RefactoringClass, RefactoringType
from verifier.domain.verdict import Verdict
from verifier.frames.columns import COUNT, FLAG, NUMBER, TEXT, FrameColumn, column, frame_of, one_of
from verifier.tools.records import facts_of

RUN = "run"


def leaves_delegate(verdict: Verdict) -> bool | None:
    """Whether the detected move left a delegating method behind; None if nothing was detected."""
    found = facts_of(verdict.check(CheckName.DETECTION), DetectionFacts)
    return None if found is None else found.delegate


def usage_of(verdict: Verdict) -> Usage | None:
    """Return the tokens of the model calls; None if they are not known."""
    generation = verdict.circumstances.generation
    return None if generation is None else generation.usage


def _similarity(verdict: Verdict) -> SimilarityFacts | None:
    return facts_of(verdict.check(CheckName.SIMILARITY), SimilarityFacts)


IDENTITY: tuple[FrameColumn[Verdict], ...] = (
    column("instance_id", TEXT, "The id of the answered instance.", lambda v: v.instance_id),
    column("model", TEXT, "The author of the prediction.", lambda v: v.model_name_or_path),
    column("sample", COUNT, "The number of the model's answer, from 0.", lambda v: v.sample),
    column(
        "track",
        one_of(Track),
        "How much the task stated; no value if unknown.",
        lambda v: v.circumstances.track,
    ),
    column(
        "mode",
        one_of(Mode),
        "How the agent planned; no value if unknown.",
        lambda v: v.circumstances.mode,
    ),
    column(
        "prompt_set",
        TEXT,
        "The prompt set of a generated prediction; no value for others.",
        lambda v: g.prompt_set if (g := v.circumstances.generation) else None,
    ),
    column(
        "model_answered",
        TEXT,
        "The model that the endpoint says it used; no value if it said nothing.",
        lambda v: g.model_answered or None if (g := v.circumstances.generation) else None,
    ),
)
"""What identifies a prediction, in every run."""

_JUDGED: tuple[FrameColumn[Verdict], ...] = (
    column("form", one_of(PredictionForm), "The form of the answer.", lambda v: v.form),
    column("repo", TEXT, "The instance's repository.", lambda v: v.repo),
    column("base_commit", TEXT, "The commit that the answer changes.", lambda v: v.base_commit),
    column(
        "type",
        one_of(RefactoringType, AssignmentType),
        "The wanted type, or what an assignment asks for; no value if any pure refactoring is"
        " accepted.",
        lambda v: v.task_type,
    ),
    column(
        "refactoring_class",
        one_of(RefactoringClass),
        "atomic or compound; no value if there is no wanted type.",
        lambda v: v.refactoring_class,
    ),
    column(
        "success",
        one_of(Status),
        "Applies, keeps the policy, compiles, passes the tests, is detected.",
        lambda v: v.success,
    ),
    column(
        "strict_success",
        one_of(Status),
        "Success that is also pure; not applicable to an assignment.",
        lambda v: v.strict_success,
    ),
    column(
        "delegate",
        FLAG,
        "Whether the detected move left a delegating method behind; no value if nothing was detected.",
        leaves_delegate,
    ),
    column(
        "codebleu",
        NUMBER,
        "CodeBLEU similarity to the developers' code, in [0, 1].",
        lambda v: f.codebleu if (f := _similarity(v)) else None,
    ),
    column(
        "codebleu_raw",
        NUMBER,
        "The similarity as the CodeBLEU package computes it.",
        lambda v: f.codebleu_raw if (f := _similarity(v)) else None,
    ),
    column(
        "cost_usd",
        NUMBER,
        "The price of all model calls, in US dollars.",
        lambda v: v.circumstances.cost_usd,
    ),
    column(
        "input_tokens",
        COUNT,
        "Tokens of the prompts, cached ones included.",
        lambda v: u.input if (u := usage_of(v)) else None,
    ),
    column(
        "output_tokens",
        COUNT,
        "Tokens of the answers, reasoning included.",
        lambda v: u.output if (u := usage_of(v)) else None,
    ),
    column(
        "tokens_estimated",
        FLAG,
        "Whether the tokens are estimated, because the endpoint did not report them.",
        lambda v: u.estimated if (u := usage_of(v)) else None,
    ),
    column(
        "finish_reason",
        one_of(FinishReason),
        "Why the agent or model stopped.",
        lambda v: v.circumstances.finish_reason,
    ),
    column(
        "finish_raw",
        TEXT,
        "The word of the agent or endpoint for it; no value if it gave none.",
        lambda v: v.circumstances.finish_raw or None,
    ),
)

_PROVENANCE: tuple[FrameColumn[Verdict], ...] = (
    column(
        "key", TEXT, "The hash of all inputs that decided the verdict.", lambda v: v.provenance.key
    ),
    column("refverify", TEXT, "The version of refverify.", lambda v: v.provenance.refverify),
    column(
        "sandbox", TEXT, "The sandbox that built and tested it.", lambda v: v.provenance.sandbox
    ),
    column("isolated", FLAG, "Whether that sandbox isolates.", lambda v: v.provenance.isolated),
    column("runtime", TEXT, "The runtime of the containers.", lambda v: v.provenance.runtime),
    column("jdk", TEXT, "The JDK of the base.", lambda v: v.provenance.jdk),
    column("strategy", TEXT, "How it was built.", lambda v: v.provenance.strategy),
)


def _of_check(name: CheckName) -> tuple[FrameColumn[Verdict], ...]:
    """Return the check's outcome, its reason and its time; no values if the verdict lacks the check."""
    return (
        column(
            str(name),
            one_of(Status),
            f"Outcome of the check {name}.",
            lambda v: r.status if (r := v.check(name)) else None,
        ),
        column(
            f"{name}_reason",
            one_of(Reason),
            "Why it did not pass.",
            lambda v: r.reason if (r := v.check(name)) else None,
        ),
        column(
            f"{name}_seconds",
            NUMBER,
            "Its wall time in seconds.",
            lambda v: r.seconds if (r := v.check(name)) else None,
        ),
    )


_RUN: FrameColumn[str | None] = column(RUN, TEXT, "The run folder's name.", lambda name: name)
COLUMNS = (
    *IDENTITY,
    *_JUDGED,
    *(column for name in CheckName for column in _of_check(name)),
    *_PROVENANCE,
)


def verdict_frame(verdicts: Sequence[Verdict], runs: Sequence[str] = ()) -> pd.DataFrame:
    """Return one row per verdict; `run` names the run of each if `runs` is given, otherwise it has no value."""
    frame = frame_of(verdicts, COLUMNS)
    names: Sequence[str | None] = runs or [None] * len(frame)
    frame.insert(0, RUN, frame_of(names, (_RUN,))[RUN])
    return frame
