"""`refverify describe`: let a model write the texts of tasks."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.options.definition import path_option
from verifier.cli.options.endpoint import endpoint_options
from verifier.cli.options.files import instances_file, output, repositories, skip_bad_lines
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option, rarely
from verifier.domain.generation import Sampling
from verifier.generation.endpoints.options import EndpointChoice

if TYPE_CHECKING:
    from verifier.generation.describing import DescribeRequest

TEXTS = "instances.tasks.jsonl"
EPILOG = """
\b
Examples:
  refverify describe -i instances.jsonl --repo clone --model gpt-5.2 -o instances.tasks.jsonl
  refverify describe -i commits.jsonl --model gpt-5.2 --review review.md -o commits.tasks.jsonl
  refverify generate -i instances.jsonl --tasks instances.tasks.jsonl --track open --model gpt-5.2

\b
After an interruption, or for missing texts, run the same command again: no answered request is sent
twice. Exit status 0: every task has both texts; 3: some are missing.
"""
DETAILS = """
\b
An open text that names what only the developers' solution has is asked for once more. If it still
does, it is kept with its `leaks`, and `generate --track open` leaves it out.

\b
Other exit statuses: 2 a task is a method to rewrite; 4 an input cannot be read; 11 the variable of
the key is not set; 17 the endpoint refuses every request.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class DescribeOptions:
    """The options of `refverify describe`."""

    file: Path
    output: Path
    repos: tuple[str, ...]
    pull_requests: Path | None
    review: Path | None
    endpoint: EndpointChoice
    sampling: Sampling
    force: bool
    skip_bad_lines: bool


@click.command(cls=SectionedCommand, epilog=EPILOG, details=DETAILS)
@instances_file()
@output("The texts, JSONL.", default=TEXTS, show_default=True, dir_okay=False)
@repositories("Local repository or bundle of the instances, for the messages of their commits.")
@path_option(
    "--pull-requests",
    section=Section.INPUT,
    dir_okay=False,
    help="Pull requests, JSONL with `commit`, `title` and `body`.",
)
@path_option(
    "--review",
    section=Section.OUTPUT,
    dir_okay=False,
    help="Also write a Markdown page with both texts of each task side by side.",
)
@endpoint_options
@option("--force", section=Section.RUN, is_flag=True, help="Discard the journal and start over.")
@rarely(skip_bad_lines())
@click.pass_obj
@pass_as(DescribeOptions)
def command(shared: Globals, options: DescribeOptions) -> Exit:
    """Describe the commit of each task: as an instruction, and as an open task.

    The instructed text has a title, a summary and the reasons, from the commit's message, pull
    request and patch. The open text is one sentence that comes from the instructed one alone.
    """
    from verifier.workflows.describing import closing_lines, write_texts
    from verifier.workflows.model_account import make_opener

    request, open_for = _request(options), make_opener(options.endpoint, shared.console)
    summary, spent = write_texts(request, open_for, shared.console, options.review)
    for line in closing_lines(request, summary, spent):
        shared.console.say(line)
    return Exit.OPEN if summary.missing else Exit.YES


def _request(options: DescribeOptions) -> "DescribeRequest":
    from verifier.generation.describing import DescribeRequest
    from verifier.generation.output import TextPaths

    return DescribeRequest(
        tasks=options.file,
        output=TextPaths(texts=options.output),
        model=options.endpoint.model,
        sampling=options.sampling,
        repositories=tuple(options.repos),
        pull_requests=options.pull_requests,
        jobs=options.endpoint.jobs,
        force=options.force,
        skip_bad_lines=options.skip_bad_lines,
    )
