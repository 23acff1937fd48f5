"""The options of a command as one frozen record, whose fields are the command's parameters.

A field that is itself a record holds the options that several commands share. A contract test
compares the fields with the parameters, since mypy sees only the fields.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import update_wrapper
from typing import Any, TypeVar, get_type_hints

RECORD = "options_record"
"""The attribute of a command's callback that names its record."""
Record = TypeVar("Record")
Result = TypeVar("Result")


def pass_as(
    record: type[Record],
) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    """Call a command with its options as one record, after what `pass_obj` gives it."""

    def decorate(command: Callable[..., Result]) -> Callable[..., Result]:
        def call(*given: object, **words: Any) -> Result:
            return command(*given, record_of(record, words))

        wrapped = update_wrapper(call, command)
        wrapped.__dict__[RECORD] = record
        return wrapped

    return decorate


def record_of(record: type[Record], words: Mapping[str, Any]) -> Record:
    """Make the record from click's parameters by name."""
    types = get_type_hints(record)
    return record(
        **{
            field.name: record_of(types[field.name], words)
            if is_dataclass(types[field.name])
            else words[field.name]
            for field in fields(record)  # type: ignore[arg-type]  # callers pass a dataclass
        }
    )
