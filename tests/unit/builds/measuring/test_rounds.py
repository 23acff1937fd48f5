"""Rounds of the base: which serve others, and for how long."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Thread

from verifier.builds.measuring.rounds import LAST_SECONDS, BaseRounds
from verifier.domain.testrun import BuildRun, RunEnd, TestOutcome, TestRun

FAILS, OTHER = "p.FailsTest#fails", "p.FailsTest#other"


def run_of(*, end: RunEnd = RunEnd.EXITED) -> BuildRun:
    tests = TestRun(
        outcomes={FAILS: TestOutcome.PASSED, OTHER: TestOutcome.FAILED},
        complete=True,
        evidence="event-chain",
        failures={OTHER: "no"},
    )
    return BuildRun(end=end, compiled=True, errors=(), tests=tests, log="said", seconds=2.0)


@dataclass
class Clock:
    now: float = 1e9

    def __call__(self) -> float:
        return self.now


@dataclass
class Base:
    """Counts its runs."""

    folder: Path
    clock: Clock = field(default_factory=Clock)
    result: BuildRun = field(default_factory=run_of)
    runs: int = 0

    def run(self) -> BuildRun:
        self.runs += 1
        return self.result

    def call(self) -> BaseRounds:
        """The rounds as another call of the command opens them."""
        return BaseRounds(measurement=self.folder / "abc", clock=self.clock)


def test_a_round_serves_other_tests_of_its_classes_and_other_calls(tmp_path: Path) -> None:
    base = Base(tmp_path)
    rounds = base.call()
    first = rounds.round((FAILS,), 1, base.run)
    assert rounds.round((OTHER, FAILS), 1, base.run) == first
    again = base.call().round((FAILS,), 1, base.run)

    assert base.runs == 1
    shown = run_of().tests
    assert shown is not None
    assert again.tests == replace(shown, failures={})
    assert (again.end, again.compiled) == (RunEnd.EXITED, True)


def test_another_round_another_class_or_the_whole_suite_is_run_by_itself(tmp_path: Path) -> None:
    base = Base(tmp_path)
    for tests, number in (((FAILS,), 1), ((FAILS,), 2), (("p.Other#x",), 1), ((), 1)):
        base.call().round(tests, number, base.run)
    assert base.runs == 4


def test_it_is_run_again_after_an_hour_and_when_the_clock_went_back(tmp_path: Path) -> None:
    base = Base(tmp_path)
    base.call().round((FAILS,), 1, base.run)
    base.clock.now += LAST_SECONDS - 1
    base.call().round((FAILS,), 1, base.run)
    assert base.runs == 1
    base.clock.now += 1
    base.call().round((FAILS,), 1, base.run)
    assert base.runs == 2
    base.clock.now -= 10
    base.call().round((FAILS,), 1, base.run)
    assert base.runs == 3


def test_a_call_that_lasts_longer_runs_it_again_too(tmp_path: Path) -> None:
    base = Base(tmp_path)
    rounds = base.call()
    for number in (1, 2, 3):
        rounds.round((FAILS,), number, base.run)
    assert len(rounds.all_of("p.FailsTest")) == 3
    base.clock.now += LAST_SECONDS
    assert rounds.all_of("p.FailsTest") == ()
    rounds.round((FAILS,), 1, base.run)
    assert base.runs == 4


def test_what_came_to_no_end_is_not_kept(tmp_path: Path) -> None:
    base = Base(tmp_path, result=run_of(end=RunEnd.TIMEOUT))
    rounds = base.call()
    assert rounds.round((FAILS,), 1, base.run).end is RunEnd.TIMEOUT
    rounds.round((FAILS,), 1, base.run)
    assert base.runs == 2
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_one_is_run_again(tmp_path: Path) -> None:
    base = Base(tmp_path)
    base.call().round((FAILS,), 1, base.run)
    (file,) = tmp_path.iterdir()
    assert file.name.startswith("abc.round-")
    file.write_bytes(file.read_bytes().replace(b"passed", b"failed"))
    base.call().round((FAILS,), 1, base.run)
    assert base.runs == 2


def test_all_rounds_of_a_class_or_none(tmp_path: Path) -> None:
    base = Base(tmp_path)
    for number in (1, 2):
        base.call().round((FAILS,), number, base.run)
    assert base.call().all_of("p.FailsTest") == ()
    base.call().round((FAILS,), 3, base.run)
    assert [run.outcomes[FAILS] for run in base.call().all_of("p.FailsTest")] == ["passed"] * 3
    assert base.call().all_of("p.Other") == ()


def test_while_one_runs_whoever_asks_for_others_does_not_wait(tmp_path: Path) -> None:
    rounds = Base(tmp_path).call()
    asking = Thread(target=rounds.all_of, args=("p.Other",), daemon=True)

    def run() -> BuildRun:
        asking.start()
        asking.join(5)
        assert not asking.is_alive()
        return run_of()

    assert rounds.round((FAILS,), 1, run).compiled


def test_they_are_worth_their_own_jobs_at_the_second_failure_of_a_class(tmp_path: Path) -> None:
    rounds = Base(tmp_path).call()
    assert [rounds.count_failure(name) for name in ("p.A", "p.B", "p.A", "p.A")] == [
        False, False, True, False,
    ]  # fmt: skip
