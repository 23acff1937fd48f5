"""A sample is spread over the properties that were asked for, and is the same every time."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.support.assignments import a_commit, a_method
from tests.support.instances import make_mined
from verifier.domain.assignment import Goal
from verifier.domain.instance import Instance
from verifier.domain.refactoring_traits import RefactoringType
from verifier.errors import UsageError
from verifier.mining.spreading import SampleRequest, eloc, read_properties

EXTRACT, MOVE = RefactoringType.EXTRACT_METHOD, RefactoringType.MOVE_METHOD


def instance(number: int, kind: RefactoringType, year: int, lines: int) -> Instance:
    made = make_mined(id=f"{number:04}", group=f"g{number}", type=kind, committed=f"{year}-01-01")
    body = "\n\n".join(f"  a({line}); // said" for line in range(lines - 2))
    sources = replace(made.before_sources, method=f"/** Doc.\n */\nvoid f() {{\n{body}\n}}")
    return replace(made, before_sources=sources)


MANY = [
    *(instance(n, EXTRACT, 2010 + n % 4, 5) for n in range(40)),
    *(instance(100 + n, EXTRACT, 2010, 35) for n in range(3)),
    *(instance(200 + n, MOVE, 2012, 12) for n in range(2)),
]


def choose(most: int, words: str) -> list[Instance]:
    return SampleRequest(most=most, properties=read_properties(words)).choose(MANY)


def test_lines_with_code_are_the_size() -> None:
    assert [eloc(each) for each in (MANY[0], MANY[-1])] == [5, 12]


def test_the_first_property_weighs_most() -> None:
    by_type = Counter(each.type for each in choose(10, "type,year,eloc"))
    by_size = Counter(eloc(each) for each in choose(9, "eloc,type"))

    assert by_type == {EXTRACT: 8, MOVE: 2}
    assert by_size == {5: 4, 35: 3, 12: 2}


def test_the_classes_of_sizes_may_be_wider() -> None:
    sizes = Counter(eloc(each) for each in choose(8, "eloc:20"))

    assert sizes[35] == 3
    assert sizes[5] + sizes[12] == 5


def test_a_smaller_sample_is_part_of_a_larger_one_in_the_order_of_the_file() -> None:
    small, large = choose(7, "type,year,eloc"), choose(20, "year,type")

    assert [MANY.index(each) for each in small] == sorted(map(MANY.index, small))
    assert set(small) <= set(choose(11, "type,year,eloc"))
    assert len(large) == 20
    assert len(choose(1000, "type")) == len(MANY)


@pytest.mark.parametrize("words", ["", "size", "type,", "eloc:0", "eloc:x", "type:3"])
def test_an_unknown_property_is_refused(words: str) -> None:
    with pytest.raises(UsageError, match="is not a property"):
        read_properties(words)


def test_methods_are_spread_over_goals_sizes_and_classes() -> None:
    bodies = ["return 1;\n" * lines for lines in (2, 2, 2, 30)]
    methods = [
        a_method(
            f"f{n}()",
            name=f"{goal}{n}",
            source=f"int f() {{\n{body}}}",
            goal=goal,
            class_name=f"p.A{n % 2}",
        )
        for goal in Goal
        for n, body in enumerate(bodies)
    ]
    sample = SampleRequest(most=4, properties=read_properties("type,eloc")).choose(methods)

    assert [eloc(each) for each in methods[:4]] == [4, 4, 4, 32]
    assert Counter(each.goal for each in sample) == {Goal.SIMPLIFY: 2, Goal.OPTIMISE: 2}
    assert len({each.class_name for each in sample}) == 2
    two = SampleRequest(most=2, properties=read_properties("type,eloc")).choose(methods)
    assert Counter(eloc(each) for each in two) == {4: 1, 32: 1}


def test_commits_are_spread_over_years_and_changed_lines() -> None:
    patch = "--- a/A.java\n+++ b/A.java\n@@ -1 +1,2 @@\n-a\n+b\n+c\n d\n"
    commits = [
        replace(a_commit(name=f"c{n}", patch=patch), committed=f"20{10 + n // 3}-05-01T00:00:00Z")
        for n in range(4)
    ]
    sample = SampleRequest(most=2, properties=read_properties("year,eloc:2")).choose(commits)

    assert eloc(commits[0]) == 3
    assert [each.year for each in commits] == [2010, 2010, 2010, 2011]
    assert {each.year for each in sample} == {2010, 2011}
