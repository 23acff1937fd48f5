"""Variants of a value that differ in one declared field each, which a key must distinguish."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any


def another(value: object) -> object:  # noqa: PLR0911 - one line a kind of value
    """A different value of the same type."""
    match value:
        case bool():
            return not value
        case Enum():
            return next(member for member in type(value) if member is not value)
        case int() | float():
            return value + 1
        case str():
            return value + "x"
        case None:
            return "something"
        case frozenset():
            return frozenset(list(value)[1:]) if value else frozenset({"x"})
        case tuple():
            return (*value, *(value[:1] or ("x",)))
        case Mapping():
            return {**value, "another": "x"}
        case _:
            raise AssertionError(f"say here what another {type(value).__name__} is")


def variants(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield one variant per field in the value, with only that field changed."""
    for each in fields(value):
        name = f"{type(value).__name__}.{each.name}"
        if each.metadata.get("neutral"):
            continue
        inner = getattr(value, each.name)
        if is_dataclass(inner) and not isinstance(inner, type) and name != "Task.rules":
            for where, changed in variants(inner, f"{place}{each.name}."):
                yield where, replace(value, **{each.name: changed})
        elif name == "Prediction.files":
            yield f"{place}{each.name}", replace(value, files={"A.java": "y"})
        elif name not in {"Prediction.model_patch", "Prediction.model_output", "Task.rules"}:
            yield f"{place}{each.name}", replace(value, **{each.name: another(inner)})


def neutral_fields(value: Any) -> Iterator[str]:
    for each in fields(value):
        if each.metadata.get("neutral"):
            yield f"{type(value).__name__}.{each.name}"
        elif is_dataclass(inner := getattr(value, each.name)) and not isinstance(inner, type):
            yield from neutral_fields(inner)
