"""The tables of a mined data set: literal rows of a small one."""

from dataclasses import replace
from typing import Any

import pytest

from tests.support.contexts import CONTEXT as ONE
from tests.support.contexts import SURROUNDINGS
from tests.support.instance_sets import entries
from tests.support.instances import make_mined
from verifier.domain.purity import Purity, PurityTier, PurityVerdict
from verifier.reports.instance_set import InstanceSet, SetEntry
from verifier.reports.rendering.set_details import examples, row, sides
from verifier.reports.set_plots import make_set_plots
from verifier.reports.set_tables import SET_TABLES, fill_set
from verifier.reports.set_tables.context import CONTEXT
from verifier.reports.statistics import Rate

SET = InstanceSet(name="i.jsonl", entries=entries())


def rows(name: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for table in fill_set(SET) if table.name == name for row in table.rows]


def test_projects_count_instances_acts_commits_and_what_each_step_left() -> None:
    assert rows("projects") == [
        ("r", "MIT", 4, 3, 3, 2, 2, 2, 1, 1, 1),
        ("s", "GPL-2.0-only", 1, 1, 1, 1, 1, 0, 0, 0, 0),
    ]


def test_types_have_their_tiers_and_no_value_where_nobody_asked() -> None:
    assert rows("types") == [
        ("Extract Method", "atomic", 3, 2, 3, 1, 2, 0, 3, 2, 1, 1, 1),
        ("Move Method", "atomic", 2, 2, 1, 0, 1, 0, 0, None, None, None, None),
    ]


def test_years_are_those_of_the_commits_and_the_unknown_ones_come_last() -> None:
    dated = [
        make_mined(id=f"i{n}", committed=f"{year}-12-31T23:59:59Z")
        for n, year in enumerate((2021, 2009, 2021))
    ]
    found = InstanceSet(
        name="i", entries=tuple(SetEntry(instance=i) for i in (*dated, make_mined(id="old")))
    )

    (years,) = (table for table in fill_set(found) if table.name == "years")

    assert [row[:2] for row in years.rows] == [("2009", 1), ("2021", 2), ("unknown", 1)]


def test_without_any_time_there_is_no_table_of_years() -> None:
    assert rows("years") == []


def test_without_a_proof_that_was_asked_for_nobody_knows_how_many_are_proved() -> None:
    purity = Purity(verdict=PurityVerdict.PURE, tier=PurityTier.STRICT)
    unasked = InstanceSet(name="i", entries=(SetEntry(instance=make_mined(purity=purity)),))

    (types,) = (table for table in fill_set(unasked) if table.name == "types")

    assert types.rows[0][6:8] == (1, None)


def test_sizes_leave_out_blank_lines_and_records_without_text() -> None:
    assert rows("sizes")[:3] == [
        ("Extract Method", "lines of the method before", 3, 4, 4, 4),
        ("Extract Method", "lines of the method after", 3, 3, 3, 3),
        ("Extract Method", "lines of the other method", 3, 4, 4, 4),
    ]
    assert ("Move Method", "lines of the method before", 1, 4, 4, 4) in rows("sizes")


def test_purity_tells_verdicts_tiers_tolerated_edits_and_why_not_proved() -> None:
    assert rows("purity") == [
        ("verdict", "pure", 4),
        ("verdict", "impure", 1),
        ("tier", "strict", 3),
        ("tier", "checker", 1),
        ("tolerated edit", "type replacement", 1),
        ("not proved", "not-proved: other-call", 3),
    ]


def test_each_step_of_validation_is_counted_by_itself() -> None:
    assert rows("outcomes")[:4] == [
        ("builds before", "passed", "", 2),
        ("builds before", "inconclusive", "BASE_INVALID", 1),
        ("builds after", "passed", "", 3),
        ("tests pass", "passed", "", 2),
    ]


def test_coverage_counts_lines_of_what_was_measured() -> None:
    assert rows("coverage") == [
        ("Extract Method", 1, 1, Rate(passed=3, judged=4), Rate(passed=5, judged=5))
    ]


def test_licences_and_copies_are_counted() -> None:
    assert rows("licences") == [("MIT", "r", 4, 4), ("GPL-2.0-only", "s", 1, 0)]
    assert rows("duplicates") == [
        ("nearly the same methods", "s", "r", 1),
        ("the same methods", "r", "r", 1),
    ]


def test_a_set_without_anything_has_no_table_and_no_picture() -> None:
    empty = InstanceSet(name="i.jsonl", entries=())

    assert fill_set(empty) == ()
    assert make_set_plots(empty) == ()


def test_no_two_tables_have_one_name() -> None:
    names = [table.name for table in SET_TABLES]

    assert len(set(names)) == len(names)


def test_what_is_around_the_methods_is_counted_by_kind_and_what_was_cut_counts_too() -> None:
    other = replace(SURROUNDINGS, callers=(), left_out={})
    around = replace(ONE, methods=(SURROUNDINGS, other))
    found = InstanceSet(name="i", entries=(SetEntry(instance=make_mined(context=around)),))
    rows = CONTEXT.fill(found).rows

    assert rows[0] == ("called by", 2, 1, 8, 8)
    assert rows[1] == ("calls", 2, 0, 0, 0)
    assert CONTEXT.fill(SET).rows == ()


def test_a_line_is_marked_where_the_other_side_has_none_like_it() -> None:
    before, after = sides(SET.entries[0])

    assert before["methods"][0]["lines"] == [
        ["int f(int a) {", ""],
        ["  int b = a + 1;", ""],
        ["", ""],
        ["  return b;", ""],
        ["}", ""],
    ]
    assert [m["name"] for m in after["methods"]] == ["p.A#f(int)", "p.A#g()"]
    assert after["methods"][0]["lines"][1] == ["  return g(a);", "added"]


def test_the_indent_of_the_class_is_taken_from_all_lines_of_a_method() -> None:
    text = "void f() {\n      if (a) {\n        b();\n\n      }\n    }\n"
    sources = replace(SET.entries[0].instance.before_sources, method=text)
    instance = replace(SET.entries[0].instance, before_sources=sources)

    before, _ = sides(replace(SET.entries[0], instance=instance))

    assert [line for line, _ in before["methods"][0]["lines"]] == [
        "void f() {",
        "  if (a) {",
        "    b();",
        "",
        "  }",
        "}",
    ]


def test_what_a_licence_keeps_off_the_page_is_no_example_and_has_no_sides() -> None:
    withheld = SET.entries[2]

    assert sides(withheld) == []
    assert examples(InstanceSet(name="i", entries=(withheld,))) == []


def test_an_example_of_each_type_is_the_one_that_passed_most() -> None:
    assert [(e["type"], e["id"]) for e in examples(SET)] == [
        ("Extract Method", "i1"),
        ("Move Method", "i5"),
    ]


@pytest.mark.parametrize(
    ("at", "said", "outcome"),
    [
        (0, "passed all", "passed"),
        (1, "tests pass: TEST_FAILED", "inconclusive"),
        (3, "not validated", "not_applicable"),
    ],
)
def test_a_row_says_where_validation_lost_an_instance(at: int, said: str, outcome: str) -> None:
    found = row(SET.entries[at])

    assert (found["validation"], found["outcome"]) == (said, outcome)
