import json

import pytest

from verifier.domain.rules import Blindness
from verifier.errors import InputError
from verifier.tools.opengrep.output import Output, RuleError, read_output

SARIF = b'{"runs": [{"tool": {"driver": {"rules": [{"id": "foo"}]}}, "results": []}]}'


def output(*problems: object) -> Output:
    document = {"errors": problems, "paths": {"scanned": ["A.java"]}}
    return read_output(json.dumps(document).encode(), SARIF)


def a_problem(kind: object, **more: object) -> dict[str, object]:
    return {"type": kind, "level": "warn", "message": "What\n the rest", **more}


@pytest.mark.parametrize(
    ("kind", "rule", "reason"),
    [
        ("Timeout", "foo", Blindness.TIMEOUT),
        ("Too many matches", "foo", Blindness.TOO_MANY_MATCHES),
        ("Out of memory", "foo", Blindness.ENGINE),
        ("Syntax error", None, Blindness.SYNTAX),
        ("Lexical error", None, Blindness.SYNTAX),
    ],
)
def test_trouble_with_a_file_is_kept_with_its_rule(
    kind: str, rule: str | None, reason: Blindness
) -> None:
    (trouble,) = output(a_problem(kind, path="A.java", rule_id="foo")).troubles
    assert (trouble.path, trouble.rule, trouble.reason) == ("A.java", rule, reason)
    assert trouble.text == "the rest"


def test_stretches_that_were_not_parsed_are_kept() -> None:
    span = {"start": {"line": 2, "col": 1}, "end": {"line": 4, "col": 9}}
    kind = ["PartialParsing", [{"path": "A.java"}]]
    (trouble,) = output(a_problem(kind, path="A.java", spans=[span])).troubles
    assert (trouble.reason, trouble.lines) == (Blindness.SYNTAX, ((2, 4),))


def test_an_error_is_fatal_even_where_it_names_a_file() -> None:
    found = output(a_problem("Fatal error", level="error", path="A.java"))
    assert found.errors == ("Fatal error: What\n the rest",)
    assert found.troubles == ()


def test_a_problem_of_no_file_is_fatal_whatever_its_level() -> None:
    assert output(a_problem("Something new")).errors == ("Something new: What\n the rest",)


def test_an_invalid_rule_is_named() -> None:
    found = output(a_problem("Rule parse error", level="error", rule_id="foo"))
    assert found.rule_errors == (RuleError(rule="foo", text="What\n the rest"),)


@pytest.mark.parametrize("raw", [b"", b"{}", b'{"errors": 1}', b'{"errors": [{}], "paths": {}}'])
def test_what_is_no_output_is_refused(raw: bytes) -> None:
    with pytest.raises(InputError, match="not an engine's JSON"):
        read_output(raw, SARIF)


def test_numbers_and_nesting_without_measure_are_refused() -> None:
    span = '{"start": {"line": 1e999}, "end": {"line": 1}}'
    endless = (
        f'{{"errors": [{{"level": "warn", "path": "a", "type": ["PartialParsing"], "spans": [{span}]}}],'
        ' "paths": {"scanned": []}}'
    )
    for raw in (endless, "[" * 100_000):
        with pytest.raises(InputError, match="not an engine's JSON"):
            read_output(raw.encode(), SARIF)
