"""CodeBLEU compares the refactored methods, extracted and moved ones included."""

import sys

import pytest

from tests.support.answers import MemoryTree, a_case, an_instance, side, with_changes
from verifier.checks.similarity import SimilarityCheck
from verifier.domain.instance import SideSources
from verifier.domain.outcome import CheckResult, Reason, Status

PATH = "A.java"
BASE = "class A {\n    int f(int a) {\n        int b = a + 1;\n        return b * 2;\n    }\n}\n"
METHOD = "int f(int a) {\n        return helper(a) * 2;\n    }"
HELPER = "private int helper(int a) {\n        int b = a + 1;\n        return b;\n    }"
WANTED = "Extract Method:A#f(int)"


def judge_extraction(after: str, wanted: str = WANTED) -> CheckResult:
    instance = an_instance(
        wanted,
        before=side(PATH, "A#f(int)"),
        after=side(PATH, "A#f(int)", partner="A#helper(int)", partner_file=PATH),
        after_sources=SideSources(method=METHOD, partner=HELPER, class_="", file_sha256=""),
    )
    return SimilarityCheck().run(
        a_case(with_changes({PATH: after}), MemoryTree.of({PATH: BASE}), wanted, instance)
    )


def the_class(*members: str) -> str:
    return "class A {\n    " + "\n\n    ".join(members) + "\n}\n"


def test_the_developers_own_methods_score_one_wherever_they_stand() -> None:
    result = judge_extraction(the_class("void other() {\n    }", HELPER, METHOD))

    assert result.status is Status.PASSED
    assert result.data["codebleu"] == pytest.approx(1.0)
    assert result.data["methods"] == ["A#f(int)", "A#helper(int)"]


def test_without_the_package_there_is_no_figure_and_the_check_says_which_python_has_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "codebleu", None)
    result = judge_extraction(the_class(HELPER, METHOD))

    assert (result.status, result.reason) == (Status.NOT_APPLICABLE, Reason.NO_CODEBLEU)
    assert result.data == {}
    assert result.details == "CodeBLEU needs a package that is only for Python 3.11 and 3.12"


def test_a_helper_of_another_name_is_found_through_its_call() -> None:
    result = judge_extraction(
        the_class(
            METHOD.replace("helper", "inc"), HELPER.replace("helper", "inc"), "void x() {\n    }"
        )
    )

    assert result.data["methods"] == ["A#f(int)", "A#inc(int)"]
    assert 0.5 < result.data["codebleu"] < 1.0


def test_a_missing_helper_costs() -> None:
    full, alone = judge_extraction(the_class(METHOD, HELPER)), judge_extraction(the_class(METHOD))

    assert alone.data["methods"] == ["A#f(int)"]
    assert alone.data["codebleu"] < full.data["codebleu"]


def test_a_prediction_without_the_method_has_no_score() -> None:
    result = judge_extraction(the_class("void other() {\n    }"))

    assert result.status is Status.PASSED
    assert (result.data["codebleu"], result.data["methods"]) == (None, [])
    assert result.data["codebleu_raw"] is not None


def test_a_moved_method_is_found_in_its_new_class() -> None:
    wanted = "Move Method:A#f(int)"
    moved = "static int f(int a) {\n        return a;\n    }"
    instance = an_instance(
        wanted,
        before=side(PATH, "A#f(int)"),
        after=side("B.java", "B#f(int)"),
        after_sources=SideSources(method=moved, partner="", class_="", file_sha256=""),
    )
    changed = with_changes({PATH: "class A {\n}\n", "C.java": f"class C {{\n    {moved}\n}}\n"})
    base = MemoryTree.of({PATH: BASE, "C.java": "class C {\n}\n", "B.java": "class B {\n}\n"})
    result = SimilarityCheck().run(a_case(changed, base, wanted, instance))

    assert result.data["methods"] == ["C#f(int)"]
    assert result.data["codebleu"] == pytest.approx(1.0)


def test_without_developers_code_it_does_not_apply() -> None:
    changed, base = with_changes({PATH: "class A {\n}\n"}), MemoryTree.of({PATH: BASE})
    empty = an_instance(WANTED)

    for instance in (None, empty):
        result = SimilarityCheck().run(a_case(changed, base, WANTED, instance))
        assert (result.status, result.reason) == (Status.NOT_APPLICABLE, Reason.NO_REFERENCE)
