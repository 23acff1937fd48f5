"""A single change is a patch or an answer, and its bar depends on what was wanted of it."""

from pathlib import Path

import pytest

from verifier.domain.prediction import PredictionForm
from verifier.domain.verdict import Bar
from verifier.errors import UsageError
from verifier.pipeline.gate import Change, bar_of

WANT = "Extract Method:p.C#m()"


@pytest.mark.parametrize("bodies", [{}, {"patch": "--- a", "answer": "class C {}"}])
def test_a_change_is_one_of_a_patch_and_an_answer(bodies: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="either a patch or an answer"):
        Change(repository=Path(), base="HEAD", want=WANT, **bodies)


def test_an_answer_cannot_be_read_without_what_it_was_asked_for() -> None:
    with pytest.raises(UsageError, match="needs the wanted refactoring"):
        Change(repository=Path(), base="HEAD", answer="class C {}")


def test_the_body_says_the_form() -> None:
    patch = Change(repository=Path(), base="HEAD", patch="--- a")
    answer = Change(repository=Path(), base="HEAD", answer="class C {}", want=WANT)

    assert patch.prediction.form is PredictionForm.PATCH
    assert answer.prediction.form is PredictionForm.ANSWER


def test_where_nothing_was_wanted_only_a_strict_success_says_yes() -> None:
    anything = Change(repository=Path(), base="HEAD", patch="--- a")
    wanted = Change(repository=Path(), base="HEAD", patch="--- a", want=WANT)

    assert bar_of(anything) is Bar.STRICT
    assert bar_of(wanted) is Bar.SUCCESS
    assert bar_of(wanted, strict=True) is Bar.STRICT
    assert bar_of(anything, selected=True) is Bar.SELECTED
