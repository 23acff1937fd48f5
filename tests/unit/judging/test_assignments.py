"""The verdict on an assignment: what applies to it, and what has no value."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.assignments import a_commit, a_method
from tests.unit.judging.test_judging import AFTER, BASE, PATH, all_pass, judge_task
from verifier.builds.builder import Builder
from verifier.domain.assignment import Assignment, AssignmentType, Goal
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.prediction import Prediction
from verifier.domain.verdict import Verdict
from verifier.judging.options import JudgeOptions
from verifier.judging.task import Task
from verifier.judging.tasks import Repositories, plan
from verifier.tools.git.repository import Repository

TEST = "src/test/java/ATest.java"
REWRITTEN = "class A {\n  int f() { return 2; }\n}\n"
NOT_OF_ASSIGNMENTS = {CheckName.DETECTION, CheckName.PURITY, CheckName.SIMILARITY}


class Subject:
    def __init__(self, make: MakeRepository) -> None:
        self.made = make("subject")
        test = "class ATest { void f() { } }"
        self.commit = self.made.commit({PATH: BASE, TEST: test})
        self.repositories = Repositories.parse([str(self.made.path)])

    def method(self, goal: Goal = Goal.SIMPLIFY) -> Assignment:
        return a_method("f()", file=PATH, class_name="A", parent=self.commit, goal=goal)

    def task(self, assignment: Assignment, text: str = REWRITTEN) -> Task:
        made = Prediction(instance_id=assignment.id, model_name_or_path="m", files={PATH: text})
        (task,) = plan([assignment], [made], self.repositories)
        return task


@pytest.fixture
def subject(make_repository: MakeRepository) -> Iterator[Subject]:
    made = Subject(make_repository)
    with made.repositories:
        yield made


def of_check(verdict: Verdict, name: CheckName) -> tuple[Status, Reason | None]:
    found = verdict.check(name)
    assert found is not None
    return found.status, found.reason


def test_a_rewritten_method_is_judged_without_a_refactoring(
    subject: Subject, tmp_path: Path
) -> None:
    verdict = judge_task(subject.task(subject.method(Goal.OPTIMISE)), tmp_path)

    for name in NOT_OF_ASSIGNMENTS:
        assert of_check(verdict, name) == (Status.NOT_APPLICABLE, Reason.NO_REFACTORING)
    assert (verdict.success, verdict.strict_success) == (Status.PASSED, Status.NOT_APPLICABLE)
    assert (verdict.type, verdict.task_type) == (None, AssignmentType.OPTIMISE)
    assert verdict.method == "A#f()"


def test_what_does_not_apply_has_no_value_even_after_a_failure(
    subject: Subject, tmp_path: Path
) -> None:
    verdict = judge_task(subject.task(subject.method(), BASE), tmp_path)

    assert of_check(verdict, CheckName.APPLICATION) == (Status.FAILED, Reason.NO_CHANGE)
    assert of_check(verdict, CheckName.PURITY) == (Status.NOT_APPLICABLE, Reason.NO_REFACTORING)
    assert of_check(verdict, CheckName.TESTS) == (Status.NOT_APPLICABLE, Reason.NOT_REACHED)
    assert (verdict.success, verdict.strict_success) == (Status.FAILED, Status.NOT_APPLICABLE)


def ready(repository: Repository, commit: str, files: frozenset[str]) -> Builder:
    """A builder in which everything passes, whatever files change."""
    del files
    return all_pass(repository, commit, frozenset({PATH}))


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [("method", (Status.FAILED, Reason.POLICY)), ("commit", (Status.PASSED, None))],
)
def test_the_tests_may_follow_a_whole_commit_but_not_a_method(
    subject: Subject, tmp_path: Path, kind: str, outcome: object
) -> None:
    task = subject.task(subject.method() if kind == "method" else a_commit(parent=subject.commit))
    files = {PATH: REWRITTEN, TEST: "class ATest { void g() { } }"}
    edited = replace(task, prediction=replace(task.prediction, files=files))

    verdict = judge_task(
        edited,
        tmp_path,
        ready,
        JudgeOptions(checks=frozenset({CheckName.POLICY, CheckName.APPLICATION})),
    )

    assert of_check(verdict, CheckName.POLICY) == outcome


def test_a_whole_commit_is_judged_like_an_own_change(subject: Subject, tmp_path: Path) -> None:
    verdict = judge_task(subject.task(a_commit(parent=subject.commit), AFTER), tmp_path)

    assert verdict.success is Status.PASSED
    assert verdict.task_type is AssignmentType.COMMIT
    assert verdict.method == ""
