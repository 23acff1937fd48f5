"""`refverify context`: add the surrounding code to instances."""

from dataclasses import dataclass
from pathlib import Path

import click

from verifier.cli.class_path import class_path_entries, fetch_option
from verifier.cli.distributing import run_on_cluster
from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.options.building import ToolChoice, chosen_tools
from verifier.cli.options.context import ContextChoice, context_limits
from verifier.cli.options.engines import EngineChoice, engine_options
from verifier.cli.options.files import instances_file, output, repositories, skip_bad_lines
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option, rarely
from verifier.cli.options.shards import PartChoice, describe_end, part_options, request_shard
from verifier.cli.options.workers import WorkerChoice, worker_options
from verifier.context.run import ContextRequest
from verifier.domain.shard import ShardKind

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


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextOptions:
    """The options of `refverify context`."""

    file: Path
    output: Path | None
    repos: tuple[str, ...]
    class_path: tuple[str, ...]
    fetch: bool
    tools: ToolChoice
    context: ContextChoice
    workers: WorkerChoice
    retry: bool
    force: bool
    skip_bad_lines: bool
    part: PartChoice
    engine: EngineChoice

    def request(self) -> ContextRequest:
        """Return the request for the library.

        Raises:
            UsageError: an entry of the class path does not exist.
        """
        from verifier.context.output import ContextPaths

        to = self.output
        return ContextRequest(
            instances=self.file,
            output=ContextPaths.next_to(self.file) if to is None else ContextPaths(instances=to),
            repositories=self.repos,
            class_path=class_path_entries(self.class_path) or None,
            build=self.tools.options(),
            limits=self.context.limits(),
            jobs=self.workers.jobs,
            timeout=self.workers.commit_timeout,
            max_heap=self.workers.max_heap,
            retry=self.retry,
            force=self.force,
            write_only=self.part.write_only,
            fetch=self.fetch,
            skip_bad_lines=self.skip_bad_lines,
        )


@click.command(cls=SectionedCommand, epilog=EPILOG)
@instances_file()
@output("The instances, JSONL.  [default: INSTANCES.context.jsonl]", dir_okay=False)
@repositories("Local repository or bundle of the instances; repeat with names.", required=True)
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
@part_options("repository and base")
@engine_options()
@click.pass_obj
@pass_as(ContextOptions)
def command(shared: Globals, options: ContextOptions) -> int:
    """Add the code that surrounds the methods of mined instances on their base.

    This is callers, callees, overriding methods, super- and subtypes, fields, exceptions, types and
    their files, and the project's structure. Eclipse JDT reads them with bindings. Nothing is executed.
    """
    from verifier.context.run import add_context, add_context_of_shard

    options.part.refuse_contradictions(force=options.force)
    request = options.request()
    if options.engine.is_ray:
        return run_on_cluster(shared, options.engine, ShardKind.CONTEXT, request.output.instances)
    if options.part.shard is None:
        shared.console.say(str(add_context(request, shared.console)))
        shared.console.say(f"wrote {request.output.instances}")
        return Exit.YES
    part = request_shard(shared, options.part.shard)
    counts, end = add_context_of_shard(request, part, shared.console)
    shared.console.say(str(counts))
    shared.console.say(describe_end(end, "instances", request.output.shard))
    return Exit.YES
