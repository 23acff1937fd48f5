"""The results of checks in long form: one row per check of a verdict."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.verdict import Verdict
from verifier.frames.columns import NUMBER, TEXT, FrameColumn, column, frame_of, one_of
from verifier.frames.verdicts import IDENTITY


@dataclass(frozen=True, kw_only=True, slots=True)
class _Judged:
    verdict: Verdict
    result: CheckResult


def _of_verdict(of: FrameColumn[Verdict]) -> FrameColumn[_Judged]:
    return column(of.name, of.kind, of.description, lambda judged: of.value(judged.verdict))


COLUMNS: tuple[FrameColumn[_Judged], ...] = (
    *map(_of_verdict, IDENTITY),
    column("check", one_of(CheckName), "The check.", lambda j: j.result.check),
    column("status", one_of(Status), "Its outcome.", lambda j: j.result.status),
    column("reason", one_of(Reason), "Why it did not pass.", lambda j: j.result.reason),
    column(
        "details",
        TEXT,
        "The reason in words; empty if there is no more to say.",
        lambda j: j.result.details,
    ),
    column("seconds", NUMBER, "Its wall time in seconds.", lambda j: j.result.seconds),
    column(
        "evidence",
        TEXT,
        "The evidence file, relative to the run folder.",
        lambda j: j.result.evidence,
    ),
    column(
        "data",
        TEXT,
        "The check's own data as JSON; its page documents them.",
        lambda j: json.dumps(dict(j.result.data), sort_keys=True),
    ),
)


def check_frame(verdicts: Iterable[Verdict]) -> pd.DataFrame:
    """Return one row per check, in the order of the verdicts and of their checks."""
    judged = (_Judged(verdict=v, result=result) for v in verdicts for result in v.checks)
    return frame_of(judged, COLUMNS)
