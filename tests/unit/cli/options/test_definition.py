"""Every shared option's default is the library's; what users were promised stays what it is."""

from dataclasses import dataclass, field

import click
import pytest

from verifier.builds.options import BuildOptions
from verifier.cli.main import cli
from verifier.cli.options.definition import default_of, together
from verifier.fuzzing.pair import PairRequest
from verifier.fuzzing.request import FuzzingBudget
from verifier.judging.options import JudgeOptions, ToolsetOptions
from verifier.mining.session import MiningRequest
from verifier.sandbox.base import JobLimits
from verifier.workflows.importing import ImportRequest


def option_of(path: str, name: str) -> click.Option:
    command: click.Command = cli
    for word in path.split():
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), word)
        assert found is not None
        command = found
    (option,) = (o for o in command.params if name in o.opts)
    assert isinstance(option, click.Option)
    return option


LIBRARY = [
    ("verify", "--strategy", BuildOptions, "strategy", "auto"),
    ("verify", "--base-runs", BuildOptions, "base_runs", 3),
    ("verify", "--offline", BuildOptions, "offline", False),
    ("verify", "--evidence", JudgeOptions, "evidence", "basic"),
    ("verify", "--build-timeout", JobLimits, "wall_seconds", 600.0),
    ("verify", "--sandbox", ToolsetOptions, "sandbox", "docker"),
    ("verify", "--analysis-timeout", ToolsetOptions, "analysis_timeout", 120.0),
    ("verify", "--jobs", ToolsetOptions, "jobs", 1),
    ("verify", "--fuzz-seed", FuzzingBudget, "seed", 1),
    ("verify", "--fuzz-executions", FuzzingBudget, "executions", 10_000),
    ("verify", "--fuzz-seconds", FuzzingBudget, "seconds", 60.0),
    ("fuzz pair", "--fuzz-seed", FuzzingBudget, "seed", 1),
    ("fuzz pair", "--fuzz-executions", FuzzingBudget, "executions", 10_000),
    ("fuzz pair", "--fuzz-seconds", FuzzingBudget, "seconds", 60.0),
    ("fuzz pair", "--junit", PairRequest, "junit", "5"),
    ("fuzz replay", "--fuzz-seconds", FuzzingBudget, "seconds", 60.0),
    ("fuzz predictions", "--fuzz-seconds", FuzzingBudget, "seconds", 60.0),
    ("mine", "--jobs", MiningRequest, "jobs", 1),
    ("mine", "--commit-timeout", MiningRequest, "timeout", 120.0),
    ("mine", "--max-heap", MiningRequest, "max_heap", "2g"),
    ("import swe-refactor", "--jobs", ImportRequest, "jobs", 1),
    ("import swe-refactor", "--commit-timeout", ImportRequest, "timeout", 300.0),
    ("import swe-refactor", "--max-heap", ImportRequest, "max_heap", "2g"),
]


@pytest.mark.parametrize(("path", "name", "record", "field_name", "promised"), LIBRARY)
def test_an_options_default_is_the_librarys_and_the_promised_one(
    path: str, name: str, record: type, field_name: str, promised: object
) -> None:
    option = option_of(path, name)
    context = click.Context(click.Command(path))

    assert option.get_default(context) == promised
    assert default_of(record, field_name) == promised


def test_memory_is_given_in_mib_and_kept_in_bytes() -> None:
    assert option_of("verify", "--memory").default == 4096
    assert default_of(JobLimits, "memory_bytes") == 4096 * 1024 * 1024


@dataclass(frozen=True, kw_only=True, slots=True)
class Sample:
    """A record with each kind of field."""

    path: str
    runs: int = 3
    parts: list[str] = field(default_factory=lambda: ["a"])


def test_a_default_is_a_value_or_made() -> None:
    assert default_of(Sample, "runs") == 3
    assert default_of(Sample, "parts") == ["a"]


@pytest.mark.parametrize("name", ["path", "no_such_field"])
def test_a_field_without_default_is_refused(name: str) -> None:
    with pytest.raises(LookupError, match=f"Sample.{name} has no default"):
        default_of(Sample, name)


def test_a_group_lists_its_options_in_order() -> None:
    @click.command()
    @together(click.option("--a"), click.option("--b"))
    @click.option("--c")
    def command() -> None:
        """Nothing."""

    assert [parameter.name for parameter in command.params] == ["a", "b", "c"]
