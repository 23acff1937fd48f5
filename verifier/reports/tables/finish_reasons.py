"""Why agents stopped, if the predictions say so."""

from dataclasses import dataclass

from verifier.domain.generation import FinishReason
from verifier.domain.prediction import Circumstances
from verifier.reports.figures import count_keys, model_order
from verifier.reports.material import ReportData
from verifier.reports.rule_scores import NONE
from verifier.reports.statistics import Rate
from verifier.reports.table import (
    TableDeclaration,
    model_column,
    rate_column,
    text_column,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Finish:
    """How often one reason ended a model's work on a track in a mode."""

    model: str
    track: str
    mode: str
    reason: str
    count: Rate


def collect(material: ReportData) -> tuple[Finish, ...]:
    """Rows by model, track and mode. Empty if no agent's prediction names a reason.

    A model that was asked once has nothing to stop: its cut and refused answers are in `failures`.
    """
    if not any(_is_agents(v.circumstances) for v in material.verdicts):
        return ()
    found = [
        (material.model_of(v), str(c.track or NONE), str(c.mode or NONE), reason)
        for v in material.verdicts
        if (reason := _reason(c := v.circumstances)) is not None
    ]
    totals = count_keys(key[:3] for key in found)
    rows = count_keys(found).items()
    return tuple(
        Finish(
            model=model,
            track=track,
            mode=mode,
            reason=reason,
            count=Rate(passed=count, judged=totals[model, track, mode]),
        )
        for (model, track, mode, reason), count in sorted(
            rows, key=lambda row: (model_order(row[0][0]), row[0][1:3], -row[1], row[0][3])
        )
    )


def _is_agents(circumstances: Circumstances) -> bool:
    return circumstances.generation is None and circumstances.finish_reason is not None


def _reason(circumstances: Circumstances) -> str | None:
    """The reason, with the agent's own word if it is unknown; None if the prediction has none."""
    reason, word = circumstances.finish_reason, circumstances.finish_raw
    if reason is FinishReason.UNKNOWN and word:
        return f"{reason} ({word})"
    return None if reason is None else str(reason)


FINISH_REASONS = TableDeclaration(
    name="finish-reasons",
    title="Why agents stopped",
    description="Why agents and models stopped, in the predictions that say it. An unknown reason is"
    " followed by the agent's own word.",
    columns=(
        model_column(lambda row: row.model),
        text_column("track", "Track", "instructed or open.", lambda row: row.track),
        text_column("mode", "Mode", "direct, plan or multiplan.", lambda row: row.mode),
        text_column("reason", "Reason", "Why the agent stopped.", lambda row: row.reason),
        rate_column(
            "share", "Predictions", "How many, of those that say why.", lambda row: row.count
        ),
    ),
    collect=collect,
)
