"""Wrong refactorings: the finding names the cause at its place, and its advice makes them right."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from bench.proof_pairs import ProofPair, proof_pairs
from tests.support.advice import follow_advice
from tests.support.repository import Repository
from verifier.analysis.pool import AnalysisPool
from verifier.domain.cause import CauseKind
from verifier.domain.gate import BehaviourAnswer, GateFinding, GateReport, Level, NextStep
from verifier.gates.change.selection import Source, SourceKind
from verifier.gates.check import check
from verifier.gates.request import CheckRequest

PAIRS = {
    pair.slug: pair
    for pair in proof_pairs(Path(__file__).parents[1] / "fixtures" / "wrong-refactorings")
}


@dataclass(frozen=True)
class Row:
    """What the finding of one wrong refactoring says. Without advice a person is asked."""

    kind: CauseKind
    line: int
    said: str
    before: str
    after: str
    has_advice: bool = True


ASKED = False
ROWS = {
    "extractions-order-of-two-statements": Row(
        CauseKind.ORDER,
        13,
        "in `endOfRecord`, `out.append('|').append(recordCount);` now runs after `recordCount++;`",
        "out.append('|').append(recordCount); recordCount++;",
        "recordCount++; out.append('|').append(recordCount);",
    ),
    "extractions-arguments-of-two-calls-exchanged": Row(
        CauseKind.ARGUMENTS,
        5,
        "call: 1st and 2nd argument exchanged (from 2 places: lines 5, 10)",
        "mark(marker, space);",
        "mark(space, marker);",
    ),
    "extractions-parameters-exchanged-at-the-declaration": Row(
        CauseKind.PARAMETERS,
        8,
        "declaration of `outer`: 1st and 2nd parameter exchanged",
        "private int outer(int width, int height, int border) {",
        "private int outer(int height, int width, int border) {",
    ),
    "extractions-result-of-the-call-is-lost": Row(
        CauseKind.LOST_RESULT,
        5,
        "call at line 5: result of `normalise(name)` is lost: `name` keeps its old value",
        "name = normalise(name);",
        "normalise(name);",
    ),
    "extractions-condition-negated": Row(
        CauseKind.CONDITION,
        9,
        "in `grow`, condition negated",
        "if (text.isEmpty()) {",
        "if (!text.isEmpty()) {",
    ),
    "extractions-boundary-moved-by-one": Row(
        CauseKind.BOUNDARY,
        10,
        "in `sum`, boundary moved: `<` became `<=`",
        "for (int i = 0; i < limit; i++) {",
        "for (int i = 0; i <= limit; i++) {",
    ),
    "extractions-and-became-or": Row(
        CauseKind.CONDITION,
        9,
        "in `grant`, condition changed: `&&` became `||`",
        "if (known && paid) {",
        "if (known || paid) {",
    ),
    "extractions-short-circuit-lost": Row(
        CauseKind.SHORT_CIRCUIT,
        9,
        "in `look`, `&&` became `&`: the right side is evaluated in other cases",
        "if (text != null && text.length() > 3) {",
        "if (text != null & text.length() > 3) {",
    ),
    "extractions-evaluated-twice": Row(
        CauseKind.EVALUATION,
        12,
        "in `scaled`, `next()` is evaluated once more",
        "int result = scaled + value;",
        "int result = scaled + next();",
    ),
    "extractions-another-receiver": Row(
        CauseKind.RECEIVER,
        11,
        "in `repeat`, receiver changed: `body` became `head`",
        "body.append(text);",
        "head.append(text);",
    ),
    "extractions-statement-dropped": Row(
        CauseKind.DROPPED,
        10,
        "in `book`, `total = total - total % 5;` is gone",
        "total = total - total % 5;",
        "",
    ),
    "extractions-statement-added": Row(
        CauseKind.ADDED,
        12,
        "in `store`, `entries = entries * 2;` is new",
        "",
        "entries = entries * 2;",
    ),
    "extractions-literal-changed": Row(
        CauseKind.LITERAL,
        9,
        "in `tax`, literal changed: `19` became `16`",
        "int tax = start * 19;",
        "int tax = start * 16;",
    ),
    "extractions-exception-swallowed": Row(
        CauseKind.EXCEPTIONS,
        9,
        "in `count`, `try` added: exceptions are handled otherwise",
        "",
        "try",
        ASKED,
    ),
    "extractions-another-value-is-returned": Row(
        CauseKind.RETURNED_VALUE,
        11,
        "in `rounded`, returns `full`, and `rounded` is what the code made",
        "return rounded;",
        "return full;",
    ),
    "extractions-out-of-the-loop": Row(
        CauseKind.BLOCK,
        10,
        "in `all`, `count(item, weight);` moved out of `for (int each : items)`",
        "for (int each : items) { count(item, weight); }",
        "count(item, weight);",
    ),
    "extractions-out-of-the-lock": Row(
        CauseKind.LOCK,
        9,
        "in `set`, `write(next);` moved out of `synchronized (this)`",
        "synchronized (this) { write(next); }",
        "write(next);",
    ),
    "extractions-two-places-of-which-one-differs": Row(
        CauseKind.PLACES_DIFFER,
        10,
        "call at line 10: `sum = sum + 7;` stood here, and `add` has `sum = sum + 5;`",
        "sum = sum + 7;",
        "sum = sum + 5;",
    ),
    "extractions-another-variable": Row(
        CauseKind.VARIABLE,
        10,
        "in `book`, `rate` replaces `fee`",
        "sum = sum + amount * fee;",
        "sum = sum + amount * rate;",
    ),
    "others-inlining-drops-a-side-effect": Row(
        CauseKind.DROPPED,
        6,
        "in `run`, `calls = calls + 1;` is gone",
        "calls = calls + 1;",
        "",
    ),
    "others-inlining-evaluates-the-argument-twice": Row(
        CauseKind.EVALUATION,
        7,
        "at line 7: `next()` is evaluated twice, and was evaluated once",
        "",
        "int sum = next() + next();",
        ASKED,
    ),
    "others-move-reads-the-field-of-the-other-class": Row(
        CauseKind.VARIABLE,
        6,
        "in `price`, `rate` is that of `Order` now, and was that of `Shop`",
        "int base = amount * Shop.rate;",
        "int base = amount * rate;",
    ),
    "others-renaming-changes-a-text-too": Row(
        CauseKind.LITERAL,
        7,
        'in `launch`, literal changed: `"start "` became `"launch "`',
        'return "start " + runs;',
        'return "launch " + runs;',
    ),
    "others-renaming-exchanges-arguments": Row(
        CauseKind.ARGUMENTS,
        10,
        "not part of a refactoring: in `both`, 1st and 2nd argument exchanged",
        "int second = distance(low, high + 1);",
        "int second = distance(high + 1, low);",
    ),
    "others-renaming-exchanges-parameters": Row(
        CauseKind.PARAMETERS,
        4,
        "in `share`, 1st and 2nd parameter exchanged",
        "int share(int whole, int piece) {",
        "int share(int piece, int whole) {",
    ),
    "others-renaming-changes-the-visibility-and-the-lock": Row(
        CauseKind.LOCK,
        4,
        "in `acquire`, `synchronized` removed",
        "synchronized void acquire(int count) {",
        "void acquire(int count) {",
    ),
    "others-an-edit-beside-a-right-extraction": Row(
        CauseKind.BOUNDARY,
        13,
        "not part of a refactoring: in `isFull`, boundary moved: `>=` became `>`",
        "return sum >= limit;",
        "return sum > limit;",
    ),
    "others-no-refactoring-at-all": Row(
        CauseKind.BOUNDARY,
        9,
        "no refactoring accounts for it: in `isFull`, boundary moved: `>=` became `>`",
        "return all >= limit;",
        "return all > limit;",
    ),
    "classes-extracted-from-a-lambda": Row(
        CauseKind.LITERAL,
        12,
        "in `add`, literal changed: `1` became `2`",
        "sum = sum + 1;",
        "sum = sum + 2;",
    ),
    "classes-extracted-to-another-class": Row(
        CauseKind.OPERATOR,
        6,
        "in `calc`, operator changed: `-` became `+`",
        "int z = y - a;",
        "int z = y + a;",
    ),
    "classes-evaluated-before-the-short-circuit": Row(
        CauseKind.EVALUATION,
        11,
        "in `go`, `next()` is evaluated earlier, and was evaluated in `if (a && next()) {`",
        "if (a && next()) {",
        "boolean is = next(); if (a && is) {",
    ),
    "classes-branches-exchanged": Row(
        CauseKind.OTHER,
        9,
        "in `calc`, `a : b` became `b : a`",
        "int y = a > b ? a : b;",
        "int y = a > b ? b : a;",
    ),
    "classes-arguments-exchanged-at-a-named-call": Row(
        CauseKind.ARGUMENTS,
        5,
        "call at line 5: 1st and 2nd argument exchanged",
        "int outer = outer(width, height);",
        "int outer = outer(height, width);",
    ),
    "classes-moved-to-its-argument-with-another-operator": Row(
        CauseKind.OPERATOR,
        7,
        "in `price`, operator changed: `+` became `-`",
        "int y = x + off;",
        "int y = x - off;",
    ),
    "classes-result-of-what-was-inlined-is-lost": Row(
        CauseKind.LOST_RESULT,
        5,
        "in `run`, result of `x.trim()` is lost",
        "x = x.trim();",
        "x.trim();",
    ),
    "variants-calls-as-arguments-exchanged": Row(
        CauseKind.ARGUMENTS,
        9,
        "call at line 9: 1st and 2nd argument exchanged",
        "start(marker(), SP, left(size));",
        "start(SP, marker(), left(size));",
    ),
    "variants-call-within-an-expression": Row(
        CauseKind.OPERATOR,
        7,
        "no refactoring accounts for it: in `scaled`, operator changed: `-` became `+`",
        "(base - rate) * 3",
        "(base + rate) * 3",
    ),
    "variants-another-argument-is-passed": Row(
        CauseKind.ARGUMENTS,
        6,
        "call at line 6: 1st argument is `limit`, and `count` was used there",
        "book(count, twice);",
        "book(limit, twice);",
    ),
    "variants-hoisted-out-of-the-loop": Row(
        CauseKind.EVALUATION,
        12,
        "in `sum`, `next()` is evaluated once in front of `for (int i = 0; i < times; i++)`",
        "sum += next() * base;",
        "int next = next(); sum += next * base;",
    ),
    "variants-own-copy-is-reset": Row(
        CauseKind.LOST_RESULT,
        6,
        "call at line 6: result of `reduce(left, step)` is lost: `left` keeps its old value",
        "",
        "reduce(left, step);",
        ASKED,
    ),
    "variants-finally-dropped": Row(
        CauseKind.EXCEPTIONS,
        10,
        "in `part`, `try` removed: exceptions are handled otherwise",
        "try",
        "",
        ASKED,
    ),
    "variants-another-exception-is-caught": Row(
        CauseKind.EXCEPTIONS,
        11,
        "in `parse`, exceptions handled otherwise",
        "catch (NumberFormatException e) {",
        "catch (RuntimeException e) {",
    ),
    "variants-first-statement-dropped": Row(
        CauseKind.DROPPED, 6, "in `run`, `start = value;` is gone", "start = value;", ""
    ),
    "variants-call-moved-in-front-of-another-statement": Row(
        CauseKind.ORDER,
        7,
        "in `pay`, `sum = sum * 2;` now runs after `book(amount, fee);`",
        "sum = sum * 2; book(amount, fee);",
        "book(amount, fee); sum = sum * 2;",
    ),
    "variants-inlined-with-another-operator": Row(
        CauseKind.OPERATOR,
        6,
        "in `run`, operator changed: `+` became `-`",
        "sum = sum + value * 2;",
        "sum = sum - value * 2;",
    ),
    "variants-inlined-in-another-order": Row(
        CauseKind.ORDER,
        6,
        "in `run`, `sum = sum + value;` now runs after `sum = sum * 3;`",
        "sum = sum + value; sum = sum * 3;",
        "sum = sum * 3; sum = sum + value;",
    ),
    "variants-overload-captured": Row(
        CauseKind.CALLED_METHOD,
        11,
        "call at line 11: another `add` takes as many arguments, and may be what is called",
        "",
        "add(text);",
        ASKED,
    ),
    "variants-field-and-annotation-beside-an-extraction": Row(
        CauseKind.LITERAL,
        3,
        "not part of a refactoring: in `sum`, literal changed: `3` became `4`",
        "private int sum = 3;",
        "private int sum = 4;",
    ),
    "variants-another-method-is-called": Row(
        CauseKind.CALLED_METHOD,
        9,
        "in `look`, another method is called: `indexOf` became `lastIndexOf`",
        "int at = text.indexOf('x');",
        "int at = text.lastIndexOf('x');",
    ),
    "variants-operands-exchanged": Row(
        CauseKind.OPERATOR,
        9,
        "in `span`, operands exchanged: `high - low` became `low - high`",
        "sum = sum + (high - low);",
        "sum = sum + (low - high);",
    ),
}


@pytest.fixture(scope="module")
def reports(analysis: AnalysisPool, tmp_path_factory: pytest.TempPathFactory) -> "Reports":
    return Reports(analysis, tmp_path_factory.mktemp("wrong"))


class Reports:
    """The gate's answer on each pair, asked for once."""

    def __init__(self, analysis: AnalysisPool, folder: Path) -> None:
        self.analysis, self.folder = analysis, folder
        self.of = cache(self._of)

    def _of(self, slug: str) -> GateReport:
        pair = PAIRS[slug]
        return self.between(slug, pair.before, pair.after)

    def between(self, name: str, before: Mapping[str, str], after: Mapping[str, str]) -> GateReport:
        made = Repository.create(self.folder / name)
        made.commit(dict(before), "before")
        made.commit({**after, **dict.fromkeys(before.keys() - after.keys())}, "after")
        source = Source(kind=SourceKind.COMMIT, revision="HEAD")
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("REFVERIFY_CACHE", str(self.folder / "cache"))
            request = CheckRequest(repository=made.path, source=source, level=Level.STATIC)
            return check(request, analysis=self.analysis).report


def test_every_pair_has_its_row() -> None:
    assert ROWS.keys() == PAIRS.keys()


@pytest.mark.parametrize("slug", ROWS)
def test_the_finding_names_the_cause_at_its_place(reports: Reports, slug: str) -> None:
    row, report = ROWS[slug], reports.of(slug)
    found = report.findings[0]

    assert report.behaviour is not BehaviourAnswer.PROVED
    assert (found.cause, found.line) == (row.kind, row.line)
    assert found.message.startswith(row.said)
    assert (found.before, found.after) == (row.before, row.after)
    assert bool(found.advice) is row.has_advice
    asked = found.next_step is NextStep.ASK_HUMAN
    assert asked is not row.has_advice
    assert NextStep.REVERT_LINES not in {each.next_step for each in report.findings}


@pytest.mark.parametrize("slug", ROWS)
def test_the_refactoring_that_holds_a_finding_says_so(reports: Reports, slug: str) -> None:
    report = reports.of(slug)
    held = {name for each in report.findings for name in each.refactorings}
    answers = [each for unit in report.units for each in unit.refactorings]

    assert held <= {each.description for each in answers}
    assert all(each.behaviour is BehaviourAnswer.OPEN for each in answers)
    said = {each.message for each in report.findings}
    assert all(each.reason in said for each in answers if each.description in held)


def test_what_the_advice_makes_of_them_is_proved(reports: Reports) -> None:
    """All in one change: each is of another class."""
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    for slug in (slug for slug, row in ROWS.items() if row.has_advice):
        pair = PAIRS[slug]
        before |= pair.before
        after |= mend(pair, reports.of(slug).findings)

    assert len(after) > 35
    report = reports.between("mended", before, after)
    assert report.behaviour is BehaviourAnswer.PROVED, report.findings


def mend(pair: ProofPair, findings: tuple[GateFinding, ...]) -> dict[str, str]:
    """The files of a pair with all advice followed."""
    return {
        path: follow_advice(text, [f for f in findings if f.file == path and f.advice])
        for path, text in pair.after.items()
    }
