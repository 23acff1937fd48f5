"""Why agents stopped, if the predictions say so."""

from dataclasses import dataclass

from verifier.reports.figures import counted, model_order
from verifier.reports.material import Material
from verifier.reports.rule_scores import NONE
from verifier.reports.statistics import Rate
from verifier.reports.table import (
    Declaration,
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


def collect(material: Material) -> tuple[Finish, ...]:
    """Rows by model, track and mode. Empty if no prediction names a reason."""
    found = [
        (material.model_of(v), str(c.track or NONE), str(c.mode or NONE), c.finish_reason)
        for v in material.verdicts
        if (c := v.circumstances).finish_reason is not None
    ]
    totals = counted(key[:3] for key in found)
    rows = counted(found).items()
    return tuple(
        Finish(
            model=model,
            track=track,
            mode=mode,
            reason=str(reason),
            count=Rate(passed=count, judged=totals[model, track, mode]),
        )
        for (model, track, mode, reason), count in sorted(
            rows, key=lambda row: (model_order(row[0][0]), row[0][1:3], -row[1], str(row[0][3]))
        )
    )


FINISH_REASONS = Declaration(
    name="finish-reasons",
    title="Why agents stopped",
    description="In the agents' own words, of the predictions that say it.",
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
