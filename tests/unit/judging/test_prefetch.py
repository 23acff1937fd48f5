"""A call prefetches each base once, and reports errors only when the base is needed."""

from threading import Event

import pytest

from tests.support.scripted_builder import P, ScriptedBuilder, make_measurement, ran
from verifier.builds.builder import Builder
from verifier.builds.options import BuildOptions, PrepareOn
from verifier.builds.speedups import Speedup
from verifier.domain.outcome import CheckName
from verifier.errors import BaseInvalidError
from verifier.judging import prefetch as ahead
from verifier.judging.options import JudgeOptions, ToolsetOptions
from verifier.judging.prefetch import Prefetcher, begins_ahead
from verifier.sandbox.base import SandboxFacts

DOCKER = SandboxFacts(name="docker", isolated=True, engine="", image=None)
JUDGE = JudgeOptions()


class Counting(ScriptedBuilder):
    """Counts how often it begins; the first time it waits to be let go."""

    def begin(self, *, tested: bool) -> None:
        self.asked.append(("begin", tested))
        GO.wait(60)


GO = Event()


def counting() -> Counting:
    GO.clear()
    return Counting(base=make_measurement("p.T#a"), run=ran({"p.T#a": P}))


def test_a_base_begins_once_and_whoever_asks_waits_for_that() -> None:
    prefetcher, builder = Prefetcher(), counting()

    first, opened = (prefetcher.begin(lambda: builder, JUDGE) for _ in range(2))
    GO.set()

    assert (opened(), first()) == (builder, builder)
    assert builder.asked == [("begin", True)]


def test_without_tests_it_is_only_what_compiles() -> None:
    prefetcher, builder = Prefetcher(), counting()
    GO.set()

    prefetcher.begin(lambda: builder, JudgeOptions(checks=frozenset({CheckName.COMPILATION})))()

    assert builder.asked == [("begin", False)]


def test_trouble_is_told_to_whoever_asks() -> None:
    def invalid() -> Builder:
        raise BaseInvalidError("it has no tests")

    opened = Prefetcher().begin(invalid, JUDGE)

    with pytest.raises(BaseInvalidError, match="it has no tests"):
        opened()


def test_the_end_of_a_call_does_not_wait_for_ever() -> None:
    prefetcher, builder = Prefetcher(), counting()
    prefetcher.begin(lambda: builder, JUDGE)

    prefetcher.end(0.01)

    assert builder.asked == [("begin", True)]
    assert not GO.is_set()
    GO.set()
    prefetcher.end(60)


@pytest.mark.parametrize(
    ("build", "checks", "isolated", "begins"),
    [
        (BuildOptions(), {CheckName.COMPILATION}, True, True),
        (BuildOptions(without=frozenset({Speedup.AHEAD})), {CheckName.COMPILATION}, True, False),
        (BuildOptions(prepare_on=PrepareOn.HOST), {CheckName.COMPILATION}, True, False),
        (BuildOptions(), {CheckName.DETECTION}, True, False),
        (BuildOptions(), {CheckName.COMPILATION}, False, False),
    ],
    ids=["usual", "switched off", "on the host", "nothing is built", "a sandbox that ends nothing"],
)
def test_a_base_is_begun_with_where_the_end_of_the_sandbox_ends_it(
    build: BuildOptions,
    checks: set[CheckName],
    isolated: bool,
    begins: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ahead, "cores", lambda: 2)
    facts = (
        DOCKER if isolated else SandboxFacts(name="local", isolated=False, engine="", image=None)
    )
    judge = JudgeOptions(checks=frozenset(checks))

    assert begins_ahead(judge, ToolsetOptions(build=build), facts) is begins


def test_a_single_core_is_left_to_what_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "cores", lambda: 1)

    assert not begins_ahead(JUDGE, ToolsetOptions(), DOCKER)
