"""What is left over is shown as source lines, without what a refactoring accounts for."""

import pytest

from verifier.domain.refactoring import CodeRange, MethodId, Refactoring, RefactoringSide
from verifier.java_text.tokens import scan
from verifier.residue.moved_code.journey import Journey, lines_accounted_for
from verifier.residue.text.edit import Edit, Text, describe_edits, edit_between
from verifier.residue.text.method_text import MethodText

BEFORE = """Money with(Money total, int guests) {
  long off = 0;  // in cents
  if (guests >= 12) {
    off = total.cents() / 10;
  }
  return new Money(total.cents() - off);
}"""
INLINED = """Money with(Money total, int guests) {
  return new Money(total.cents() - offForGuests(total, guests));
}"""
KEPT = """Money with(Money total, int guests) {
  long off = offForGuests(total, guests);
  return new Money(total.cents() - off);
}"""


def text(source: str, accounted: frozenset[int] = frozenset()) -> Text:
    tokens = list(scan(source, decoded=False))
    return Text(file="A.java", tokens=tokens, source=source, accounted=accounted)


def method(source: str) -> MethodText:
    return MethodText(file="A.java", text=source, start=0, end=len(source))


def range_of(source: str, code: str, role: str) -> CodeRange:
    start = source.index(code)
    end = start + len(code) - 1

    def place(at: int) -> tuple[int, int]:
        return source.count("\n", 0, at) + 1, at - source.rfind("\n", 0, at)

    (first, left), (last, right) = place(start), place(end)
    return CodeRange(
        file="A.java",
        start_line=first,
        start_column=left,
        end_line=last,
        end_column=right,
        role=role,
    )


EXTRACTED = BEFORE[BEFORE.index("long off") : BEFORE.index("  return")].rstrip()


def diff(after: str) -> tuple[str, ...]:
    return edit(after).diff


def edit(after: str, before: str = BEFORE) -> Edit:
    """What was edited in the host of an extraction."""
    host, new = MethodId.parse("A#with()"), MethodId.parse("A#offForGuests()")
    taken = range_of(before, EXTRACTED, "extracted code from source method declaration")
    call = range_of(after, "offForGuests(total, guests)", "extracted method invocation")
    journey = Journey(
        refactoring=Refactoring(
            type_name="Extract Method",
            description="",
            before=RefactoringSide(file="A.java", method=host, ranges=(taken,)),
            after=RefactoringSide(file="A.java", method=host, partner=new, ranges=(call,)),
        ),
        open=method(before),
        calling=method(after),
        method=method("long offForGuests(Money total, int guests) { return 0; }"),
        method_id=new,
    )
    went, came = lines_accounted_for([journey], journey.open)
    return edit_between("changed", journey.open.as_text(went), journey.calling.as_text(came))


def test_what_was_extracted_is_not_shown_and_a_call_stands_beside_the_line_it_came_into() -> None:
    assert diff(INLINED) == (
        "- return new Money(total.cents() - off);",
        "+ return new Money(total.cents() - offForGuests(total, guests));",
    )


def test_a_call_that_only_replaces_the_extracted_code_is_not_shown() -> None:
    assert diff(KEPT.replace("- off", "+ off")) == (
        "- return new Money(total.cents() - off);",
        "+ return new Money(total.cents() + off);",
    )


def test_more_than_the_call_in_its_line_is_shown() -> None:
    shown = diff(KEPT.replace("guests);", "guests) + 1;").replace("- off", "+ off"))

    assert shown[1:] == (
        "+ long off = offForGuests(total, guests) + 1;",
        "+ return new Money(total.cents() + off);",
    )


def test_an_edit_stands_where_the_lines_differ_that_nothing_accounts_for() -> None:
    assert edit(KEPT.replace("- off", "+ off")).line == 3
    assert edit(KEPT).line == 2


def test_where_all_is_accounted_for_all_that_differs_is_shown() -> None:
    assert diff(KEPT)[-1] == "+ long off = offForGuests(total, guests);"


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("int f() {\n  return 1;\n}", "int f() {\n    return 2; // two\n}", ("- return 1;", "+ return 2; // two")),
        ("f(a,\n  b);\nh();\ng(1);", "f(a, b);\nh();\ng(2);", ("- g(1);", "+ g(2);")),
        ("", "int x;", ("+ int x;",)),
        ("int x;", "", ("- int x;",)),
    ],
)  # fmt: skip
def test_layout_and_comments_are_no_difference(
    before: str, after: str, shown: tuple[str, ...]
) -> None:
    assert edit_between("e", text(before), text(after)).diff == shown


def test_a_long_diff_is_bounded() -> None:
    many = "\n".join(f"int x{n};" for n in range(1000))
    shown = edit_between("added", None, text(many)).diff

    assert len(shown) == 9
    assert shown[-1] == "+ … 992 more"
    wide = edit_between("added", None, text(f"int {'x' * 500};")).diff
    assert [len(line) for line in wide] == [2 + 160]


def test_the_first_edits_are_told_with_their_diffs() -> None:
    edits = [Edit(what=f"e{n}", diff=("- a",)) for n in range(5)]

    assert describe_edits(edits) == "e0\n- a\ne1\n- a\ne2\n- a\nand 2 more"
    assert describe_edits([]) == ""
