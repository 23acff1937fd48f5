"""Real detections on small sources: type, methods on both sides, purity and tier."""

import pytest

from tests.support.java_changes import (
    EXTRACTED,
    LOOP,
    MIXED,
    SCALED,
    SUM,
    TOOLS,
    only,
    trees,
    with_member,
)
from verifier.analysis.pool import AnalysisPool
from verifier.domain.purity import PurityTier, PurityVerdict
from verifier.domain.refactoring import CodeRange, MethodId
from verifier.domain.refactoring_traits import RefactoringClass
from verifier.domain.source import SkippedFile

ADD_ALL = "p.Sum#addAll(List, int)"
RECORD = """
    private void record(int value) {
        int weighted = value * 31;
        total += weighted;
        System.out.println(weighted);
    }
"""
CALLS_SCALED = """        int once = scaled(value);
        return once + scaled(value + 1);
"""
CALLS_RECORD = """        int once = value + value;
        record(once);
        return once;
"""
RECORD_INLINED = """        int once = value + value;
        int weighted = once * 31;
        total += weighted;
        System.out.println(weighted);
        return once;
"""
WEIGHTED = """
    static int weighted(int value) {
        int result = value * 31;
        result ^= value >>> 3;
        System.out.println(result);
        return result;
    }
"""
CALLS_WEIGHTED = """        int result = Tools.weighted(value);
        return result;
"""
WEIGHTED_INLINED = """        int result = value * 31;
        result ^= value >>> 3;
        System.out.println(result);
        return result;
"""
STATIC_SCALED = SCALED.replace("private", "static")
WITHOUT_SCALED = SUM.replace(SCALED, "")


def both(sum_source: str, tools_source: str) -> dict[str, str]:
    return {"p/Sum.java": sum_source, "p/Tools.java": tools_source}


CASES = {
    "Extract Method": (
        {"p/Sum.java": SUM},
        {"p/Sum.java": EXTRACTED},
        (ADD_ALL, None, ADD_ALL, "p.Sum#mixed(int, String)"),
    ),
    "Extract And Move Method": (
        both(SUM, TOOLS),
        both(
            SUM.replace(LOOP, "            sum = Tools.mixed(sum, word);\n"),
            with_member(TOOLS, MIXED.replace("int mixed", "static int mixed")),
        ),
        (ADD_ALL, None, ADD_ALL, "p.Tools#mixed(int, String)"),
    ),
    "Inline Method": (
        {"p/Sum.java": with_member(SUM, RECORD).replace(CALLS_SCALED, CALLS_RECORD)},
        {"p/Sum.java": SUM.replace(CALLS_SCALED, RECORD_INLINED)},
        ("p.Sum#record(int)", "p.Sum#twice(int)", "p.Sum#twice(int)", None),
    ),
    "Move Method": (
        both(SUM, TOOLS),
        both(WITHOUT_SCALED.replace("scaled(", "Tools.scaled("), with_member(TOOLS, STATIC_SCALED)),
        ("p.Sum#scaled(int)", None, "p.Tools#scaled(int)", None),
    ),
    "Move And Rename Method": (
        both(SUM, TOOLS),
        both(
            WITHOUT_SCALED.replace("scaled(", "Tools.hashed("),
            with_member(TOOLS, STATIC_SCALED.replace("scaled", "hashed")),
        ),
        ("p.Sum#scaled(int)", None, "p.Tools#hashed(int)", None),
    ),
    "Move And Inline Method": (
        both(SUM.replace(CALLS_SCALED, CALLS_WEIGHTED), with_member(TOOLS, WEIGHTED)),
        both(SUM.replace(CALLS_SCALED, WEIGHTED_INLINED), TOOLS),
        ("p.Tools#weighted(int)", "p.Sum#twice(int)", "p.Sum#twice(int)", None),
    ),
}


def method(text: str | None) -> MethodId | None:
    return None if text is None else MethodId.parse(text)


@pytest.mark.parametrize("type_name", CASES)
def test_each_type_is_found_with_the_methods_of_both_sides(
    type_name: str, analysis: AnalysisPool
) -> None:
    before, after, expected = CASES[type_name]
    found = only(analysis.detect(trees(before, after)))
    assert found.before is not None
    assert found.after is not None
    assert found.type_name == type_name
    sides = (found.before.method, found.before.partner, found.after.method, found.after.partner)
    assert sides == tuple(method(text) for text in expected)
    assert found.purity is not None
    assert (found.purity.verdict, found.purity.tier) == (PurityVerdict.PURE, PurityTier.STRICT)
    assert found.type is not None
    compound = "And" in type_name
    assert found.type.refactoring_class is (
        RefactoringClass.COMPOUND if compound else RefactoringClass.ATOMIC
    )


def test_partners_are_in_their_own_file(analysis: AnalysisPool) -> None:
    before, after, _ = CASES["Extract And Move Method"]
    found = only(analysis.detect(trees(before, after)))
    assert found.after is not None
    assert (found.after.file, found.after.partner_file) == ("p/Sum.java", "p/Tools.java")


def test_ranges_count_lines_and_columns_from_one_with_both_ends_inside(
    analysis: AnalysisPool,
) -> None:
    before = "class A {\nint f(int x) {\n  int y = x * 2;\n  print(y, x);\n  return y;\n}\n}\n"
    after = before.replace("  print(y, x);\n", "  show(y, x);\n").replace(
        "}\n}\n", "}\nvoid show(int y, int x) {\n  print(y, x);\n}\n}\n"
    )
    found = only(analysis.detect(trees({"A.java": before}, {"A.java": after})))
    assert found.before is not None
    assert found.before.ranges == (
        CodeRange(
            file="A.java",
            start_line=2,
            start_column=1,
            end_line=6,
            end_column=1,
            role="source method declaration before extraction",
            element="package f(x int) : int",
        ),
        CodeRange(
            file="A.java",
            start_line=4,
            start_column=3,
            end_line=4,
            end_column=14,
            role="extracted code from source method declaration",
        ),
    )


def test_a_move_that_leaves_a_delegate_is_an_extract_and_move_marked_so(
    analysis: AnalysisPool,
) -> None:
    loop = "        for (int i = 0; i < value; i++) {\n            result += i;\n        }\n"
    body = STATIC_SCALED.replace("        return", loop + "        return")
    delegate = "\n    static int scaled(int value) {\n        return Tools.scaled(value);\n    }\n"
    found = only(
        analysis.detect(
            trees(
                both(SUM.replace(SCALED, body), TOOLS),
                both(SUM.replace(SCALED, delegate), with_member(TOOLS, body)),
            )
        )
    )
    assert (found.type_name, found.delegate) == ("Extract And Move Method", True)


def test_an_ordinary_extract_and_move_is_no_delegate(analysis: AnalysisPool) -> None:
    before, after, _ = CASES["Extract And Move Method"]
    assert only(analysis.detect(trees(before, after))).delegate is False


def test_a_behaviour_change_in_the_extracted_code_is_impure(analysis: AnalysisPool) -> None:
    after = EXTRACTED.replace("sum *= 31", "sum *= 37")
    found = only(analysis.detect(trees({"p/Sum.java": SUM}, {"p/Sum.java": after})))
    assert found.purity is not None
    assert (found.purity.verdict, found.purity.tier) == (PurityVerdict.IMPURE, None)


def test_a_type_that_purity_checker_does_not_cover_is_not_applicable(
    analysis: AnalysisPool,
) -> None:
    after = SUM.replace("scaled", "hashed")
    found = only(analysis.detect(trees({"p/Sum.java": SUM}, {"p/Sum.java": after})))
    assert found.type_name == "Rename Method"
    assert found.purity is not None
    assert found.purity.verdict is PurityVerdict.NOT_APPLICABLE


NOISY = """    int f(int x) {
        int y = x * 2;
        System.out.println("a" + y);
        boolean ok = true;
        int z = y + 1;
        String s = "abc";
        use(s);
        if (ok) { z++; }
        return z * 2;
    }
"""


@pytest.mark.parametrize(
    ("old", "new", "tolerated"),
    [
        ("", "", ()),
        ('"a" + y', '"b" + y', ("print or log call changed",)),
        ("ok = true", "ok = false", ("boolean initialiser flipped",)),
        ("int z", "long z", ("type replaced",)),
        ('"abc"', '"ABC"', ("literal differs in case or quotes",)),
    ],
)
def test_edits_that_purity_checker_tolerates_keep_a_move_from_the_strict_tier(
    old: str, new: str, tolerated: tuple[str, ...], analysis: AnalysisPool
) -> None:
    rest = "    int g() {\n        return 1;\n    }\n"
    shell = "package p;\npublic class {} {{\n{}}}\n"
    before = {"p/A.java": shell.format("A", NOISY + rest), "p/B.java": shell.format("B", "")}
    moved = NOISY.replace(old, new) if old else NOISY
    after = {"p/A.java": shell.format("A", rest), "p/B.java": shell.format("B", moved)}
    purity = only(analysis.detect(trees(before, after))).purity
    assert purity is not None
    assert (purity.verdict, purity.tolerated) == (PurityVerdict.PURE, tolerated)
    assert purity.tier is (PurityTier.CHECKER if tolerated else PurityTier.STRICT)


BODY = """{
        int sum = 1;
        String trimmed = word.trim();
        sum += trimmed.length();
        sum *= 31;
        return sum;
    }"""
SHORT = "{ return 0; }"


@pytest.mark.parametrize(
    ("head", "tail", "owner", "parameters"),
    [
        ("class A {\n int f(int x) " + SHORT + "\n int f(String word) ", "}", "A", "String"),
        ("class A {\n static class B {\n int f(String word) ", "}}", "A$B", "String"),
        ("class A {\n <T> int f(List<T> a, T b, String word) ", "}", "A", "List, T, String"),
        (
            "class A {\n <T extends Comparable<T>> int f(T[] a, String word, Map.Entry<T, T>... c) ",
            "}",
            "A",
            "Comparable[], String, Map.Entry[]",
        ),
        ("record A(int a, String word) {\n int f() ", "}", "A", ""),
        ("enum A { X;\n int f(final String word) ", "}", "A", "String"),
        ("interface A {\n default int f(java.lang.String word) ", "}", "A", "java.lang.String"),
        ("class A {\n Object o = new Object() {\n int f(String word) ", "};}", "A$1", "String"),
    ],
)
def test_methods_are_named_by_binary_class_and_erased_parameters(
    head: str, tail: str, owner: str, parameters: str, analysis: AnalysisPool
) -> None:
    extracted = BODY.replace(
        "int sum = 1;", "int sum = 1;\n        return mixed(sum, word);\n    }"
    )
    call, _, rest = extracted.partition("    }")
    helper = "\n    private int mixed(int sum, String word) {" + rest
    before = {"A.java": f"{head}{BODY}{tail}\n"}
    after = {"A.java": f"{head}{call}}}{helper}{tail}\n"}
    found = only(analysis.detect(trees(before, after)))
    assert found.before is not None
    assert str(found.before.method) == f"{owner}#f({parameters})"
    assert found.after is not None
    assert found.after.partner is not None
    assert str(found.after.partner) == f"{owner}#mixed(int, String)"


def test_code_of_a_lambda_belongs_to_the_method_around_it(analysis: AnalysisPool) -> None:
    body = "        String t = word.trim();\n        log(t, t.length());\n        save(t);\n"
    before = f"class A {{\n    Runnable f(String word) {{\n        return () -> {{\n{body}        }};\n    }}\n}}\n"
    after = with_member(
        before.replace(body, "        handle(word);\n"),
        f"\n    void handle(String word) {{\n{body}    }}\n",
    )
    found = only(analysis.detect(trees({"A.java": before}, {"A.java": after})))
    assert found.before is not None
    assert (found.type_name, str(found.before.method)) == ("Extract Method", "A#f(String)")


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_of_other_systems_change_nothing_but_the_text(
    end: str, analysis: AnalysisPool
) -> None:
    unix = only(analysis.detect(trees({"p/Sum.java": SUM}, {"p/Sum.java": EXTRACTED})))
    other = only(
        analysis.detect(
            trees(
                {"p/Sum.java": SUM.replace("\n", end)}, {"p/Sum.java": EXTRACTED.replace("\n", end)}
            )
        )
    )
    assert other == unix


@pytest.mark.parametrize("odd", ["😀", "\ud83d", "é", "\x00"])
def test_odd_characters_do_not_disturb_the_places(odd: str, analysis: AnalysisPool) -> None:
    note = f'    String note = "{odd}{odd}";\n'
    before = SUM.replace("    private int total;\n", f"    private int total;\n{note}")
    after = EXTRACTED.replace("    private int total;\n", f"    private int total;\n{note}")
    found = only(analysis.detect(trees({"p/Sum.java": before}, {"p/Sum.java": after})))
    assert found.before is not None
    assert found.after is not None
    assert str(found.before.method) == ADD_ALL
    assert sorted(r.start_line for r in found.before.ranges) == [10, 14, 15, 16]
    assert str(found.after.partner) == "p.Sum#mixed(int, String)"


def test_a_changed_emoji_in_a_literal_is_a_change(analysis: AnalysisPool) -> None:
    noted = SUM.replace("int result = value * 31;", 'String s = "😀";\n        int result = value;')
    moved = STATIC_SCALED.replace(
        "int result = value * 31;", 'String s = "🎉";\n        int result = value;'
    )
    detection = analysis.detect(
        trees(
            both(noted, TOOLS),
            both(WITHOUT_SCALED.replace("scaled(", "Tools.scaled("), with_member(TOOLS, moved)),
        )
    )
    purity = only(detection).purity
    assert purity is not None
    assert purity.verdict is PurityVerdict.IMPURE


def test_a_renamed_file_is_followed(analysis: AnalysisPool) -> None:
    before = {"p/Sum.java": SUM}
    after = {"p/Total.java": EXTRACTED.replace("class Sum", "class Total")}
    found = only(analysis.detect(trees(before, after, {"p/Sum.java": "p/Total.java"})))
    assert found.before is not None
    assert found.after is not None
    assert str(found.before.method) == ADD_ALL
    assert str(found.after.method) == "p.Total#addAll(List, int)"


def test_nothing_on_one_side_means_no_refactorings(analysis: AnalysisPool) -> None:
    assert analysis.detect(trees({}, {"p/Sum.java": SUM})).refactorings == ()


def test_generated_and_huge_files_are_skipped_with_the_reason(analysis: AnalysisPool) -> None:
    marked = "// Autogenerated by Thrift Compiler\nclass G { int a; }\n"
    huge = "class H { int a; }\n" + "// filler\n" * 300_000
    before = {"G.java": marked, "H.java": huge, "p/Sum.java": SUM}
    after = {
        "G.java": marked.replace("int", "long"),
        "H.java": huge.replace("int", "long"),
        "p/Sum.java": EXTRACTED,
    }
    detection = analysis.detect(trees(before, after))
    assert only(detection).type_name == "Extract Method"
    assert detection.skipped == (
        SkippedFile(path="H.java", reason="too large: 3000020 characters"),
        SkippedFile(path="G.java", reason="before: generated ('Autogenerated by Thrift Compiler')"),
        SkippedFile(path="G.java", reason="after: generated ('Autogenerated by Thrift Compiler')"),
    )
