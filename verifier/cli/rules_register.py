"""`refverify rules register`: try candidate rules and add the valid ones to a set."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.options.files import output, text_or_json
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.cli.options.values import OneOf
from verifier.cli.rule_options import (
    BaseChoice,
    golden_option,
    inconclusive_scans,
    repository_options,
)
from verifier.domain.rules import RuleKind
from verifier.utf8 import without_mark

if TYPE_CHECKING:
    from verifier.rules.registration import Registration
    from verifier.workflows.rule_sides import RuleSides

EPILOG = """
\b
Examples:
  refverify rules register candidates.yml -o my-rules --repo clone --base v1 --golden v2
  refverify rules register new.yml --kind additive -o my-rules --base a/ --golden b/ --format json

\b
A rule-writing agent works in a loop: call the command with candidates, read the reasons, fix the
rules, call it again. A refused candidate has a reason: the engine's message, its counts, or the
rule that it overlaps by more than 0.95. If it matches the right tree more than ten times as often
as the wrong one, a match to exempt is added. Registered rules go to the files of --output.
Exit status: 0 every candidate was registered, 1 some were refused, 3 inconclusive.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class RegisterOptions:
    """The options of `refverify rules register`."""

    candidates: BinaryIO
    output: Path
    kind: RuleKind | None
    base: BaseChoice
    golden: str
    as_json: bool


@click.command(cls=SectionedCommand, epilog=EPILOG)
@click.argument("candidates", type=click.File("rb"))
@output(
    "Folder of the rule set; created if it is missing.",
    file_okay=False,
    required=True,
)
@option(
    "--kind",
    section=Section.INPUT,
    type=OneOf(RuleKind),
    help="Kind of candidates without metadata.kind.",
)
@repository_options
@golden_option
@text_or_json()
@click.pass_obj
@pass_as(RegisterOptions)
def command(shared: Globals, options: RegisterOptions) -> Exit:
    """Try the rules of the YAML file CANDIDATES (- for standard input) and add the valid ones."""
    from verifier.cli.rules_text import register_json, register_text
    from verifier.workflows.rule_sides import open_sides

    request = options.base.sides(options.golden)
    with inconclusive_scans(shared.console), open_sides(request) as sides:
        done = _register(options, sides)
        text = register_json if options.as_json else register_text
        click.echo(text(done, sides.reader_against))
    return Exit.YES if all(answer.registered for answer in done.answers) else Exit.NO


def _register(options: RegisterOptions, sides: "RuleSides") -> "Registration":
    """Read the candidates, try them and rewrite the set."""
    from verifier.rules.registration import read_candidates
    from verifier.rules.rule_files import RuleSet, read_rule_set, rule_files, write_rule_set
    from verifier.rules.trial import register_on_trees
    from verifier.workflows.rule_sides import open_scanner

    stream, into = options.candidates, options.output
    candidates = read_candidates(
        without_mark(stream.read(), str(stream.name)), kind=options.kind, source=str(stream.name)
    )
    known = read_rule_set(into) if rule_files(into) else RuleSet(rules=())
    done = register_on_trees(candidates, known, open_scanner(()), sides.base, sides.changes)
    write_rule_set(into, done.registered)
    return done
