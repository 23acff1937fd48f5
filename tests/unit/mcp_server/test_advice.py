"""Every word of a finding can be explained."""

import pytest

from verifier.domain.gate import NextStep
from verifier.domain.outcome import Reason
from verifier.errors import UsageError
from verifier.gates.findings import STEPS
from verifier.mcp_server.advice import TRY, explain, rule_ids


@pytest.mark.parametrize("key", rule_ids())
def test_each_word_has_a_meaning_a_step_and_something_to_try(key: str) -> None:
    said = explain(key)

    assert said.meaning.endswith(".")
    assert said.try_this
    assert said.next_step in set(NextStep)


@pytest.mark.parametrize("reason", [r for r, step in STEPS.items() if step.startswith("fix_")])
def test_what_can_be_mended_has_causes(reason: Reason) -> None:
    assert explain(str(reason)).causes


def test_the_id_of_a_report_is_understood_and_others_are_refused() -> None:
    assert explain("refverify/IMPURE") == explain("refverify/IMPURE".removeprefix("refverify/"))
    with pytest.raises(UsageError):
        explain("impure")


def test_each_step_has_something_to_try() -> None:
    assert set(TRY) == set(NextStep)
