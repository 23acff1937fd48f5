"""What validation kept and lost, by step, project and type (SWE-Refactor, table 6)."""

from collections import Counter
from collections.abc import Iterator, Mapping

from verifier.domain.funnel import Stage, ValidatedCounts
from verifier.domain.instance import Instance
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.validation import Demand, Step, Validation

INSTANCES = "instances"
_FIELDS = {
    Step.BUILDS_BEFORE: "builds_before",
    Step.BUILDS_AFTER: "builds_after",
    Step.TESTS_PASS: "tests_pass",
    Step.COVERED: "covered",
    Step.GOLDEN: "golden",
}


class ValidationCounter:
    """Counts instances one by one without keeping them."""

    def __init__(
        self, *, read: int, left_out: Mapping[str, int], golden: bool, demand: Demand | None
    ) -> None:
        """`read` instances came in. `left_out` counts those that are not validated, by reason."""
        self._read, self._left_out, self._demand = read, left_out, demand
        self._steps = [step for step in Step if golden or step is not Step.GOLDEN]
        self._passed: dict[tuple[str, RefactoringType], Counter[Step]] = {}
        self._losses: dict[tuple[str, RefactoringType], Counter[tuple[Step, str]]] = {}
        self._asked: Counter[tuple[str, RefactoringType]] = Counter()
        self._kept: Counter[tuple[str, RefactoringType]] = Counter()
        self._acts: set[str] = set()
        self._commits: set[tuple[str, str]] = set()

    def add(self, instance: Instance, validation: Validation, *, kept: bool) -> None:
        """Count one validated instance."""
        row = (instance.repo, instance.type)
        passed = self._passed.setdefault(row, Counter())
        losses = self._losses.setdefault(row, Counter())
        self._asked[row] += 1
        lost = validation.find_loss()
        for step in self._steps:
            if lost is not None and lost[0] is step:
                losses[step, str(lost[1].reason)] += 1
                break
            passed[step] += 1
        if kept:
            self._kept[row] += 1
            self._acts.add(instance.group)
            self._commits.add((instance.repo, instance.commit))

    def rows(self) -> tuple[ValidatedCounts, ...]:
        """One row per project and type, sorted by project, then in the order of the types'
        declaration.
        """
        order = list(RefactoringType)
        keys = sorted(self._asked, key=lambda row: (row[0], order.index(row[1])))
        return tuple(self._row(key) for key in keys)

    def _row(self, key: tuple[str, RefactoringType]) -> ValidatedCounts:
        figures = {_FIELDS[step]: self._passed[key][step] for step in self._steps}
        losses = {f"{step}: {why}": n for (step, why), n in sorted(self._losses[key].items())}
        return ValidatedCounts(
            repo=key[0],
            type=key[1],
            instances=self._asked[key],
            kept=self._kept[key],
            losses=losses,
            **figures,
        )

    def stages(self) -> Iterator[Stage]:
        """The stages that follow those of mining."""
        asked = self._read - sum(self._left_out.values())
        yield Stage(name="to validate", unit=INSTANCES, count=asked, losses=self._left_out)
        for step in self._steps:
            losses = Counter[str]()
            for row in self._losses.values():
                losses.update({why: n for (at, why), n in row.items() if at is step})
            count = sum(row[step] for row in self._passed.values())
            yield Stage(
                name=str(step), unit=INSTANCES, count=count, losses=dict(sorted(losses.items()))
            )
        kept = self._kept.total()
        not_kept = {f"not {self._demand}": asked - kept} if asked > kept else {}
        yield Stage(name="kept", unit=INSTANCES, count=kept, losses=not_kept)
        yield Stage(name="kept", unit="acts", count=len(self._acts))
        yield Stage(name="kept", unit="commits", count=len(self._commits))
