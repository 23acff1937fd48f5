"""Only words that differ are marked; code that moved, was indented or was wrapped is not."""

import pytest

from tests.support.cpu import cpu_seconds
from verifier.domain.review import CodeLines
from verifier.gates.formats.marked_code import MarkedLine, mark_code


def code(*lines: str) -> CodeLines:
    numbers = tuple(range(1, len(lines) + 1))
    return CodeLines(file="A.java", line=1, end_line=len(lines), text=lines, numbers=numbers)


def shown(lines: tuple[MarkedLine, ...]) -> list[str | None]:
    """Write marked words in brackets; None fills a gap."""
    return [
        None
        if line.number is None
        else "".join(f"[{text}]" if marked else text for text, marked in line.pieces)
        for line in lines
    ]


def test_statements_that_moved_unchanged_are_not_marked() -> None:
    before, after = mark_code(code("    one();", "    two();"), code("one();", "two();"))

    assert shown(before) == ["    one();", "    two();"]
    assert shown(after) == ["one();", "two();"]
    assert not any(line.is_marked for line in (*before, *after))


def test_only_the_changed_word_of_a_line_is_marked() -> None:
    before, after = mark_code(code("if (a < limit) {"), code("if (a <= limit) {"))

    assert shown(before) == ["if (a < limit) {"]
    assert shown(after) == ["if (a <[=] limit) {"]


def test_a_statement_that_is_wrapped_is_not_marked() -> None:
    before, after = mark_code(code("call(one, two, three);"), code("call(one,", "    two, three);"))

    assert shown(before) == ["call(one, two, three);", None]
    assert shown(after) == ["call(one,", "    two, three);"]


@pytest.mark.parametrize(
    ("before", "after", "marked"),
    [
        ('s = "a  b";', 's = "a b";', ('s = "a[  ]b";', 's = "a[ ]b";')),
        ('s = "a, b";', 's = "a,b";', ('s = "a,[ ]b";', 's = "a,b";')),
        ('s = "a b";', 's = "a\u00a0b";', ('s = "a[ ]b";', 's = "a[\u00a0]b";')),
        ("n = a+ ++b;", "n = a++ +b;", ("n = a+[ ]++b;", "n = a++[ ]+b;")),
    ],
)
def test_other_blanks_inside_of_a_line_are_marked(
    before: str, after: str, marked: tuple[str, str]
) -> None:
    old, new = mark_code(code(before), code(f"  {after}"))

    assert (shown(old), shown(new)) == ([marked[0]], [f"  {marked[1]}"])


def test_an_added_line_has_a_gap_on_the_other_side_and_words_in_a_row_are_one_mark() -> None:
    before, after = mark_code(code("one();", "two();"), code("one();", "int x = 2;", "two();"))

    assert shown(before) == ["one();", None, "two();"]
    assert shown(after) == ["one();", "[int x = 2;]", "two();"]
    assert [line.number for line in after] == [1, 2, 3]


def test_passages_with_nothing_in_common_are_marked_as_a_whole() -> None:
    before, after = mark_code(code("while (x) { y(); }"), code("return list.stream().count();"))

    assert shown(before) == ["[while (x) { y(); }]"]
    assert shown(after) == ["[return list.stream().count();]"]


def test_a_side_without_lines_is_all_gap() -> None:
    before, after = mark_code(code(), code("a", "", "b"))

    assert shown(before) == [None, None, None]
    assert shown(after) == ["[a]", "", "[b]"]


def test_code_that_is_made_to_be_compared_slowly_ends_soon() -> None:
    hostile = code(*(f"a b a b {n % 3} " + "a b " * 200 for n in range(400)))
    other = code(*(f"b a a b {n % 5} " + "b a " * 200 for n in range(400)))

    assert cpu_seconds(lambda: mark_code(hostile, other)) < 5
