"""Changes that tests miss and fuzzing finds: Corr@Test against Eq@DFuzz (Eq@DFuzz, tables 2, 3)."""

from collections import Counter
from dataclasses import dataclass

from verifier.domain.facts.behaviour import BehaviourFacts
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.verdict import Verdict
from verifier.reports.figures import RECORD, Group, group_rows
from verifier.reports.material import ReportData
from verifier.reports.statistics import Rate
from verifier.reports.table import (
    TableColumn,
    TableDeclaration,
    count_column,
    interval_column,
    model_column,
    text_column,
)
from verifier.tools.records import facts_of

ALL = "all"
_NOT_ASKED = frozenset({Reason.NOT_SELECTED, Reason.NOT_REACHED})


@dataclass(frozen=True, kw_only=True, slots=True)
class BehaviourRow:
    """One model, type and project; `all` means every type or project.

    `verdicts` are those for which fuzzing was asked for.
    """

    model: str
    type: str
    project: str
    verdicts: tuple[Verdict, ...]

    @property
    def not_applied(self) -> int:
        """Number of answers that do not apply to the base or break the policy."""
        return sum(
            _has_failed(v, CheckName.APPLICATION) or _has_failed(v, CheckName.POLICY)
            for v in self.verdicts
        )

    @property
    def not_compiled(self) -> int:
        """Number of candidates that do not compile."""
        return sum(_has_failed(v, CheckName.COMPILATION) for v in self.verdicts)

    @property
    def timed_out(self) -> int:
        """Number of candidates whose tests ran into the time limit; as in the paper, no rate counts
        them.
        """
        return sum(map(_is_timed_out, self.verdicts))

    @property
    def results(self) -> tuple[CheckResult, ...]:
        """The results of fuzzing, without those of candidates that timed out."""
        asked = (_find_result(v) for v in self.verdicts if not _is_timed_out(v))
        return tuple(result for result in asked if result is not None)

    @property
    def facts(self) -> tuple[BehaviourFacts, ...]:
        """The facts of the campaigns that finished."""
        found = (facts_of(result, BehaviourFacts) for result in self.results)
        return tuple(facts for facts in found if facts is not None)

    @property
    def differs(self) -> Rate:
        """The share of predictions with Eq@DFuzz 0 among those with a value."""
        values = [f.eq_at_dfuzz for f in self.facts]
        return Rate(
            passed=values.count(0),
            judged=values.count(0) + values.count(1),
            inconclusive=sum(r.status is Status.INCONCLUSIVE for r in self.results),
        )

    @property
    def missed(self) -> Rate:
        """The share with Corr@Test 1 among predictions that differ and whose test evidence is
        complete.
        """
        tested = [f.corr_at_test for f in self.facts if f.eq_at_dfuzz == 0]
        return Rate(passed=tested.count(1), judged=tested.count(0) + tested.count(1))

    @property
    def weak(self) -> int:
        """Number without a difference whose inputs detect less than half of the mutants."""
        found = (f.sensitivity for f in self.facts if f.eq_at_dfuzz == 1)
        return sum(each is None or each.weak for each in found)

    def cell(self, eq: int, corr: int) -> int:
        """Number of predictions with these two figures."""
        return sum(f.eq_at_dfuzz == eq and f.corr_at_test == corr for f in self.facts)

    def open(self, reason: Reason) -> int:
        """Number of inconclusive results with this reason."""
        return Counter(r.reason for r in self.results)[reason]

    @property
    def failed_to_run(self) -> int:
        """Number of inconclusive results with any other reason."""
        named = (Reason.UNREACHED, Reason.UNSUPPORTED, Reason.NONDETERMINISTIC)
        return self.differs.inconclusive - sum(self.open(reason) for reason in named)


def collect(material: ReportData) -> tuple[BehaviourRow, ...]:
    """One row per model, and one per model and type.

    With several projects, there is also one per model and project, and for assignments one per
    model, goal and project. Empty if fuzzing was not asked for.
    """
    found = material.rows
    asked = found.loc[found[RECORD].map(_is_counted).astype(bool)]
    assigned = asked.loc[asked[RECORD].map(_is_assigned).astype(bool)]
    rows = [_row(group, ALL, ALL) for group in group_rows(asked, "model")]
    rows += [_row(group, group.labels[1], ALL) for group in group_rows(asked, "model", "type")]
    if asked["repo"].nunique() > 1:
        rows += [_row(group, ALL, group.labels[1]) for group in group_rows(asked, "model", "repo")]
        crossed = group_rows(assigned, "model", "type", "repo")
        rows += [_row(group, group.labels[1], group.labels[2]) for group in crossed]
    order = {row.model: number for number, row in reversed(list(enumerate(rows)))}
    return tuple(sorted(rows, key=lambda row: order[row.model]))


def _row(group: Group, type_: str, project: str) -> BehaviourRow:
    return BehaviourRow(model=group.labels[0], type=type_, project=project, verdicts=group.verdicts)


def _is_assigned(verdict: Verdict) -> bool:
    return verdict.assignment is not None


def _is_counted(verdict: Verdict) -> bool:
    """Whether fuzzing was asked for, and ran or could not run because there was nothing to run."""
    result = verdict.check(CheckName.BEHAVIOUR)
    if result is None or result.reason is Reason.NOT_SELECTED:
        return False
    early = (CheckName.APPLICATION, CheckName.POLICY, CheckName.COMPILATION)
    return _find_result(verdict) is not None or any(_has_failed(verdict, name) for name in early)


def _has_failed(verdict: Verdict, name: CheckName) -> bool:
    result = verdict.check(name)
    return result is not None and result.status is Status.FAILED


def _is_timed_out(verdict: Verdict) -> bool:
    tests = verdict.check(CheckName.TESTS)
    return tests is not None and tests.reason is Reason.TIMEOUT


def _find_result(verdict: Verdict) -> CheckResult | None:
    """Find the result of the check. None if the check was not asked for or not reached."""
    result = verdict.check(CheckName.BEHAVIOUR)
    return None if result is None or result.reason in _NOT_ASKED else result


def _open(reason: Reason, title: str, description: str) -> TableColumn[BehaviourRow]:
    return count_column(str(reason).lower(), title, description, lambda row: row.open(reason))


BEHAVIOUR = TableDeclaration(
    name="behaviour",
    title="Behaviour: tests against fuzzing",
    description="Corr@Test (every stable test passes) against Eq@DFuzz (fuzzing finds no"
    " difference). 'No difference' is never a proof: the weak ones have their own column.",
    columns=(
        model_column(lambda row: row.model),
        text_column("type", "Type", "The wanted refactoring's type, or the goal.", lambda row: row.type),
        text_column("project", "Project", "The repository; rows by project if there are several.", lambda row: row.project),
        count_column("fuzzed", "n", "Predictions that fuzzing was asked about.", lambda row: len(row.results)),
        interval_column(
            "differs", "Behaviour differs", "Eq@DFuzz is 0: a difference confirmed in clean JVMs; of those with a value.",
            lambda row: row.differs,
        ),
        interval_column(
            "missed_by_tests", "Missed by tests", "Of those that differ: every test passes nevertheless (Corr@Test is 1).",
            lambda row: row.missed,
        ),
        count_column(
            "tests_pass_same", "Pass, same", "Tests pass and no difference was found.",
            lambda row: row.cell(1, 1),
        ),
        count_column(
            "tests_pass_differs", "Pass, differs", "Tests pass and the behaviour differs.",
            lambda row: row.cell(0, 1),
        ),
        count_column(
            "tests_fail_same", "Fail, same", "A test fails and fuzzing found no difference.",
            lambda row: row.cell(1, 0),
        ),
        count_column(
            "tests_fail_differs", "Fail, differs", "A test fails and the behaviour differs.",
            lambda row: row.cell(0, 0),
        ),
        count_column(
            "weak", "Weak",
            "No difference, by inputs that notice under half of the mutants of the change.",
            lambda row: row.weak,
        ),
        _open(Reason.UNREACHED, "Unreached", "No input executed the change; no value."),
        _open(Reason.UNSUPPORTED, "Unsupported", "No input could be built; no value."),
        _open(Reason.NONDETERMINISTIC, "Nondeterministic", "The base differs from itself; no value."),
        count_column(
            "not_applied", "Not applied", "The answer does not apply or breaks the policy; in no other column.",
            lambda row: row.not_applied,
        ),
        count_column(
            "not_compiled", "Not compiled", "The candidate does not compile; in no other column.",
            lambda row: row.not_compiled,
        ),
        count_column(
            "timed_out", "Timed out", "The candidate's tests ran into the time limit; in no other column.",
            lambda row: row.timed_out,
        ),
        count_column(
            "not_run", "Not run", "The engine or the environment failed; no value.",
            lambda row: row.failed_to_run,
        ),
    ),
    collect=collect,
)  # fmt: skip
