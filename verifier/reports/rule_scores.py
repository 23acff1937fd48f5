"""The figures of the rules check, and PASS from test counts (CodeTaste, 4.1)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from verifier.domain.facts.rules import RulesFacts
from verifier.domain.facts.tests import TestsFacts
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.pass_counts import PassBar, TestCounts, alignment
from verifier.domain.prediction import EMPTY, is_reference
from verifier.domain.testrun import TestOutcome
from verifier.domain.verdict import Verdict
from verifier.reports.figures import model_order
from verifier.reports.intervals import Interval, bootstrap_interval, t_interval
from verifier.reports.material import ReportData
from verifier.reports.statistics import Mean
from verifier.reports.table import Kind, TableColumn, count_column
from verifier.tools.records import facts_of

NONE = "\N{EN DASH}"


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleVerdict:
    """A verdict with rule figures. `passes` is the paper's PASS; None if it is unknown."""

    verdict: Verdict
    facts: RulesFacts
    passes: bool | None

    def figure(self, name: str) -> float | None:
        """One figure of the check's facts by name. None means 'no value'."""
        value: float | None = getattr(self.facts, name)
        return None if value is None else float(value)

    def product_with(self, name: str) -> float | None:
        """Return the product of PASS and a figure."""
        return alignment(self.passes, self.figure(name))

    def lines(self, side: str) -> float:
        """Number of added or removed lines."""
        return float(getattr(self.facts.lines, side))

    @property
    def strict(self) -> float | None:
        """1 if PASS holds and the prediction follows every rule, otherwise 0. None if either is
        unknown.
        """
        ifr = self.figure("ifr")
        return None if ifr is None or self.passes is None else float(self.passes and ifr == 1)

    @property
    def languages(self) -> str:
        """The languages of the rules."""
        return ", ".join(self.facts.languages) or NONE


def rule_verdicts(material: ReportData) -> tuple[RuleVerdict, ...]:
    """Every verdict with figures from the rules check, including inconclusive ones."""
    read = ((v, facts_of(v.check(CheckName.RULES), RulesFacts)) for v in material.verdicts)
    scored = [(v, facts) for v, facts in read if facts is not None]
    bars = _bars([verdict for verdict, _ in scored])
    return tuple(
        RuleVerdict(verdict=v, facts=facts, passes=passes(v, bars.get(v.instance_id)))
        for v, facts in scored
    )


def _bars(verdicts: Iterable[Verdict]) -> dict[str, PassBar]:
    """The PASS bar of each instance, from the test runs of its base and of its golden predictions."""
    base: dict[str, list[TestCounts | None]] = {}
    golden: dict[str, list[TestCounts | None]] = defaultdict(list)
    for verdict in verdicts:
        base.setdefault(verdict.instance_id, []).extend(
            [] if base.get(verdict.instance_id) else _base_runs(verdict)
        )
        model = verdict.model_name_or_path
        if is_reference(model) and model != EMPTY:
            golden[verdict.instance_id].append(counts_of(verdict))
    bars = {name: PassBar.of(runs, golden[name]) for name, runs in base.items()}
    return {name: bar for name, bar in bars.items() if bar is not None}


def _base_runs(verdict: Verdict) -> list[TestCounts | None]:
    tests = facts_of(verdict.check(CheckName.TESTS), TestsFacts)
    runs = () if tests is None else tests.base.runs
    return [None if r is None else TestCounts(passed=r[0], failed=r[1]) for r in runs]


def counts_of(verdict: Verdict) -> TestCounts | None:
    """The test counts of the prediction's run. None if the evidence is incomplete."""
    tests = facts_of(verdict.check(CheckName.TESTS), TestsFacts)
    if tests is None or not tests.complete:
        return None
    return TestCounts(
        passed=tests.seen.get(TestOutcome.PASSED, 0), failed=tests.seen.get(TestOutcome.FAILED, 0)
    )


def passes(verdict: Verdict, bar: PassBar | None) -> bool | None:
    """The paper's PASS of one verdict.

    A prediction that does not apply or compile has no counts and does not pass. A prediction
    without a change counts as the base. None if the tests did not run for another reason or if
    there is no bar.
    """
    application, compilation, tests = (
        verdict.check(name)
        for name in (CheckName.APPLICATION, CheckName.COMPILATION, CheckName.TESTS)
    )
    if application is not None and application.status is Status.FAILED:
        return application.reason is Reason.NO_CHANGE
    if compilation is not None and compilation.status is Status.FAILED:
        return False
    judged = tests is not None and tests.status in (Status.PASSED, Status.FAILED)
    return bar.admits(counts_of(verdict)) if judged and bar is not None else None


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleGroup:
    """Verdicts of one model, track and mode, and further labels. Modes are never pooled."""

    labels: tuple[str, ...]
    members: tuple[RuleVerdict, ...]
    bootstrap: int = 0

    def share(self, value: Callable[[RuleVerdict], float | None]) -> Mean:
        """Mean over instances of a share, with its 95 % interval."""
        means = self._instance_means(value)
        return Mean(
            value=sum(means) / len(means) if means else None,
            count=len(means),
            interval=self._interval(means),
        )

    def amount(self, value: Callable[[RuleVerdict], float | None]) -> Mean:
        """Mean over instances of a value that is not a share."""
        return Mean.of(self._instance_means(value))

    @property
    def unknown(self) -> int:
        """Number of predictions whose IFR has no value."""
        return sum(m.figure("ifr") is None for m in self.members)

    def _interval(self, means: Sequence[float]) -> Interval | None:
        return bootstrap_interval(means, self.bootstrap) if self.bootstrap else t_interval(means)

    def _instance_means(self, value: Callable[[RuleVerdict], float | None]) -> list[float]:
        """One value per instance: the mean over its samples."""
        found: dict[str, list[float]] = defaultdict(list)
        for member in self.members:
            if (figure := value(member)) is not None:
                found[member.verdict.instance_id].append(figure)
        return [sum(figures) / len(figures) for figures in found.values()]


def rule_groups(
    material: ReportData, more: Callable[[RuleVerdict], tuple[str, ...]] = lambda _: ()
) -> tuple[RuleGroup, ...]:
    """Group by model, track, mode and further labels; references come last."""
    found: dict[tuple[str, ...], list[RuleVerdict]] = defaultdict(list)
    for member in rule_verdicts(material):
        circumstances = member.verdict.circumstances
        labels = (str(circumstances.track or NONE), str(circumstances.mode or NONE))
        key = (material.model_of(member.verdict), *labels, *more(member))
        found[key].append(member)
    ordered = sorted(found, key=lambda key: (model_order(key[0]), key[1:]))
    return tuple(
        RuleGroup(labels=key, members=tuple(found[key]), bootstrap=material.bootstrap)
        for key in ordered
    )


def share_column(
    name: str, title: str, description: str, value: Callable[[RuleVerdict], float | None]
) -> TableColumn[RuleGroup]:
    """A column with means in percent and their intervals."""
    return TableColumn(
        name=name,
        title=title,
        description=description,
        kind=Kind.MEAN_WITH_INTERVAL,
        value=lambda group: group.share(value),
    )


def amount_column(
    name: str, title: str, description: str, value: Callable[[RuleVerdict], float | None]
) -> TableColumn[RuleGroup]:
    """A column with means that are not shares."""
    return TableColumn(
        name=name,
        title=title,
        description=description,
        kind=Kind.AMOUNT,
        value=lambda group: group.amount(value),
    )


def _label(index: int, name: str, title: str, description: str) -> TableColumn[RuleGroup]:
    return TableColumn(
        name=name,
        title=title,
        description=description,
        kind=Kind.TEXT,
        value=lambda group: None if group.labels[index] == NONE else group.labels[index],
    )


LABELS: tuple[TableColumn[RuleGroup], ...] = (
    _label(0, "model", "Model", "Who made the predictions; the golden and empty patch last."),
    _label(1, "track", "Track", "instructed or open; no value if predictions do not say so."),
    _label(2, "mode", "Mode", "direct, plan or multiplan; never pooled."),
)
LANGUAGE = _label(3, "languages", "Languages", "The rules' languages.")
TYPE = _label(4, "type", "Type", "The wanted refactoring's type.")
NUMBER: TableColumn[RuleGroup] = count_column(
    "predictions", "n", "Predictions that the rules scored.", lambda group: len(group.members)
)
UNKNOWN: TableColumn[RuleGroup] = count_column(
    "unknown",
    "Unknown",
    "Of these, predictions whose IFR could not be decided; in no mean.",
    lambda group: group.unknown,
)
PASS = share_column(
    "pass",
    "PASS",
    "No more tests fail, no fewer pass than in the worst run of base and golden patch.",
    lambda m: None if m.passes is None else float(m.passes),
)


def _figure(name: str) -> Callable[[RuleVerdict], float | None]:
    return lambda verdict: verdict.figure(name)


IFR, IFR_PLUS, IFR_MINUS = (
    share_column(name, title, description, _figure(name))
    for name, title, description in (
        ("ifr", "IFR", "Share of the rules followed."),
        ("ifr_plus", "IFR+", "Share of the additive rules that match."),
        ("ifr_minus", "IFR-", "Share of the reductive rules that match no more."),
    )
)
