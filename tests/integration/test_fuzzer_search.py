"""What the search finds that chance alone would not, and what it does not take for a difference."""

from pathlib import Path

import pytest

from tests.support.fuzzed import fuzz_members
from tests.support.warm_java import javac
from verifier.fuzzing.engine import FuzzingEngine
from verifier.fuzzing.request import Campaign, FuzzingBudget, Versions
from verifier.sandbox.local import LocalSandbox
from verifier.tools.jdk import Jdk

pytestmark = [pytest.mark.slow]


def test_a_text_is_built_up_from_what_the_code_compares_its_parts_with(
    tmp_path: Path, jdk: Jdk
) -> None:
    shape = "s.length() == 9 && s.charAt(2) == '_' && s.charAt(5) == '%' && s.endsWith(\"ix\")"
    old = f"public int f(String s) {{ if ({shape}) return 1; return 0; }}"
    new = f"public int f(String s) {{ if ({shape}) return 2; return 0; }}"

    found = fuzz_members(old, new, tmp_path, jdk, executions=2000, emit=False)

    assert found["tags"] == ["return"]


def test_an_array_gets_as_long_as_the_code_reaches(tmp_path: Path, jdk: Jdk) -> None:
    old = "public int f(int[] a) { return a[37] == 4711 ? 1 : a[40]; }"
    new = "public int f(int[] a) { return a[37] == 4711 ? 2 : a[40]; }"

    found = fuzz_members(old, new, tmp_path, jdk, executions=2000, emit=False)

    assert found["tags"] == ["return"]


def test_an_input_that_was_built_up_is_made_simple_again(tmp_path: Path, jdk: Jdk) -> None:
    old = 'public int f(String s) { return s.contains("[::]") ? 1 : 0; }'
    new = 'public int f(String s) { return s.contains("[::]") ? 2 : 0; }'

    found = fuzz_members(old, new, tmp_path, jdk, executions=2000, emit=False)

    assert found["witnesses"][0]["call"].endswith('.f("[::]")')


def test_a_loop_that_comes_back_to_its_state_is_a_difference(tmp_path: Path, jdk: Jdk) -> None:
    old = "public int f(int n) { int c = 0; while (n != 0) { n &= n - 1; c++; } return c; }"
    new = "public int f(int n) { int c = 0; while (n != 0) { n ^= n - 1; c++; } return c; }"

    found = fuzz_members(old, new, tmp_path, jdk, executions=200, emit=False)

    assert found["verdict"] == "NON_EQUIVALENT"
    assert found["tags"] == ["resource"]
    assert found["witnesses"][0]["new"] == "did not end in time"


def test_a_loop_that_only_takes_long_is_no_difference(tmp_path: Path, jdk: Jdk) -> None:
    old = "public long f(int n) { long m = n & 0x7fffffff; return m; }"
    new = "public long f(int n) { long c = 0; for (int i = n & 0x7fffffff; i > 0; i--) c++; return c; }"

    found = fuzz_members(old, new, tmp_path, jdk, executions=200, emit=False)

    assert found["verdict"] == "EQUIVALENT_UP_TO"


def test_a_loop_whose_callee_counts_is_not_taken_for_endless(tmp_path: Path, jdk: Jdk) -> None:
    again = "int left; boolean more() { return left-- > 0; }"
    old = f"{again} public int f(int n) {{ left = n & 0xfffff; return 7; }}"
    new = f"{again} public int f(int n) {{ left = n & 0xfffff; while (more()) {{ }} left = n & 0xfffff; return 7; }}"

    found = fuzz_members(old, new, tmp_path, jdk, executions=200, emit=False)

    assert found["verdict"] == "EQUIVALENT_UP_TO"


def test_where_a_stack_trace_points_is_no_difference(tmp_path: Path, jdk: Jdk) -> None:
    caught = "catch (RuntimeException e) { e.printStackTrace(); return -1; }"
    old = f"public int f(int n) {{ try {{ return 9 / n; }} {caught} }}"
    new = (
        "private int divided(int n) { return 9 / n; }\n\n"
        f"public int f(int n) {{\n try {{ return divided(n); }} {caught} }}"
    )

    found = fuzz_members(old, new, tmp_path, jdk, executions=200, emit=False)

    assert found["verdict"] == "EQUIVALENT_UP_TO"


def test_that_a_stack_trace_is_no_longer_printed_is_a_difference(tmp_path: Path, jdk: Jdk) -> None:
    old = "public int f(int n) { try { return 9 / n; } catch (RuntimeException e) { e.printStackTrace(); return -1; } }"
    new = "public int f(int n) { try { return 9 / n; } catch (RuntimeException e) { return -1; } }"

    found = fuzz_members(old, new, tmp_path, jdk, executions=200)

    assert found["tags"] == ["output"]
    assert "printed(errors)" in found["witnesses"][0]["test"]


def test_what_a_killed_campaign_left_is_gone_after_the_next(tmp_path: Path, jdk: Jdk) -> None:
    left = tmp_path / "out" / ".refverify-fuzz" / "worker1"
    left.mkdir(parents=True)
    (left / "journal.jsonl").write_text("{}", encoding="utf-8")

    fuzz_members(
        "public int f() { return 1; }", "public int f() { return 1 + 0 * calls; }", tmp_path, jdk
    )

    assert [each.name for each in (tmp_path / "out").iterdir()] == ["result.json"]


HASHED = "public int f(String s) {{ return s.hashCode() == -1449081582 ? {what} : 0; }}"


@pytest.mark.parametrize(
    ("with_tests", "verdict"), [(True, "NON_EQUIVALENT"), (False, "EQUIVALENT_UP_TO")]
)
def test_what_only_the_project_s_tests_know_is_tried(
    tmp_path: Path, jdk: Jdk, with_tests: bool, verdict: str
) -> None:
    # "xyzzy plugh" has this hash code, which no comparison with a number leads back to.
    test = 'class SubjectTest { int of(Subject s) { return s.f("xyzzy plugh"); } }'
    compiled = {
        "old": {"Subject": f"public class Subject {{ {HASHED.format(what=1)} }}"},
        "new": {"Subject": f"public class Subject {{ {HASHED.format(what=2)} }}"},
        "tests": {"SubjectTest": test},
    }
    for folder, sources in compiled.items():
        for name, text in sources.items():
            source = tmp_path / folder / f"{name}.java"
            source.parent.mkdir()
            source.write_text(text, encoding="utf-8")
            javac(jdk, "-cp", tmp_path / "old", "-d", source.parent, source)
    tests = tmp_path / "tests"
    versions = Versions(
        old=tmp_path / "old",
        new=tmp_path / "new",
        class_path=(tests,),
        tests=(tests,) if with_tests else (),
    )
    with LocalSandbox() as sandbox:
        found = FuzzingEngine(sandbox).run(
            Campaign(versions=versions, jdk=jdk, budget=FuzzingBudget(executions=2_000), test=False)
        )

    assert found.verdict == verdict


def test_a_new_version_that_waits_for_ever_ends_with_a_note(tmp_path: Path, jdk: Jdk) -> None:
    new = (
        "public int f(int n) { if (n > 0) new java.util.concurrent.Semaphore(0)"
        ".acquireUninterruptibly(); return n; }"
    )

    found = fuzz_members("public int f(int n) { return n; }", new, tmp_path, jdk, emit=False)

    assert "POSSIBLE_NONTERMINATION" in found["notes"]


@pytest.mark.parametrize(
    ("made", "verdict"),
    [
        pytest.param(
            "public Comparator<String> f() { return new Comparator<String>() {"
            " public int compare(String a, String b) { return CALL; } }; }",
            "UNREACHED",
            id="an object of an anonymous class is handed out, and no input calls it",
        ),
        pytest.param(
            "public int f(String a) { return a == null ? 0 : g(a, null); }"
            " private int g(String a, String b) { return b == null ? 1 : CALL; }",
            "EQUIVALENT_UP_TO",
            id="what a private method does is for its callers to show",
        ),
    ],
)
def test_a_hidden_difference_is_no_equivalence_without_doubt(
    tmp_path: Path, jdk: Jdk, made: str, verdict: str
) -> None:
    made = made.replace("Comparator", "java.util.Comparator")
    old, new = (made.replace("CALL", call) for call in ("a.compareTo(b)", "b.compareTo(a)"))

    found = fuzz_members(old, new, tmp_path, jdk, executions=400, emit=False)

    assert found["verdict"] == verdict
    assert found["sensitivity"] is None
    assert "differs" in found["reason"]
