"""A delimiter in a literal or comment of the code around it is part of that code."""

import pytest

from tests.support.answers import QuickAnalysis
from tests.support.cpu import LINEAR, growth
from verifier.predictions.answers.answer import AnswerReader, read_pieces
from verifier.predictions.answers.cutting import cut, with_plain_lines

RUN = "#" * 26
READER = AnswerReader(
    parse=QuickAnalysis().parse,
    wrapper="class A",
    outermost=frozenset({"A"}),
    sought=frozenset({"f"}),
)


def codes(answer: str) -> list[str]:
    return [piece.text for piece in read_pieces(answer, READER) if piece.unit is not None]


def method(inside: str) -> str:
    return f"void f() {{\n{inside}\n    g();\n}}\n\nvoid h() {{\n}}"


IN_COMMENTS = [
    "    /*\n    ```\n    a\n    ```\n    */",
    "/*\n```java\nvoid f() { }\n```\n*/",
    "/*\n~~~\na\n~~~\n*/",
    "/*\n#####\n*/",
    f"/*\n * {RUN}\n * Sums up.\n * {RUN}\n */",
    f"/* a\n {RUN}:\n*/ /* b\n```\n*/",
    f'    String s = "a{RUN}";',
    f'    String s = "a{RUN}" + "{RUN}b";',
]


@pytest.mark.parametrize("inside", IN_COMMENTS)
@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("```java\n", "\n```"),
        ("````java\n", "\n````"),
        ("~~~java\n", "\n~~~"),
        (f"{RUN}\n", f"\n{RUN}"),
        (f"{RUN}\n```\n", f"\n```\n{RUN}"),
        ("```java\n", ""),
        ("", ""),
        ("   ```java\n", "\n   ```"),
        ("Isn't it? I'd use `/*` here:\n```java\n", "\n```\nThat's all */ of it."),
    ],
    ids=[
        "fence", "long fence", "tildes", "delimiters", "both", "no end", "bare", "indented",
        "prose with half a comment",
    ],
)  # fmt: skip
def test_delimiters_in_comments_and_strings_are_code(before: str, behind: str, inside: str) -> None:
    assert codes(before + method(inside) + behind) == [method(inside)]


def test_javadoc_with_fences_stays_with_its_method() -> None:
    code = "/**\n * <pre>{@code\n```\n a\n```\n * }</pre>\n */\n" + method("")

    assert codes(f"```java\n{code}\n```\nAs you see:\n```java\nvoid k() {{ }}\n```") == [
        code,
        "void k() { }",
    ]


def test_code_between_prose_goes_on_over_a_delimiter_in_it() -> None:
    code = method(IN_COMMENTS[0])

    assert codes(f"Here it is:\n\n{code}\n\nI hope it helps.") == [code]


@pytest.mark.parametrize(
    "answer",
    [
        "```java\nvoid f() { g(); }\n/* the rest is\n```\nand\n```java\nvoid h() { }\n```",
        '```java\nvoid f() { g(); }\n"\n```\n"\n```java\nvoid h() { }\n```',
        "void f() { g(); }\n```\n/*\n```\nvoid h() { }\n```\n*/",
    ],
    ids=["a comment without its end", "a lone quote", "a fence around half a comment"],
)
def test_half_a_literal_joins_nothing(answer: str) -> None:
    assert "void f() { g(); }" in codes(answer)
    assert not any("```" in code for code in codes(answer))


@pytest.mark.parametrize(
    ("code", "kept"),
    [
        ('void f() { g("<s>x</s>"); }', 'void f() { g("<s>x</s>"); }'),
        ('void f() { g("[INST]" + "</s>"); }</s>', 'void f() { g("[INST]" + "</s>"); }'),
        ('<|im_start|>void f() { g("<|a|>"); }<|im_end|>', 'void f() { g("<|a|>"); }'),
        ("void f() { g(); } // </s>", "void f() { g(); }"),
    ],
)
def test_control_tokens_in_strings_are_code(code: str, kept: str) -> None:
    assert [each.removesuffix(" // ") for each in codes(code)] == [kept]


def test_a_byte_order_mark_in_front_of_an_answer_is_no_code() -> None:
    assert codes("\ufeffvoid f() { }") == ["void f() { }"]


@pytest.mark.parametrize(
    "unit",
    [
        "```\n/*\n", '```\n"\n', '```\n"""\n', "```\n/* */\n", '"""\n```\n', "/*\n#####\n*/\n",
        '"##########"\n', "/*\n```\n*/ void f() {\n", '<|a|>"', "<|a|>\n", "*/\n```\n/*",
    ],
)  # fmt: skip
def test_the_time_to_cut_a_hostile_answer_grows_with_its_length(unit: str) -> None:
    def work(answer: str) -> None:
        list(cut(with_plain_lines(answer), lambda _: False))

    assert growth(work, unit) < LINEAR
