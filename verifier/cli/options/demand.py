"""What a change must show: the refactorings that are wanted, and the answers that are accepted."""

from dataclasses import dataclass

import click

from verifier.domain.gate import BehaviourAnswer, Demand, Question
from verifier.domain.refactoring import WantedRefactoring
from verifier.errors import UsageError
from verifier.gates.hooks import HookHost

ACCEPTABLE = tuple(each for each in BehaviourAnswer if each is not BehaviourAnswer.REFUTED)
"""The answers that `--accept` takes."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DemandChoice:
    """The options that say what the change must show."""

    require: tuple[Question, ...]
    accept: BehaviourAnswer | None
    hook: HookHost | None


def demand_of(choice: DemandChoice) -> Demand:
    """Read what the options require.

    A hook accepts an open answer unless `--accept` says otherwise.
    """
    by_default = BehaviourAnswer.OPEN if choice.hook else Demand().accept
    return Demand(
        require=tuple(sorted(set(choice.require))),
        accept=choice.accept or by_default,
    )


def read_wanted(
    _ctx: click.Context, _option: click.Parameter, words: tuple[str, ...]
) -> tuple[WantedRefactoring, ...]:
    """Read the refactorings of `--want`, in the form `TYPE:METHOD`.

    Raises:
        UsageError: it is not a refactoring.
    """
    try:
        return tuple(map(WantedRefactoring.parse, words))
    except ValueError as error:
        raise UsageError(
            f"--want: {error}",
            hint='For example --want "Extract Method:pkg.Outer$Inner#method(int, String)".',
        ) from error
