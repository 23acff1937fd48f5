"""The figures that every comparison shows, for one group of verdicts."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TypeVar

import pandas as pd

from verifier.domain.assignment import AssignmentType
from verifier.domain.facts.compilation import CompilationFacts
from verifier.domain.facts.tests import TestsFacts
from verifier.domain.outcome import CheckName, CheckResult, Status
from verifier.domain.prediction import GOLDEN_REFACTORING, is_reference
from verifier.domain.refactoring_traits import RefactoringClass, RefactoringType
from verifier.domain.testrun import EvidenceStrength
from verifier.domain.validation import NOT_STRICT
from verifier.domain.verdict import STRICT_CHECKS, SUCCESS_CHECKS, Verdict
from verifier.reports.measures import Figure
from verifier.reports.statistics import Mean, Rate
from verifier.reports.table import (
    TableColumn,
    count_column,
    interval_column,
    mean_column,
    model_column,
    rate_column,
    text_column,
)
from verifier.tools.records import facts_of

RECORD = "record"
"""Column of a report's frame that holds the verdict."""
ANY = "any"
"""Label for the type or the class if the instance names no refactoring."""

_DECLARED = tuple(str(member) for member in (*RefactoringType, *AssignmentType, *RefactoringClass))

Key = TypeVar("Key", bound=Hashable)


def model_order(model: str) -> tuple[bool, str]:
    """Sort key: models by name, then the reference predictions."""
    return is_reference(model), model


def label_order(label: str) -> tuple[int, str]:
    """Sort key: types and classes in the order of their declaration, then other labels by name."""
    return (_DECLARED.index(label) if label in _DECLARED else len(_DECLARED)), label


@dataclass(frozen=True, kw_only=True, eq=False)
class Group:
    """The rows of a report's frame, by position, that share a key. `labels` are the parts of the
    key.
    """

    labels: tuple[str, ...]
    rows: pd.DataFrame
    positions: pd.Index

    def column(self, name: str) -> pd.Series:
        """Read one column of these rows without copying the others."""
        return self.rows[name].take(self.positions)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The records behind the rows."""
        return tuple(self.column(RECORD))

    @property
    def label(self) -> str:
        """The `model_name_or_path` of the predictions; their setting may have a longer name."""
        return str(self.verdicts[0].model_name_or_path)

    @property
    def success(self) -> Rate:
        """Compiles, tests pass, wanted refactoring detected (SWE-Refactor, section 4.1)."""
        return self._figure("success", SUCCESS_CHECKS)

    @property
    def strict_success(self) -> Rate:
        """Success that is also pure."""
        return self._figure("strict_success", STRICT_CHECKS)

    def rate(self, figure: Figure) -> Rate:
        """The rate of a figure over all predictions."""
        return Rate.of(map(figure, self.verdicts))

    def success_of(self, chosen: Callable[[Verdict], bool]) -> Rate:
        """Success of some of the predictions."""
        return Rate.of(
            v.success for v in self.verdicts if chosen(v) and v.was_asked_for(SUCCESS_CHECKS)
        )

    def _figure(self, name: str, needed: Sequence[CheckName]) -> Rate:
        """Compute a rate. It has no value if no prediction was asked for all checks in `needed`."""
        return Rate.of(self.column(name) if self._was_asked(needed) else ())

    def _was_asked(self, needed: Sequence[CheckName]) -> bool:
        return any(verdict.was_asked_for(needed) for verdict in self.verdicts)

    @property
    def possible_strict(self) -> Rate:
        """Strict success among the instances whose golden refactoring is not known to be impure."""
        if not self._was_asked(STRICT_CHECKS):
            return Rate.of(())
        closed = _without_golden(self.rows)
        possible = (v for v in self.verdicts if not _is_closed(v, closed))
        return Rate.of(v.strict_success for v in possible)

    @property
    def golden_cannot(self) -> int:
        """Number of predictions for instances whose golden refactoring cannot be a strict success."""
        closed = _without_golden(self.rows)
        return sum(_is_closed(v, closed) for v in self.verdicts)

    @property
    def proved(self) -> int | None:
        """Number of predictions whose whole change, including the wanted refactoring, is proved.

        None if no proof was asked for.
        """
        if not self._was_asked((CheckName.PROOF,)):
            return None
        return sum(v.proved_success is Status.PASSED for v in self.verdicts)

    @property
    def weak(self) -> int | None:
        """Number of successes whose tests left only evidence that code in the same process could
        forge. None if success was not asked for.
        """
        return self._count_successes(_is_weak)

    @property
    def untested(self) -> int | None:
        """Number of successes with a module that needs the change but was not tested or not
        compiled. None if success was not asked for.
        """
        return self._count_successes(_is_untested)

    def _count_successes(self, is_one: Callable[[Verdict], bool]) -> int | None:
        if not self._was_asked(SUCCESS_CHECKS):
            return None
        return sum(v.success is Status.PASSED and is_one(v) for v in self.verdicts)

    @property
    def delegates(self) -> int | None:
        """Number of successful moves that left a delegate behind. None if success was not asked
        for.
        """
        if not self._was_asked(SUCCESS_CHECKS):
            return None
        return int((self.column("delegate") & self.column("success").eq(Status.PASSED)).sum())

    @property
    def codebleu(self) -> Mean:
        """Mean CodeBLEU over the predictions that have one."""
        return Mean.of(self.column("codebleu").dropna().tolist())

    @property
    def codebleu_raw(self) -> Mean:
        """Mean of the CodeBLEU package's own values, for comparison with published figures."""
        return Mean.of(self.column("codebleu_raw").dropna().tolist())

    def check_rate(self, name: CheckName) -> Rate:
        """The rate of one check over the predictions that it judged."""
        return Rate.of(self.column(name).dropna())


def group_rows(rows: pd.DataFrame, *keys: str) -> tuple[Group, ...]:
    """Group a report's rows by columns; the first column is the model.

    Models come first, references last. A row without a value gets the label `any`.
    """
    words = rows[list(keys)].astype("string").fillna(ANY).reset_index(drop=True)
    found = {labels: part.index for labels, part in words.groupby(list(keys))}
    ordered = sorted(found, key=lambda key: (model_order(key[0]), *map(label_order, key[1:])))
    return tuple(Group(labels=key, rows=rows, positions=found[key]) for key in ordered)


def count_keys(keys: Iterable[Key]) -> Mapping[Key, int]:
    """Count how often each key occurs."""
    counts: dict[Key, int] = defaultdict(int)
    for key in keys:
        counts[key] += 1
    return counts


def deciding(verdict: Verdict, needed: Sequence[CheckName] = SUCCESS_CHECKS) -> CheckResult | None:
    """Find the check that decided against `needed`: the first failed one, or otherwise the first
    inconclusive one.

    Return None if all of them passed.
    """
    results = [r for name in needed if (r := verdict.check(name)) is not None]
    for status in (Status.FAILED, Status.INCONCLUSIVE):
        for result in results:
            if result.status is status:
                return result
    return None


def reason_text(result: CheckResult | None) -> str:
    """Format a result that did not pass as `check: REASON`. None gives an empty text."""
    return "" if result is None else f"{result.check}: {result.reason}"


def _without_golden(rows: pd.DataFrame) -> frozenset[str]:
    """Instances whose golden refactoring these runs judged and did not find pure."""
    return frozenset(
        verdict.instance_id
        for verdict in rows[RECORD][rows["model"] == GOLDEN_REFACTORING]
        if (found := verdict.check(CheckName.PURITY)) is not None and found.status in NOT_STRICT
    )


def _is_closed(verdict: Verdict, closed: AbstractSet[str]) -> bool:
    return verdict.golden_purity in NOT_STRICT or verdict.instance_id in closed


def _is_weak(verdict: Verdict) -> bool:
    facts = facts_of(verdict.check(CheckName.TESTS), TestsFacts)
    return facts is not None and facts.strength is EvidenceStrength.WEAK


def _is_untested(verdict: Verdict) -> bool:
    built = facts_of(verdict.check(CheckName.COMPILATION), CompilationFacts)
    tests = facts_of(verdict.check(CheckName.TESTS), TestsFacts)
    uncompiled = built is not None and bool(built.uncompiled)
    return uncompiled or (tests is not None and bool(tests.untested))


def label_column(index: int, name: str, title: str, description: str) -> TableColumn[Group]:
    """A text column with one part of the group's key."""
    return text_column(name, title, description, lambda group: group.labels[index])


def _rate(name: CheckName, title: str, description: str) -> TableColumn[Group]:
    return rate_column(f"{name}_rate", title, description, lambda group: group.check_rate(name))


MODEL: TableColumn[Group] = model_column(lambda group: group.labels[0])

FIGURES: tuple[TableColumn[Group], ...] = (
    count_column(
        "predictions",
        "n",
        "Predictions in this group, whatever became of them.",
        lambda group: len(group.positions),
    ),
    interval_column(
        "success",
        "Success",
        "Applies, keeps the policy, compiles, passes the tests, and the wanted"
        " refactoring is detected; of those judged, with the 95 % Wilson interval.",
        lambda group: group.success,
    ),
    interval_column(
        "strict_success",
        "Strict success",
        "Success that is also pure, if purity supports the type.",
        lambda group: group.strict_success,
    ),
    interval_column(
        "possible_strict",
        "Strict of possible",
        "The same without instances whose golden refactoring cannot be a strict success;"
        " an instance without this information counts.",
        lambda group: group.possible_strict,
    ),
    count_column(
        "golden_cannot",
        "Golden cannot",
        "Predictions for such instances: the developers did more there than the refactoring, or"
        " nothing shows that they did it alone.",
        lambda group: group.golden_cannot,
    ),
    count_column(
        "proved_success",
        "Proved",
        "Predictions with the wanted refactoring whose whole change is proved to keep behaviour,"
        " no test failing; without a proof nothing is said.",
        lambda group: group.proved,
    ),
    count_column(
        "weak_evidence",
        "Weak",
        "Successes that rest on the reports of the project's own build, which code under test could"
        " forge (part of Success).",
        lambda group: group.weak,
    ),
    count_column(
        "untested_modules",
        "Modules untested",
        "Successes with a dependent module that was compiled but not tested, or not"
        " compiled (part of Success).",
        lambda group: group.untested,
    ),
    count_column(
        "delegates",
        "Delegates",
        "Successes whose move left a delegating method behind (part of Success).",
        lambda group: group.delegates,
    ),
    _rate(CheckName.COMPILATION, "Compiles", "Of those whose compilation was judged."),
    _rate(CheckName.TESTS, "Tests pass", "Of those whose tests were judged."),
    _rate(CheckName.DETECTION, "Detected", "Of those in which the refactoring was looked for."),
    _rate(CheckName.PURITY, "Pure", "Of those whose purity was judged."),
    mean_column(
        "codebleu",
        "CodeBLEU",
        "Mean similarity to the developers' code, over the n that have a value.",
        lambda group: group.codebleu,
    ),
    mean_column(
        "codebleu_raw",
        "Raw",
        "The CodeBLEU package's own value, which counts a part without data as 0; for"
        " comparison with published figures.",
        lambda group: group.codebleu_raw,
    ),
)
