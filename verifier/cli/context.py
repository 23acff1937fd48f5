"""`refverify context`: what stands around the methods of instances."""

from typing import Any

import click

from verifier.cli.class_path import class_path_entries, fetch_option
from verifier.cli.globals import Globals
from verifier.cli.options.building import chosen_tools, tools_of
from verifier.cli.options.context import context_limits, limits_of
from verifier.cli.options.files import instances_file, output, repositories, skip_bad_lines
from verifier.cli.options.workers import worker_options
from verifier.context.run import ContextRequest

EPILOG = """
\b
Examples:
  refverify context -i instances.jsonl --repo path/to/clone
  refverify context -i all.jsonl --repo gson=clones/gson --repo junit4=clones/junit4 --jobs 2
  refverify context -i instances.jsonl --repo clone --class-path lib/junit.jar -o with-context.jsonl

\b
Names are bound against the sources of each base and, where the cache holds its preparation (after
`refverify validate`, say), the class path of that, else the jars of this machine that its build files
name; each record says which. Beside the instances it writes ….journal.jsonl. Run the same command again after an interruption: nothing is read twice.
"""


@click.command(epilog=EPILOG)
@instances_file()
@output("The instances, JSONL.  [default: INSTANCES.context.jsonl]", dir_okay=False)
@repositories("Local repository of the instances; repeat with names.", required=True)
@click.option(
    "--class-path",
    multiple=True,
    metavar="PATH[:PATH]",
    help="Jars that the sources need, in the place of those of a preparation.",
)
@fetch_option
@chosen_tools
@context_limits
@worker_options(ContextRequest)
@click.option("--retry", is_flag=True, help="Ask again where there was trouble.")
@click.option("--force", is_flag=True, help="Throw the journal away and begin anew.")
@skip_bad_lines()
@click.pass_obj
def command(shared: Globals, /, **words: Any) -> None:
    """Add what stands around the methods of mined instances on their base.

    Callers, callees, what overrides what, super- and subtypes, fields, exceptions, types and their
    files, and the project's structure, read by Eclipse JDT with bindings. Nothing is executed.
    """
    from verifier.context.output import ContextPaths
    from verifier.context.run import add_context

    file, to = words["file"], words["output"]
    request = ContextRequest(
        instances=file,
        output=ContextPaths.beside(file) if to is None else ContextPaths(instances=to),
        repositories=tuple(words["repos"]),
        class_path=class_path_entries(words["class_path"]) or None,
        build=tools_of(words),
        limits=limits_of(words),
        jobs=words["jobs"],
        timeout=words["timeout"],
        max_heap=words["max_heap"],
        retry=words["retry"],
        force=words["force"],
        fetch=words["fetch"],
        skip_bad_lines=words["skip_bad_lines"],
    )
    shared.console.say(str(add_context(request, shared.console)))
    shared.console.say(f"wrote {request.output.instances}")
