"""An answer is unwrapped from JSON and from a numbered listing if this is unambiguous."""

import json

import pytest

from tests.support.answers import resolve_answer, texts
from tests.support.cpu import LINEAR, growth
from verifier.domain.outcome import Reason
from verifier.domain.source import Candidate, Rejection
from verifier.predictions.answers.wrapping import WrappingError, json_texts, without_line_numbers

SOURCE = "class A {\n    int f() {\n        return 1;\n    }\n}\n"
CODE = 'int f() {\n    return one("\\n");\n}\n\nint one(String s) {\n    return 1;\n}\n'
WANTED = "Extract Method:A#f()"


def read(answer: str) -> Candidate | Rejection:
    return resolve_answer(answer, {"A.java": SOURCE}, WANTED)


def number_lines(code: str, form: str, first: int = 1) -> str:
    return "\n".join(form.format(n, line) for n, line in enumerate(code.split("\n"), start=first))


EXPECTED = texts(read(CODE))


@pytest.mark.parametrize(
    "answer",
    [
        json.dumps(CODE),
        json.dumps({"code": CODE}),
        json.dumps({"refactored_code": CODE}, indent=2),
        json.dumps({"explanation": "I extracted one.", "code": CODE, "confidence": 0.9}),
        json.dumps({"code": f"```java\n{CODE}```"}),
        json.dumps({"code": f"{'#' * 26}\n{CODE}\n{'#' * 26}"}),
        f"```json\n{json.dumps({'code': CODE}, indent=2)}\n```",
        f"\ufeff\n{json.dumps(CODE)}\n\n",
        json.dumps({"code": CODE.replace("\n", "\r\n")}),
    ],
    ids=[
        "string", "object", "indented", "with an explanation", "with a fence in it",
        "with delimiters in it", "in a fence", "with a mark", "with CRLF",
    ],
)  # fmt: skip
def test_json_is_read_as_the_code_in_it(answer: str) -> None:
    assert texts(read(answer)) == EXPECTED


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (json.dumps({"a": CODE, "b": CODE}), "code in several fields: 'a', 'b'"),
        (json.dumps({"result": {"code": CODE}}), "a JSON object without a text"),
        ('{"code": "int f() { return 2; }", "code": "int f() { return 3; }"}', "there twice"),
        (json.dumps({"code": "\ud800" + CODE}), "half a character"),
        (json.dumps({str(n): CODE for n in range(21)}), "more than 20 texts"),
        (json.dumps({"code": "I cannot do that."}), "no Java declaration"),
        (json.dumps("(" * 1001), "brackets"),
    ],
)
def test_json_of_which_nobody_can_say_what_is_meant_is_refused(answer: str, said: str) -> None:
    result = read(answer)

    assert isinstance(result, Rejection), result
    assert result.reason is Reason.UNPARSABLE_ANSWER
    assert said in result.details


def test_a_refusal_in_json_is_one() -> None:
    result = read(json.dumps({"code": "No refactoring needed."}))

    assert isinstance(result, Rejection)
    assert result.reason is Reason.NO_CHANGE


@pytest.mark.parametrize(
    "answer",
    ["", "{", '"', '"a" + b', "{ f(); }", '{"a": 1,}', "[1]", "{" * 100_000, '{"a":' * 100_000, "9" * 5000],
)  # fmt: skip
def test_what_is_no_json_is_none(answer: str) -> None:
    assert json_texts(answer) is None


def test_a_field_that_is_there_twice_is_an_error() -> None:
    with pytest.raises(WrappingError, match="twice"):
        json_texts('{"a": "x", "a": "y"}')


@pytest.mark.parametrize("first", [1, 9, 98, 120])
@pytest.mark.parametrize("form", ["{}: {}", "{}:{}", "{} | {}", "{:>4} | {}", "{:>6}\t{}", "{}|{}"])
def test_a_numbered_listing_is_read_without_its_numbers(form: str, first: int) -> None:
    listing = number_lines(CODE.rstrip(), form, first)

    assert without_line_numbers(listing) == CODE.rstrip()
    assert texts(read(listing)) == EXPECTED
    assert texts(read(f"Here:\n```java\n{listing}\n```\nDone.")) == EXPECTED


def test_numbers_with_their_last_blanks_cut_off_are_numbers() -> None:
    listing = "\n".join(line.rstrip() for line in number_lines(CODE, "{}: {}").split("\n"))

    assert texts(read(listing)) == EXPECTED


@pytest.mark.parametrize(
    "text",
    [
        "1: a\n2: b",
        "1: a\n2: b\n4: c",
        "1: a\n2: b\nc",
        "1: a\n2| b\n3: c",
        "1 a\n2 b\n3 c",
        "a\n1: b\n2: c\n3: d",
        "",
        "\n\n",
    ],
)
def test_what_is_no_whole_listing_stays(text: str) -> None:
    assert without_line_numbers(text) == text


@pytest.mark.parametrize(
    ("before", "unit", "after"),
    [("", "1", ""), ("", " ", ""), ("1:", " ", "\n2:\n3:"), ("", "1: a\n", "")],
)
def test_the_time_for_a_listing_grows_with_its_length(before: str, unit: str, after: str) -> None:
    assert growth(without_line_numbers, unit, before=before, after=after) < LINEAR
