"""Calls are found by name and number of arguments, in time that grows with the text alone."""

import pytest

from tests.support.cpu import cpu_seconds
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


@pytest.mark.parametrize(
    ("unit", "times"),
    [("> f() ", 60_000), ("f(", 100_000), ("f(1, 2);", 40_000), ("<T>f(", 40_000)],
)
def test_twice_the_calls_take_twice_the_time(unit: str, times: int) -> None:
    source = "return a " + unit * times

    assert cpu_seconds(lambda: list_calls(source)) < 4


def test_calls_within_calls_are_counted_once_each() -> None:
    source = "f(a, " * 900 + "b" + ")" * 900

    assert cpu_seconds(lambda: list_calls(source * 10)) < 4
    assert list_calls(source) == [("f", 2)] * 900
