"""What the answers of each setting cost (CodeTaste, section 4.2), and what a success costs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from verifier.domain.generation import FinishReason, Missing, Usage
from verifier.domain.outcome import Status
from verifier.domain.verdict import Verdict
from verifier.frames.verdicts import usage_of
from verifier.reports.material import ReportData
from verifier.reports.measures import Figure, decide_proved, success
from verifier.reports.setting_groups import LABELS, SettingGroup, setting_groups
from verifier.reports.table import Kind, TableColumn, TableDeclaration, count_column


@dataclass(frozen=True, kw_only=True, slots=True)
class CostRow:
    """The costs of one setting. A prediction whose cost is unknown is in no figure."""

    group: SettingGroup

    @property
    def priced(self) -> tuple[Verdict, ...]:
        """The predictions whose cost is known."""
        return tuple(v for v in self.group.verdicts if v.circumstances.cost_usd is not None)

    @property
    def dollars(self) -> list[float]:
        """The known costs in US dollars."""
        return [_cost(v) for v in self.priced]

    @property
    def usages(self) -> list[Usage]:
        """The known tokens."""
        return [usage for v in self.group.verdicts if (usage := usage_of(v)) is not None]

    @property
    def tokens(self) -> list[int]:
        """The known tokens of prompt and answer together."""
        return [usage.input + usage.output for usage in self.usages]

    def dollars_per(self, figure: Figure) -> float | None:
        """The dollars per prediction that passes, over the predictions that are priced and judged.

        None if none of them passes.
        """
        judged = [v for v in self.priced if figure(v) in (Status.PASSED, Status.FAILED)]
        passed = sum(figure(v) is Status.PASSED for v in judged)
        return sum(map(_cost, judged)) / passed if passed else None

    @property
    def ended_by_budget(self) -> int:
        """Number of answers that the budget ended."""
        reasons = (v.circumstances.finish_reason for v in self.group.verdicts)
        return sum(reason == FinishReason.BUDGET_EXCEEDED for reason in reasons)

    @property
    def missing_by_budget(self) -> int | None:
        """Number of answers that the budget prevented; None if nothing says what is missing."""
        missing = self.group.missing
        return None if missing is None else missing.get(Missing.BUDGET, 0)


def _cost(verdict: Verdict) -> float:
    return verdict.circumstances.cost_usd or 0.0


def collect(material: ReportData) -> tuple[CostRow, ...]:
    """One row per setting. Empty if no cost and no token is known, and no budget ended anything."""
    rows = tuple(CostRow(group=group) for group in setting_groups(material))
    known = (r.priced or r.usages or r.ended_by_budget or r.missing_by_budget for r in rows)
    return rows if any(known) else ()


_STATISTICS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "mean": fmean,
    "median": median,
    "total": sum,
}


def _of(values: Sequence[float], of: str) -> float | None:
    """One of the statistics of values. None without values."""
    return _STATISTICS[of](values) if values else None


def _dollars(of: str, description: str) -> TableColumn[CostRow]:
    return TableColumn(
        name=f"{of}_usd",
        title=f"{of.capitalize()}, USD",
        description=description,
        kind=Kind.DOLLARS,
        value=lambda row: _of(row.dollars, of),
    )


def _tokens(of: str, description: str) -> TableColumn[CostRow]:
    def value(row: CostRow) -> int | None:
        found = _of(row.tokens, of)
        return None if found is None else round(found)

    return count_column(f"{of}_tokens", f"{of.capitalize()}, tokens", description, value)


def _per(name: str, title: str, description: str, figure: Figure) -> TableColumn[CostRow]:
    return TableColumn(
        name=name,
        title=title,
        description=description,
        kind=Kind.DOLLARS,
        value=lambda row: row.dollars_per(figure),
    )


def _label(column: TableColumn[SettingGroup]) -> TableColumn[CostRow]:
    return TableColumn(
        name=column.name,
        title=column.title,
        description=column.description,
        kind=column.kind,
        value=lambda row: column.value(row.group),
    )


COSTS = TableDeclaration(
    name="costs",
    title="Costs",
    description="Dollars and tokens of each setting's answers, and dollars per success. An unknown"
    " cost is in no figure; n says how many are known.",
    columns=(
        *map(_label, LABELS),
        count_column("predictions", "n", "Predictions.", lambda row: len(row.group.verdicts)),
        count_column("priced", "Cost known", "Of these, those with a known cost.", lambda row: len(row.priced)),
        _dollars("mean", "Mean cost of a prediction."),
        _dollars("median", "Median cost of a prediction."),
        _dollars("total", "Cost of all predictions with a known cost."),
        _per(
            "usd_per_success", "USD per success",
            "Cost of the judged predictions per success; no value without a success.",
            success,
        ),
        _per(
            "usd_per_proved", "USD per proved",
            "The same per proved success, of those asked for a proof.",
            decide_proved,
        ),
        count_column("counted", "Tokens known", "Predictions with known tokens.", lambda row: len(row.usages)),
        _tokens("mean", "Mean tokens of prompt and answer, rounded."),
        _tokens("median", "Median tokens, rounded."),
        _tokens("total", "Tokens of all predictions with known tokens."),
        count_column(
            "estimated", "Estimated", "Of these, predictions with tokens that are estimated from bytes.",
            lambda row: sum(usage.estimated for usage in row.usages),
        ),
        count_column(
            "ended_by_budget", "Ended by budget", "Predictions that ended because their budget did.",
            lambda row: row.ended_by_budget,
        ),
        count_column(
            "missing_by_budget", "Missing by budget",
            "Answers that were not asked for because the budget had ended.",
            lambda row: row.missing_by_budget,
        ),
    ),
    collect=collect,
)  # fmt: skip
