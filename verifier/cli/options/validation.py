"""What mined instances must pass, and which instances are asked."""

from dataclasses import dataclass

from verifier.cli.options.definition import together
from verifier.cli.options.numbers import Whole
from verifier.cli.options.sections import Section, option
from verifier.cli.options.values import OneOf
from verifier.domain.validation import Demand

main_only = option(
    "--main-only",
    section=Section.SELECTION,
    is_flag=True,
    help="Leave out refactorings that edit test code.",
)

demand = option(
    "--require",
    section=Section.STEPS,
    type=OneOf(Demand),
    metavar="STEP",
    help="Keep only instances that passed this step and those before it: built, tested, covered or golden."
    "  [default: keep all, marked]",
)

no_golden = option(
    "--no-golden",
    section=Section.STEPS,
    is_flag=True,
    help="Do not judge the developers' refactoring alone on the base.",
)

sample = option(
    "--sample",
    section=Section.STEPS,
    type=Whole(1),
    metavar="N",
    help="Validate at most N pure instances of each project, always the same ones.  [default: all]",
)

validation_options = together(demand, no_golden, sample)
"""What keeps an instance, whether its golden refactoring is judged, and how many are validated."""


VALIDATION_DETAILS = """
\b
Steps that --require names, in their order:
  built    both sides build
  tested   their tests pass
  covered  the tests run the refactored code
  golden   the developers' refactoring alone is a success
--no-golden saves a build and a test run for each instance. --sample spreads the instances over types
and years.
"""
"""What `--help-all` says about these options."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ValidationChoice:
    """The options of `validation_options`."""

    require: Demand | None
    no_golden: bool
    sample: int | None
