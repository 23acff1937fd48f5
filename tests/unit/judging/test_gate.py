"""A single change is a patch or an answer, and its bar depends on what was wanted of it."""

from pathlib import Path

import pytest

from verifier.domain.outcome import CheckName
from verifier.domain.prediction import PredictionForm
from verifier.domain.verdict import Bar
from verifier.errors import InputError, UsageError
from verifier.fuzzing.request import FuzzingBudget
from verifier.judging.gate import Change, GateOptions, bar_of, judge_patch
from verifier.judging.options import JudgeOptions, ToolsetOptions

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
    assert bar_of(wanted, Bar.STRICT) is Bar.STRICT
    assert bar_of(anything, Bar.SELECTED) is Bar.SELECTED


def test_checks_that_build_nothing_open_nothing_to_build_with() -> None:
    options = GateOptions.of([CheckName.PURITY])

    assert options.judge.checks == {
        CheckName.APPLICATION,
        CheckName.POLICY,
        CheckName.DETECTION,
        CheckName.PURITY,
    }
    assert (options.toolset.builds, options.toolset.fuzzing) == (False, None)


def test_behaviour_opens_a_build_and_a_campaign_with_the_given_budget() -> None:
    tools = ToolsetOptions(fuzzing=FuzzingBudget(seconds=2.0), jobs=2)
    options = GateOptions.of([CheckName.BEHAVIOUR], tools=tools, run_all=True)

    assert options.toolset.builds
    assert options.toolset.fuzzing == FuzzingBudget(seconds=2.0)
    assert (options.toolset.jobs, options.judge.run_all) == (2, True)
    assert GateOptions.of([CheckName.BEHAVIOUR]).toolset.fuzzing == FuzzingBudget()


def test_rules_are_opened_where_there_are_some_to_score_with() -> None:
    assert GateOptions.of([CheckName.RULES], scored=True).toolset.rules
    assert not GateOptions.of([CheckName.RULES]).toolset.rules
    assert not GateOptions.of([CheckName.TESTS], scored=True).toolset.rules


def test_without_a_word_every_usual_check_is_asked() -> None:
    assert GateOptions.of() == GateOptions()
    assert GateOptions().judge == JudgeOptions()


@pytest.mark.parametrize(
    "text", ["root:x:0:0:root:/root:/bin/bash\n", "\x1b[1mdiff --git a/A b/A\n"]
)
def test_what_is_no_diff_is_a_wrong_input_and_no_wrong_refactoring(text: str) -> None:
    with pytest.raises(InputError, match="not a patch that can be judged: no file header"):
        judge_patch(Change(repository=Path(), base="HEAD", patch=text))
