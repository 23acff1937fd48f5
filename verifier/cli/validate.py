"""`refverify validate`: build, test and cover both sides of mined instances."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.distributing import run_on_cluster
from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.options.engines import EngineChoice, engine_options
from verifier.cli.options.files import instances_file, output, repositories, skip_bad_lines
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.cli.options.shards import PartChoice, describe_end, part_options, request_shard
from verifier.cli.options.toolset import ToolsetChoice, analysis_timeout, toolset_options
from verifier.cli.options.validation import (
    VALIDATION_DETAILS,
    ValidationChoice,
    main_only,
    validation_options,
)
from verifier.domain.outcome import Reason
from verifier.domain.shard import ShardKind

if TYPE_CHECKING:
    from verifier.mining.funnel import Funnel
    from verifier.validation.run import ValidationRequest

EPILOG = """
\b
Examples:
  refverify validate -i instances.jsonl --repo path/to/clone
  refverify validate -i all.jsonl --repo gson=clones/gson --repo junit4=clones/junit4 --jobs 2
  refverify validate -i instances.jsonl --repo clone --main-only --require covered -o benchmark.jsonl
  refverify validate -i instances.jsonl --repo clone --sample 25 --dry-run
  refverify validate -i instances.jsonl --repo clone --sample 25 --base-runs 1
"""
DETAILS = f"""
\b
Files next to the validated instances: ….funnel.json (what every step kept, by project and type),
….journal.jsonl and the run folder ….golden. After an interruption run the same command again: nothing
is built twice. Exit status 3: trouble of the environment left every instance without an answer.
{VALIDATION_DETAILS}"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ValidateOptions:
    """The options of `refverify validate`."""

    file: Path
    output: Path | None
    repos: tuple[str, ...]
    main_only: bool
    steps: ValidationChoice
    tools: ToolsetChoice
    analysis_timeout: float
    retry: bool
    force: bool
    dry_run: bool
    skip_bad_lines: bool
    part: PartChoice
    engine: EngineChoice

    def request(self) -> "ValidationRequest":
        """Return the request for the library."""
        from verifier.validation.output import ValidatedPaths
        from verifier.validation.run import ValidationRequest

        to = self.output
        return ValidationRequest(
            instances=self.file,
            output=ValidatedPaths.next_to(self.file)
            if to is None
            else ValidatedPaths(instances=to),
            repositories=self.repos,
            golden=not self.steps.no_golden,
            main_only=self.main_only,
            sample=self.steps.sample,
            demand=self.steps.require,
            retry=self.retry,
            force=self.force,
            write_only=self.part.write_only,
            skip_bad_lines=self.skip_bad_lines,
            tools=replace(self.tools.options(), analysis_timeout=self.analysis_timeout),
        )


@click.command(cls=SectionedCommand, epilog=EPILOG, details=DETAILS)
@instances_file()
@output("The validated instances, JSONL.  [default: INSTANCES.validated.jsonl]", dir_okay=False)
@repositories("Local repository or bundle of the instances; repeat with names.", required=True)
@main_only
@validation_options
@toolset_options("Instances that are validated at the same time.")
@analysis_timeout
@option(
    "--dry-run",
    section=Section.OUTPUT,
    is_flag=True,
    help="Validate nothing: count the commits to build and measure, and estimate the time.",
)
@option("--retry", section=Section.RUN, is_flag=True, help="Validate inconclusive instances again.")
@option("--force", section=Section.RUN, is_flag=True, help="Discard the journal and start over.")
@skip_bad_lines()
@part_options("repository and base")
@engine_options()
@click.pass_obj
@pass_as(ValidateOptions)
def command(shared: Globals, options: ValidateOptions) -> int:
    """Build and test both sides of mined instances, and check whether tests run the refactored code.

    Base and commit are both built in the sandbox, like the base of a verdict. Each record gets `build`,
    `coverage` and `golden`: whether the step passed, with a reason.
    """
    from verifier.mining.funnel_text import funnel_text
    from verifier.validation.run import validate, validate_shard

    options.part.refuse_contradictions(force=options.force)
    request = options.request()
    if options.dry_run:
        options.part.refuse_dry_run()
        _print_estimate(request, shared)
        return Exit.YES
    if options.engine.is_ray:
        to = request.output.instances
        return run_on_cluster(shared, options.engine, ShardKind.VALIDATION, to, request.tools)
    if options.part.shard is None:
        funnel = validate(request, shared.console)
        last = f"wrote {request.output.instances}"
    else:
        part = request_shard(shared, options.part.shard)
        funnel, end = validate_shard(request, part, shared.console)
        last = describe_end(end, "instances", request.output.shard)
    shared.console.say(funnel_text(funnel))
    shared.console.say(last)
    return Exit.OPEN if nothing_was_judged(funnel) else Exit.YES


def _print_estimate(request: "ValidationRequest", shared: Globals) -> None:
    from verifier.validation.dry_run import describe_estimates, estimate_validation

    for line in describe_estimates(estimate_validation(request, shared.console)):
        click.echo(line)


def nothing_was_judged(funnel: "Funnel") -> bool:
    """Tell whether trouble of the environment stopped every instance that was asked."""
    asked = sum(row.instances for row in funnel.validated or ())
    lost = [item for row in funnel.validated or () for item in row.losses.items()]
    stopped = sum(n for why, n in lost if why.endswith(f": {Reason.INFRASTRUCTURE}"))
    return asked > 0 and stopped == asked
