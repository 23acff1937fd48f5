"""What is asked of mined instances, and what keeps them."""

import click

from verifier.cli.options.definition import together
from verifier.cli.options.numbers import Whole
from verifier.domain.validation import Demand

main_only = click.option(
    "--main-only", is_flag=True, help="Leave out refactorings that edit test code."
)

demand = click.option(
    "--require",
    type=click.Choice([str(each) for each in Demand]),
    help="Keep only what passed this step and all before it: both sides build; their tests pass; these"
    " run the refactored code; the developers' refactoring alone is a success.  [default: keep"
    " all, marked]",
)

no_golden = click.option(
    "--no-golden",
    is_flag=True,
    help="Do not judge the developers' refactoring alone on the base, which takes a build and a run of"
    " the tests.",
)

sample = click.option(
    "--sample",
    type=Whole(1),
    metavar="N",
    help="Ask at most N pure instances of each project, spread over types and years; always the same ones."
    "  [default: all]",
)

validation_options = together(demand, no_golden, sample)
"""What keeps an instance, whether the golden refactoring is asked for, and of how many."""
