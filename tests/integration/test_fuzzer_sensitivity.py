"""How many mutants the inputs of a search notice, and what is said of those that they do not."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.fuzzed import fuzz_members
from tests.support.warm_java import fuzz, javac
from verifier.tools.jdk import Jdk

pytestmark = [pytest.mark.slow]


def measure_mutants(source: str, place: Path, jdk: Jdk, **changed: int) -> Mapping[str, Any]:
    """The result record of a campaign on mutants of all methods of `class Subject`."""
    file = place / "classes" / "Subject.java"
    file.parent.mkdir()
    file.write_text(source, encoding="utf-8")
    javac(jdk, "-g", "-nowarn", file)
    folders: list[str | Path] = ["--old", file.parent, "--new", file.parent, "--out", place / "out"]
    usual = {"executions": 300, "seconds": 60, "mutants": 30}
    budget = [word for name, n in (usual | changed).items() for word in (f"--{name}", str(n))]
    fuzz(jdk, *folders, *budget, "--no-test")
    found: Mapping[str, Any] = json.loads((place / "out" / "result.json").read_text())
    return found


def test_a_survivor_is_named_with_its_line_and_whether_that_ran(tmp_path: Path, jdk: Jdk) -> None:
    body = """
      public int f(int n) {
        if (%s) {
          return 1;
        }
        return System.getProperty("no.such.property") == null ? n : n + 2;
      }"""

    found = fuzz_members(
        body % "n == 7", body % "7 == n", tmp_path, jdk, executions=300, emit=False
    )

    assert found["verdict"] == "EQUIVALENT_UP_TO"
    assert found["sensitivity"]["survivors"] == []
    assert found["sensitivity"]["killed"] == found["sensitivity"]["mutants"] > 0


def test_mutants_of_lines_that_never_run_survive_and_say_so(tmp_path: Path, jdk: Jdk) -> None:
    found = measure_mutants(
        """public class Subject {
  public static int f(int n) {
    if (System.getProperty("no.such.property") != null) {
      n = n + 40000;
    }
    return n;
  }
}""",
        tmp_path,
        jdk,
    )
    survivors = found["sensitivity"]["survivors"]

    assert {"mutant": "Subject.java:4 in f: + became -", "ran": False} in survivors
    assert all(survivor["ran"] is (":4 " not in survivor["mutant"]) for survivor in survivors)
    assert found["sensitivity"]["mutants"] - found["sensitivity"]["killed"] == len(survivors)


def test_a_mutant_that_only_words_an_exception_otherwise_counts_as_none(
    tmp_path: Path, jdk: Jdk
) -> None:
    found = measure_mutants(
        """public class Subject {
  public static void f(Object o) {
    java.util.Objects.requireNonNull(o, "o");
  }
}""",
        tmp_path,
        jdk,
    )

    assert found["sensitivity"]["messages_only"] == 1
    assert found["sensitivity"]["mutants"] == found["sensitivity"]["killed"] == 1


def test_the_last_of_many_methods_has_inputs_for_its_mutants(tmp_path: Path, jdk: Jdk) -> None:
    methods = "".join(
        f"  public static int f{i:02}(int n) {{ return n * {i + 2}; }}\n" for i in range(40)
    )
    found = measure_mutants(
        f"public class Subject {{\n{methods}}}", tmp_path, jdk, executions=12_000, mutants=500
    )

    assert found["sensitivity"]["mutants"] >= 160
    assert found["sensitivity"]["killed"] == found["sensitivity"]["mutants"]


def test_a_mutant_that_ends_the_process_is_noticed_and_the_others_are_tried(
    tmp_path: Path, jdk: Jdk
) -> None:
    found = measure_mutants(
        """public class Subject {
  public static int f(int n) {
    StringBuilder text = new StringBuilder();
    if ((n & 7) > 8) {
      while (true) {
        java.util.Arrays.fill(new byte[1], (byte) 1);
        new java.math.BigInteger("7").pow(2000000).toString();
      }
    }
    return n + 1;
  }
}""",
        tmp_path,
        jdk,
        seconds=400,
    )

    assert found["verdict"] == "EQUIVALENT_UP_TO"
    assert found["sensitivity"]["unmeasured"] == 0
    assert any("+ became -" not in s["mutant"] for s in found["sensitivity"]["survivors"])


def test_time_for_mutants_is_kept_where_the_search_would_need_all(tmp_path: Path, jdk: Jdk) -> None:
    found = measure_mutants(
        """public class Subject {
  public static int f(int n) {
    int sum = 0;
    for (int i = 0; i < 40000; i++) {
      sum += i ^ n;
    }
    return sum;
  }
}""",
        tmp_path,
        jdk,
        executions=100_000_000,
        seconds=8,
    )

    assert found["sensitivity"]["mutants"] > 0
