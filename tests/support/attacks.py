"""The table of attacks: the tests of each row, and the results of a run."""

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "tests" / "attacks.toml"
PAGE = ROOT / "docs" / "security.md"
_FIRST = re.compile(r"^\*\*\d+ of \d+ rows held.*$", re.MULTILINE)
_SEEN = re.compile(r"^\| (\w+) \|.*\| (\d+ tests?)[^|]*\|$", re.MULTILINE)
BEGIN, END = "<!-- attacks: written by make attacks -->", "<!-- end of attacks -->"


class Shown(StrEnum):
    """The result of a run for a row."""

    HELD = "held"
    FAILED = "FAILED"
    NOT_RUN = "not run"
    NOT_REACHED = "not reached"


@dataclass(frozen=True, kw_only=True)
class Attack:
    """A row: an attack, its required outcome, and the tests that show it.

    `tests` are node ids. An id without brackets covers all cases of a test, one without a test
    covers a file, and `*` matches any text. It is empty if `not_reached` says why no test shows the
    row. `limit` names the limits of a row that holds.
    """

    id: str
    tried: str
    must_be: str
    tests: tuple[str, ...] = ()
    not_reached: str = ""
    limit: str = ""

    @cached_property
    def _patterns(self) -> tuple["re.Pattern[str]", ...]:
        return tuple(
            re.compile(".*".join(map(re.escape, test.split("*"))) + r"(::.*)?(\[.*\])?", re.DOTALL)
            for test in self.tests
        )

    def is_shown_by(self, node: str) -> bool:
        """Whether the test with this node id belongs to the row."""
        return any(pattern.fullmatch(node) for pattern in self._patterns)

    def list_unmatched(self, nodes: Iterable[str]) -> list[str]:
        """The tests of this row that match none of these node ids."""
        known = list(nodes)
        return [
            test
            for test, pattern in zip(self.tests, self._patterns, strict=True)
            if not any(pattern.fullmatch(node) for node in known)
        ]


def read_attacks(path: Path = TABLE) -> tuple[Attack, ...]:
    """Read all rows, in the order of the file."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["attack"]
    return tuple(Attack(**{**row, "tests": tuple(row.get("tests", ()))}) for row in rows)


def files_of(attacks: Iterable[Attack]) -> list[str]:
    """The test files that the rows name."""
    return sorted({test.partition("::")[0] for attack in attacks for test in attack.tests})


@dataclass(frozen=True, kw_only=True)
class Row:
    """A row with its result: the number of passed tests, and the names of the others."""

    attack: Attack
    shown: Shown
    passed: int
    others: tuple[str, ...] = ()


def row_of(attack: Attack, outcomes: Mapping[str, str]) -> Row:
    """The result of a row from the outcomes (`passed`, `failed`, `skipped`, `not run` by node id).

    The row holds only if each of its tests passed.
    """
    mine = {node: outcome for node, outcome in outcomes.items() if attack.is_shown_by(node)}
    others = tuple(sorted(node for node, outcome in mine.items() if outcome != "passed"))
    if not attack.tests:
        shown = Shown.NOT_REACHED
    elif "failed" in mine.values():
        shown = Shown.FAILED
    elif others or attack.list_unmatched(mine):
        shown = Shown.NOT_RUN
    else:
        shown = Shown.HELD
    return Row(attack=attack, shown=shown, passed=len(mine) - len(others), others=others)


def summary(rows: Sequence[Row]) -> str:
    """Format `x of y rows held`, and the counts of the others."""
    counts = {kind: sum(row.shown is kind for row in rows) for kind in Shown}
    rest = ", ".join(
        f"{counts[kind]} {kind.value}" for kind in Shown if kind is not Shown.HELD and counts[kind]
    )
    return f"{counts[Shown.HELD]} of {len(rows)} rows held" + (f"; {rest}" if rest else "")


def lines(rows: Sequence[Row]) -> list[str]:
    """Format the table for a terminal, one row per line, then the sum."""
    width = max((len(row.attack.tried) for row in rows), default=0)
    found = []
    for row in rows:
        attack = row.attack
        text = f"{attack.id:>4}  {row.shown.value:<11}  {row.passed:>3} tests  "
        found.append(f"{text}{attack.tried:<{width}}  -> {attack.must_be}")
        found += [f"{'':>8}{attack.not_reached}"] * bool(attack.not_reached)
        found += [f"{'':>8}{node}" for node in row.others[:5]]
    return [*found, summary(rows)]


def page_table(
    rows: Sequence[Row], versions: str, earlier: str = "", asked: Collection[str] = ()
) -> str:
    """Format the table for the page, between its two marks.

    If only some rows were asked for, the others and the first line are those of an earlier table.
    """
    table = ["| | what is tried | what must come of it | seen |", "|---|---|---|---|"]
    first = f"**{summary(rows)}**, {versions}."
    known = dict(_SEEN.findall(earlier)) if asked else {}
    if asked and (old := _FIRST.search(earlier)):
        first = old[0]
    for row in rows:
        attack = row.attack
        tests = f"{row.passed} test{'s' * (row.passed != 1)}"
        seen = tests if row.shown is Shown.HELD else f"**{row.shown.value}**"
        if attack.id not in asked:
            seen = known.get(attack.id, seen)
        if said := attack.not_reached or attack.limit:
            seen = f"{seen}: {said}" if attack.not_reached else f"{seen}. {said}"
        table.append(f"| {attack.id} | {attack.tried} | {attack.must_be} | {seen} |")
    return "\n".join([BEGIN, "", first, "", *table, "", END])


def with_table(page: str, table: str) -> str:
    """Replace the table of a page."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + table + after
