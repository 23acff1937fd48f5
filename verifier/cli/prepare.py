"""`refverify prepare`: prepare and measure the bases of instances, and judge nothing."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.options.files import instances_file, output, repositories, skip_bad_lines
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.cli.options.shards import shard_option
from verifier.cli.options.toolset import ToolsetChoice, toolset_options
from verifier.domain.shard import Shard

if TYPE_CHECKING:
    from verifier.validation.bases import PrepareRequest

EPILOG = """
\b
Examples:
  refverify prepare -i instances.jsonl --repo path/to/clone
  refverify prepare -i instances.jsonl --repo path/to/clone --shard auto
  refverify validate -i instances.jsonl --repo path/to/clone --offline
"""
DETAILS = """
\b
The prepared bases are in the cache of this machine, so a shard prepares the bases that the same shard of
validate and verify needs. After an interruption run the same command again. A base that ended the process
twice is not tried again; --retry tries it.

\b
Exit status: 0 every base has a result, also if it cannot be built; 3 failures of the environment left
some bases without a result.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class PrepareOptions:
    """The options of `refverify prepare`."""

    file: Path
    output: Path | None
    repos: tuple[str, ...]
    tools: ToolsetChoice
    retry: bool
    force: bool
    skip_bad_lines: bool
    shard: Shard | None

    def request(self) -> "PrepareRequest":
        """Return the request for the library."""
        from verifier.validation.bases import PrepareRequest

        name = f"{self.file.name.removesuffix('.jsonl')}.bases.jsonl"
        return PrepareRequest(
            instances=self.file,
            output=self.output or self.file.with_name(name),
            repositories=self.repos,
            retry=self.retry,
            force=self.force,
            skip_bad_lines=self.skip_bad_lines,
            shard=self.shard,
            tools=self.tools.options(),
        )


@click.command(cls=SectionedCommand, epilog=EPILOG, details=DETAILS)
@instances_file()
@output("The bases, JSONL.  [default: INSTANCES.bases.jsonl]", dir_okay=False)
@repositories("Local repository or bundle of the instances; repeat with names.", required=True)
@toolset_options("Bases that are prepared at the same time.")
@option(
    "--retry", section=Section.RUN, is_flag=True, help="Try again the bases that cannot be built."
)
@option("--force", section=Section.RUN, is_flag=True, help="Discard the file and start over.")
@skip_bad_lines()
@shard_option("repository and base")
@click.pass_obj
@pass_as(PrepareOptions)
def command(shared: Globals, options: PrepareOptions) -> Exit:
    """Prepare and measure the bases of instances: download what they need, compile them, run their tests.

    Nothing is judged. Later steps find the bases in the cache and need no network (--offline).
    """
    from verifier.validation.bases import prepare

    request = options.request()
    counts = prepare(request, shared.console)
    shared.console.say(str(counts))
    shared.console.say(f"wrote {request.output}")
    return Exit.OPEN if counts.is_open else Exit.YES
