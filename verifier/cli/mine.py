"""`refverify mine`: find the refactorings of a git history and write them as instances."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.class_path import fetch_option
from verifier.cli.distributing import run_on_cluster
from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.options import values
from verifier.cli.options.building import base_runs, tool_options
from verifier.cli.options.definition import default_of, path_option
from verifier.cli.options.engines import engine_options
from verifier.cli.options.files import INSTANCES, output
from verifier.cli.options.mining import MineOptions
from verifier.cli.options.numbers import Whole
from verifier.cli.options.records import pass_as
from verifier.cli.options.sandboxes import sandbox_options
from verifier.cli.options.sections import Section, SectionedCommand, option, rarely
from verifier.cli.options.shards import describe_end, part_options, request_shard
from verifier.cli.options.validation import VALIDATION_DETAILS, main_only, validation_options
from verifier.cli.options.workers import worker_options
from verifier.domain.refactoring_traits import DEFAULT_TYPES, RefactoringType
from verifier.domain.shard import ShardEnd, ShardKind, ShardRequest
from verifier.mining.session import MiningRequest

if TYPE_CHECKING:
    from verifier.console import Console
    from verifier.mining.commit import CommitStatus
    from verifier.workflows.mining import StepDone

FOLDER = "mined"
EPILOG = """
\b
Examples:
  refverify mine path/to/clone -o instances.jsonl --rev v1.0..HEAD --jobs 2
  refverify mine https://example.org/project.git -o project.jsonl --types "Extract Method"
  refverify mine path/to/clone --validate --main-only --require covered
  refverify mine --list repositories.txt -o mined --validate --sample 25
"""
DETAILS = f"""
\b
More examples:
  refverify mine path/to/clone -o instances.jsonl --retry timeout,error --commit-timeout 600
  refverify mine path/to/clone -o instances.jsonl --prove --class-path lib/junit.jar
  refverify mine path/to/clone -o instances.jsonl --pure-commits --residue
  refverify mine path/to/clone -o instances.jsonl --validate --context

\b
The FILE of --list has one address or path per line, optionally with `rev=REVISION` after it, or it is a
CSV table of SEART's GitHub search.

\b
Files next to instances.jsonl: instances.funnel.json (what every stage kept),
instances.commits.jsonl (how each commit ended), instances.costs.jsonl (what each call took) and
instances.journal.jsonl. Run the same command again after an interruption, or to add new commits:
nothing is analysed twice. --validate writes the validated instances to instances.validated.jsonl,
like `refverify validate`. --context adds context to the last of these files and writes
instances.context.jsonl.
{VALIDATION_DETAILS}"""


def _types(_ctx: click.Context, _option: click.Parameter, text: str) -> tuple[RefactoringType, ...]:
    by_name = {str(t).casefold(): t for t in RefactoringType}
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name.casefold() not in by_name]
    if unknown or not names:
        raise click.BadParameter(
            f"{', '.join(unknown) or 'none'}; known: {', '.join(RefactoringType)}"
        )
    return tuple(dict.fromkeys(by_name[name.casefold()] for name in names))


def _statuses(
    _ctx: click.Context, _option: click.Parameter, text: str
) -> "frozenset[CommitStatus]":
    from verifier.mining.commit import RETRYABLE

    names = {name.strip() for name in text.split(",") if name.strip()}
    if unknown := names - set(RETRYABLE):
        raise click.BadParameter(f"{', '.join(sorted(unknown))}; known: {', '.join(RETRYABLE)}")
    return frozenset(status for status in RETRYABLE if status in names)


@click.command(cls=SectionedCommand, epilog=EPILOG, details=DETAILS)
@click.argument("repository", metavar="[REPO]", required=False)
@output(
    f"The instances, JSONL, or with --list the folder of all projects ({FOLDER}).",
    default=INSTANCES,
    show_default=True,
)
@path_option(
    "--list",
    "listed",
    section=Section.INPUT,
    metavar="FILE",
    help="Mine every repository of a list, each into its own folder.",
)
@option(
    "--rev",
    section=Section.SELECTION,
    default="HEAD",
    show_default=True,
    metavar="RANGE|FILE",
    help="Revisions in git's syntax (v1..v2, --all), or a file with one commit per line.",
)
@option(
    "--since",
    section=Section.SELECTION,
    metavar="DATE",
    help="Only commits of this day or later (ISO 8601, UTC).",
)
@option(
    "--until",
    section=Section.SELECTION,
    metavar="DATE",
    help="Only commits of this day or earlier.",
)
@option(
    "--types",
    section=Section.SELECTION,
    callback=_types,
    shell_complete=values.types,
    default=",".join(DEFAULT_TYPES),
    metavar="TYPE,...",
    help="Refactoring types by name.  [default: the six of the benchmark]",
)
@main_only
@option(
    "--include-impure",
    section=Section.SELECTION,
    is_flag=True,
    help="Also keep refactorings that are not pure.",
)
@option(
    "--prove",
    section=Section.STEPS,
    is_flag=True,
    help="Also try to prove pure refactorings; a proof gives the tier `proved`.",
)
@option(
    "--class-path",
    section=Section.INPUT,
    everyday=False,
    multiple=True,
    metavar="PATH[:PATH]",
    help="Jars that the sources need, for --prove and --context, instead of the jars that each commit's"
    " build files name.",
)
@rarely(fetch_option)
@option(
    "--pure-commits",
    section=Section.STEPS,
    is_flag=True,
    help="Also judge whole commits; keep instances of pure ones in INSTANCES.pure.jsonl.",
)
@option(
    "--context",
    "with_context",
    section=Section.STEPS,
    is_flag=True,
    help="Last, run `refverify context`: add the code around the methods.",
)
@option(
    "--residue",
    section=Section.STEPS,
    is_flag=True,
    help="Also write patches of what is more than refactoring.",
)
@worker_options(MiningRequest)
@option(
    "--pass-same-methods/--no-pass-same-methods",
    section=Section.RUN,
    everyday=False,
    default=default_of(MiningRequest, "pass_same_methods"),
    show_default=True,
    help="Skip commits with the same methods on both sides; they contain none of the six types.",
)
@option(
    "--validate",
    "is_validated",
    section=Section.STEPS,
    is_flag=True,
    help="Then run `refverify validate`: build, test and cover both sides.",
)
@rarely(validation_options, but=("--require", "--sample"))
@rarely(sandbox_options, tool_options, base_runs)
@option(
    "--max-commits",
    section=Section.SELECTION,
    type=Whole(1),
    metavar="N",
    help="Analyse only the newest N of the listed commits.",
)
@option(
    "--retry",
    section=Section.RUN,
    callback=_statuses,
    default="",
    metavar="STATUS,...",
    help="Try commits with these statuses again: timeout, out-of-memory, error.",
)
@option(
    "--name",
    section=Section.OUTPUT,
    everyday=False,
    help="Name of the repository in the records.  [default: its origin or folder]",
)
@option("--force", section=Section.RUN, is_flag=True, help="Discard the journal and start over.")
@part_options("commit, or with --list by repository")
@engine_options()
@click.pass_obj
@pass_as(MineOptions)
def command(shared: Globals, options: MineOptions) -> int:
    """Mine the refactorings of a git history.

    REPO is an address to clone or a local repository, whose work tree is never touched. Every selected
    commit ends as exactly one of ok, none, same-methods, skipped, timeout, out-of-memory, error. Pure
    refactorings of the wanted types become instances.
    """
    from verifier.workflows.mining import mine_history

    options.refuse_contradictions()
    if options.engine.is_ray:
        kind = ShardKind.MINING if options.listed is None else ShardKind.REPOSITORIES
        return run_on_cluster(
            shared, options.engine, kind, _find_output(options), options.builders()
        )
    part = None if options.part.shard is None else request_shard(shared, options.part.shard)

    def report(done: "StepDone") -> None:
        for line in _lines(done, dated=bool(options.since or options.until)):
            shared.console.say(line)

    if options.listed is not None:
        return _mine_list(options, options.listed, shared.console, part, report)
    if part is not None:
        _mine_shard(options, part, shared.console)
    else:
        mine_history(options.request(), shared.console, report)
    return Exit.YES


def _mine_shard(options: MineOptions, part: ShardRequest, console: "Console") -> None:
    """Analyse the commits of one shard, and say how to go on."""
    from verifier.mining.output import OutputPaths
    from verifier.workflows.mining import mine_part

    end = mine_part(options.request(), part, console)
    console.say(describe_end(end, "commits", OutputPaths(instances=options.output).shard))


def _mine_list(
    options: MineOptions,
    listed: Path,
    console: "Console",
    part: ShardRequest | None,
    report: Callable[["StepDone"], None],
) -> int:
    """Mine a list, or one shard of it. Return the exit code of the first failure, or 0."""
    from verifier.workflows.many_repositories import funnels_table
    from verifier.workflows.mining import mine_list
    from verifier.workflows.repository_list import read_list

    folder = _find_output(options)
    every = read_list(listed)
    done = mine_list(every, folder, options.request(), console, part=part, report=report)
    console.say(funnels_table(done))
    if part is not None:
        failed = sum(bool(each.error) for each in done)
        end = ShardEnd(shard=part.shard, keys=len(done), open=failed, all_keys=len(every))
        console.say(describe_end(end, "repositories", folder))
    return next((each.exit_code for each in done if each.exit_code), Exit.YES)


def _find_output(options: MineOptions) -> Path:
    """Return the file of instances, or the folder of a list."""
    is_default = options.listed is not None and options.output == Path(INSTANCES)
    return Path(FOLDER) if is_default else options.output


def _lines(done: "StepDone", *, dated: bool) -> Iterator[str]:
    """Yield what a step says at its end. `dated` says that days limit the commits."""
    from verifier.mining.funnel_text import funnel_text, stages_text
    from verifier.workflows.mining import MineStep

    if done.said:
        yield done.said
    if done.funnel is not None:
        whole = done.step is not MineStep.PURE_COMMITS
        yield funnel_text(done.funnel) if whole else stages_text(done.funnel)
    if done.step is MineStep.MINING and dated and done.funnel and not done.funnel.endings:
        yield "Nothing matches: no commit lies between --since and --until."
    yield f"wrote {' and '.join(map(str, done.wrote))}"
