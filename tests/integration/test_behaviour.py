"""The check behaviour from end to end: build, class files, engine, evidence."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support import maven_subject
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.checks.behaviour import BehaviourCheck
from verifier.checks.parts.captured_inputs import capture_of
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.source import JavaTree
from verifier.fuzzing.engine import Fuzzing, FuzzingEngine
from verifier.fuzzing.request import FuzzingBudget
from verifier.sandbox.base import Sandbox

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

PATH = "src/main/java/p/Cart.java"
CART = """package p;
import java.util.ArrayList;
import java.util.List;
public class Cart {
  private final List<Integer> prices = new ArrayList<>();
  public void add(int price) { prices.add(price); }
  public int total() {
    int sum = 0;
    for (int price : prices) {
      sum += price;
    }
    return sum;
  }
}
"""
EXTRACTED = CART.replace(
    "    int sum = 0;\n", "    return sum();\n  }\n  private int sum() {\n    int sum = 0;\n"
)
WRONG = CART.replace("sum += price", "sum = price")
TEST = """package p;
import org.junit.*;
public class CartTest {
  static int doubled(int price) { return 2 * price; }
  @Test public void sums() {
    Cart cart = new Cart();
    cart.add(7);
    Assert.assertEquals(7, cart.total());
  }
}
"""
TEST_PATH = "src/test/java/p/CartTest.java"
FILES = {"pom.xml": maven_subject.JUNIT4, PATH: CART, TEST_PATH: TEST}


@pytest.fixture(scope="module")
def subject(
    sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory, shared_cache: Path
) -> Iterator[tuple[Builder, JavaTree]]:
    folder = tmp_path_factory.mktemp("behaviour")
    with maven_subject.commit(folder, FILES) as repository:
        options = BuildOptions(strategy=StrategyChoice.DIRECT, base_runs=1, cache=shared_cache)
        commit = repository.resolve("HEAD")
        yield open_builder(repository, commit, options, sandbox), java_tree(repository.tree(commit))


def check(
    subject: tuple[Builder, JavaTree],
    sandbox: Sandbox,
    files: Mapping[str, str | None],
    place: Path,
    *,
    editable: frozenset[str] = frozenset(),
) -> CheckResult:
    builder, base = subject
    changes = maven_subject.changes(files)
    case = maven_subject.case_of(builder, base, changes, place, editable=editable)
    budget = FuzzingBudget(seed=1, executions=1_000, seconds=10)
    return BehaviourCheck().run(
        replace(case, fuzzing=Fuzzing(engine=FuzzingEngine(sandbox), budget=budget))
    )


def test_a_difference_that_every_test_misses_is_found(
    subject: tuple[Builder, JavaTree], sandbox: Sandbox, tmp_path: Path
) -> None:
    result = check(subject, sandbox, {PATH: WRONG}, tmp_path)

    assert (result.status, result.reason) == (Status.FAILED, Reason.BEHAVIOUR_CHANGED)
    assert (result.data["eq_at_dfuzz"], result.data["corr_at_test"]) == (0, 1)
    assert "return" in result.data["tags"]
    (test,) = (tmp_path / "behaviour").glob("*.java")
    assert "org.junit.Test" in test.read_text()


def test_an_extracted_method_differs_in_nothing(
    subject: tuple[Builder, JavaTree], sandbox: Sandbox, tmp_path: Path
) -> None:
    result = check(subject, sandbox, {PATH: EXTRACTED}, tmp_path)

    assert (result.status, result.reason) == (Status.PASSED, None)
    assert result.data["executions"] > 0
    assert (result.data["eq_at_dfuzz"], result.data["corr_at_test"]) == (1, 1)


def test_a_change_of_test_code_is_compared_too(
    subject: tuple[Builder, JavaTree], sandbox: Sandbox, tmp_path: Path
) -> None:
    files = {TEST_PATH: TEST.replace("2 * price", "3 * price")}
    result = check(subject, sandbox, files, tmp_path, editable=frozenset({TEST_PATH}))

    assert result.reason is Reason.BEHAVIOUR_CHANGED
    assert "doubled" in result.data["witness"]["call"]


def test_an_agent_records_what_the_tests_pass_in(subject: tuple[Builder, JavaTree]) -> None:
    captured = subject[0].observe(capture_of(["p.Cart#add(I)V", "p.Cart#total()I"]))

    assert b"p.Cart#add(I)V" in captured
    assert b"p.Cart#total()I" in captured
