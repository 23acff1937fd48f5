"""What mining kept and lost, by stage and type (SWE-Refactor, table 6)."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from verifier.domain.described import FORM, Described, Form
from verifier.domain.funnel import TEST_CODE, Stage, ValidatedCounts
from verifier.domain.purity import PurityVerdict
from verifier.domain.refactoring_traits import RefactoringType
from verifier.mining.commit import ANALYSED, CommitStatus, Ending
from verifier.mining.merging import Merged

_OBJECT = re.compile(r"\b[0-9a-f]{40,64}\b")
COMMITS, INSTANCES = "commits", "instances"


@dataclass(frozen=True, kw_only=True, slots=True)
class TypeCounts(Described):
    """The funnel of one type.

    `refactorings` counts what RefactoringMiner reports, one for every range; `instances` what is
    left after merging, and `acts` the developers' acts (ADR 3). `impure`, `not_applicable` and
    `error` count instances by PurityChecker's verdict.
    """

    refactorings: int = 0
    """Refactorings that RefactoringMiner reports, one for every range."""
    instances: int = 0
    """Instances after merging."""
    acts: int = 0
    """Developers' acts; instances that belong to one act count once."""
    pure: int = 0
    """Instances that PurityChecker finds pure."""
    pure_acts: int = 0
    """Acts of the pure instances."""
    impure: int = 0
    """Instances that PurityChecker finds impure."""
    not_applicable: int = 0
    """Instances of types that PurityChecker does not support."""
    error: int = 0
    """Instances on which PurityChecker failed."""
    kept: int = 0
    """Instances that were written."""
    kept_acts: int = 0
    """Acts of the written instances."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EndingCount(Described):
    """The number of commits with the same outcome and reason."""

    status: CommitStatus
    """The outcome of these commits."""
    reason: str
    """The reason; empty for analysed commits."""
    commits: int
    """The number of these commits."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Funnel(Described):
    """The whole funnel of one run, saved as JSON in the folder of the instances."""

    repo: str
    """The repository's name."""
    types: Mapping[RefactoringType, TypeCounts]
    """The counts of each type."""
    endings: tuple[EndingCount, ...]
    """The outcomes of the commits."""
    stages: tuple[Stage, ...]
    """The counts and losses of every stage."""
    skipped_files: Mapping[str, int]
    """Files that were not analysed, by reason."""
    validated: tuple[ValidatedCounts, ...] = ()
    """The counts that validation kept, by project and type; empty if nothing was validated."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


class FunnelCounter:
    """Counts commits one by one without keeping instances."""

    def __init__(self, repo: str, types: Sequence[RefactoringType]) -> None:
        self._repo = repo
        self._types = tuple(types)
        self._endings: Counter[tuple[CommitStatus, str]] = Counter()
        self._counts: dict[RefactoringType, Counter[str]] = {t: Counter() for t in types}
        self._commits: Counter[str] = Counter()
        self._skipped_files: Counter[str] = Counter()
        self._in_tests = 0

    def ended(self, ending: Ending, skipped_files: Iterable[str] = ()) -> None:
        """Count one commit of the list. `skipped_files` are the reasons for files that were not
        analysed.
        """
        self._endings[ending.status, _short(ending.reason)] += 1
        self._skipped_files.update(reason.partition(":")[0] for reason in skipped_files)

    def found(
        self, merged: Sequence[Merged], kept: Sequence[Merged], in_tests: Sequence[Merged] = ()
    ) -> None:
        """Count the instances of a commit: all, the kept ones, and those left out as test code."""
        self._in_tests += len(in_tests)
        pure = [m for m in merged if m.purity.verdict is PurityVerdict.PURE]
        stages = (("instances", "acts", merged), ("pure", "pure_acts", pure))
        for one, act, chosen in (*stages, ("kept", "kept_acts", kept)):
            self._commits[one] += bool(chosen)
            for instance in chosen:
                self._counts[instance.type][one] += 1
            for kind, _ in {(m.type, m.group) for m in chosen}:
                self._counts[kind][act] += 1
        for instance in merged:
            self._counts[instance.type]["refactorings"] += len(instance.parts)
            if instance.purity.verdict is not PurityVerdict.PURE:
                self._counts[instance.type][str(instance.purity.verdict)] += 1

    def funnel(self) -> Funnel:
        """The counts so far."""
        types = {t: TypeCounts(**self._counts[t]) for t in self._types}
        endings = tuple(
            EndingCount(status=status, reason=reason, commits=commits)
            for (status, reason), commits in sorted(self._endings.items())
        )
        return Funnel(
            repo=self._repo,
            types=types,
            endings=endings,
            stages=self._stages(types.values(), endings),
            skipped_files=dict(sorted(self._skipped_files.items())),
        )

    def _stages(
        self, types: Iterable[TypeCounts], endings: Sequence[EndingCount]
    ) -> tuple[Stage, ...]:
        total = _sum(types)
        impure = {
            "impure": total.impure,
            "purity not applicable": total.not_applicable,
            "purity error": total.error,
        }
        return (
            *self._stages_of_commits(endings),
            Stage(
                name="of wanted types",
                unit="refactorings",
                count=total.refactorings,
            ),
            Stage(
                name="merged",
                unit=INSTANCES,
                count=total.instances,
                losses=_real({"merged into another": total.refactorings - total.instances}),
            ),
            Stage(name="pure", unit=INSTANCES, count=total.pure, losses=_real(impure)),
            Stage(
                name="kept",
                unit=INSTANCES,
                count=total.kept,
                losses=_real({TEST_CODE: self._in_tests}),
            ),
            Stage(name="kept", unit="acts", count=total.kept_acts),
            Stage(name="kept", unit=COMMITS, count=self._commits["kept"]),
        )

    def _stages_of_commits(self, endings: Sequence[EndingCount]) -> tuple[Stage, ...]:
        analysed = sum(e.commits for e in endings if e.status in ANALYSED)
        with_types = self._commits["instances"]
        without = _real({"without the wanted types": analysed - with_types})
        return (
            Stage(name="listed", unit=COMMITS, count=sum(e.commits for e in endings)),
            Stage(name="analysed", unit=COMMITS, count=analysed, losses=_never_analysed(endings)),
            Stage(name="with wanted types", unit=COMMITS, count=with_types, losses=without),
        )


def _never_analysed(endings: Iterable[EndingCount]) -> dict[str, int]:
    """Commits without a finished analysis, by reason."""
    losses = Counter[str]()
    for e in endings:
        if e.status not in ANALYSED:
            losses[f"{e.status}: {e.reason}"] += e.commits
    return dict(losses)


def _sum(types: Iterable[TypeCounts]) -> TypeCounts:
    names = TypeCounts.__dataclass_fields__
    every = tuple(types)
    return TypeCounts(**{name: sum(getattr(t, name) for t in every) for name in names})


def _real(losses: Mapping[str, int]) -> dict[str, int]:
    return {reason: count for reason, count in losses.items() if count}


def _short(reason: str) -> str:
    """Keep the first clause without object names, so that similar reasons are counted together."""
    return _OBJECT.sub("…", reason.split("\n", 1)[0].split(" < ", 1)[0])
