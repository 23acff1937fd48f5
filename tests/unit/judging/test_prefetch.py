"""What a call begins with ahead: each base once, and nobody is told of trouble before he asks."""

from threading import Event
from typing import Any

import pytest

from tests.conftest import MakeRepository
from tests.support.scripted_builder import P, ScriptedBuilder, make_measurement, ran
from verifier.builds.builder import Builder
from verifier.builds.options import BuildOptions, PrepareOn
from verifier.builds.speedups import Speedup
from verifier.domain.outcome import CheckName
from verifier.domain.prediction import Prediction
from verifier.errors import BaseInvalidError
from verifier.judging import prefetch as ahead
from verifier.judging.options import JudgeOptions, ToolsetOptions
from verifier.judging.prefetch import Prefetcher, begins_ahead, may_change_code
from verifier.judging.task import Task
from verifier.sandbox.base import SandboxFacts
from verifier.tools.git.repository import Repository

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

    first = prefetcher.begin_where(lambda: builder, JUDGE)
    opened = prefetcher.begin(lambda: builder, JUDGE)
    GO.set()

    assert opened() is builder
    first.join(60)
    assert builder.asked == [("begin", True)]


def test_without_tests_it_is_only_what_compiles() -> None:
    prefetcher, builder = Prefetcher(), counting()
    GO.set()

    prefetcher.begin(lambda: builder, JudgeOptions(checks=frozenset({CheckName.COMPILATION})))()

    assert builder.asked == [("begin", False)]


def test_where_there_is_no_builder_to_begin_with_nothing_begins() -> None:
    thread = Prefetcher().begin_where(lambda: None, JUDGE)

    thread.join(60)
    assert not thread.is_alive()


def test_trouble_is_told_to_whoever_asks() -> None:
    def invalid() -> Builder:
        raise BaseInvalidError("it has no tests")

    opened = Prefetcher().begin(invalid, JUDGE)

    with pytest.raises(BaseInvalidError, match="it has no tests"):
        opened()


def test_the_end_of_a_call_does_not_wait_for_ever() -> None:
    prefetcher, builder = Prefetcher(), counting()
    thread = prefetcher.begin_where(lambda: builder, JUDGE)

    prefetcher.end(0.01)

    assert thread.is_alive()
    GO.set()
    prefetcher.end(60)
    assert not thread.is_alive()


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


JAVA = "src/main/java/p/A.java"
A = "package p;\nclass A {\n    int one() { return 1; }\n}\n"
HUNK = f"--- a/{JAVA}\n+++ b/{JAVA}\n@@ -2,3 +2,3 @@\n class A {{\n"
REAL = HUNK + "-    int one() { return 1; }\n+    int one() { return 2; }\n }\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"model_patch": ""}, False),
        ({"model_patch": "\n\n"}, False),
        ({"model_patch": f"diff --git a/{JAVA} b/{JAVA}\n"}, False),
        (
            {
                "model_patch": REAL.replace(
                    "int one() { return 2; }", "int one() { return 1; } // 1"
                )
            },
            False,
        ),
        ({"model_patch": REAL.replace("return 1", "return 3")}, False),
        ({"model_patch": "no diff"}, False),
        ({"model_patch": REAL}, True),
        ({"files": {}}, False),
        ({"files": {JAVA: A}}, False),
        ({"files": {JAVA: A.replace("1;", "2;")}}, True),
        ({"model_output": " \n"}, False),
        ({"model_output": "class A { }"}, True),
    ],
)
def test_only_what_may_change_code_starts_a_build(
    make_repository: MakeRepository, body: dict[str, Any], expected: bool
) -> None:
    subject = make_repository("subject")
    commit = subject.commit({JAVA: A})
    prediction = Prediction(instance_id="i", model_name_or_path="m", **body)
    with Repository.open(subject.path) as repository:
        task = Task(
            prediction=prediction,
            wanted=None,
            repository=repository,
            base_commit=commit,
            repo="subject",
        )

        assert may_change_code(task) is expected
