"""Settings in pairs, on the instances that both answered (McNemar's exact test)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from verifier.domain.outcome import Status
from verifier.domain.prediction import is_reference
from verifier.reports.figures import model_order
from verifier.reports.material import ReportData
from verifier.reports.measures import Figure, strict_success, success
from verifier.reports.statistics import Confusion, Rate
from verifier.reports.table import (
    Kind,
    TableColumn,
    TableDeclaration,
    count_column,
    rate_column,
    text_column,
)

MOST_SETTINGS = 30
"""Most settings that are compared: 30 give 435 pairs."""
QUESTIONS: tuple[tuple[str, Figure], ...] = (
    ("success", success),
    ("strict success", strict_success),
)

Answers = Mapping[str, bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class PairedRow:
    """Two settings and one figure. `counts` takes the first setting as ours."""

    first: str
    second: str
    figure: str
    counts: Confusion

    @property
    def of_first(self) -> Rate:
        """The first setting's rate on the common instances."""
        counts = self.counts
        return Rate(passed=counts.both + counts.ours_only, judged=counts.total)

    @property
    def of_second(self) -> Rate:
        """The second setting's rate on the common instances."""
        counts = self.counts
        return Rate(passed=counts.both + counts.theirs_only, judged=counts.total)


def collect(material: ReportData) -> tuple[PairedRow, ...]:
    """One row per figure and pair of settings with a common instance.

    Empty if there are more than `MOST_SETTINGS` settings.
    """
    if too_many(material):
        return ()
    headline = material.headline
    questions = (*QUESTIONS, *([] if headline is None else [(headline.name, headline.status)]))
    rows = [
        PairedRow(first=first, second=second, figure=word, counts=_counts(one, other))
        for word, figure in questions
        for (first, one), (second, other) in combinations(_answers(material, figure).items(), 2)
    ]
    return tuple(row for row in rows if row.counts.total)


def too_many(material: ReportData) -> int:
    """The number of settings if they are too many to compare; otherwise 0."""
    count = len(_settings(material))
    return count if count > MOST_SETTINGS else 0


def _settings(material: ReportData) -> list[str]:
    models = (v for v in material.verdicts if not is_reference(v.model_name_or_path))
    return sorted({material.name_of(v) for v in models}, key=model_order)


def _answers(material: ReportData, figure: Figure) -> Mapping[str, Answers]:
    """Whether each setting passed on each instance: its first sample that was judged."""
    found: dict[str, dict[str, bool]] = {name: {} for name in _settings(material)}
    for verdict in sorted(material.verdicts, key=lambda v: v.sample):
        own = found.get(material.name_of(verdict))
        status = figure(verdict)
        if own is not None and status in (Status.PASSED, Status.FAILED):
            own.setdefault(verdict.instance_id, status is Status.PASSED)
    return found


def _counts(one: Answers, other: Answers) -> Confusion:
    return Confusion.of([(one[i], other[i]) for i in one if i in other])


PAIRED = TableDeclaration(
    name="paired",
    title="Settings compared in pairs",
    description="Only instances on which both settings were judged; of several samples, the first"
    " one that was judged.",
    columns=(
        text_column("first", "First", "One setting.", lambda row: row.first),
        text_column("second", "Second", "The other setting.", lambda row: row.second),
        text_column("figure", "Figure", "What is compared.", lambda row: row.figure),
        count_column(
            "common", "Common", "Instances that both have in common.", lambda row: row.counts.total
        ),
        rate_column(
            "of_first", "Of first", "The first setting's rate on them.", lambda row: row.of_first
        ),
        rate_column(
            "of_second",
            "Of second",
            "The second setting's rate on them.",
            lambda row: row.of_second,
        ),
        count_column(
            "only_first",
            "Only first",
            "Instances on which only the first setting passes.",
            lambda row: row.counts.ours_only,
        ),
        count_column(
            "only_second",
            "Only second",
            "Instances on which only the second setting passes.",
            lambda row: row.counts.theirs_only,
        ),
        TableColumn[PairedRow](
            name="p_value",
            title="p",
            description="McNemar's exact test, two-sided, not corrected for the number of pairs; no"
            " value if no instance differs.",
            kind=Kind.NUMBER,
            value=lambda row: row.counts.mcnemar,
        ),
    ),
    collect=collect,
)
