"""The lines that a change takes away and brings, and the methods in which one of them ran."""

from collections.abc import Sequence

import pytest

from verifier.checks.parts.changed_lines import find_changed_stretches, ran_by_method
from verifier.checks.parts.refactored_lines import Stretch
from verifier.domain.coverage import Counter, Coverage, LineCoverage, MethodCoverage
from verifier.domain.source import SourceTrees

OLD = """package p;
class A {
  int f(int a) {
    return a + 1;
  }
  int g(int a) {
    return f(
        a);
  }
}
"""


def trees(before: dict[str, str], after: dict[str, str], **renames: str) -> SourceTrees:
    none = frozenset[str]()
    return SourceTrees(
        before=before,
        after=after,
        directories_before=none,
        directories_after=none,
        renames={f"{old}.java": f"{new}.java" for old, new in renames.items()},
    )


def lines(stretches: Sequence[Stretch]) -> list[tuple[str, int, int]]:
    return [
        (each.file, each.lines.start_line, each.lines.end_line)
        for each in stretches
        if each.lines is not None
    ]


def list_stretches(new: str) -> tuple[list[tuple[str, int, int]], list[tuple[str, int, int]]]:
    before, after = find_changed_stretches(trees({"p/A.java": OLD}, {"p/A.java": new}))
    return lines(before), lines(after)


def test_lines_that_differ_are_found_on_both_sides_and_comments_are_none() -> None:
    assert list_stretches(OLD.replace("a + 1", "1 + a")) == (
        [("p/A.java", 4, 4)],
        [("p/A.java", 4, 4)],
    )
    assert list_stretches(OLD.replace("  int g", "  // g\n  int g")) == ([], [])
    assert list_stretches(OLD.replace("  int g", "  int n;\n  int g")) == ([], [("p/A.java", 6, 6)])


def test_a_file_that_comes_goes_or_is_renamed() -> None:
    came = find_changed_stretches(trees({}, {"p/A.java": OLD}))
    gone = find_changed_stretches(trees({"p/A.java": OLD}, {}))
    moved = find_changed_stretches(trees({"A.java": OLD}, {"B.java": OLD.replace("A", "B")}, A="B"))

    assert [lines(side) for side in came] == [[], [("p/A.java", 1, 10)]]
    assert [lines(side) for side in gone] == [[("p/A.java", 1, 10)], []]
    assert [lines(side) for side in moved] == [[("A.java", 2, 2)], [("B.java", 2, 2)]]


def method(name: str, *ran: tuple[int, bool]) -> MethodCoverage:
    return MethodCoverage(
        class_name="p.A",
        name=name,
        descriptor="(I)I",
        file="p/A.java",
        lines=tuple(
            LineCoverage(
                number=number,
                instructions=Counter(covered=int(has_run), total=1),
                branches=Counter(),
            )
            for number, has_run in ran
        ),
    )


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (OLD.replace("a + 1", "1 + a"), {"p.A#f(I)I": True}),
        (OLD.replace("return f(", "return -f("), {"p.A#g(I)I": False}),
        # The second line of a call has no byte code; its method has run at another line.
        (OLD.replace("        a);", "        -a);"), {"p.A#g(I)I": True}),
        (OLD.replace("package p;", "package p;import q.B;"), {}),
        (OLD.replace("int f(int a)", "int f(final int a)"), {}),
        (
            OLD.replace("a + 1", "1 + a").replace("return f(", "return -f("),
            {"p.A#f(I)I": True, "p.A#g(I)I": False},
        ),
    ],
)
def test_each_method_with_a_changed_line_must_have_run_one(
    new: str, expected: dict[str, bool]
) -> None:
    found = Coverage(methods=(method("f", (4, True)), method("g", (7, False), (9, True))))
    _, after = find_changed_stretches(trees({"p/A.java": OLD}, {"p/A.java": new}))

    assert ran_by_method(after, found) == expected
