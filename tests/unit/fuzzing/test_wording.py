"""One line says what was found, how far it may be trusted, and why nothing can be said."""

from pathlib import Path

import pytest

from verifier.domain.behaviour import (
    Behaviour,
    BehaviourNote,
    BehaviourVerdict,
    DifferenceTag,
    Sensitivity,
    Witness,
)
from verifier.fuzzing.request import JUnitFlavour
from verifier.fuzzing.wording import how_to_run, in_one_line


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


def test_the_same_byte_code_has_no_change_to_measure() -> None:
    found = Behaviour(
        verdict=BehaviourVerdict.EQUIVALENT_UP_TO,
        seed=1,
        executions=1_000,
        notes=(BehaviourNote.SLOWER,),
    )

    assert in_one_line(found) == "no difference in 1,000 inputs; the byte code is the same; SLOWER"


def witness(call: str, old: str = "returned 1", test: str = "class ATest {}") -> Witness:
    tags = (DifferenceTag.RETURN,)
    return Witness(entry="p.A#f()I", tags=tags, call=call, old=old, new="returned 2", test=test)


def differing(*witnesses: Witness) -> Behaviour:
    return Behaviour(
        verdict=BehaviourVerdict.NON_EQUIVALENT,
        seed=1,
        tags=(DifferenceTag.RETURN,),
        witnesses=witnesses,
    )


def test_a_difference_is_its_first_witness() -> None:
    assert in_one_line(differing(witness("new A().f()"), witness("A.g()"))) == (
        "behaviour differs (return): new A().f() -- old: returned 1; new: returned 2 (and 1 more)"
    )


def test_that_there_is_no_failing_test_is_said() -> None:
    line = in_one_line(differing(witness("A.g()", test="")))

    assert line.endswith("new: returned 2; no failing test that always holds was found")


def test_a_call_that_cannot_be_written_is_told_by_its_entry() -> None:
    assert "(return): p.A#f()I -- old:" in in_one_line(differing(witness("")))


def test_a_long_value_is_cut_off() -> None:
    line = in_one_line(differing(witness("A.f()", old="x" * 400)))

    assert f"old: {'x' * 299}…; new:" in line


def test_what_the_subject_calls_itself_cannot_drive_a_terminal() -> None:
    line = in_one_line(differing(witness("new \x1b]0;A\x07().f()", old="returned\n\x9b2J")))

    assert line == (
        r"behaviour differs (return): new \x1b]0;A\x07().f() --"
        r" old: returned \x9b2J; new: returned 2"
    )


@pytest.mark.parametrize(
    ("verdict", "reason", "unsupported", "said"),
    [
        (
            BehaviourVerdict.UNREACHED,
            "no caller",
            (),
            "cannot say: no caller",
        ),
        (
            BehaviourVerdict.UNSUPPORTED,
            "",
            ("p.A", "p.B", "p.C", "p.D"),
            "cannot say: no input could be built: p.A; p.B; p.C",
        ),
        (
            BehaviourVerdict.NONDETERMINISTIC,
            "",
            (),
            "cannot say: the old version differs from itself",
        ),
    ],
)
def test_where_nothing_can_be_said_the_line_says_why(
    verdict: BehaviourVerdict, reason: str, unsupported: tuple[str, ...], said: str
) -> None:
    found = Behaviour(verdict=verdict, seed=1, reason=reason, unsupported=unsupported)

    assert in_one_line(found) == said


@pytest.mark.parametrize(
    ("junit", "commands"),
    [
        (
            JUnitFlavour.FIVE,
            [
                "javac -cp CLASSES:junit-platform-console-standalone.jar -d tests 'a b/CalcTest.java'",
                "java -jar junit-platform-console-standalone.jar execute -cp tests:CLASSES -c p.CalcTest",
            ],
        ),
        (
            JUnitFlavour.FOUR,
            [
                "javac -cp CLASSES:junit-4.13.2.jar -d tests 'a b/CalcTest.java'",
                (
                    "java -cp tests:CLASSES:junit-4.13.2.jar:hamcrest-core-1.3.jar"
                    " org.junit.runner.JUnitCore p.CalcTest"
                ),
            ],
        ),
    ],
)
def test_the_failing_test_comes_with_the_commands_that_run_it(
    junit: JUnitFlavour, commands: list[str]
) -> None:
    told = how_to_run(Path("a b/CalcTest.java"), "p.CalcTest", junit).splitlines()

    assert told[0] == "run it with the classes of the old version as CLASSES, then of the new:"
    assert [line.strip() for line in told[1:]] == commands


def test_the_commands_are_those_of_the_page() -> None:
    page = (Path(__file__).parents[3] / "docs" / "fuzzing.md").read_text(encoding="utf-8")

    for junit in JUnitFlavour:
        told = how_to_run(Path("found/CalcBehaviourTest.java"), "p.CalcBehaviourTest", junit)
        for line in told.splitlines()[1:]:
            assert line.strip().replace("CLASSES", "old/target/classes") in page.splitlines()
