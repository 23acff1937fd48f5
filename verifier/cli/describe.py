"""`refverify describe`: let a model write the texts of tasks."""

from typing import TYPE_CHECKING, Any

import click

from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.options.definition import path_option
from verifier.cli.options.endpoint import endpoint_options, endpoint_options_of, sampling_of
from verifier.cli.options.files import instances_file, output, repositories, skip_bad_lines
from verifier.cli.options.sections import Section, SectionedCommand, option, rarely

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


@click.command(cls=SectionedCommand, epilog=EPILOG, details=DETAILS)
@instances_file()
@output("The texts, JSONL.", default=TEXTS, show_default=True, dir_okay=False)
@repositories("Local repository of the instances, for the messages of their commits.")
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
def command(shared: Globals, /, **words: Any) -> Exit:
    """Describe the commit of each task: as an instruction, and as an open task.

    The instructed text has a title, a summary and the reasons, from the commit's message, pull
    request and patch. The open text is one sentence that comes from the instructed one alone.
    """
    from verifier.workflows.asking import opening
    from verifier.workflows.describing import closing_lines, write_texts

    request, endpoint = _request(words), endpoint_options_of(words)
    opened = opening(endpoint, shared.console)
    summary, spent = write_texts(request, opened, shared.console, words["review"])
    for line in closing_lines(request, summary, spent):
        shared.console.say(line)
    return Exit.OPEN if summary.missing else Exit.YES


def _request(words: dict[str, Any]) -> "DescribeRequest":
    from verifier.generation.describing import DescribeRequest
    from verifier.generation.text_files import TextPaths

    return DescribeRequest(
        tasks=words["file"],
        output=TextPaths(texts=words["output"]),
        model=words["model"],
        sampling=sampling_of(words),
        repositories=tuple(words["repos"]),
        pull_requests=words["pull_requests"],
        jobs=words["jobs"],
        force=words["force"],
        skip_bad_lines=words["skip_bad_lines"],
    )
