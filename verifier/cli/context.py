"""`refverify context`: add the surrounding code to instances."""

from typing import Any

import click

from verifier.cli.class_path import class_path_entries, fetch_option
from verifier.cli.globals import Globals
from verifier.cli.options.building import chosen_tools, tools_of
from verifier.cli.options.context import context_limits, limits_of
from verifier.cli.options.files import instances_file, output, repositories, skip_bad_lines
from verifier.cli.options.sections import Section, SectionedCommand, option, rarely
from verifier.cli.options.workers import worker_options
from verifier.context.run import ContextRequest

EPILOG = """
\b
Examples:
  refverify context -i instances.jsonl --repo path/to/clone
  refverify context -i all.jsonl --repo gson=clones/gson --repo junit4=clones/junit4 --jobs 2
  refverify context -i instances.jsonl --repo clone --class-path lib/junit.jar -o with-context.jsonl

\b
Names are bound against the sources of each base and a class path. That is the class path of its
prepared build if the cache holds one (for example after `refverify validate`), or the jars on this
machine that its build files name. Each record says which. A journal, ….journal.jsonl, is written
next to the instances. After an interruption run the same command again: nothing is read twice.
"""


@click.command(cls=SectionedCommand, epilog=EPILOG)
@instances_file()
@output("The instances, JSONL.  [default: INSTANCES.context.jsonl]", dir_okay=False)
@repositories("Local repository of the instances; repeat with names.", required=True)
@option(
    "--class-path",
    section=Section.INPUT,
    multiple=True,
    metavar="PATH[:PATH]",
    help="Jars that the sources need, instead of the jars of a prepared build.",
)
@fetch_option
@rarely(chosen_tools)
@context_limits
@worker_options(ContextRequest)
@option("--retry", section=Section.RUN, is_flag=True, help="Try again the instances that failed.")
@option("--force", section=Section.RUN, is_flag=True, help="Discard the journal and start over.")
@skip_bad_lines()
@click.pass_obj
def command(shared: Globals, /, **words: Any) -> None:
    """Add the code that surrounds the methods of mined instances on their base.

    This is callers, callees, overriding methods, super- and subtypes, fields, exceptions, types and
    their files, and the project's structure. Eclipse JDT reads them with bindings. Nothing is executed.
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
        timeout=words["commit_timeout"],
        max_heap=words["max_heap"],
        retry=words["retry"],
        force=words["force"],
        fetch=words["fetch"],
        skip_bad_lines=words["skip_bad_lines"],
    )
    shared.console.say(str(add_context(request, shared.console)))
    shared.console.say(f"wrote {request.output.instances}")
