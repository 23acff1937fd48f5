"""What the engine wrote is read with distrust: a result that cannot be right is no verdict."""

from dataclasses import replace

import pytest

from verifier.domain.behaviour import (
    Behaviour,
    BehaviourNote,
    BehaviourVerdict,
    DifferenceTag,
    Sensitivity,
    Survivor,
    Witness,
)
from verifier.errors import FuzzingError
from verifier.fuzzing.result import (
    LONGEST_LINE,
    MOST_BYTES,
    MOST_LISTED,
    MOST_WITNESSES,
    read_behaviour,
)
from verifier.tools.records import to_json

WITNESS = Witness(entry="p.C#f(I)I", tags=(DifferenceTag.RETURN,), call="C.f(1)", old="1", new="2")
SURVIVOR = Survivor(mutant="C.java:3 in f: + became -", ran=True)
LONG_SURVIVOR = Survivor(mutant="x" * (LONGEST_LINE + 1), ran=True)
MEASURED = Sensitivity(mutants=10, killed=9, unmeasured=2, survivors=(SURVIVOR,))
SAME = Behaviour(
    verdict=BehaviourVerdict.EQUIVALENT_UP_TO,
    seed=7,
    executions=100,
    changed_old=2,
    changed_new=3,
    reached_old=2,
    reached_new=3,
    sensitivity=MEASURED,
)
OTHER = replace(
    SAME,
    verdict=BehaviourVerdict.NON_EQUIVALENT,
    tags=(DifferenceTag.RETURN,),
    witnesses=(WITNESS,),
    sensitivity=None,
)


@pytest.mark.parametrize("found", [SAME, OTHER], ids=["same", "other"])
def test_a_sound_result_is_read_as_it_was_written(found: Behaviour) -> None:
    assert read_behaviour(to_json(found).encode(), seed=7) == found


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (replace(SAME, executions=0), "no executions"),
        (replace(SAME, executions=-1), "negative"),
        (replace(SAME, reached_old=0, reached_new=0), "no changed line was reached"),
        (replace(SAME, reached_old=3), "more lines were reached"),
        (replace(SAME, witnesses=(WITNESS,)), "witnesses without a difference"),
        (replace(SAME, sensitivity=Sensitivity(mutants=1, killed=2)), "more mutants"),
        (replace(SAME, sensitivity=replace(MEASURED, unmeasured=-1)), "more mutants"),
        (replace(SAME, sensitivity=replace(MEASURED, survivors=(SURVIVOR,) * 2)), "not killed"),
        (
            replace(SAME, sensitivity=replace(MEASURED, survivors=(LONG_SURVIVOR,))),
            "survivors are too many or too long",
        ),
        (replace(OTHER, witnesses=()), "without a witness"),
        (replace(OTHER, witnesses=(WITNESS,) * (MOST_WITNESSES + 1)), "101 witnesses"),
        (replace(OTHER, witnesses=(replace(WITNESS, old="x" * (LONGEST_LINE + 1)),)), "too long"),
        (replace(SAME, seed=8), "seed 8, not 7"),
        (replace(SAME, all_entries=-1), "negative"),
        (replace(SAME, seconds=-0.5), "it took -0.5 seconds"),
        (replace(SAME, reason="x" * (LONGEST_LINE + 1)), "a reason is too long"),
        (replace(SAME, unsupported=("x" * (LONGEST_LINE + 1),)), "a reason is too long"),
        (replace(SAME, unsupported=("x",) * (MOST_LISTED + 1)), "lists are too long"),
        (replace(SAME, notes=(BehaviourNote.SLOWER,) * (MOST_LISTED + 1)), "lists are too long"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_contradiction_is_refused(found: Behaviour, why: str) -> None:
    with pytest.raises(FuzzingError, match=why):
        read_behaviour(to_json(found).encode(), seed=7)


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"[]", b'{"verdict": "EQUIVALENT", "seed": 7}', b'{"verdict": "UNREACHED"}'],
)
def test_what_is_no_such_record_is_refused(raw: bytes) -> None:
    with pytest.raises(FuzzingError, match="cannot be used"):
        read_behaviour(raw, seed=7)


@pytest.mark.parametrize("seconds", ["NaN", "Infinity", '"NaN"', "1e999"])
def test_a_number_that_json_has_no_word_for_is_refused(seconds: str) -> None:
    raw = f'{{"verdict": "UNREACHED", "seed": 7, "seconds": {seconds}}}'
    with pytest.raises(FuzzingError, match=r"it took (nan|inf) seconds"):
        read_behaviour(raw.encode(), seed=7)


def test_more_bytes_than_any_result_has_are_not_even_parsed() -> None:
    with pytest.raises(FuzzingError, match="bytes"):
        read_behaviour(b" " * (MOST_BYTES + 1), seed=7)
