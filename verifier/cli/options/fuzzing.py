"""The limits of one fuzzing campaign, under the same names in every command that fuzzes."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from verifier.cli.options.definition import default_of, together
from verifier.cli.options.numbers import Seconds, Whole
from verifier.cli.options.sections import Decorator, Section, option
from verifier.fuzzing.request import FuzzingBudget

if TYPE_CHECKING:
    import click

PREFIX = "fuzz-"


def budget_options(*, seed: str, executions: str, seconds: str) -> Decorator[Any]:
    """Make `--fuzz-seed`, `--fuzz-executions` and `--fuzz-seconds` with these help texts."""
    kinds: tuple[tuple[str, click.ParamType[Any], str], ...] = (
        ("seed", Whole(0, 2**63 - 1), seed),
        ("executions", Whole(1), executions),
        ("seconds", Seconds(1), seconds),
    )
    return together(
        *(
            option(
                f"--{PREFIX}{name}",
                section=Section.FUZZING,
                type=kind,
                default=default_of(FuzzingBudget, name),
                show_default=True,
                help=help_,
            )
            for name, kind, help_ in kinds
        )
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class FuzzChoice:
    """The options of `budget_options`."""

    fuzz_seed: int
    fuzz_executions: int
    fuzz_seconds: float

    def budget(self) -> FuzzingBudget:
        """Return the limits of a campaign."""
        return FuzzingBudget(
            seed=self.fuzz_seed, executions=self.fuzz_executions, seconds=self.fuzz_seconds
        )
