"""Every setting: model, prompt set, track and mode (CodeTaste, figure 7; SWE-Refactor, figure 3)."""

from verifier.reports.material import ReportData
from verifier.reports.measures import decide_proved, strict_success, success
from verifier.reports.missing import reasons_of
from verifier.reports.setting import SettingKey
from verifier.reports.setting_groups import DECIDING, LABELS, SettingGroup, setting_groups
from verifier.reports.table import (
    Kind,
    TableColumn,
    TableDeclaration,
    count_column,
    interval_column,
)


def collect(material: ReportData) -> tuple[SettingGroup, ...]:
    """One row per setting of a model. Empty if predictions state no more than their labels."""
    groups = setting_groups(material)
    stated = any(g.missing is not None or g.key != SettingKey(label=g.key.label) for g in groups)
    return groups if stated else ()


SETTINGS = TableDeclaration(
    name="settings",
    title="Settings",
    description="Each model with its prompt set, track, mode and whatever else decides its answers. Intervals allow for predictions of"
    " one base commit, which are not independent.",
    columns=(
        *LABELS,
        *DECIDING,
        count_column(
            "predictions", "n", "Predictions that were judged.", lambda g: len(g.verdicts)
        ),
        count_column(
            "missing",
            "Missing",
            "Answers that were asked for and not received, in no figure; no value if nothing says so.",
            lambda g: None if g.missing is None else sum(g.missing.values()),
        ),
        TableColumn[SettingGroup](
            name="missing_reasons",
            title="Why missing",
            description="The number of missing answers by reason.",
            kind=Kind.TEXT,
            value=lambda g: reasons_of(g.missing or {}) or None,
        ),
        interval_column(
            "success", "Success", "Success, of those judged.", lambda g: g.rate(success)
        ),
        interval_column(
            "strict_success",
            "Strict success",
            "Success that is also pure.",
            lambda g: g.rate(strict_success),
        ),
        interval_column(
            "proved_success",
            "Proved",
            "The whole change is proved, of those asked for a proof; without a proof, nothing is said"
            " against the change.",
            lambda g: g.rate(decide_proved),
        ),
    ),
    collect=collect,
)
