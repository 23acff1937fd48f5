"""Reference predictions: the whole commit, its refactoring alone, and nothing."""

import json
from pathlib import Path

import pytest

from tests.support.answers import MemoryTree, QuickAnalysis, an_instance, side
from verifier.cli.main import main
from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.java_text.quick_reader import JavaReader
from verifier.predictions.golden import (
    empty_prediction,
    golden_commit,
    golden_refactoring,
)
from verifier.tools.records import from_json, to_json

A, B = "src/p/A.java", "src/q/B.java"
BEFORE = """\
package p;

class A {
    int f(int a) {
        int b = a + 1;
        return b * 2;
    }

    int unrelated() {
        return 0;
    }
}
"""
AFTER = """\
package p;

import java.util.Objects;

class A {
    static final int STEP = 1;

    int f(int a) {
        return helper(a) * 2;
    }

    int helper(int a) {
        return Objects.hash(a) + STEP;
    }

    int unrelated() {
        return 42;
    }

    int alsoNew() {
        return 0;
    }
}
"""


def made(
    instance: Instance, before: dict[str, str | bytes], after: dict[str, str | bytes]
) -> dict[str, str | None]:
    prediction = golden_refactoring(
        instance,
        MemoryTree.of(before),
        MemoryTree.of(after),
        JavaReader(analysis=QuickAnalysis()),
    )
    assert prediction.files is not None
    return dict(prediction.files)


def test_the_refactoring_alone_leaves_the_rest_of_the_commit_out() -> None:
    instance = an_instance(
        "Extract Method:p.A#f(int)",
        before=side(A, "p.A#f(int)"),
        after=side(A, "p.A#f(int)", partner="p.A#helper(int)", partner_file=A),
    )
    text = made(instance, {A: BEFORE}, {A: AFTER})[A]

    assert text is not None
    assert "return helper(a) * 2;" in text
    assert "int helper(int a) {" in text
    assert "static final int STEP = 1;" in text
    assert "import java.util.Objects;" in text
    assert "return 0;" in text
    assert "alsoNew" not in text


def test_a_changed_signature_takes_the_old_methods_place() -> None:
    instance = an_instance(
        "Extract Method:p.A#f(int)",
        before=side(A, "p.A#f(int)"),
        after=side(A, "p.A#f(long)", partner="p.A#helper(int)", partner_file=A),
    )
    text = made(instance, {A: BEFORE}, {A: AFTER.replace("f(int a)", "f(long a)")})[A]

    assert text is not None
    assert "f(long a)" in text
    assert "f(int a)" not in text


def test_a_move_brings_the_callers_along() -> None:
    before = {
        A: "package p;\npublic class A {\n    static int f() {\n        return 1;\n    }\n"
        "    int g() {\n        return f();\n    }\n}\n",
        B: "package q;\npublic class B {\n}\n",
    }
    after = {
        A: "package p;\nimport q.B;\npublic class A {\n    int g() {\n        return B.f();\n    }\n}\n",
        B: "package q;\npublic class B {\n    public static int f() {\n        return 1;\n    }\n}\n",
    }
    instance = an_instance(
        "Move Method:p.A#f()",
        before=side(A, "p.A#f()"),
        after=side(B, "q.B#f()"),
        patch=f"diff --git a/{A} b/{A}\n",
    )
    files = made(instance, before, after)

    assert "public static int f() {" in (files[B] or "")
    assert "return B.f();" in (files[A] or "")
    assert "static int f()" not in (files[A] or "")
    assert "import q.B;" in (files[A] or "")


def test_a_nested_class_that_the_move_creates_comes_along() -> None:
    before = "class A {\n    int f() {\n        return 1;\n    }\n}\n"
    after = (
        "class A {\n    static class Inner {\n        int f() {\n            return 1;\n        }\n"
        "    }\n}\n"
    )
    instance = an_instance(
        "Move Method:A#f()", before=side("A.java", "A#f()"), after=side("A.java", "A.Inner#f()")
    )
    text = made(instance, {"A.java": before}, {"A.java": after})["A.java"] or ""

    assert "static class Inner {\n        int f() {" in text
    assert text.count("int f()") == 1


def test_an_inlined_method_goes_if_the_developers_removed_it() -> None:
    before = (
        "class A {\n    void f() {\n        g();\n    }\n\n    void g() {\n        h();\n    }\n}\n"
    )
    after = "class A {\n    void f() {\n        h();\n    }\n}\n"
    instance = an_instance(
        "Inline Method:A#g()",
        before=side("A.java", "A#g()", partner="A#f()"),
        after=side("A.java", "A#f()"),
    )

    assert made(instance, {"A.java": before}, {"A.java": after}) == {"A.java": after}


def test_a_file_that_is_no_utf8_is_written_so_that_json_can_carry_it() -> None:
    instance = an_instance(
        "Extract Method:p.A#f(int)",
        before=side(A, "p.A#f(int)"),
        after=side(A, "p.A#f(int)", partner="p.A#helper(int)", partner_file=A),
    )
    latin = [
        text.replace("class A", "/* \u00e4 */ class A").encode("latin-1")
        for text in (BEFORE, AFTER)
    ]
    files = made(instance, {A: latin[0]}, {A: latin[1]})
    record = to_json(Prediction(instance_id="i", model_name_or_path="m", files=files))

    assert "/* \\u00e4 */ class A" in (files[A] or "")
    assert from_json(Prediction, record).files == files


def test_the_whole_commit_is_the_instances_patch() -> None:
    instance = an_instance("Extract Method:A#f()", patch="--- a/A\n")

    assert golden_commit(instance).model_patch == "--- a/A\n"
    assert empty_prediction(instance).model_patch == ""


@pytest.mark.parametrize(
    ("words", "model", "patch"),
    [(["golden", "--form", "commit"], "golden", "P\n"), (["empty"], "empty", "")],
)
def test_the_command_writes_a_line_for_each_instance(
    tmp_path: Path, words: list[str], model: str, patch: str
) -> None:
    instances, output = tmp_path / "i.jsonl", tmp_path / "o.jsonl"
    instances.write_text(to_json(an_instance("Extract Method:A#f()", patch="P\n")) + "\n")

    assert main(["predictions", *words, str(instances), "-o", str(output)]) == 0
    (line,) = output.read_text().splitlines()
    record = json.loads(line)
    assert (record["instance_id"], record["model_name_or_path"]) == ("i1", model)
    assert record["model_patch"] == patch


def test_the_refactoring_form_without_a_repository_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    instances = tmp_path / "i.jsonl"
    instances.write_text("")
    words = ["predictions", "golden", str(instances), "--form", "refactoring", "-o", "o.jsonl"]

    assert main(words) == 2
    assert "--repo" in capsys.readouterr().err
