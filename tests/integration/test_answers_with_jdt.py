"""Answers in newer Java than the quick reader knows are read by Eclipse JDT."""

import pytest

from tests.support.answers import MemoryTree, texts
from verifier.analysis.pool import AnalysisPool
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import Candidate, Rejection
from verifier.predictions.answer_form import from_answer

SOURCE = """\
class A {
    record P(int x) {
        int f(Object o) {
            return o instanceof P p ? p.x : 0;
        }
    }
}
"""


def answered(
    analysis: AnalysisPool, answer: str, source: str = SOURCE, wanted: str = "A$P#f(Object)"
) -> Candidate | Rejection:
    return from_answer(
        answer,
        wanted=WantedRefactoring.parse(f"Extract Method:{wanted}"),
        base=MemoryTree.of({"A.java": source}),
        analysis=analysis,
        instance=None,
    )


def test_records_and_patterns_are_spliced(analysis: AnalysisPool) -> None:
    answer = (
        "int f(Object o) {\n    return o instanceof P p ? get(p) : 0;\n}\n\n"
        "private int get(P p) {\n    return switch (p) {\n        case P(int x) -> x;\n    };\n}\n"
    )
    text = texts(answered(analysis, answer))["A.java"]

    assert text == (
        "class A {\n    record P(int x) {\n        int f(Object o) {\n"
        "            return o instanceof P p ? get(p) : 0;\n        }\n\n"
        "        private int get(P p) {\n            return switch (p) {\n"
        "                case P(int x) -> x;\n            };\n        }\n    }\n}\n"
    )


def test_a_text_block_keeps_its_value(analysis: AnalysisPool) -> None:
    source = 'class A {\n    String f() {\n        return "";\n    }\n}\n'
    answer = 'String f() {\n    return text();\n}\n\nString text() {\n    return """\n        a\n          b\n        """;\n}\n'
    text = texts(answered(analysis, answer, source, "A#f()"))["A.java"]

    assert '        return """\n            a\n              b\n            """;\n' in text


@pytest.mark.parametrize(
    "answer",
    [
        "class A {\n    int f() {\n        return g();\n    }\n}\n\nint g() {\n    return var();\n}\n",
        "int f() {\n    return g();\n}\n\nint g() {\n    var x = 1;\n    return x;\n}\n",
    ],
    ids=["a method beside the class", "bare methods that Java 25 takes for a program"],
)
def test_what_stands_beside_a_class_is_not_lost(analysis: AnalysisPool, answer: str) -> None:
    source = "class A {\n    int f() {\n        return 1;\n    }\n}\n"
    text = texts(answered(analysis, answer, source, "A#f()"))["A.java"]

    assert "return g();" in text
    assert "int g() {" in text


def test_code_with_syntax_errors_is_not_taken(analysis: AnalysisPool) -> None:
    assert isinstance(answered(analysis, "int f(Object o) { return switch; }"), Rejection)


def test_a_unicode_escape_above_moves_nothing(analysis: AnalysisPool) -> None:
    source = (
        'class A {\n    String s = "v\\u00e9s";\n\n    int f() {\n        return 1;\n    }\n\n'
        "    int g() {\n        return 2;\n    }\n}\n"
    )
    answer = "int f() {\n    return one();\n}\n\nint one() {\n    return 1;\n}\n"
    text = texts(answered(analysis, answer, source, "A#f()"))["A.java"]

    assert text == (
        'class A {\n    String s = "v\\u00e9s";\n\n    int f() {\n        return one();\n    }\n\n'
        "    int one() {\n        return 1;\n    }\n\n    int g() {\n        return 2;\n    }\n}\n"
    )
