"""The gate is right on one pull request of each kind that the benchmark makes of bistro."""

from pathlib import Path

import pytest

from bench.gates_accuracy import MANIFEST, GateAnswer, judge, report, sample
from bench.gates_pull_requests import (
    IMPURE,
    PURE,
    Maker,
    extract,
    mutate,
    of_bistro,
    rename_private,
)
from verifier.console import Console
from verifier.datasets.build import build
from verifier.domain.gate import Level
from verifier.tools.maven_central import ArtefactCache, MavenClient

BODY = """        int sum = a;
        sum += b;
        sum *= 31;
        return sum;
"""
CODE = f"class A {{\n    public int hashed(int a, int b) {{\n{BODY}    }}\n}}\n"


def test_one_of_each_kind_is_judged_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    cache = ArtefactCache(folder=tmp_path / "artefacts", source=MavenClient())
    origin = build("bistro", tmp_path / "bistro", cache).folder
    made = list(sample(of_bistro(Maker("bistro", origin, tmp_path / "work"), MANIFEST), 100))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))  # no library lies there
    answers = list(judge(made, Level.STATIC, Console(quiet=True)))

    assert {(a.kind, a.truth): a.behaviour for a in answers} == {
        ("one step", PURE): "proved",
        # Tests use JUnit, which no source declares: a proof needs its jar.
        ("only tests", PURE): "open",
        ("several, squashed", PURE): "proved",
        ("several, commit by commit", PURE): "proved",
        ("with documentation", PURE): "proved",
        ("impure and reverted", PURE): "nothing to check",
        ("impure step, suite green", IMPURE): "open",
        ("mixed with a fix, squashed", IMPURE): "open",
        ("mixed with a fix, two commits", IMPURE): "open",
        ("new code mutated", IMPURE): "open",
    }


def test_what_is_made_of_a_library_is_what_it_says() -> None:
    inside = CODE.replace(BODY, "        return hashedInOrder(a, b);\n")
    helper = f"\n    private int hashedInOrder(int a, int b) {{\n{BODY}    }}\n"
    assert extract(CODE) == inside.removesuffix("}\n") + helper + "}\n"

    private = (
        "class A {\n    private int value() {\n        return 1;\n    }\n    int x = value();\n}\n"
    )
    assert rename_private(private)(private) == private.replace("value(", "valueInOrder(")
    assert rename_private(private + "value")(private) is None
    assert mutate("// a + b\nint x = a + b;\n") == "// a + b\nint x = a - b;\n"
    assert mutate("int x = a;\n") is None


def test_a_report_names_what_was_answered_wrong_and_how_sure_its_shares_are() -> None:
    answer = GateAnswer(
        source="s", kind="k", truth=IMPURE, name="n", base="1" * 40, head="2" * 40, level="static",
        behaviour="proved", refactoring="only", said="purity", seconds=1.0,
    )  # fmt: skip
    text = report([answer])

    assert "1 of 1 (20.7 to 100.0 %)" in text
    assert "FALSE PROVED: s, k, n (1111111111..2222222222): purity" in text
    assert "0 of 0" in text
