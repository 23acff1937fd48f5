"""The table of attacks names tests that exist, and the page shows its rows."""

import re
import subprocess
import sys

import pytest

from tests.support.attacks import (
    BEGIN,
    END,
    PAGE,
    ROOT,
    Attack,
    Shown,
    files_of,
    lines,
    page_table,
    read_attacks,
    row_of,
    with_table,
)

ATTACKS = read_attacks()


@pytest.fixture(scope="module")
def nodes(request: pytest.FixtureRequest) -> list[str]:
    """The node ids of all tests in the files that the table names."""
    collected = [item.nodeid for item in request.session.items]
    chosen = request.config.option.keyword or request.config.option.markexpr
    if not chosen and {n.partition("::")[0] for n in collected}.issuperset(files_of(ATTACKS)):
        return collected
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-o", "addopts="]
    words = ["--import-mode=importlib", *files_of(ATTACKS)]
    found = subprocess.run([*command, *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return [line for line in found.stdout.splitlines() if "::" in line]


def test_every_test_of_the_table_exists(nodes: list[str]) -> None:
    assert {a.id: lost for a in ATTACKS if (lost := a.list_unmatched(nodes))} == {}


def test_every_row_has_tests_or_says_why_nothing_shows_it() -> None:
    assert [a.id for a in ATTACKS if bool(a.tests) == bool(a.not_reached)] == []
    assert [a.id for a in ATTACKS if not (a.tried and a.must_be)] == []


def test_every_row_has_an_id_of_its_own() -> None:
    ids = [a.id for a in ATTACKS]

    assert len(set(ids)) == len(ids)
    assert [each for each in ids if not re.fullmatch(r"[hf]?[1-9]\d*", each)] == []


def test_the_page_shows_every_row_as_the_table_has_it() -> None:
    table = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    shown = re.findall(r"^\| (\w+) \| (.+?) \| (.+?) \| (.+) \|$", table, re.MULTILINE)

    assert [row[:3] for row in shown] == [(a.id, a.tried, a.must_be) for a in ATTACKS]
    assert all(
        a.not_reached in row[3] and a.limit in row[3] for a, row in zip(ATTACKS, shown, strict=True)
    )


def test_the_words_of_a_verdict_on_the_page_are_those_that_tests_of_its_row_ask_for() -> None:
    text = PAGE.read_text(encoding="utf-8").partition("## What once")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (h?\d+) \| .+? \| .+? \| (.+) \|$", text, re.MULTILINE)
    tested = {a.id: [test.partition("::")[0] for test in a.tests] for a in ATTACKS}
    sources = {
        row: "".join((ROOT / file).read_text(encoding="utf-8") for file in tested[row])
        for row, _ in rows
    }

    assert len(rows) == 22
    assert [
        (row, each)
        for row, words in rows
        for each in re.findall(r"`([^`]+)`", words)
        if each not in sources[row]
    ] == []


ROW = Attack(id="1", tried="x", must_be="y", tests=("t/a.py::one", "t/a.py::*[2 *]", "t/b.py"))


def test_a_row_is_shown_by_its_tests_with_all_their_cases_and_by_no_other() -> None:
    shown = ["t/a.py::one", "t/a.py::one[any]", "t/a.py::two[2 x\ny]", "t/b.py::any[1]"]
    others = ["t/a.py::ones", "t/a.py::two[22 x]", "t/a.py::two", "u/t/b.py::any", "t/b.pyx"]

    assert [node for node in (*shown, *others) if ROW.is_shown_by(node)] == shown
    assert ROW.list_unmatched(["t/a.py::one"]) == ["t/a.py::*[2 *]", "t/b.py"]


@pytest.mark.parametrize(
    ("outcome", "shown"),
    [
        ("passed", Shown.HELD),
        ("failed", Shown.FAILED),
        ("skipped", Shown.NOT_RUN),
        (None, Shown.NOT_RUN),
    ],
)
def test_a_row_held_only_where_each_of_its_tests_was_seen_passed(
    outcome: str | None, shown: Shown
) -> None:
    outcomes = {"t/a.py::one": "passed", "t/a.py::two[2 x]": "passed"}
    outcomes |= {"t/b.py::last": outcome} if outcome else {}

    assert row_of(ROW, outcomes).shown is shown


def test_what_nothing_shows_is_counted_and_said() -> None:
    rows = [
        row_of(Attack(id="1", tried="x", must_be="y", tests=("t.py",)), {"t.py::a": "passed"}),
        row_of(Attack(id="h2", tried="long", must_be="z", not_reached="Nobody can."), {}),
    ]

    assert lines(rows) == [
        "   1  held           1 tests  x     -> y",
        "  h2  not reached    0 tests  long  -> z",
        "        Nobody can.",
        "1 of 2 rows held; 1 not reached",
    ]
    table = page_table(rows, "seen today")
    assert "**1 of 2 rows held; 1 not reached**, seen today." in table
    assert "| h2 | long | z | **not reached**: Nobody can. |" in table
    assert with_table(f"a\n{BEGIN}\nold\n{END}\nb\n", table) == f"a\n{table}\nb\n"


def test_a_run_of_some_rows_writes_these_and_keeps_what_was_seen_of_the_others() -> None:
    one = Attack(id="1", tried="x", must_be="y", tests=("t.py",))
    two = Attack(id="2", tried="new words", must_be="z", tests=("u.py",), limit="Less.")
    before = page_table(
        [row_of(one, {"t.py::a": "passed"}), row_of(two, {"u.py::a": "passed"})], "seen first"
    )
    outcomes = {"t.py::a": "passed", "t.py::b": "passed", "u.py::a": "not run"}
    rows = [row_of(each, outcomes) for each in (one, two)]

    after = page_table(rows, "seen later", before, ["1"])

    assert "| 1 | x | y | 2 tests |" in after
    assert "| 2 | new words | z | 1 test. Less. |" in after
    assert "**2 of 2 rows held**, seen first." in after
    assert "| 2 | new words | z | **not run**. Less. |" in page_table(rows, "seen later", before)
