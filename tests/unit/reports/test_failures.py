from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import verifier.predictions
from tests.support.verdicts import check, checks_until, make_generated, passing, verdict
from verifier.domain.generation import FinishReason
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.verdict import Verdict
from verifier.reports.failure_kinds import DETAILS, kind_of
from verifier.reports.ledger import LedgerEntry, RunVerdicts
from verifier.reports.material import ReportData
from verifier.reports.rendering.flat import flat_rows
from verifier.reports.tables.failures import FAILURES, READ

SYMBOL = "cannot find symbol\n  symbol:   {}\n  location: class p.A"


def make_broken(*messages: str, **more: Any) -> Verdict:
    errors = [{"file": "A.java", "line": 3, "message": message} for message in messages]
    result = check(
        CheckName.COMPILATION, Status.FAILED, Reason.COMPILE_ERROR, data={"errors": errors}
    )
    return verdict([result], **more)


def make_unread(details: str, reason: Reason = Reason.UNPARSABLE_ANSWER, **more: Any) -> Verdict:
    return verdict(checks_until(CheckName.APPLICATION, reason, details=details), **more)


def make_undetected(count: int, **found: Any) -> Verdict:
    data = {"detected_count": count, **found}
    result = check(CheckName.DETECTION, Status.FAILED, Reason.NOT_DETECTED, data=data)
    return verdict([result])


def kind(of: Verdict) -> str | None:
    (result,) = (c for c in of.checks if c.status is Status.FAILED)
    return kind_of(of, result)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (SYMBOL.format("class List"), "missing import"),
        ("package com.acme does not exist", "missing import"),
        ("List cannot be resolved to a type", "missing import"),
        (SYMBOL.format("variable total"), "undefined name"),
        (SYMBOL.format("method add(int)"), "undefined name"),
        ("cannot find symbol", "undefined name"),
        ("incompatible types: String cannot be converted to int", "types"),
        ("method f in class A cannot be applied to given types;", "types"),
        ("no suitable method found for add(int,String)", "types"),
        ("';' expected", "syntax"),
        ("class, interface, enum, or record expected", "syntax"),
        ("reached end of file while parsing", "syntax"),
        ("unclosed string literal", "syntax"),
        ("count has private access in A", "access"),
        ("non-static method f() cannot be referenced from a static context", "static context"),
        ("unreported exception IOException; must be caught or declared to be thrown", "exceptions"),
        ("A is not abstract and does not override abstract method f() in B", "overriding"),
        ("variable i is already defined in method f()", "declared twice"),
        ("missing return statement", "flow"),
        ("javac failed without a word", "other"),
    ],
)
def test_a_compile_error_has_a_kind(message: str, expected: str) -> None:
    assert kind(make_broken(message)) == expected


def test_the_first_error_decides() -> None:
    assert kind(make_broken("';' expected", SYMBOL.format("variable x"))) == "syntax"


def test_without_a_list_of_errors_the_details_decide() -> None:
    of = verdict(
        checks_until(
            CheckName.COMPILATION, Reason.COMPILE_ERROR, details="A.java:3: cannot find symbol"
        )
    )

    assert kind(of) == "undefined name"


@pytest.mark.parametrize(
    ("details", "reason", "expected"),
    [
        ("no Java declaration: an empty answer", Reason.UNPARSABLE_ANSWER, "empty answer"),
        ("no Java declaration: prose", Reason.UNPARSABLE_ANSWER, "no Java code"),
        ("all code in the answer is abridged", Reason.UNPARSABLE_ANSWER, "abridged"),
        ("no such target file in the base: B.java", Reason.UNKNOWN_TARGET, "no such file"),
        ("only comments or layout differ", Reason.NO_CHANGE, "comments or layout"),
        ("something else", Reason.NO_CHANGE, "other"),
        ("B.java: hunk 1 does not apply", Reason.APPLY_FAILED, None),
    ],
)
def test_an_answer_that_cannot_be_applied_has_a_kind(
    details: str, reason: Reason, expected: str | None
) -> None:
    assert kind(make_unread(details, reason)) == expected


@pytest.mark.parametrize("reason", DETAILS)
def test_the_kinds_use_the_words_of_the_reader_of_answers(reason: Reason) -> None:
    folder = Path(verifier.predictions.__file__).parent
    words = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))

    assert [part for _, part in DETAILS[reason] if part not in words] == []


def test_an_answer_that_the_endpoint_cut_says_so() -> None:
    whole = make_unread("no Java declaration: prose")

    assert kind(make_generated(whole, finish_reason=FinishReason.TRUNCATED)) == "truncated"
    assert kind(make_generated(whole, finish_reason=FinishReason.SUCCESS)) == "no Java code"


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        (make_undetected(0), "no refactoring"),
        (make_undetected(2), "another refactoring"),
        (
            make_undetected(
                1,
                found=[
                    {
                        "type": "Extract Method",
                        "description": "",
                        "before": None,
                        "after": None,
                        "purity": None,
                        "comment": "",
                    }
                ],
            ),
            "wanted type, elsewhere",
        ),
    ],
)
def test_a_missing_refactoring_says_what_is_there(of: Verdict, expected: str) -> None:
    assert kind(of) == expected


def material(*verdicts: Verdict, read: int = 0) -> ReportData:
    entries = tuple(LedgerEntry(verdict=v, run=Path("run")) for v in verdicts)
    return ReportData(ledger=RunVerdicts(entries=entries), read=read)


def rows(of: ReportData, table: Any = FAILURES) -> Sequence[Mapping[str, Any]]:
    return flat_rows(table.fill(of))


def test_failures_are_counted_by_kind_over_all_failures_of_the_model() -> None:
    found = rows(
        material(
            make_broken("';' expected", instance="a"),
            make_broken("';' expected", instance="b"),
            make_broken("incompatible types: A", instance="c"),
            verdict(checks_until(CheckName.TESTS, Reason.TEST_FAILED), instance="d"),
            verdict(passing(), instance="e"),
            verdict(
                checks_until(CheckName.TESTS, Reason.INFRASTRUCTURE, Status.INCONCLUSIVE),
                instance="f",
            ),
            make_unread("the patch is empty", Reason.NO_CHANGE, model="empty"),
        )
    )

    assert [(r["model"], r["reason"], r["kind"], r["share_passed"]) for r in found] == [
        ("gpt", "COMPILE_ERROR", "syntax", 2),
        ("gpt", "COMPILE_ERROR", "types", 1),
        ("gpt", "TEST_FAILED", None, 1),
    ]
    assert {r["share_judged"] for r in found} == {4}


def test_failures_without_kinds_need_no_table() -> None:
    assert rows(material(verdict(checks_until(CheckName.TESTS, Reason.TEST_FAILED)))) == []


def some(count: int, model: str) -> list[Verdict]:
    return [make_broken("';' expected", instance=f"i{n}", model=model) for n in range(count)]


def test_the_failures_to_read_are_always_the_same_and_grow() -> None:
    def draw_sample(read: int, *verdicts: Verdict) -> list[str]:
        return [r["instance"] for r in rows(material(*verdicts, read=read), READ)]

    failures = some(20, "gpt")
    three, five = draw_sample(3, *failures), draw_sample(5, *reversed(failures))

    assert five[:3] == three == draw_sample(3, *failures)
    assert sorted(three) != ["i0", "i1", "i2"]
    assert len(five) == 5


def test_each_setting_has_its_own_failures_to_read_on_the_same_instances() -> None:
    found = rows(material(*some(9, "one"), *some(9, "two"), read=2), READ)

    assert [r["model"] for r in found] == ["one", "one", "two", "two"]
    assert found[0]["instance"] == found[2]["instance"]


def test_a_failure_to_read_names_its_diff_and_its_evidence() -> None:
    result = CheckResult(
        check=CheckName.COMPILATION,
        status=Status.FAILED,
        reason=Reason.COMPILE_ERROR,
        details="A.java:1: ';' expected " + "x" * 400,
        evidence="evidence/i1/gpt/0/compilation.log",
    )
    failed = replace(verdict([result]), instance_id="i1")

    (row,) = rows(material(failed, read=1), READ)

    assert row["answer"] == "evidence/i1/gpt/0/candidate.diff"
    assert row["evidence"] == "evidence/i1/gpt/0/compilation.log"
    assert (row["kind"], len(row["details"])) == ("syntax", 300)


def test_nothing_is_drawn_unless_it_was_asked_for() -> None:
    assert rows(material(*some(2, "gpt")), READ) == []
