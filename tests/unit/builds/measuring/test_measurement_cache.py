"""A base with too few passing tests is refused, and the reason says what became of the others."""

from dataclasses import replace

import pytest

from tests.support.scripted_builder import make_measurement
from verifier.builds.builder import BaseMeasurement
from verifier.builds.measuring.measurement_cache import refuse_too_few
from verifier.builds.measuring.strategy_choice import OWN_FAILS
from verifier.builds.options import BuildOptions
from verifier.errors import BaseInvalidError

NONE = make_measurement()
FEW = "the base commit has 0 stable passing tests, fewer than 1"
TOO_OLD = f"{OWN_FAILS}: JDK 17.0.1: Source option 6 is no longer supported. Use 7 or later."
SAID = "\nUnable to \x1b open p\n\tat p.T"


@pytest.mark.parametrize(
    ("known", "failures", "reason"),
    [
        (NONE, {}, f"{FEW}: 1 failed, 1 skipped"),
        (replace(NONE, stable_fail=frozenset(), skipped=frozenset()), {}, FEW),
        (
            replace(NONE, stable_fail=frozenset(), skipped=frozenset(), strategy_reason=TOO_OLD),
            {},
            f"{FEW}; {TOO_OLD}",
        ),
        (
            replace(NONE, stable_fail=frozenset({"p.T#b", "p.T#a"}), flaky=frozenset({"p.T#c"})),
            {"p.T#a": SAID, "p.T#b": "no"},
            f"{FEW}: 2 failed, 1 skipped, 1 flaky, the first failure is p.T#a: Unable to \\x1b open p",
        ),
    ],
)
def test_the_reason_has_the_other_tests_and_the_first_failures_message(
    known: BaseMeasurement, failures: dict[str, str], reason: str
) -> None:
    with pytest.raises(BaseInvalidError) as refused:
        refuse_too_few(known, BuildOptions(), failures)

    assert refused.value.message == reason
