"""A page has a mixed change split, and nothing else costs a further judgement."""

from pathlib import Path
from typing import cast

import pytest

from tests.support.repository import Repository as Subject
from verifier.domain.gate import BehaviourAnswer, Decision, Extent, GateUnit, SplitOutcome
from verifier.gates.change.division import divide
from verifier.gates.judged import Judged
from verifier.gates.review.parts import part_change
from verifier.gates.review.reviewing import Change
from verifier.gates.unit import JudgingSession
from verifier.tools.git.repository import Repository

SESSION = cast("JudgingSession", object())
"""A session that cannot judge anything."""


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
        proved = change(repository, BehaviourAnswer.PROVED)
        parts = part_change(proved, SESSION, split=False, page=True)

    assert (parts.split, parts.review.folded) == (None, 1)
    assert parts.review.hunks[0].after.text == ("class A {  }",)


def test_a_page_of_another_change_is_split(repository: Repository) -> None:
    with repository, pytest.raises(AttributeError):  # the session is asked
        part_change(change(repository, BehaviourAnswer.OPEN), SESSION, split=False, page=True)


def test_without_a_page_nothing_is_split(repository: Repository) -> None:
    with repository:
        open_ = change(repository, BehaviourAnswer.OPEN)
        parts = part_change(open_, SESSION, split=False, page=False)

    assert (parts.split, parts.review.unfolded) == (None, 1)
    assert parts.review.hunks[0].after.text == ()


def test_a_split_without_code_is_all_rest(repository: Repository) -> None:
    with repository:
        parts = part_change(change(repository, BehaviourAnswer.OPEN), None, split=True, page=False)

    assert parts.split is not None
    assert parts.split.record.outcome is SplitOutcome.NO_REFACTORING
    assert parts.review.unfolded == 1
