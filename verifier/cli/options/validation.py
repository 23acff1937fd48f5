"""What mined instances must pass, and which instances are asked."""

import click

from verifier.cli.options.definition import together
from verifier.cli.options.numbers import Whole
from verifier.cli.options.sections import Section, option
from verifier.domain.validation import Demand

main_only = option(
    "--main-only",
    section=Section.SELECTION,
    is_flag=True,
    help="Leave out refactorings that edit test code.",
)

demand = option(
    "--require",
    section=Section.JUDGEMENT,
    type=click.Choice([str(each) for each in Demand]),
    help="Keep only instances that passed this step and all steps before it: both sides build; their tests"
    " pass; the tests run the refactored code; the developers' refactoring alone is a success. "
    " [default: keep all, marked]",
)

no_golden = option(
    "--no-golden",
    section=Section.JUDGEMENT,
    is_flag=True,
    help="Do not judge the developers' refactoring alone on the base. This saves a build and a test run.",
)

sample = option(
    "--sample",
    section=Section.SELECTION,
    type=Whole(1),
    metavar="N",
    help="Validate at most N pure instances of each project, spread over types and years; the choice is"
    " always the same.  [default: all]",
)

validation_options = together(demand, no_golden, sample)
"""What keeps an instance, whether its golden refactoring is judged, and how many are validated."""
