"""What the golden refactoring edits is read from the record, or made once for a run."""

from dataclasses import replace

from tests.conftest import MakeRepository
from tests.support.answers import QuickAnalysis, an_instance, side
from verifier.domain.closure import Closure, GoldenEdit
from verifier.domain.outcome import Status
from verifier.domain.validation import GoldenResult
from verifier.judging.golden import GoldenEdits
from verifier.tools.git.repository import Repository

BASE = "class A {\n  int f() { return 1 + 1; }\n}\n"
AFTER = "class A {\n  int f() { return g(); }\n  int g() { return 1 + 1; }\n}\n"
INSTANCE = an_instance(
    "Extract Method:A#f()", before=side("A.java", "A#f()"), after=side("A.java", "A#f()", "A#g()")
)


def test_a_record_that_lists_them_is_believed(make_repository: MakeRepository) -> None:
    subject = make_repository("subject")
    subject.commit({"A.java": BASE})
    edits = (GoldenEdit(member="method A#h()", content="1"),)
    golden = GoldenResult(status=Status.PASSED, closure=Closure(edits=edits))

    with Repository.open(subject.path) as repository:
        known = GoldenEdits(analysis=QuickAnalysis())
        assert known.of(replace(INSTANCE, golden=golden), repository) == {"method A#h()": "1"}


def test_without_a_list_the_golden_refactoring_is_made_once(
    make_repository: MakeRepository,
) -> None:
    subject = make_repository("subject")
    parent, commit = (subject.commit({"A.java": text}) for text in (BASE, AFTER))
    instance = replace(INSTANCE, parent=parent, commit=commit)

    with Repository.open(subject.path) as repository:
        known = GoldenEdits(analysis=QuickAnalysis())
        found = known.of(instance, repository)
        assert set(found) == {"method A#f()", "method A#g()"}
        assert known.of(instance, repository) is found


def test_without_the_commit_nothing_is_asked_for(make_repository: MakeRepository) -> None:
    subject = make_repository("subject")
    parent = subject.commit({"A.java": BASE})

    with Repository.open(subject.path) as repository:
        known = GoldenEdits(analysis=QuickAnalysis())
        assert known.of(replace(INSTANCE, parent=parent), repository) == {}
