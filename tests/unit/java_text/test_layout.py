"""A member's text moves with its indentation and keeps the Javadoc of the one that it replaces."""

import pytest

from verifier.java_text.layout import indentation, javadoc_of, reindent, with_javadoc


@pytest.mark.parametrize(
    ("member", "javadoc"),
    [
        ("/** Says f. */\nvoid f() {}", "/** Says f. */"),
        ("\n  /** a\n * b */ int x;", "/** a\n * b */"),
        ("/**/ int x; /** of y */ int y;", ""),
        ("/* plain */ int x;", ""),
        ('String s = "/** none */";', ""),
        ("@A /** too late */ void f() {}", ""),
    ],
)
def test_a_javadoc_is_the_comment_that_a_member_begins_with(member: str, javadoc: str) -> None:
    assert javadoc_of(member) == javadoc


def test_a_javadoc_is_added_to_a_member_without_one() -> None:
    assert with_javadoc("int x;", "/** X. */", "  ") == "/** X. */\n  int x;"
    assert with_javadoc("/** Y. */ int x;", "/** X. */", "") == "/** Y. */ int x;"


def test_later_lines_lose_the_old_indentation_and_get_the_new_one() -> None:
    assert reindent("void f() {\n    g();\n\n}", "", "  ") == "void f() {\n      g();\n\n  }"
    assert indentation("a\n\tb c", 5) == "\t"


def _block(*lines: str) -> str:
    return "\n".join(["String f() {", '    return """', *lines, "}"])


@pytest.mark.parametrize(
    ("lines", "old", "new", "moved"),
    [
        (["        a", "          b", '        """;'], "", "  ", ["          a", "            b", '          """;']),
        (["a", "        b", '""";'], "    ", "        ", ["a", "        b", '""";']),
        (["```", "    x", "", '    """;'], "    ", "    ", ["```", "    x", "", '    """;']),
        (["    a", '  b""";'], "    ", "", ["    a", '  b""";']),
    ],
    ids=["together", "not at all", "in its place", "towards the margin"],
)  # fmt: skip
def test_the_lines_of_a_text_block_keep_their_distances(
    lines: list[str], old: str, new: str, moved: list[str]
) -> None:
    found = reindent(_block(*lines), old, new).split("\n")

    assert found[2:-1] == moved
