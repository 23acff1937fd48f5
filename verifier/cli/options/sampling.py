"""`--sample` and `--spread`: a sample of tasks, always the same one."""

from typing import TYPE_CHECKING, Any

from verifier.cli.options.definition import together
from verifier.cli.options.numbers import Whole
from verifier.cli.options.sections import Decorator, Section, option
from verifier.errors import UsageError

if TYPE_CHECKING:
    from verifier.mining.spreading import SampleRequest

SPREAD = "type,year"


def sample_options(properties: str) -> Decorator[Any]:
    """`--sample` and `--spread`. `properties` says what a sample can be spread over."""
    return together(
        option(
            "--sample",
            section=Section.SELECTION,
            type=Whole(1),
            help="Only a sample of at most N of them, always the same one.",
        ),
        option(
            "--spread",
            section=Section.SELECTION,
            metavar="PROPERTY,…",
            help=f"The properties that the sample is spread over: {properties}.  [default: {SPREAD}]",
        ),
    )


def read_sample(most: int | None, spread: str | None) -> "SampleRequest | None":
    """Return the sample that was asked for; None if every task is.

    Raises:
        UsageError: a property is unknown, or there are properties without a sample.
    """
    from verifier.mining.spreading import SampleRequest, read_properties

    if most is None:
        if spread is not None:
            raise UsageError("--spread needs --sample", hint="For example --sample 200.")
        return None
    return SampleRequest(most=most, properties=read_properties(spread or SPREAD))
