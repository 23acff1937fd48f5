"""`refverify rules check`: validate each rule on the base and the golden tree."""

from dataclasses import dataclass
from pathlib import Path

import click

from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.options.files import text_or_json
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import SectionedCommand
from verifier.cli.rule_options import (
    BaseChoice,
    golden_option,
    inconclusive_scans,
    repository_options,
)

EPILOG = """
\b
Examples:
  refverify rules check my-rules --repo clone --base HEAD~1 --golden HEAD
  refverify rules check rules.yml --base before/ --golden after/ --format json

\b
Additive rules must match the golden tree and not the base, reductive rules the other way round.
An entry that cannot be read as a rule is invalid, with the reason. Overlaps above 0.95 and wrong
counts in the metadata are warnings.
Exit status: 0 every rule is valid, 1 some are not, 3 inconclusive (a rule could not be decided).
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesCheckOptions:
    """The options of `refverify rules check`."""

    rules: Path
    base: BaseChoice
    golden: str
    as_json: bool


@click.command(cls=SectionedCommand, epilog=EPILOG)
@click.argument("rules", type=click.Path(path_type=Path))
@repository_options
@golden_option
@text_or_json()
@click.pass_obj
@pass_as(RulesCheckOptions)
def command(shared: Globals, options: RulesCheckOptions) -> Exit:
    """Validate the rule set RULES (a folder or a file) on base and golden trees."""
    from verifier.cli.rules_text import check_exit_status, check_json, check_text
    from verifier.rules.registration import read_whole_set
    from verifier.rules.trial import validate
    from verifier.workflows.rule_sides import open_scanner, open_sides

    wanted, refused = read_whole_set(options.rules)
    request = options.base.sides(options.golden)
    with inconclusive_scans(shared.console), open_sides(request) as sides:
        scanner = open_scanner(wanted.rules)
        found = validate(scanner, sides.base, sides.changes) if wanted.rules else ()
    click.echo((check_json if options.as_json else check_text)(found, refused))
    return check_exit_status(found, refused)
