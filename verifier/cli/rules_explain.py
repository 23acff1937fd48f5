"""`refverify rules explain`: show what each rule found in one prediction."""

from dataclasses import dataclass
from pathlib import Path

import click

from verifier.cli.globals import Globals
from verifier.cli.options.files import text_or_json
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.cli.rule_options import (
    BaseChoice,
    PredictionChoice,
    inconclusive_scans,
    prediction_options,
    repository_options,
)

EPILOG = """
\b
Examples:
  refverify rules explain my-rules --repo clone --base HEAD --patch change.diff
  refverify rules explain my-rules --base before/ --prediction after/ --rule old-call

\b
For each rule: whether it is followed, what it adds to IFR, how many added (additive rule) or
removed (reductive rule) lines it covers, and its findings as file:line with that line.
Exit status: 0 done, 3 inconclusive (the engine did not scan).
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ExplainOptions:
    """The options of `refverify rules explain`."""

    rules: Path
    base: BaseChoice
    prediction: PredictionChoice
    only: tuple[str, ...]
    as_json: bool


@click.command(cls=SectionedCommand, epilog=EPILOG)
@click.argument("rules", type=click.Path(path_type=Path))
@repository_options
@prediction_options
@option(
    "--rule",
    "only",
    section=Section.SELECTION,
    multiple=True,
    metavar="ID",
    help="Only this rule; repeat.",
)
@text_or_json()
@click.pass_obj
@pass_as(ExplainOptions)
def command(shared: Globals, options: ExplainOptions) -> None:
    """Show each rule of RULES with its findings in one prediction and its contribution to the score."""
    from verifier.cli.rules_text import choose_rules, explain_json, explain_text
    from verifier.rules.explanation import explain
    from verifier.rules.rule_files import read_rule_set
    from verifier.rules.scoring import score_change
    from verifier.workflows.rule_sides import open_scanner, open_sides

    rules = read_rule_set(options.rules)
    only = choose_rules(rules, options.only)
    prediction = options.prediction
    request = options.base.sides(prediction.prediction, prediction.diff())
    with inconclusive_scans(shared.console), open_sides(request) as sides:
        done = score_change(
            open_scanner(rules.rules), sides.base, sides.changes, compat=prediction.compat
        )
        found = explain(
            rules.rules, done, read_base=sides.base.read, read_predicted=sides.read_after
        )
    shown = [e for e in found if e.outcome.rule in only]
    click.echo(
        explain_json(done.score, shown) if options.as_json else explain_text(done.score, shown)
    )
