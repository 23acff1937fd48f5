"""The job that ends at the first failure: the options of its JVMs, and which output is trusted."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.unit.builds.direct.test_evidence import event, lines, whole
from verifier.builds.direct.evidence import Nonce
from verifier.builds.direct.first_failure import Plans
from verifier.domain.testrun import RunEnd, TestOutcome, TestRun
from verifier.sandbox.base import JobResult

FAILED, PASSED = event("test", "p.T#a", "failed"), event("test", "p.T#a", "passed")
KNOWN = event("test", "p.T#red", "failed")


def nonce(number: int) -> Nonce:
    return Nonce(key=bytes([number]) * 32, canary="r1.T1", secret="5ec4e7")


PLANS = Plans(
    near=["p.T", "p.U"],
    lines=["launcher junit4"],
    failing=frozenset({"p.T#red", "p.T#x\nclass p.Other"}),
    first=nonce(0),
    rounds=((nonce(1), nonce(2)), (nonce(3), nonce(4)), (nonce(5), nonce(6))),
)


def result(*near: dict[str, str], rounds: int = 3) -> JobResult:
    output = b"\n".join(lines([{"event": "begin"}, *near], bytes([0]) * 32))
    for number in range(rounds):
        for key, ended in ((2 * number + 1, PASSED), (2 * number + 2, FAILED)):
            output += b"\n" + b"\n".join(lines(whole(ended), bytes([key]) * 32))
    return JobResult(
        end=RunEnd.EXITED,
        exit_code=0,
        output=output + b"\n",
        log=b"",
        truncated=False,
        artefacts={},
        rejected=(),
        seconds=1.0,
    )


def test_only_the_first_plan_stops_at_a_failure_and_each_has_its_own_key() -> None:
    texts = PLANS.files()

    assert sorted(texts) == [
        "plans/base1", "plans/base2", "plans/base3", "plans/candidate1", "plans/candidate2",
        "plans/candidate3", "plans/known", "plans/near",
    ]  # fmt: skip
    assert b"until failure\nfails p.T#red\nclass p.T\nclass p.U\n" in texts["plans/near"]
    assert b"until" not in texts["plans/base1"]
    assert texts["plans/known"] == b""
    assert len({text.split(b"\n")[0] for text in texts.values()}) == 7 + 1


def test_an_id_with_a_line_end_says_nothing_to_the_launcher() -> None:
    assert b"p.Other" not in PLANS.files()["plans/near"]


def test_a_failure_comes_with_the_rounds_of_both_sides() -> None:
    found = PLANS.read(result(FAILED), assertions=True)

    assert found is not None
    assert found.tests.outcomes == {"p.T#a": "failed"}
    assert [(r.base.outcomes["p.T#a"], r.candidate.outcomes["p.T#a"]) for r in found.rounds] == [
        ("passed", "failed")
    ] * 3
    assert all(r.base.complete and r.candidate.complete for r in found.rounds)


@pytest.mark.parametrize("near", [(), (PASSED,), (KNOWN,), (PASSED, KNOWN)])
def test_without_a_new_failure_there_is_nothing_to_tell(near: Sequence[dict[str, str]]) -> None:
    assert PLANS.read(result(*near), assertions=True) is None


@pytest.mark.parametrize(
    "broken",
    [
        replace(result(FAILED), end=RunEnd.TIMEOUT, exit_code=None),
        replace(result(FAILED), exit_code=97),
        replace(result(FAILED), truncated=True),
    ],
)
def test_a_job_that_came_to_no_end_tells_nothing(broken: JobResult) -> None:
    assert PLANS.read(broken, assertions=True) is None


@pytest.mark.parametrize(("exit_code", "written"), [(0, False), (3, True)])
def test_whether_the_run_wrote_into_the_tree_itself_is_told_by_how_the_job_ended(
    exit_code: int, written: bool
) -> None:
    found = PLANS.read(replace(result(FAILED), exit_code=exit_code), assertions=True)

    assert found is not None
    assert found.wrote_into_tree is written


def test_a_round_that_did_not_run_is_not_whole() -> None:
    found = PLANS.read(result(FAILED, rounds=2), assertions=True)

    assert found is not None
    assert [r.base.complete for r in found.rounds] == [True, True, False]


def test_the_bases_rounds_of_a_known_class_are_those_that_were_run_without_a_candidate() -> None:
    known = TestRun(outcomes={"p.T#a": TestOutcome.SKIPPED}, failures={})
    plans = replace(PLANS, known={"p.T": [known] * 3})
    assert plans.files()["plans/known"] == b"p.T\n"

    found = plans.read(result(FAILED), assertions=True)

    assert found is not None
    assert [r.base for r in found.rounds] == [known] * 3
    assert [r.candidate.outcomes["p.T#a"] for r in found.rounds] == ["failed"] * 3


def test_rounds_of_another_class_do_not_stand_for_it() -> None:
    known = TestRun(outcomes={}, failures={})
    found = replace(PLANS, known={"p.U": [known] * 3}).read(result(FAILED), assertions=True)

    assert found is not None
    assert [r.base.outcomes["p.T#a"] for r in found.rounds] == ["passed"] * 3
