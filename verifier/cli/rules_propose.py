"""`refverify rules propose`: make rule sets from mined refactorings."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.options import values
from verifier.cli.options.files import instances_file, repositories, text_or_json
from verifier.cli.options.files import output as output_option
from verifier.cli.options.sections import SectionedCommand
from verifier.cli.rule_options import inconclusive_scans
from verifier.domain.declared import to_plain
from verifier.domain.rules import RuleKind

if TYPE_CHECKING:
    from verifier.domain.instance import Instance

EPILOG = """
\b
Examples:
  refverify rules propose 3f0c -i instances.jsonl --repo clone -o rules
  refverify rules propose -i instances.jsonl --repo clone -o rules --format json

\b
Rules are made from what the refactored methods declare, call and use, before and after. Rules that
are valid on the base, on the developers' commit and on its refactoring alone are written to
OUTPUT/ID/rules_positive.yml and OUTPUT/ID/rules_negative.yml. They contain names and no code.
Exit status: 0 every instance has an additive and a reductive rule, 1 some lack one, 3 inconclusive.
"""


@click.command(cls=SectionedCommand, epilog=EPILOG)
@click.argument("instance_ids", metavar="[ID]...", nargs=-1, shell_complete=values.instance_ids)
@instances_file()
@repositories("Local git repository of the instances; once for each.", required=True)
@output_option(
    "Folder of rule sets, one folder for each instance.",
    file_okay=False,
    required=True,
)
@text_or_json("one object per line")
@click.pass_obj
def command(
    shared: Globals,
    instance_ids: tuple[str, ...],
    file: Path,
    repos: tuple[str, ...],
    output: Path,
    as_json: bool,
) -> Exit:
    """Write rules for mined instances; ID is a unique prefix of an instance's id. [default: all]"""
    from verifier.rules.rule_files import write_rule_set
    from verifier.workflows.rule_proposals import proposals

    whole = True
    with inconclusive_scans(shared.console):
        for instance, found in proposals(_choose(file, instance_ids), repos):
            if found.rules:
                write_rule_set(output / instance.id, found)
            counts = {str(kind): len(found.of(kind)) for kind in RuleKind}
            whole = whole and all(counts.values())
            click.echo(_line(instance, counts, as_json=as_json))
    return Exit.YES if whole else Exit.NO


def _choose(file: Path, wanted: tuple[str, ...]) -> "list[Instance]":
    from verifier.mining.selection import find_instance, read_instances

    every = list(read_instances(file))
    return [find_instance(every, one, file) for one in wanted] if wanted else every


def _line(instance: "Instance", counts: dict[str, int], *, as_json: bool) -> str:
    if as_json:
        from verifier.rules.records import ProposalRecord

        record = ProposalRecord(
            instance=instance.id,
            type=instance.type,
            additive=counts[RuleKind.ADDITIVE],
            reductive=counts[RuleKind.REDUCTIVE],
        )
        return json.dumps(to_plain(record))
    listed = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    return f"{instance.id}  {instance.type}: {listed}"
