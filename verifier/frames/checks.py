"""The results of checks in long form: one row a check of a verdict."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.verdict import Verdict
from verifier.frames.columns import NUMBER, TEXT, Column, frame_of, one_of
from verifier.frames.verdicts import IDENTITY


@dataclass(frozen=True, kw_only=True, slots=True)
class _Judged:
    verdict: Verdict
    result: CheckResult


def _of_verdict(column: Column[Verdict]) -> Column[_Judged]:
    return Column(
        name=column.name,
        description=column.description,
        kind=column.kind,
        value=lambda judged: column.value(judged.verdict),
    )


COLUMNS: tuple[Column[_Judged], ...] = (
    *map(_of_verdict, IDENTITY),
    Column(
        name="check",
        description="The check.",
        kind=one_of(CheckName),
        value=lambda j: j.result.check,
    ),
    Column(
        name="status",
        description="Its outcome.",
        kind=one_of(Status),
        value=lambda j: j.result.status,
    ),
    Column(
        name="reason",
        description="Why it did not pass.",
        kind=one_of(Reason),
        value=lambda j: j.result.reason,
    ),
    Column(
        name="details",
        description="The reason in words; empty where there is nothing to say.",
        kind=TEXT,
        value=lambda j: j.result.details,
    ),
    Column(
        name="seconds", description="Its wall time.", kind=NUMBER, value=lambda j: j.result.seconds
    ),
    Column(
        name="evidence",
        description="The file of evidence, from the run folder.",
        kind=TEXT,
        value=lambda j: j.result.evidence,
    ),
    Column(
        name="data",
        description="The check's own findings as JSON; its page says what they are.",
        kind=TEXT,
        value=lambda j: json.dumps(dict(j.result.data), sort_keys=True),
    ),
)


def check_frame(verdicts: Iterable[Verdict]) -> pd.DataFrame:
    """One row a check, in the order of the verdicts and of their checks."""
    judged = (_Judged(verdict=v, result=result) for v in verdicts for result in v.checks)
    return frame_of(judged, COLUMNS)
