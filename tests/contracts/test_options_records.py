"""Each command gets one record, whose fields are the command's parameters in name and kind."""

import inspect
import types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import click
import pytest

from tests.contracts.test_help import COMMANDS_PROPER, command_at
from verifier.cli.options.records import RECORD

MOST_PARAMETERS = 5
WITH_RECORD = [p for p in COMMANDS_PROPER if RECORD in vars(command_at(p).callback)]


def leaves(record: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a record and of the records in it, with their types."""
    hints = get_type_hints(record)
    for field in fields(record):
        kind = hints[field.name]
        if is_dataclass(kind):
            yield from leaves(kind)
        else:
            yield field.name, kind


def may_be_none(kind: Any) -> bool:
    return get_origin(kind) in {Union, types.UnionType} and type(None) in get_args(kind)


def type_of(parameter: click.Parameter) -> Any:
    """The type of a value, as far as click says it."""
    if isinstance(parameter.type, click.Path):
        return Path
    if isinstance(parameter.type, click.IntRange):
        return int
    return None


@pytest.mark.parametrize("path", COMMANDS_PROPER, ids=" ".join)
def test_a_command_takes_a_record_or_a_few_named_parameters(path: tuple[str, ...]) -> None:
    command = command_at(path)
    assert command.callback is not None
    parameters = inspect.signature(inspect.unwrap(command.callback)).parameters.values()
    kinds = {parameter.kind for parameter in parameters}
    assert not kinds & {inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL}
    # Beyond the options themselves, a command may take what the global options give.
    assert len(command.params) <= MOST_PARAMETERS or path in WITH_RECORD


@pytest.mark.parametrize("path", WITH_RECORD, ids=" ".join)
def test_the_fields_are_the_parameters(path: tuple[str, ...]) -> None:
    command = command_at(path)
    names = [name for name, _ in leaves(vars(command.callback)[RECORD])]
    assert sorted(names) == sorted(str(each.name) for each in command.params)


@pytest.mark.parametrize("path", WITH_RECORD, ids=" ".join)
def test_each_field_has_the_kind_of_its_parameter(path: tuple[str, ...]) -> None:
    command = command_at(path)
    found = dict(leaves(vars(command.callback)[RECORD]))
    for parameter in command.params:
        kind, name = found[str(parameter.name)], parameter.name
        if parameter.callback is not None:  # it makes the field's value out of click's
            continue
        several = parameter.nargs == -1 or getattr(parameter, "multiple", False)
        default = parameter.get_default(click.Context(command), call=False)
        inner = get_args(kind)[0] if several or may_be_none(kind) else kind
        assert (get_origin(kind) is tuple) is several, name
        if getattr(parameter, "is_flag", False) and default is not None:
            assert kind is bool, name
        elif not several:
            absent = not parameter.required and (default is None or "UNSET" in repr(default))
            assert may_be_none(kind) is absent, name
        if wanted := type_of(parameter):
            assert inner is wanted, name
