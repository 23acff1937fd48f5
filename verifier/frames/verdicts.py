"""Verdicts as a frame: one row a verdict, three columns a check."""

from collections.abc import Sequence

import pandas as pd

from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.prediction import Mode, PredictionForm, Track
from verifier.domain.refactoring import RefactoringClass, RefactoringType
from verifier.domain.verdict import Verdict
from verifier.frames.columns import COUNT, FLAG, NUMBER, TEXT, Column, frame_of, one_of

RUN = "run"


def leaves_delegate(verdict: Verdict) -> bool | None:
    """Whether the detected move left a delegating method behind; None where nothing was detected."""
    result = verdict.check(CheckName.DETECTION)
    value = result.data.get("delegate") if result is not None else None
    return value if isinstance(value, bool) else None


def similarity(verdict: Verdict, figure: str) -> float | None:
    """One of the similarity check's figures; None where the verdict has none."""
    result = verdict.check(CheckName.SIMILARITY)
    value = result.data.get(figure) if result is not None else None
    return float(value) if isinstance(value, int | float) else None


IDENTITY: tuple[Column[Verdict], ...] = (
    Column(
        name="instance_id",
        description="The instance that was answered.",
        kind=TEXT,
        value=lambda v: v.instance_id,
    ),
    Column(
        name="model",
        description="Who made the prediction.",
        kind=TEXT,
        value=lambda v: v.model_name_or_path,
    ),
    Column(
        name="sample",
        description="Which of the model's answers, from 0.",
        kind=COUNT,
        value=lambda v: v.sample,
    ),
    Column(
        name="track",
        description="How much the task said; often no value.",
        kind=one_of(Track),
        value=lambda v: v.circumstances.track,
    ),
    Column(
        name="mode",
        description="How the agent planned; often no value.",
        kind=one_of(Mode),
        value=lambda v: v.circumstances.mode,
    ),
)
"""What makes a prediction one, in every run."""

_JUDGED: tuple[Column[Verdict], ...] = (
    Column(
        name="form",
        description="How the answer was given.",
        kind=one_of(PredictionForm),
        value=lambda v: v.form,
    ),
    Column(
        name="repo", description="The instance's repository.", kind=TEXT, value=lambda v: v.repo
    ),
    Column(
        name="base_commit",
        description="The commit that was changed.",
        kind=TEXT,
        value=lambda v: v.base_commit,
    ),
    Column(
        name="type",
        description="The wanted type; no value where any pure refactoring would do.",
        kind=one_of(RefactoringType),
        value=lambda v: v.type,
    ),
    Column(
        name="refactoring_class",
        description="atomic or compound; no value where the type has none.",
        kind=one_of(RefactoringClass),
        value=lambda v: v.refactoring_class,
    ),
    Column(
        name="success",
        description="Applies, keeps the policy, compiles, passes the tests, is detected.",
        kind=one_of(Status),
        value=lambda v: v.success,
    ),
    Column(
        name="strict_success",
        description="Success that is also pure.",
        kind=one_of(Status),
        value=lambda v: v.strict_success,
    ),
    Column(
        name="delegate",
        description="Whether the detected move left a delegating method behind; often no value.",
        kind=FLAG,
        value=leaves_delegate,
    ),
    Column(
        name="codebleu",
        description="Similarity to the developers' code, 0 to 1.",
        kind=NUMBER,
        value=lambda v: similarity(v, "codebleu"),
    ),
    Column(
        name="codebleu_raw",
        description="The same as the CodeBLEU package computes it.",
        kind=NUMBER,
        value=lambda v: similarity(v, "codebleu_raw"),
    ),
    Column(
        name="cost_usd",
        description="The price of all model calls, in US dollars.",
        kind=NUMBER,
        value=lambda v: v.circumstances.cost_usd,
    ),
    Column(
        name="finish_reason",
        description="Why the agent stopped, in its own words.",
        kind=TEXT,
        value=lambda v: v.circumstances.finish_reason,
    ),
)

_PROVENANCE: tuple[Column[Verdict], ...] = (
    Column(
        name="key",
        description="The key of all that decided the verdict.",
        kind=TEXT,
        value=lambda v: v.provenance.key,
    ),
    Column(
        name="refverify",
        description="The version that judged.",
        kind=TEXT,
        value=lambda v: v.provenance.refverify,
    ),
    Column(
        name="sandbox",
        description="Where it was built and tested.",
        kind=TEXT,
        value=lambda v: v.provenance.sandbox,
    ),
    Column(
        name="isolated",
        description="Whether that sandbox isolates.",
        kind=FLAG,
        value=lambda v: v.provenance.isolated,
    ),
    Column(
        name="jdk",
        description="The JDK of the base.",
        kind=TEXT,
        value=lambda v: v.provenance.jdk,
    ),
    Column(
        name="strategy",
        description="How it was built.",
        kind=TEXT,
        value=lambda v: v.provenance.strategy,
    ),
)


def _of_check(name: CheckName) -> tuple[Column[Verdict], ...]:
    """The check's outcome, its reason and its time; no value where the verdict lacks it."""
    return (
        Column(
            name=str(name),
            description=f"Outcome of the check {name}.",
            kind=one_of(Status),
            value=lambda v: r.status if (r := v.check(name)) else None,
        ),
        Column(
            name=f"{name}_reason",
            description="Why it did not pass.",
            kind=one_of(Reason),
            value=lambda v: r.reason if (r := v.check(name)) else None,
        ),
        Column(
            name=f"{name}_seconds",
            description="Its wall time.",
            kind=NUMBER,
            value=lambda v: r.seconds if (r := v.check(name)) else None,
        ),
    )


_RUN: Column[str | None] = Column(
    name=RUN, description="The run folder's name.", kind=TEXT, value=lambda name: name
)
COLUMNS = (
    *IDENTITY,
    *_JUDGED,
    *(column for name in CheckName for column in _of_check(name)),
    *_PROVENANCE,
)


def verdict_frame(verdicts: Sequence[Verdict], runs: Sequence[str] = ()) -> pd.DataFrame:
    """One row a verdict; `run` names the run of each where `runs` says it, else has no value."""
    frame = frame_of(verdicts, COLUMNS)
    names: Sequence[str | None] = runs or [None] * len(frame)
    frame.insert(0, RUN, frame_of(names, (_RUN,))[RUN])
    return frame
