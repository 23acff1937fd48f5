"""Answers are spliced by declaration: what they name is replaced, what they omit stays."""

import pytest

from tests.support.answers import an_instance, resolve_answer, side, texts
from verifier.domain.outcome import Reason
from verifier.domain.source import Candidate, Rejection

RUN = "#" * 26
A = "src/main/java/p/A.java"
B = "src/main/java/q/B.java"
SOURCE = """\
package p;

import java.util.List;

/** A class. */
public class A extends Base {

    private int n;

    /** Says f. */
    public int f(int a) {
        int b = a + 1;
        return b * 2;
    }

    public int f(String s) {
        return s.length();
    }

    int g() {
        return f(1);
    }
}
"""
EXTRACT = "Extract Method:p.A#f(int)"
GOOD = """\
public int f(int a) {
    return helper(a) * 2;
}

private int helper(int a) {
    return a + 1;
}
"""


def block(*pieces: str) -> str:
    return "\n".join(f"{RUN}\n{piece}" for piece in pieces) + f"\n{RUN}\n"


def reason_of(result: Candidate | Rejection) -> Reason:
    assert isinstance(result, Rejection), result
    return result.reason


def extract(answer: str, source: str | bytes = SOURCE) -> str:
    return texts(resolve_answer(answer, {A: source}, EXTRACT))[A]


def test_the_method_with_the_right_parameters_is_replaced_and_the_helper_follows_it() -> None:
    assert (
        extract(block(GOOD))
        == """\
package p;

import java.util.List;

/** A class. */
public class A extends Base {

    private int n;

    /** Says f. */
    public int f(int a) {
        return helper(a) * 2;
    }

    private int helper(int a) {
        return a + 1;
    }

    public int f(String s) {
        return s.length();
    }

    int g() {
        return f(1);
    }
}
"""
    )


def test_a_helper_alone_does_not_delete_the_wanted_method() -> None:
    result = resolve_answer(
        block("private int helper(int a) {\n    return a + 1;\n}"), {A: SOURCE}, EXTRACT
    )
    text = texts(result)[A]

    assert "return b * 2;" in text
    assert "private int helper(int a)" in text
    assert isinstance(result, Candidate)
    assert "without the wanted method" in result.reading


def test_the_last_attempt_with_the_wanted_method_counts_not_simply_the_last() -> None:
    other = "private int unrelated() {\n    return 0;\n}"
    result = resolve_answer(
        block("public int f(int a) {\n    return 0;\n}", GOOD, other), {A: SOURCE}, EXTRACT
    )
    text = texts(result)[A]

    assert "return helper(a) * 2;" in text
    assert "unrelated" not in text
    assert isinstance(result, Candidate)
    assert result.alternatives == ("piece 1: members (f)", "piece 3: members (unrelated)")


def test_a_helper_in_a_block_of_its_own_comes_along() -> None:
    method, helper = GOOD.split("\n\n")

    assert extract(block(helper, method)) == extract(block(GOOD))


def test_a_class_is_merged_member_by_member() -> None:
    answer = (
        "import java.util.ArrayList;\n\npublic class A {\n    // ... other members unchanged\n"
        "    public int f(int a) {\n        return helper(new ArrayList<Integer>(), a) * 2;\n    }\n"
        "    private int helper(List<Integer> l, int a) {\n        return a + 1;\n    }\n}\n"
    )
    text = extract(block(answer))

    assert "public class A extends Base {" in text
    assert "import java.util.List;\nimport java.util.ArrayList;\n" in text
    assert "int g() {" in text
    assert text.index("helper(List<Integer>") < text.index("f(String s)")


def test_a_class_with_a_made_up_name_is_the_wanted_class() -> None:
    indented = "\n".join("    " + line for line in GOOD.splitlines())

    assert extract(f"```java\npublic class Example {{\n{indented}\n}}\n```") == extract(block(GOOD))


@pytest.mark.parametrize(
    "body",
    ["// ...", "/* ... */ return 0;", "// original code remains unchanged", "// Add code here"],
)
def test_an_abridged_method_is_no_new_version(body: str) -> None:
    answer = block(f"public int f(int a) {{\n    {body}\n}}")

    assert reason_of(resolve_answer(answer, {A: SOURCE}, EXTRACT)) is Reason.UNPARSABLE_ANSWER


def test_a_complete_attempt_is_preferred_to_a_later_abridged_one() -> None:
    abridged = "public int f(int a) {\n    // ... as above\n}"

    assert extract(block(GOOD, abridged)) == extract(block(GOOD))


@pytest.mark.parametrize(
    "answer",
    [
        "No refactoring needed.",
        block("public int f(int a) {\n  int b = a + 1; // sum\n  return b * 2;\n}"),
        block(SOURCE),
    ],
    ids=["refusal", "verbatim method", "verbatim class"],
)
def test_nothing_new_is_no_change(answer: str) -> None:
    assert reason_of(resolve_answer(answer, {A: SOURCE}, EXTRACT)) is Reason.NO_CHANGE


@pytest.mark.parametrize(
    "answer", ["", "I am sorry.", "def f(a):\n    return a", "public int f(int a) {"]
)
def test_no_java_is_unparsable(answer: str) -> None:
    assert reason_of(resolve_answer(answer, {A: SOURCE}, EXTRACT)) is Reason.UNPARSABLE_ANSWER


def test_an_answer_of_endless_length_is_refused() -> None:
    assert (
        reason_of(resolve_answer("x" * 400_001, {A: SOURCE}, EXTRACT)) is Reason.UNPARSABLE_ANSWER
    )


def test_a_class_that_the_base_lacks_is_an_unknown_target() -> None:
    result = resolve_answer(block(GOOD), {A: SOURCE}, "Extract Method:p.X#f(int)")

    assert reason_of(result) is Reason.UNKNOWN_TARGET


def test_line_ends_of_the_file_are_kept() -> None:
    text = extract(block(GOOD), SOURCE.replace("\n", "\r\n"))

    assert text == extract(block(GOOD)).replace("\n", "\r\n")


def test_the_encoding_of_the_file_is_kept_and_foreign_letters_are_escaped() -> None:
    source = SOURCE.replace("A class.", "Kl\u00e4sse.").encode("latin-1")
    answer = GOOD.replace("a + 1;", 'a + "\u00e4\u4e2d\U0001f600".length();')
    result = resolve_answer(block(answer), {A: source}, EXTRACT)

    assert isinstance(result, Candidate)
    content = result.changes[0].content
    assert content is not None
    assert b"Kl\xe4sse." in content
    assert b'"\xe4\\u4e2d\\ud83d\\ude00"' in content


def test_well_known_classes_get_their_import() -> None:
    text = extract(block(GOOD.replace("a + 1", "Objects.hash(a)")))

    assert "import java.util.List;\nimport java.util.Objects;\n" in text


def test_a_type_variable_of_the_class_is_known_to_the_answer() -> None:
    source = "class A<T extends Comparable<T>> {\n    int f(T t) {\n        return 1;\n    }\n}\n"
    answer = block("int f(T t) {\n    return one();\n}\n\nint one() {\n    return 1;\n}")
    text = texts(resolve_answer(answer, {"A.java": source}, "Extract Method:A#f(Comparable)"))[
        "A.java"
    ]

    assert text.count("int f(T t)") == 1


@pytest.mark.parametrize(
    "comment",
    [
        "/** Makes a <code>A</code> of it. */",
        "/** See {@link A}<b>, or class A<B in words. */",
        "// class A<X> was once generic",
        '@Note("class A<String> {")',
    ],
)
def test_the_class_s_name_in_its_comment_is_not_its_header(comment: str) -> None:
    source = SOURCE.replace("/** A class. */", comment)

    assert "return helper(a) * 2;" in extract(block(GOOD), source)


def test_a_method_of_a_nested_class_is_found() -> None:
    source = "class A {\n    static class N {\n        int f() {\n            return 1;\n        }\n    }\n}\n"
    answer = block("int f() {\n    return one();\n}\n\nint one() {\n    return 1;\n}")

    assert (
        texts(resolve_answer(answer, {"A.java": source}, "Extract Method:A$N#f()"))["A.java"]
        == "class A {\n    static class N {\n        int f() {\n            return one();\n        }\n\n"
        "        int one() {\n            return 1;\n        }\n    }\n}\n"
    )


INLINE = """\
package p;

class A {
    void f() {
        g();
    }

    void g() {
        int a = 1;
    }
}
"""


def inline(answer: str, extra: dict[str, str] | None = None) -> dict[str, str]:
    instance = an_instance("Inline Method:p.A#g()", before=side(A, "p.A#g()", partner="p.A#f()"))
    files = {A: INLINE, **(extra or {})}
    return texts(resolve_answer(answer, files, "Inline Method:p.A#g()", instance))


def test_an_inlined_method_goes_when_nothing_else_calls_it() -> None:
    text = inline(block("void f() {\n    int a = 1;\n}"))[A]

    assert text == "package p;\n\nclass A {\n    void f() {\n        int a = 1;\n    }\n}\n"


@pytest.mark.parametrize(
    "caller",
    ["class C { void x(A a) { a.g(); } }", "class C { Runnable x(A a) { return a::g; } }"],
)
def test_an_inlined_method_stays_when_something_may_call_it(caller: str) -> None:
    text = inline(
        block("void f() {\n    int a = 1;\n}"), {"src/main/java/p/C.java": f"package p;\n{caller}"}
    )[A]

    assert "void g() {" in text


def test_a_call_with_other_arguments_or_in_a_comment_does_not_keep_it() -> None:
    other = "package p;\nclass C { void x(A a) { b.g(1); } /* a.g(); */ void g() {} }"
    text = inline(block("void f() {\n    int a = 1;\n}"), {"src/main/java/p/C.java": other})[A]

    assert "void g() {" not in text


def test_a_whole_class_replaces_its_namesake_when_inlining() -> None:
    answer = "class A {\n    void f() {\n        int a = 1;\n    }\n}"

    assert "void g()" not in inline(block(answer))[A]


def test_an_abridged_class_deletes_nothing_it_does_not_mean() -> None:
    source = INLINE.replace("class A {", "class A {\n    void keep() {\n    }\n")
    answer = "class A {\n    // ... other methods unchanged\n    void f() {\n        int a = 1;\n    }\n}"
    text = texts(resolve_answer(block(answer), {A: source}, "Inline Method:p.A#g()"))[A]

    assert "void keep()" in text
    assert "void g()" not in text


B_SOURCE = "package q;\n\npublic class B {\n    int own;\n}\n"
MOVABLE = """\
package p;

import java.util.Set;

public class A {
    int f(Set<Kind> s) {
        return s.size();
    }
}
"""
MOVED = "public static int f(Set<Kind> s) {\n    return s.size();\n}"
DELEGATE = "int f(Set<Kind> s) {\n    return B.f(s);\n}"
KIND = {"src/main/java/p/Kind.java": "package p;\npublic enum Kind { X }\n"}
MOVE_FILES = {A: MOVABLE, B: B_SOURCE, **KIND}


def move(answer: str, wanted: str = "Move Method:p.A#f(Set)") -> dict[str, str]:
    return texts(resolve_answer(answer, MOVE_FILES, wanted))


def test_a_move_changes_both_files_and_carries_imports() -> None:
    changed = move(block(B, MOVED, DELEGATE))

    assert (
        changed[B]
        == """\
package q;

import java.util.Set;
import p.Kind;

public class B {
    int own;

    public static int f(Set<Kind> s) {
        return s.size();
    }
}
"""
    )
    assert "        return B.f(s);\n" in changed[A]
    assert "import java.util.Set;\nimport q.B;\n" in changed[A]


@pytest.mark.parametrize(
    "moved",
    [
        f"package q;\n\nimport java.util.Set;\n\npublic class B {{\n{MOVED}\n}}",
        f"public class B extends Damaged {{\n// existing code\n{MOVED}\n}}",
        f"public class Other {{\n{MOVED}\n}}",
    ],
    ids=["whole class", "damaged header", "another name"],
)
def test_the_moved_class_is_merged_into_the_target(moved: str) -> None:
    changed = move(block(B, moved, DELEGATE))

    assert changed[B].startswith("package q;\n")
    assert "public class B {\n    int own;\n" in changed[B]
    assert "public static int f(Set<Kind> s) {" in changed[B]


def test_a_move_without_delegate_takes_the_method_out() -> None:
    changed = move(block(B, MOVED))

    assert "int f(" not in changed[A]
    assert "public static int f(" in changed[B]


@pytest.mark.parametrize(
    "path", ["B.java", "project/" + B, "/home/x/project/" + B, "./" + B, "q.B"]
)
def test_a_target_path_is_understood_where_it_is_unique(path: str) -> None:
    answer = f"{RUN}\ntarget: {path}\n" if path == "q.B" else ""
    changed = move(answer + block(path if path != "q.B" else B, MOVED, DELEGATE))

    assert set(changed) == {A, B}


@pytest.mark.parametrize("path", ["src/main/java/q/Nowhere.java", ""])
def test_a_target_that_does_not_exist_is_unknown(path: str) -> None:
    pieces = [p for p in (path, MOVED, DELEGATE) if p]
    result = resolve_answer(block(*pieces), MOVE_FILES, "Move Method:p.A#f(Set)")

    assert reason_of(result) is Reason.UNKNOWN_TARGET


def test_without_a_path_the_class_of_the_answer_names_the_target() -> None:
    changed = move(block(f"public class B {{\n{MOVED}\n}}", DELEGATE))

    assert set(changed) == {A, B}


def test_extract_and_move_puts_the_extracted_method_into_the_target() -> None:
    extracted = "public static int size(Set<Kind> s) {\n    return s.size();\n}"
    rest = "int f(Set<Kind> s) {\n    return B.size(s);\n}"
    wanted = "Extract And Move Method:p.A#f(Set)"

    for answer in (block(B, extracted, rest), block(B, f"{extracted}\n\n{rest}")):
        changed = move(answer, wanted)
        assert "public static int size(Set<Kind> s)" in changed[B]
        assert "return B.size(s);" in changed[A]
        assert "s.size()" not in changed[A]


def test_move_and_rename_takes_the_new_name_to_the_target() -> None:
    renamed = MOVED.replace("int f", "int count")
    rest = DELEGATE.replace("B.f", "B.count")
    changed = move(block(B, renamed, rest), "Move And Rename Method:p.A#f(Set)")

    assert "public static int count(Set<Kind> s)" in changed[B]
    assert "return B.count(s);" in changed[A]


def test_move_and_inline_edits_the_target_and_lets_the_method_go() -> None:
    files = {
        A: "package p;\npublic class A {\n    public static int f() {\n        return 1;\n    }\n}\n",
        B: "package q;\n\nimport p.A;\n\npublic class B {\n    int own() {\n        return A.f();\n    }\n}\n",
    }
    wanted = "Move And Inline Method:p.A#f()"
    instance = an_instance(wanted, before=side(A, "p.A#f()", partner="q.B#own()", partner_file=B))
    answer = block(B, "public class B {\n    int own() {\n        return 1;\n    }\n}")
    changed = texts(resolve_answer(answer, files, wanted, instance))

    assert "return 1;" in changed[B]
    assert changed[A] == "package p;\npublic class A {\n}\n"


def test_the_last_of_several_attempts_at_a_move_counts() -> None:
    first = block("src/main/java/q/Nowhere.java", "public static int f(Set<Kind> s) { return 0; }")
    changed = move(first + block(B, MOVED, DELEGATE))

    assert "return s.size();" in changed[B]


def test_a_file_in_the_builds_encoding_keeps_its_bytes_around_an_answer() -> None:
    """Shift-JIS, whose letter ends in a backslash: read otherwise the string would not end there."""
    noted = SOURCE.replace("    private int n;\n", '    private String n = "\u30bd";\n')
    result = resolve_answer(GOOD, {A: noted}, EXTRACT, declared="Shift_JIS")

    assert isinstance(result, Candidate), result
    expected = texts(resolve_answer(GOOD, {A: noted}, EXTRACT))[A]
    assert result.changes[0].content == expected.encode("shift_jis")


BEFORE = """public int f(int a) {
    int b = a + 1; // sum
    return b * 2;
}"""
CLASS_BEFORE = SOURCE.partition("/** A class. */\n")[2]


@pytest.mark.parametrize(
    "answer",
    [
        f"```java\n{GOOD}```\n\nFor comparison, the original code was:\n\n```java\n{BEFORE}\n```\n",
        f"### Before\n```java\n{BEFORE}\n```\n### After\n```java\n{GOOD}```\n",
        f"### After\n```java\n{GOOD}```\n### Before\n```java\n{CLASS_BEFORE}```\n",
        block(GOOD, BEFORE, BEFORE),
        block(BEFORE, GOOD, SOURCE),
        f"{GOOD}\nOriginal:\n\n{BEFORE}\n",
        f"```java\n{GOOD}```\nOriginal:\n```java\nclass Other {{\n{BEFORE}\n}}\n```\n",
        block(GOOD, BEFORE + "\n\nint g() {\n    return f(1);\n}"),
    ],
    ids=[
        "at the end", "at the start", "the class at the end", "twice", "around", "between prose",
        "in a made-up class", "with what stands near it",
    ],
)  # fmt: skip
def test_the_code_before_is_no_answer_while_another_piece_changes_it(answer: str) -> None:
    assert extract(answer) == extract(block(GOOD))


def test_of_two_new_versions_the_last_counts_though_the_code_before_follows() -> None:
    first = "public int f(int a) {\n    return 0;\n}"

    assert extract(block(first, GOOD, BEFORE)) == extract(block(GOOD))
    assert "return 0;" in extract(block(GOOD, first, BEFORE))


def test_the_code_before_with_a_new_helper_is_a_new_version() -> None:
    helper = "private int helper(int a) {\n    return a + 1;\n}"
    text = extract(block(GOOD, f"{BEFORE}\n\n{helper}"))

    assert "return b * 2;" in text
    assert "private int helper(int a)" in text


def test_a_helper_and_the_code_before_change_nothing_that_is_wanted() -> None:
    helper = "private int helper(int a) {\n    return a + 1;\n}"

    assert (
        reason_of(resolve_answer(block(helper, BEFORE), {A: SOURCE}, EXTRACT)) is Reason.NO_CHANGE
    )


def test_a_helper_counts_before_code_that_is_there_already() -> None:
    helper = "private int helper(int a) {\n    return a + 1;\n}"
    text = extract(block(helper, "int g() {\n    return f(1);\n}"))

    assert "private int helper(int a)" in text


@pytest.mark.parametrize("old", [BEFORE, CLASS_BEFORE])
def test_the_code_before_a_renaming_is_no_answer(old: str) -> None:
    new = "public int twice(int a) {\n    int b = a + 1;\n    return b * 2;\n}"
    wanted = "Rename Method:p.A#f(int)"
    changed = texts(resolve_answer(block(new, old), {A: SOURCE}, wanted))[A]

    assert changed == texts(resolve_answer(block(new), {A: SOURCE}, wanted))[A]


def test_the_code_before_an_inlining_is_no_answer() -> None:
    new = "void f() {\n    int a = 1;\n}"

    assert inline(block(new, INLINE)) == inline(block(new))
    assert inline(block(new, "void f() {\n    g();\n}")) == inline(block(new))


KEPT = "int f(Set<Kind> s) {\n    return s.size();\n}"


@pytest.mark.parametrize(
    "answer",
    [
        block(B, MOVED, DELEGATE, KEPT),
        block(B, KEPT, DELEGATE, KEPT),
        block(B, MOVED, f"public class A {{\n{DELEGATE}\n}}", MOVABLE),
        block(MOVABLE, B, MOVED, DELEGATE),
    ],
    ids=["after both", "the moved code is the same", "the class after both", "in front"],
)
def test_the_code_before_a_move_is_no_answer(answer: str) -> None:
    changed = move(answer)

    assert "return B.f(s);" in changed[A]
    assert "s.size()" not in changed[A]
    assert changed[B].count("return s.size();") == 1
    assert "B.f(s)" not in changed[B]


def test_a_moved_method_that_stays_as_it_was_stays() -> None:
    assert "return s.size();" in texts(
        resolve_answer(block(B, MOVED, KEPT), MOVE_FILES, "Move Method:p.A#f(Set)")
    ).get(A, MOVABLE)


@pytest.mark.parametrize(
    "block_of_code", ["static {\n        g = 1;\n    }", "{\n        n = 1;\n    }"]
)
def test_an_initialiser_that_the_class_has_is_not_added_again(block_of_code: str) -> None:
    source = SOURCE.replace("    private int n;\n", f"    private int n;\n\n    {block_of_code}\n")
    answer = source.replace("return b * 2;", "return 2 * b;")
    text = extract(block(answer), source)

    assert text == answer
    assert reason_of(resolve_answer(block(source), {A: source}, EXTRACT)) is Reason.NO_CHANGE


def test_a_new_initialiser_is_added() -> None:
    answer = "class A {\n    static {\n        int z = 1;\n    }\n" + GOOD + "}\n"

    assert extract(block(answer)).count("int z = 1;") == 1
