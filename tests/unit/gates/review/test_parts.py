"""A page has a mixed change split, and nothing else costs a further judgement."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest

from tests.support.repository import Repository as Subject
from verifier.console import Console
from verifier.domain.gate import BehaviourAnswer, Decision, Demand, Extent, GateUnit, Level
from verifier.domain.split import SplitOutcome
from verifier.gates.change.division import divide
from verifier.gates.judged import Judged
from verifier.gates.review.parts import part_change
from verifier.gates.review.reviewing import Change
from verifier.gates.unit import JudgingSession
from verifier.tools.git.repository import Repository


@dataclass
class ScriptedSession:
    """A session that finds every tree proved, and only refactoring."""

    repository: Repository
    judged: list[str] = field(default_factory=list)
    demand: Demand = field(default_factory=Demand)
    console: Console = field(default_factory=lambda: Console(quiet=True))
    earlier: Judged | None = None
    tools: Any = None

    def judge(self, base: str, head: str, level: Level) -> Judged:
        self.judged.append(f"{level} {self.repository.tree_id(head)}")
        answer = unit(BehaviourAnswer.PROVED)
        return Judged(unit=answer, checks=(), division=divide(self.repository, base, head))

    @property
    def as_session(self) -> JudgingSession:
        return cast("JudgingSession", self)


def unit(behaviour: BehaviourAnswer) -> GateUnit:
    return GateUnit(
        behaviour=behaviour,
        refactoring=Extent.ONLY,
        decision=Decision.OPEN,
        refactorings=(),
        checks=(),
        findings=(),
    )


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    subject = Subject.create(tmp_path / "subject")
    subject.commit({"A.java": "class A { }\n"}, "start")
    subject.commit({"A.java": "class A {  }\n"}, "change")
    return Repository.open(subject.path)


def change(repository: Repository, behaviour: BehaviourAnswer) -> Change:
    base, head = "HEAD~1", "HEAD"
    division = divide(repository, base, head)
    judged = Judged(unit=unit(behaviour), checks=(), division=division)
    return Change(repository=repository, base=base, head=head, judged=judged)


def test_a_page_of_an_explained_change_needs_no_split(repository: Repository) -> None:
    with repository:
        proved, session = change(repository, BehaviourAnswer.PROVED), ScriptedSession(repository)
        parts = part_change(proved, session.as_session, split=False, page=True)

    assert session.judged == []
    assert (parts.split, parts.review.folded) == (None, 1)
    assert parts.review.hunks[0].after.text == ("class A {  }",)


def test_a_page_of_another_change_is_split(repository: Repository) -> None:
    with repository:
        open_, session = change(repository, BehaviourAnswer.OPEN), ScriptedSession(repository)
        parts = part_change(open_, session.as_session, split=False, page=True)
        head = repository.tree_id("HEAD")

    assert session.judged == [f"static {head}"]
    assert parts.split is not None
    assert parts.split.record.outcome is SplitOutcome.ONLY_REFACTORING
    assert (parts.review.folded, parts.review.proved) == (1, True)


def test_without_a_page_nothing_is_split(repository: Repository) -> None:
    with repository:
        open_, session = change(repository, BehaviourAnswer.OPEN), ScriptedSession(repository)
        parts = part_change(open_, session.as_session, split=False, page=False)

    assert session.judged == []
    assert (parts.split, parts.review.unfolded) == (None, 1)
    assert parts.review.hunks[0].after.text == ()


def test_a_split_without_code_is_all_rest(repository: Repository) -> None:
    with repository:
        parts = part_change(change(repository, BehaviourAnswer.OPEN), None, split=True, page=False)

    assert parts.split is not None
    assert parts.split.record.outcome is SplitOutcome.NO_REFACTORING
    assert parts.review.unfolded == 1
