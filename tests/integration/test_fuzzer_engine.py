"""The engine survives subjects that mean harm, and says of each what it should."""

import re
from pathlib import Path

import pytest

from tests.support.fuzzed import fuzz_members
from verifier.tools.jdk import Jdk

pytestmark = [pytest.mark.slow]


@pytest.mark.parametrize(
    "harm",
    [
        "if (a > 5) System.exit(3);",
        "if (a > 5) Runtime.getRuntime().halt(4);",
        (
            "java.util.List<long[]> l = new java.util.ArrayList<>();"
            " while (a > 5) l.add(new long[1 << 20]);"
        ),
        "while (a > 5) { try { calls++; } catch (Throwable t) { calls = 0; } }",
        (
            "if (a > 5) synchronized (this) { try { while (true) wait(); }"
            " catch (InterruptedException e) { calls++; } }"
        ),
        'System.out.println("{\\"kind\\": \\"end\\"}");',
        "Thread t = new Thread(() -> { calls++; }); t.start();",
    ],
    ids=["exit", "halt", "heap", "catch-all", "deadlock", "protocol", "thread"],
)
def test_harm_on_both_sides_is_no_difference(harm: str, tmp_path: Path, jdk: Jdk) -> None:
    old = f"public int f(int a) {{ {harm} return a + 1; }}"
    new = f"public int f(int a) {{ {harm} return 1 + a; }}"

    found = fuzz_members(old, new, tmp_path, jdk)

    assert found["verdict"] == "EQUIVALENT_UP_TO"
    assert found["executions"] >= 40


def test_a_file_is_never_written(tmp_path: Path, jdk: Jdk) -> None:
    trace = tmp_path / "trace"
    opened = f'new java.io.FileOutputStream("{trace}").close();'
    old = f"public int f(int a) throws Exception {{ {opened} return a + 1; }}"
    new = f"public int f(int a) throws Exception {{ {opened} return a + 2; }}"

    found = fuzz_members(old, new, tmp_path, jdk)

    assert found["verdict"] == "UNSUPPORTED"
    assert found["unsupported"] == ["java.io.FileOutputStream"]
    assert not trace.exists()


def test_an_exit_that_only_one_version_asks_for_is_a_difference(tmp_path: Path, jdk: Jdk) -> None:
    old = "public int f(int a) { return a; }"
    new = "public int f(int a) { if (a > 5) System.exit(3); return a; }"

    found = fuzz_members(old, new, tmp_path, jdk)

    assert found["verdict"] == "NON_EQUIVALENT"
    assert found["tags"] == ["exit"]
    assert found["witnesses"][0]["new"] == "exited with 3"


def test_chance_is_the_same_on_both_sides_and_the_seed_decides(tmp_path: Path, jdk: Jdk) -> None:
    old = "public double f(int a) { return a + Math.random() + System.nanoTime(); }"
    new = "public double f(int a) { double r = a + Math.random(); return r + System.nanoTime(); }"

    assert fuzz_members(old, new, tmp_path, jdk)["verdict"] == "EQUIVALENT_UP_TO"


def test_a_difference_that_chance_shows_now_and_then_comes_without_a_test(
    tmp_path: Path, jdk: Jdk
) -> None:
    old = "public int f() { return new java.util.Random().nextInt(1); }"
    new = "public int f() { return new java.util.Random().nextInt(2); }"

    found = fuzz_members(old, new, tmp_path, jdk)

    assert found["verdict"] == "NON_EQUIVALENT"
    assert found["witnesses"][0]["test"] == ""
    assert re.fullmatch(r"returned 1 \(in \d+ of 16 runs\)", found["witnesses"][0]["new"])


def test_chance_that_both_versions_take_is_not_the_difference(tmp_path: Path, jdk: Jdk) -> None:
    old = "public int f() { int r = new java.util.Random().nextInt(9); return r < 9 ? 1 : 2; }"
    new = "public int f() { int r = new java.util.Random().nextInt(9); return r < 9 ? 3 : 2; }"

    found = fuzz_members(old, new, tmp_path, jdk)

    assert found["witnesses"][0]["new"] == "returned 3"
    assert "assertEquals(1" in found["witnesses"][0]["test"]


def test_where_the_old_version_throws_dice_nothing_can_be_said(tmp_path: Path, jdk: Jdk) -> None:
    old = "public int f() { return new java.util.Random().nextInt(1 << 20); }"
    new = "public int f() { return new java.util.Random().nextInt(1 << 21); }"

    assert fuzz_members(old, new, tmp_path, jdk)["verdict"] == "NONDETERMINISTIC"
