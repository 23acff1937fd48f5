"""The one line says how far 'no difference' may be trusted, and when nobody measured that."""

import pytest

from verifier.domain.behaviour import Behaviour, BehaviourVerdict, Sensitivity
from verifier.fuzzing.wording import in_one_line


@pytest.mark.parametrize(
    ("sensitivity", "said"),
    [
        (Sensitivity(mutants=4, killed=3), "these inputs notice 3 of 4 mutants of the change"),
        (
            Sensitivity(mutants=4, killed=1),
            "weak: these inputs notice 1 of 4 mutants of the change",
        ),
        (
            Sensitivity(mutants=4, killed=3, unmeasured=26),
            "these inputs notice 3 of 4 mutants of the change (no time was left for 26 more)",
        ),
        (Sensitivity(mutants=0, killed=0), "weak: no mutant of the change could be made"),
        (
            Sensitivity(mutants=0, killed=0, unmeasured=30),
            "weak: no time was left to measure mutants of the change",
        ),
        (
            Sensitivity(mutants=0, killed=0, messages_only=2),
            "weak: every mutant of the change only words exceptions otherwise",
        ),
        (None, "weak: mutants were not measured"),
    ],
)
def test_no_difference_says_what_it_rests_on(sensitivity: Sensitivity | None, said: str) -> None:
    found = Behaviour(
        verdict=BehaviourVerdict.EQUIVALENT_UP_TO,
        seed=1,
        executions=100,
        changed_new=2,
        reached_new=1,
        sensitivity=sensitivity,
    )

    assert in_one_line(found) == f"no difference in 100 inputs; 1 of 2 changed lines ran; {said}"
