"""Calls are found by name and number of arguments, in time that grows with the text alone."""

import pytest

from tests.support.cpu import LINEAR, cpu_seconds, growth
from verifier.java_text.calls import calls_of


def list_calls(source: str) -> list[tuple[str, int | None]]:
    return [(call.name, call.arguments) for call in calls_of(source)]


@pytest.mark.parametrize(
    ("source", "calls"),
    [
        ("f(a, g(b))", [("f", 2), ("g", 1)]),
        ("this.<T>f(a)", [("f", 1)]),
        ("List<T> f(a)", []),
        ("a > f(b)", [("f", 1)]),
        ("A::f", [("f", None)]),
        ("f(a < b, c > d)", [("f", None)]),
        ("f(", [("f", None)]),
    ],
)
def test_a_call_is_a_name_before_its_arguments(
    source: str, calls: list[tuple[str, int | None]]
) -> None:
    assert list_calls(source) == calls


@pytest.mark.parametrize("unit", ["> f() ", "f(", "f(1, 2);", "<T>f("])
def test_the_time_for_calls_grows_with_their_number(unit: str) -> None:
    assert growth(list_calls, unit, before="return a ") < LINEAR


def test_calls_within_calls_are_counted_once_each() -> None:
    source = "f(a, " * 900 + "b" + ")" * 900

    assert cpu_seconds(lambda: list_calls(source * 10)) < 4
    assert list_calls(source) == [("f", 2)] * 900
