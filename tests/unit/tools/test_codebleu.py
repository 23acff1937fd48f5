"""CodeBLEU without data has no value; the result keeps the package's own figure."""

import logging
import subprocess
import sys

import pytest

from verifier.tools.codebleu import codebleu

METHOD = "int f(int a) { int b = a + 1; return b * 2; }"
NO_FLOW = "void f() { g(); }"


def test_equal_texts_score_one() -> None:
    result = codebleu(METHOD, METHOD)

    assert result.score == pytest.approx(1.0)
    assert result.raw == pytest.approx(1.0)


def test_an_empty_prediction_has_no_score_though_the_package_gives_a_quarter() -> None:
    result = codebleu(METHOD, " \n")

    assert (result.score, result.raw) == (None, 0.25)


def test_an_empty_reference_has_no_figure_at_all() -> None:
    assert codebleu("", METHOD).raw is None


def test_a_reference_without_data_flow_is_scored_by_the_other_parts() -> None:
    result = codebleu(NO_FLOW, "void f() { h(); }")

    parts = [result.ngram, result.weighted_ngram, result.syntax]
    assert result.dataflow is None
    assert None not in parts
    assert result.score == pytest.approx(sum(p for p in parts if p is not None) / 3)
    assert result.raw is not None
    assert result.score is not None
    assert result.raw > result.score


def test_a_data_flow_that_matches_nothing_counts_as_nothing() -> None:
    result = codebleu(METHOD, NO_FLOW)

    assert result.dataflow == 0.0
    assert result.raw is not None
    assert result.score == pytest.approx(result.raw - 0.25)


def test_the_root_logger_stays_silent(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    codebleu(NO_FLOW, NO_FLOW)

    assert caplog.records == []


SEED_DEPENDENT = """\
void grammar() {
    Unit unit = parse("record Point(int x, int y) { }");
    %s
    List<Parameter> parameters = decl.getParameters();
    Parameter parameter0 = parameters.get(0);
    assertEquals("x", parameter0.getName());
    Parameter parameter1 = parameters.get(1);
    assertEquals("y", parameter1.getName());
}
"""
"""The package alone gives these two another figure under another hash seed."""


def test_the_figure_does_not_depend_on_the_hash_seed() -> None:
    one = SEED_DEPENDENT % (
        "List<Decl> decls = unit.findAll(Decl.class);\n"
        "    assertEquals(1, decls.size());\n    Decl decl = decls.get(0);"
    )
    other = SEED_DEPENDENT % "assertOne(unit);\n    Decl decl = unit.findAll(Decl.class).get(0);"
    code = (
        "import sys\nfrom verifier.tools.codebleu import codebleu\n"
        "print(codebleu(sys.argv[1], sys.argv[2]))\n"
    )
    figures = {
        subprocess.run(
            [sys.executable, "-c", code, one, other],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }

    assert len(figures) == 1
