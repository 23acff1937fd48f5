import pytest

from verifier.java_text.quick_reader import read_quickly


def test_spans_hold_the_declarations_as_they_stand() -> None:
    source = 'class A {\n    String s = "é😀\\\\";\n\n    /** Adds. */\n    void f() { }\n}\n'
    unit = read_quickly(source)

    assert unit is not None
    assert [source[m.span.start : m.span.end] for m in unit.types[0].members] == [
        'String s = "é😀\\\\";',
        "/** Adds. */\n    void f() { }",
    ]


@pytest.mark.parametrize(
    "source",
    [
        'class A {\n    String s = "v\\u00e9s";\n    void f() { }\n}\n',
        "class A {\n    // \\u000a int x;\n    void f() { }\n}\n",
        "record P(int x) { }\n",
        'class A {\n    String s = """\n        a""";\n}\n',
        "class A {\n    void f( {\n}\n",
    ],
    ids=["unicode escape", "escape in a comment", "record", "text block", "syntax error"],
)
def test_what_javalang_reads_wrongly_or_not_at_all_is_left_to_jdt(source: str) -> None:
    assert read_quickly(source) is None
