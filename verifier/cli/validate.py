"""`refverify validate`: build, test and cover both sides of mined instances."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.options.building import build_options, limit_options, tool_options
from verifier.cli.options.definition import default_of
from verifier.cli.options.files import instances_file, output, repositories, skip_bad_lines
from verifier.cli.options.numbers import Seconds
from verifier.cli.options.sandboxes import sandbox_options
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.cli.options.validation import main_only, validation_options
from verifier.cli.options.workers import jobs_option
from verifier.domain.outcome import Reason
from verifier.domain.validation import Demand
from verifier.judging.options import WorkshopOptions

if TYPE_CHECKING:
    from verifier.mining.funnel import Funnel
    from verifier.validation.run import ValidationRequest

EPILOG = """
\b
Examples:
  refverify validate -i instances.jsonl --repo path/to/clone
  refverify validate -i all.jsonl --repo gson=clones/gson --repo junit4=clones/junit4 --jobs 2
  refverify validate -i instances.jsonl --repo clone --main-only --require covered -o benchmark.jsonl
  refverify validate -i instances.jsonl --repo clone --sample 25

\b
Files next to the validated instances: ….funnel.json (what every step kept, by project and type),
….journal.jsonl and the run folder ….golden. After an interruption run the same command again: nothing
is built twice. Exit status 3: trouble of the environment left every instance without an answer.
"""


@click.command(cls=SectionedCommand, epilog=EPILOG)
@instances_file()
@output("The validated instances, JSONL.  [default: INSTANCES.validated.jsonl]", dir_okay=False)
@repositories("Local repository of the instances; repeat with names.", required=True)
@main_only
@validation_options
@sandbox_options
@tool_options
@limit_options
@jobs_option(WorkshopOptions, "Instances that are validated at the same time.", most=64)
@option(
    "--analysis-timeout",
    section=Section.RUN,
    everyday=False,
    type=Seconds(1),
    default=default_of(WorkshopOptions, "analysis_timeout"),
    show_default=True,
    help="Seconds for one detection.",
)
@option("--retry", section=Section.RUN, is_flag=True, help="Validate inconclusive instances again.")
@option("--force", section=Section.RUN, is_flag=True, help="Discard the journal and start over.")
@skip_bad_lines()
@click.pass_obj
def command(shared: Globals, /, **words: Any) -> Exit:
    """Build and test both sides of mined instances, and check whether tests run the refactored code.

    Base and commit are both built in the sandbox, like the base of a verdict. Each record gets `build`,
    `coverage` and `golden`: whether the step passed, with a reason.
    """
    from verifier.mining.funnel_text import funnel_text
    from verifier.validation.run import validate

    request = request_of(words["file"], words["output"], tuple(words["repos"]), words)
    funnel = validate(request, shared.console)
    shared.console.say(funnel_text(funnel))
    shared.console.say(f"wrote {request.output.instances}")
    return Exit.OPEN if nothing_was_judged(funnel) else Exit.YES


def nothing_was_judged(funnel: "Funnel") -> bool:
    """Tell whether trouble of the environment stopped every instance that was asked."""
    asked = sum(row.instances for row in funnel.validated or ())
    lost = [item for row in funnel.validated or () for item in row.losses.items()]
    stopped = sum(n for why, n in lost if why.endswith(f": {Reason.INFRASTRUCTURE}"))
    return asked > 0 and stopped == asked


def request_of(
    instances: Path, to: Path | None, repos: tuple[str, ...], words: dict[str, Any]
) -> "ValidationRequest":
    """Make the request for a file of instances from the options."""
    from verifier.validation.output import ValidatedPaths
    from verifier.validation.run import ValidationRequest

    return ValidationRequest(
        instances=instances,
        output=ValidatedPaths.beside(instances) if to is None else ValidatedPaths(instances=to),
        repositories=repos,
        golden=not words["no_golden"],
        main_only=words["main_only"],
        sample=words["sample"],
        demand=None if words["require"] is None else Demand(words["require"]),
        retry=words["retry"],
        force=words["force"],
        skip_bad_lines=words["skip_bad_lines"],
        tools=WorkshopOptions(
            build=build_options(words),
            sandbox=words["sandbox"],
            image=words["image"],
            analysis_timeout=words["analysis_timeout"],
            jobs=words["jobs"],
        ),
    )
