"""Answers in newer Java than the quick reader knows are read by Eclipse JDT."""

import pytest

from tests.support.answers import MemoryTree, no_diff, texts
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


def resolve_answer(
    analysis: AnalysisPool, answer: str, source: str = SOURCE, wanted: str = "A$P#f(Object)"
) -> Candidate | Rejection:
    return from_answer(
        answer,
        wanted=WantedRefactoring.parse(f"Extract Method:{wanted}"),
        base=MemoryTree.of({"A.java": source}),
        analysis=analysis,
        instance=None,
        apply=no_diff,
    )


def test_records_and_patterns_are_spliced(analysis: AnalysisPool) -> None:
    answer = (
        "int f(Object o) {\n    return o instanceof P p ? get(p) : 0;\n}\n\n"
        "private int get(P p) {\n    return switch (p) {\n        case P(int x) -> x;\n    };\n}\n"
    )
    text = texts(resolve_answer(analysis, answer))["A.java"]

    assert text == (
        "class A {\n    record P(int x) {\n        int f(Object o) {\n"
        "            return o instanceof P p ? get(p) : 0;\n        }\n\n"
        "        private int get(P p) {\n            return switch (p) {\n"
        "                case P(int x) -> x;\n            };\n        }\n    }\n}\n"
    )


def test_a_text_block_keeps_its_value(analysis: AnalysisPool) -> None:
    source = 'class A {\n    String f() {\n        return "";\n    }\n}\n'
    answer = 'String f() {\n    return text();\n}\n\nString text() {\n    return """\n        a\n          b\n        """;\n}\n'
    text = texts(resolve_answer(analysis, answer, source, "A#f()"))["A.java"]

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
    text = texts(resolve_answer(analysis, answer, source, "A#f()"))["A.java"]

    assert "return g();" in text
    assert "int g() {" in text


def test_code_with_syntax_errors_is_not_taken(analysis: AnalysisPool) -> None:
    assert isinstance(resolve_answer(analysis, "int f(Object o) { return switch; }"), Rejection)


def test_a_unicode_escape_above_moves_nothing(analysis: AnalysisPool) -> None:
    source = (
        'class A {\n    String s = "v\\u00e9s";\n\n    int f() {\n        return 1;\n    }\n\n'
        "    int g() {\n        return 2;\n    }\n}\n"
    )
    answer = "int f() {\n    return one();\n}\n\nint one() {\n    return 1;\n}\n"
    text = texts(resolve_answer(analysis, answer, source, "A#f()"))["A.java"]

    assert text == (
        'class A {\n    String s = "v\\u00e9s";\n\n    int f() {\n        return one();\n    }\n\n'
        "    int one() {\n        return 1;\n    }\n\n    int g() {\n        return 2;\n    }\n}\n"
    )


METHODS = "int f() {\n    return g(Mode.ONE);\n}\n\nprivate int g(Mode m) {\n    return 1;\n}\n"
PLAIN = "class A {\n    int f() {\n        return 1;\n    }\n}\n"
SPLICED = (
    "class A {\n    int f() {\n        return g(Mode.ONE);\n    }\n\n"
    "    private int g(Mode m) {\n        return 1;\n    }\n\n"
)


@pytest.mark.parametrize(
    "beside",
    [
        "enum Mode { ONE, TWO }",
        "private enum Mode { ONE, TWO }",
        "record Mode(int x) { static final Mode ONE = null; }",
        "interface Mode { Mode ONE = null; }",
        "/** Says. */\n    private static final class Mode { static final Mode ONE = null; }",
    ],
)
def test_a_type_beside_bare_members_is_a_member(analysis: AnalysisPool, beside: str) -> None:
    answer = f"```java\n{METHODS}\n{beside.replace(chr(10) + '    ', chr(10))}\n```"
    text = texts(resolve_answer(analysis, answer, PLAIN, "A#f()"))["A.java"]

    assert text == f"{SPLICED}    {beside}\n}}\n"


def test_constants_fields_and_imports_beside_them_come_along_too(analysis: AnalysisPool) -> None:
    answer = (
        "import java.util.BitSet;\n\nprivate static final int ONE = 1;\n\n"
        + METHODS.replace("Mode.ONE", "new Mode()")
        + "\nprivate BitSet bits;\n\nstatic class Mode { }\n"
    )
    text = texts(resolve_answer(analysis, answer, PLAIN, "A#f()"))["A.java"]

    assert text.startswith("import java.util.BitSet;\n\nclass A {\n")
    for line in (
        "private static final int ONE = 1;",
        "private BitSet bits;",
        "static class Mode { }",
    ):
        assert text.count(f"    {line}\n") == 1


@pytest.mark.parametrize(
    ("answer", "constants"),
    [
        (METHODS + "enum Mode { ONE, TWO; int k; }\n", "TWO, ONE;\n\n        int k;"),
        ("class N {\n" + METHODS + "}\nenum Mode { ONE, TWO { } }\n", "TWO { }, ONE"),
        ("class N {\n" + METHODS + "enum Mode { ONE, TWO }\n}\n", "TWO, ONE"),
        (f"class A {{ class N {{\n{METHODS}enum Mode {{ ONE, TWO }}\n}} }}", "TWO, ONE"),
    ],
    ids=["beside members", "beside its class", "in the inner class", "a class too deep"],
)
def test_a_type_that_stands_around_the_class_already_is_merged_there(
    analysis: AnalysisPool, answer: str, constants: str
) -> None:
    inner = "    static class N {\n        int f() {\n            return 1;\n        }\n    }\n"
    source = "class A {\n    enum Mode {\n        TWO\n    }\n\n" + inner + "}\n"
    text = texts(resolve_answer(analysis, answer, source, "A$N#f()"))["A.java"]

    assert text.count("enum Mode") == 1
    assert "        private int g(Mode m) {\n" in text
    assert text.startswith(f"class A {{\n    enum Mode {{\n        {constants}\n    }}\n")


def test_a_type_of_a_stranger_class_does_not_keep_a_new_one_out(analysis: AnalysisPool) -> None:
    source = PLAIN + "\nclass B {\n    enum Mode { TWO }\n}\n"
    text = texts(resolve_answer(analysis, METHODS + "enum Mode { ONE }\n", source, "A#f()"))[
        "A.java"
    ]

    assert (
        text == f"{SPLICED}    enum Mode {{ ONE }}\n}}\n\nclass B {{\n    enum Mode {{ TWO }}\n}}\n"
    )


@pytest.mark.parametrize(
    ("beside", "end"),
    [
        ("enum Mode { ONE, TWO }", "}\n\nenum Mode { ONE, TWO }\n"),
        ("private enum Mode { ONE, TWO }", "\n    private enum Mode { ONE, TWO }\n}\n"),
    ],
)
@pytest.mark.parametrize("name", ["A", "MadeUp"])
def test_a_type_beside_a_class_is_never_taken_for_the_class(
    analysis: AnalysisPool, name: str, beside: str, end: str
) -> None:
    answer = f"{beside}\n\nclass {name} {{\n{METHODS}}}\n"
    text = texts(resolve_answer(analysis, answer, PLAIN, "A#f()"))["A.java"]

    assert text.startswith(SPLICED.rstrip())
    assert text.endswith(end)


@pytest.mark.parametrize(
    ("enum", "spliced"),
    [
        ("enum A { TWO }", "enum A { TWO, ONE; int f() { return 2; } int g() { return 3; } }"),
        ("enum A { TWO, }", "enum A { TWO, ONE,; int f() { return 2; } int g() { return 3; } }"),
        (
            "enum A { TWO /* ; */; }",
            "enum A { TWO, ONE /* ; */; int f() { return 2; } int g() { return 3; } }",
        ),
    ],
)
def test_new_constants_of_an_enum_stand_before_its_methods(
    analysis: AnalysisPool, enum: str, spliced: str
) -> None:
    answer = "enum A {\nONE, TWO;\nint f() { return 2; }\nint g() { return 3; }\n}\n"
    text = texts(resolve_answer(analysis, answer, enum + "\n", "A#f()"))["A.java"]

    assert " ".join(text.split()) == spliced


def test_a_class_of_another_name_with_a_method_beside_it_is_still_the_class(
    analysis: AnalysisPool,
) -> None:
    f, g = METHODS.split("\n\n")
    answer = f"class MadeUp {{\n{f}\n}}\n\n{g}\nenum Mode {{ ONE, TWO }}\n"
    text = texts(resolve_answer(analysis, answer, PLAIN, "A#f()"))["A.java"]

    assert text == f"{SPLICED}    enum Mode {{ ONE, TWO }}\n}}\n"


MENU = """class A {
    String f(Object dish, int tables) {
        String text = \"\"\"
@
            \"\"\";
        int covers = 0;
        for (int i = 0; i < tables; i++) {
            covers += i * 2;
        }
        return text.formatted(dish) + covers;
    }
}
"""
LOOP = MENU.partition("int covers = 0;\n")[2].partition("        return")[0]
CALLING = """\
    String f(Object dish, int tables) {
        String text = \"\"\"
@
            \"\"\";
        int covers = covers(tables);
        return text.formatted(dish) + covers;
    }

    private int covers(int tables) {
        int covers = 0;
LOOP        return covers;
    }
""".replace("LOOP", LOOP)
IN_BLOCKS = [
    "            ```\n            %s\n            ```",
    "```\n%s\n```",
    "            ```java\n            void f() { }\n            ```",
    "            ~~~\n            %s\n            ~~~",
    "            #####\n            %s\n            #####",
    "##########################\n%s\n##########################",
    "        ```\n    %s##########\n            ```",
    "            /* ```\n            ``` */",
    '            ```\n\n            ```java\n            \\"""',
]


@pytest.mark.parametrize("inside", IN_BLOCKS)
@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("```java\n", "```\n"),
        ("````java\n", "````\n"),
        ("~~~\n", "~~~\n"),
        ("##########################\n", "##########################\n"),
        ("Isn't it so?\n\n```java\n", '```\n\nIt\'s `covers` now; "as was said".\n'),
        ("```java\n", ""),
        ("", ""),
        ("I did it:\n\n", "\nThat is all.\n"),
    ],
    ids=["fence", "long fence", "tildes", "delimiters", "prose", "no end", "bare", "bare in prose"],
)
def test_delimiters_in_text_blocks_are_code(
    analysis: AnalysisPool, before: str, behind: str, inside: str
) -> None:
    source, code = MENU.replace("@", inside), CALLING.replace("@", inside)
    answer = before + code + behind
    result = resolve_answer(analysis, answer, source, "A#f(Object,int)")

    assert texts(result)["A.java"] == f"class A {{\n{code}}}\n"
    assert isinstance(result, Candidate)
    assert "the wanted method" in result.reading
    assert "without" not in result.reading


def test_a_text_block_in_a_class_between_two_others_is_read_whole(analysis: AnalysisPool) -> None:
    source, code = (each.replace("@", IN_BLOCKS[0]) for each in (MENU, CALLING))
    answer = (
        f"```java\n{source}```\nbecomes\n```java\nclass A {{\n{code}}}\n```\nwas:\n```\n{source}```"
    )
    result = resolve_answer(analysis, answer, source, "A#f(Object,int)")

    assert texts(result)["A.java"] == f"class A {{\n{code}}}\n"


def test_a_method_behind_which_the_answer_breaks_off_is_read(analysis: AnalysisPool) -> None:
    source, code = (each.replace("@", IN_BLOCKS[1]) for each in (MENU, CALLING))
    cut_off = '\n    private String more() {\n        return """\n            ```\n'
    result = resolve_answer(analysis, f"```java\n{code}{cut_off}", source, "A#f(Object,int)")

    assert texts(result)["A.java"] == f"class A {{\n{code}}}\n"
