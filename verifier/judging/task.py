"""A prediction to judge, with everything that says what it should do."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from verifier.domain.assignment import Assignment, MethodAssignment
from verifier.domain.declared import NEUTRAL
from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import Analysis, JavaTree
from verifier.predictions.wanted_method import resolve_wanted
from verifier.rules.rule_files import RuleSet
from verifier.tools.git.repository import Repository


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangeGoal:
    """What a change should do.

    Without `wanted` and `assignment`, any pure refactoring is accepted. `instance` is None for an
    assignment and for a developer's own change. An `own_change` is a developer's own, or a whole
    commit. It may edit tests, unless it `keeps_tests`: then tests may only follow a renamed or moved
    method. `rules` score the change; None without any.
    """

    wanted: WantedRefactoring | None = None
    instance: Instance | None = None
    assignment: Assignment | None = None
    own_change: bool = False
    keeps_tests: bool = False
    rules: RuleSet | None = None

    def resolve_wanted(
        self, base: JavaTree, analysis: Analysis, changed: Iterable[str] = ()
    ) -> WantedRefactoring | None:
        """Return the wanted refactoring with the method as the base, or a changed file, spells it.

        An instance already has the exact name.
        """
        if self.wanted is None or self.instance is not None:
            return self.wanted
        return resolve_wanted(self.wanted, base, changed, analysis)


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """A prediction to judge, with everything that says what it should do.

    A raw answer cannot be read without `wanted` or `assignment`. `ChangeGoal` explains the fields
    that say what the prediction should do. The clone and its name are neutral for the key, because
    the base commit determines the content.
    """

    prediction: Prediction
    wanted: WantedRefactoring | None
    repository: Repository = field(metadata=NEUTRAL)
    base_commit: str
    instance: Instance | None = None
    assignment: Assignment | None = None
    own_change: bool = False
    repo: str = field(default="", metadata=NEUTRAL)
    rules: RuleSet | None = None

    @property
    def goal(self) -> ChangeGoal:
        """What the prediction should do."""
        return ChangeGoal(
            wanted=self.wanted,
            instance=self.instance,
            own_change=self.own_change,
            rules=self.rules,
            assignment=self.assignment,
        )

    @property
    def method(self) -> str:
        """The method that the task names, as `pkg.Class#name(types)`; empty if it names none."""
        if self.wanted is not None:
            return str(self.wanted.method)
        return (
            str(self.assignment.method_id) if isinstance(self.assignment, MethodAssignment) else ""
        )
