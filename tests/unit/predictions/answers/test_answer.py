"""A raw answer falls into pieces, whatever damage its format took."""

import pytest

from tests.support.answers import QuickAnalysis
from tests.support.cpu import LINEAR, growth
from verifier.predictions.answers.answer import AnswerReader, read_pieces

RUN = "#" * 26
READER = AnswerReader(
    parse=QuickAnalysis().parse,
    wrapper="class A",
    outermost=frozenset({"A"}),
    sought=frozenset({"f"}),
)
METHOD = "void f() {\n    g();\n}"


def kinds(answer: str) -> list[str]:
    return [str(piece.kind) for piece in read_pieces(answer, READER)]


def members(answer: str) -> list[list[str]]:
    return [
        [name for t in piece.unit.types for m in t.members for name in m.names]
        for piece in read_pieces(answer, READER)
        if piece.unit is not None
    ]


@pytest.mark.parametrize(
    "answer",
    [
        f"{RUN}\n{METHOD}\n{RUN}",
        f"#####\n{METHOD}\n#####",
        f"{RUN}\r\n{METHOD}\r\n{RUN}\r\n",
        f"{RUN}\n{METHOD}",
        f"{METHOD}\n{RUN}",
        f"{METHOD}{RUN}",
        METHOD,
        f"```java\n{METHOD}\n```",
        f"```java\n{METHOD}",
        f"{RUN}\n```java\n{METHOD}\n```\n{RUN}",
        f"```\n{RUN}\n{METHOD}\n{RUN}\n```",
        f"~~~ java\n{METHOD}\n~~~",
        f"Sure, here it is:\n\n{METHOD}\n\nThis is now easier to read.",
        f"The static final version: the method\n{METHOD}\nIt is public.",
        f"Here you are.\n{RUN}\n{METHOD}\n{RUN}\nI hope it helps.",
        f"{RUN}\nrefactored_method_code\n{RUN}\n{METHOD}\n{RUN}",
        f"{RUN}\nrefactored_method_code\n{METHOD}\n{RUN}",
        f"{RUN}\nRefactored Code:\n\n{METHOD}\n{RUN}",
        f"<|im_start|>{METHOD}<|im_end|>",
        f"[INST]{METHOD}</s>",
    ],
)
def test_the_method_is_found_whatever_surrounds_it(answer: str) -> None:
    assert members(answer) == [["f"]]


@pytest.mark.parametrize(
    "answer",
    [
        "No refactoring needed.",
        f"{RUN}\nNo refactoring needed.\n{RUN}",
        "No further refactoring is required for this method.",
        "The method does not need any refactoring.",
        "Refactoring is not necessary here.",
        "This code is already well-refactored.",
    ],
)
def test_a_refusal_is_known_without_its_exact_phrase(answer: str) -> None:
    assert kinds(answer) == ["refusal"]


@pytest.mark.parametrize(
    "answer",
    [
        "def f():\n    g()",
        "I cannot help with that.",
        "You should extract the loop; it is long.",
        "void f() {\n    if (a) {\n        g();",
        "",
        RUN,
    ],
    ids=["Python", "unhelpful", "advice", "cut off", "empty", "delimiter only"],
)
def test_what_is_no_java_has_no_declarations(answer: str) -> None:
    assert members(answer) == []


def test_several_attempts_are_several_pieces() -> None:
    answer = f"{RUN}\n{METHOD}\n{RUN}\n{RUN}\nvoid f() {{ h(); }}\nvoid h() {{}}\n{RUN}"

    assert members(answer) == [["f"], ["f", "h"]]


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("src/main/java/p/B.java", "src/main/java/p/B.java"),
        ("`src/main/java/p/B.java`", "src/main/java/p/B.java"),
        ("target_file_path: src/main/java/p/B.java", "src/main/java/p/B.java"),
        ("Target file path:\nsrc/main/java/p/B.java", "src/main/java/p/B.java"),
    ],
)
def test_a_target_path_is_read_out_of_its_labels(line: str, path: str) -> None:
    pieces = read_pieces(f"{RUN}\n{line}\n{RUN}\n{METHOD}\n{RUN}", READER)

    assert [(str(p.kind), p.path) for p in pieces] == [("path", path), ("members", "")]


def test_a_path_in_the_first_comment_of_the_code_counts() -> None:
    code = "// src/main/java/p/B.java\nclass B {}"
    (piece,) = read_pieces(f"```java\n{code}\n```", READER)

    assert piece.path == "src/main/java/p/B.java"


def test_imports_before_bare_members_are_read() -> None:
    (piece,) = read_pieces(f"import java.util.List;\n\n{METHOD}", READER)

    assert piece.unit is not None
    assert [i.name for i in piece.unit.imports] == ["java.util.List"]


def test_escaped_markup_is_read_as_code() -> None:
    assert members("List&lt;String&gt; f() { return null; }") == [["f"]]


def test_a_banner_comment_in_code_is_no_delimiter() -> None:
    code = "void f() {\n    // " + "#" * 30 + "\n    g();\n}"

    assert members(code) == [["f"]]


@pytest.mark.parametrize(
    ("before", "unit", "after"),
    [
        ("", "a", ""),
        ("", "a/", ".jav"),
        ("", " ", "x##########"),
        ("```", " ", "("),
        ("//", " ", f"x\n{METHOD}"),
        ("// a/A.java", " ", f"x\n{METHOD}"),
        ("//", "a/", f"x\n{METHOD}"),
        ("", "a\n", ""),
        ("", "refactored_method_", ""),
        ("", "no ", ""),
    ],
    ids=[
        "letters", "folders", "blanks before a delimiter", "blanks behind a fence",
        "blanks in a comment", "blanks behind a path", "folders in a comment", "short lines",
        "placeholders", "refusals",
    ],
)  # fmt: skip
def test_the_time_for_an_answer_grows_with_its_length(before: str, unit: str, after: str) -> None:
    def work(answer: str) -> None:
        read_pieces(answer, READER)

    assert growth(work, unit, before=before, after=after) < LINEAR
