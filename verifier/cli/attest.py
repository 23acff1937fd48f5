"""`refverify attest`: write an in-toto statement about a run or about a report of `check`."""

from dataclasses import dataclass
from pathlib import Path

import click

from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.options.definition import path_option
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand

EPILOG = """
\b
Examples:
  refverify attest run
  refverify attest run --key key.pem
  refverify attest run --key key.pem -o run.intoto.json
  refverify attest check.json --key key.pem
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class AttestOptions:
    """The options of `refverify attest`."""

    judged: Path
    key: Path | None
    output: Path | None


@click.command(cls=SectionedCommand, epilog=EPILOG)
@click.argument("judged", metavar="RUN|REPORT", type=click.Path(path_type=Path))
@path_option(
    "--key",
    section=Section.OUTPUT,
    help="Sign with this private key (PEM, no pass phrase), by your openssl.  [default: no signature]",
)
@path_option(
    "-o",
    "--output",
    section=Section.OUTPUT,
    help="The file to write.  [default: attestation.json in the run folder; REPORT with the ending"
    " .intoto.json]",
)
@click.pass_obj
@pass_as(AttestOptions)
def command(shared: Globals, options: AttestOptions) -> int:
    """Attest the verdicts of a run, or the report of a change.

    Writes an in-toto statement about the run folder of `verify`: its subjects are the file of verdicts,
    the candidates and their bases, by their hashes; it has the verdicts, the tools and the sandbox. With
    --key it is signed (DSSE), and openssl or cosign verify it with your public key.

    A run is refused if a line of its verdicts is not what was written.

    REPORT is a file of `check --report json=REPORT`. Its statement names the file, the base and the tree
    of the change, and has the whole report.
    """
    from verifier.workflows.attesting import attest

    shared.console.say(f"wrote {attest(options.judged, key=options.key, output=options.output)}")
    return Exit.YES
