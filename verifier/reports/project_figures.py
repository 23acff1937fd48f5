"""Figures of mining and validation for each project of a list: the rows of docs/results.md."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from verifier.domain.described import FORM, Described, Form
from verifier.domain.funnel import Stage
from verifier.reports.table import (
    Kind,
    Table,
    TableColumn,
    TableDeclaration,
    count_column,
    text_column,
)

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, kw_only=True, slots=True)
class Loss:
    """The number of items that a stage lost in a project for one reason."""

    project: str
    stage: str
    unit: str
    reason: str
    count: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ProjectFigures(Described):
    """One project of a list: its mined and validated instances, its losses, and the time it took."""

    project: str
    """The project's folder."""
    tip: str = ""
    """The last commit that was listed; empty if there is none."""
    stages: tuple[Stage, ...] = ()
    """The stages of the project's funnel, including validation; empty if the project failed."""
    checker: int | None = None
    """Instances of the tier `checker` that mining kept. This and all figures below are null if the
    project failed.
    """
    strict: int | None = None
    """Instances of the tier `strict`."""
    proved: int | None = None
    """Instances of the tier `proved`; also null if no proof was asked for."""
    mining_seconds: float | None = None
    """Wall-clock seconds of all mining calls; null if a call was killed, because its time is
    unknown.
    """
    commits_a_second: float | None = None
    """Commits analysed per second of these calls."""
    peak_memory: int | None = None
    """Peak memory of all mining processes together, in bytes. Shared pages count once per process.
    Null if the system does not report it.
    """
    validation_seconds: float | None = None
    """Wall-clock seconds of all validation calls; null if a call was killed."""
    error: str = ""
    """The error that ended the project; empty if it succeeded."""
    copy_of: str = ""
    """The first project of the list with which it shares a first commit: one of them is a fork or a copy.
    Empty if there is none, and if the first commits were not listed.
    """
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""

    def count(self, name: str, unit: str = "instances") -> int | None:
        """What a stage kept. None if the funnel has no such stage."""
        counts = (s.count for s in self.stages if (s.name, s.unit) == (name, unit))
        return next(counts, None)

    @property
    def losses(self) -> tuple[Loss, ...]:
        """All losses in the order of the stages. A project that failed has a single loss, its
        error.
        """
        if self.error:
            whole = Loss(project=self.project, stage="whole", unit="", reason=self.error, count=1)
            return (whole,)
        return tuple(
            Loss(project=self.project, stage=s.name, unit=s.unit, reason=reason, count=count)
            for s in self.stages
            for reason, count in s.losses.items()
        )


def _stage(
    name: str, title: str, description: str, stage: str, unit: str = "instances"
) -> TableColumn[ProjectFigures]:
    return count_column(name, title, description, lambda p: p.count(stage, unit))  # fmt: skip


def _seconds(
    name: str, title: str, description: str, attribute: str
) -> TableColumn[ProjectFigures]:
    def value(figures: ProjectFigures) -> int | None:
        seconds = getattr(figures, attribute)
        return None if seconds is None else round(seconds)

    return count_column(name, title, description, value)


PROJECTS: TableDeclaration[Sequence[ProjectFigures], ProjectFigures] = TableDeclaration(
    name="projects",
    title="Projects",
    description="Each figure of an instance counts what all before it kept.",
    columns=(
        text_column("project", "Project", "The repository.", lambda p: p.project),
        text_column("tip", "Up to", "The last commit that was listed.", lambda p: p.tip[:10]),
        _stage("commits", "Commits", "Commits that were listed.", "listed", "commits"),
        _stage("analysed", "Analysed", "Of these, those that were compared with their parent.", "analysed", "commits"),
        _stage("refactorings", "Of the types", "Refactorings of the wanted types, as RefactoringMiner counts.", "of wanted types", "refactorings"),
        _stage("instances", "Instances", "What is left after merging.", "merged"),
        _stage("pure", "Pure", "Instances that PurityChecker calls pure.", "pure"),
        count_column("checker", "Checker", "Kept ones of the tier `checker`.", lambda p: p.checker),
        count_column("strict", "Strict", "Kept ones of the tier `strict`.", lambda p: p.strict),
        count_column("proved", "Proved", "Kept ones of the tier `proved`.", lambda p: p.proved),
        _stage("validated", "Validated", "Instances that were asked: all, or a sample.", "to validate"),
        _stage("builds_before", "Before", "The base builds.", "builds before"),
        _stage("builds_after", "After", "The commit builds, too.", "builds after"),
        _stage("tests_pass", "Tests", "The tests pass on both sides.", "tests pass"),
        _stage("covered", "Covered", "The tests run the refactored code on both sides.", "covered"),
        _stage("golden", "Golden", "The refactoring alone is a success on the base.", "golden"),
        _seconds("mining_seconds", "Mining, s", "Wall seconds of mining.", "mining_seconds"),
        TableColumn(
            name="commits_a_second",
            title="Commits/s",
            description="Commits that were analysed in a second of mining.",
            kind=Kind.NUMBER,
            value=lambda p: p.commits_a_second,
        ),
        count_column(
            "peak_memory",
            "Peak, MB",
            "The most memory of all processes of mining together; pages that they share count in each.",
            lambda p: None if p.peak_memory is None else round(p.peak_memory / MEGABYTE),
        ),
        _seconds("validation_seconds", "Validation, s", "Wall seconds of validation.", "validation_seconds"),
    ),
    collect=lambda projects: projects,
)  # fmt: skip

LOSSES: TableDeclaration[Sequence[ProjectFigures], Loss] = TableDeclaration(
    name="losses",
    title="Losses",
    description="What each stage lost, by reason; a stage that lost nothing is not here.",
    columns=(
        text_column("project", "Project", "The repository.", lambda each: each.project),
        text_column("stage", "Stage", "The stage of the loss.", lambda each: each.stage),
        text_column("unit", "Unit", "What is counted.", lambda each: each.unit),
        text_column("reason", "Reason", "Why.", lambda each: each.reason),
        count_column("count", "Lost", "How many.", lambda each: each.count),
    ),
    collect=lambda projects: [loss for each in projects for loss in each.losses],
)


def repository_stages(projects: Sequence[ProjectFigures]) -> list[Stage]:
    """Return the funnel of the repositories of a list. A step that no repository took is left out."""
    kept, unit = list(projects), "repositories"
    stages = [Stage(name="listed", unit=unit, count=len(kept))]
    for name, holds in _KEPT.items():
        answers = [(each, holds(each)) for each in kept]
        if name in _ON_REQUEST and all(found is None for _, found in answers):
            continue
        left = [each for each, found in answers if found]
        lost = len(kept) - len(left)
        stages.append(
            Stage(name=name, unit=unit, count=len(left), losses={name: lost} if lost else {})
        )
        kept = left
    return stages


_ON_REQUEST = frozenset({"validated", "built", "golden"})
_KEPT: Mapping[str, Callable[[ProjectFigures], bool | int | None]] = {
    "mined": lambda p: not p.error,
    "no copy": lambda p: not p.copy_of,
    "with refactorings": lambda p: p.count("of wanted types", "refactorings"),
    "pure": lambda p: p.count("pure"),
    "validated": lambda p: p.count("to validate"),
    "built": lambda p: p.count("builds after"),
    "golden": lambda p: p.count("golden"),
}
"""The steps: whether a repository has something left, None if it was not asked for."""


REPOSITORIES: TableDeclaration[Sequence[ProjectFigures], Stage] = TableDeclaration(
    name="repositories",
    title="Repositories",
    description="How many repositories each step kept. A copy shares a first commit with an earlier one.",
    columns=(
        text_column("stage", "Stage", "The step.", lambda stage: stage.name),
        count_column("count", "Repositories", "How many are left.", lambda stage: stage.count),
        count_column("lost", "Lost", "How many the step lost.", lambda stage: stage.lost),
    ),
    collect=repository_stages,
)


def project_tables(projects: Sequence[ProjectFigures]) -> tuple[Table, ...]:
    """Fill the tables of projects and losses."""
    return PROJECTS.fill(projects), LOSSES.fill(projects)
