"""`refverify mine`: find the refactorings of a git history and write them as instances."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from verifier.cli.class_path import class_path_entries, fetch_option
from verifier.cli.globals import Globals
from verifier.cli.options import values
from verifier.cli.options.building import base_runs, build_options, tool_options, tools_of
from verifier.cli.options.definition import default_of, path_option
from verifier.cli.options.files import INSTANCES, output
from verifier.cli.options.numbers import Whole
from verifier.cli.options.sandboxes import sandbox_options
from verifier.cli.options.sections import Section, SectionedCommand, option, rarely
from verifier.cli.options.validation import main_only, validation_options
from verifier.cli.options.workers import worker_options
from verifier.domain.refactoring import DEFAULT_TYPES, RefactoringType
from verifier.domain.validation import Demand
from verifier.errors import UsageError
from verifier.mining.session import MiningRequest, local_path, mine
from verifier.sandbox.base import Limits

if TYPE_CHECKING:
    from verifier.console import Console
    from verifier.libraries.histories import HistoryClassPaths
    from verifier.mining.commit import CommitStatus
    from verifier.mining.funnel import Funnel
    from verifier.validation.run import ValidationRequest

FOLDER = "mined"
EPILOG = """
\b
Examples:
  refverify mine path/to/clone -o instances.jsonl
  refverify mine path/to/clone -o instances.jsonl --rev v1.0..HEAD --jobs 2
  refverify mine path/to/clone -o instances.jsonl --retry timeout,error --commit-timeout 600
  refverify mine path/to/clone -o instances.jsonl --prove --class-path lib/junit.jar
  refverify mine path/to/clone -o instances.jsonl --validate --main-only --require covered
  refverify mine path/to/clone -o instances.jsonl --pure-commits --residue
  refverify mine path/to/clone -o instances.jsonl --validate --context
  refverify mine --list repositories.txt -o mined --jobs 2
  refverify mine --list repositories.txt -o mined --validate --sample 25
  refverify mine https://example.org/project.git -o project.jsonl --types "Extract Method"

\b
Files next to instances.jsonl: instances.funnel.json (what every stage kept),
instances.commits.jsonl (how each commit ended), instances.costs.jsonl (what each call took) and
instances.journal.jsonl. Run the same command again after an interruption, or to add new commits:
nothing is analysed twice. --validate writes the validated instances to instances.validated.jsonl,
like `refverify validate`. --context adds context to the last of these files and writes
instances.context.jsonl.
"""


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


@click.command(cls=SectionedCommand, epilog=EPILOG)
@click.argument("repository", metavar="[REPO]", required=False)
@output(
    "The instances, JSONL; replaced when the run is complete. With --list the folder of all projects, by"
    f" default {FOLDER}.",
    default=INSTANCES,
    show_default=True,
)
@path_option(
    "--list",
    "listed",
    section=Section.INPUT,
    metavar="FILE",
    help="Mine every repository of a list, each into its own folder. The list has one address or path per"
    " line, optionally with `rev=REVISION` after it, or it is a CSV table of SEART's GitHub search.",
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
    help="Also keep refactorings that are not pure, with their verdict.",
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
    help="Also judge whole commits, and write the instances of commits that are only refactoring to"
    " INSTANCES.pure.jsonl.",
)
@option(
    "--context",
    "with_context",
    section=Section.STEPS,
    is_flag=True,
    help="As the last step run `refverify context`: add the code that surrounds the instances' methods.",
)
@option(
    "--residue",
    section=Section.STEPS,
    is_flag=True,
    help="Also judge whole commits, and write for each a patch of what is more than refactoring.",
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
    help="Then run `refverify validate`: build, test and cover both sides in the sandbox.",
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
@click.pass_obj
def command(shared: Globals, /, **words: Any) -> int:
    """Mine the refactorings of a git history.

    REPO is an address to clone or a local repository: a bare one, or one with a work tree, which is
    never touched. Every selected commit ends as exactly one of ok, none, same-methods, skipped,
    timeout, out-of-memory, error. Pure refactorings of the wanted types become instances.
    """
    _refuse_contradictions(words)
    if words["listed"] is not None:
        return _all(words, shared.console)
    if words["output"].is_dir():
        raise UsageError(f"{words['output']} is a folder", hint="Give -o the name of a file.")
    _one(words["repository"], words["output"], words, shared.console)
    return 0


def _refuse_contradictions(words: dict[str, Any]) -> None:
    if (words["repository"] is None) == (words["listed"] is None):
        raise UsageError("give REPO or --list FILE", hint="One repository, or a list of them.")
    if words["listed"] is not None and words["name"] is not None:
        raise UsageError("--name is for one repository", hint="Leave it out with --list.")
    if words["require"] and not words["is_validated"]:
        raise UsageError("--require needs --validate", hint="Only what was validated can pass.")
    if words["sample"] and not words["is_validated"]:
        raise UsageError("--sample needs --validate", hint="It says how many are validated.")


def _all(words: dict[str, Any], console: "Console") -> int:
    """Mine a list. Return the exit code of the first failure, or 0."""
    from verifier.workflows.many_repositories import Listed, funnels_table, mine_all, read_list

    def mine_one(listed: Listed, folder: Path) -> "Funnel":
        own = words | {"rev": listed.revisions or words["rev"]}
        return _one(listed.repository, folder / INSTANCES, own, console)

    folder = Path(FOLDER) if words["output"] == Path(INSTANCES) else words["output"]
    done = mine_all(read_list(words["listed"]), folder, mine_one, console)
    console.say(funnels_table(done))
    return next((each.exit_code for each in done if each.exit_code), 0)


def _one(repository: str, output: Path, words: dict[str, Any], console: "Console") -> "Funnel":
    """Mine one repository, and validate and add context to the instances if the options ask for it."""
    from verifier.mining.funnel_text import funnel_text
    from verifier.mining.output import OutputPaths
    from verifier.workflows.costs import CostStage, measured

    request = _request(repository, output, words)
    paths = OutputPaths(instances=output)
    class_paths = _class_paths(words)
    if class_paths is not None:
        request = replace(request, prove_against=(), class_paths=class_paths.of)
    with measured(paths.costs, CostStage.MINING, paths.journal, fresh=words["force"]):
        funnel = mine(request, console)
    if class_paths is not None and class_paths.found:
        console.say(class_paths.text())
    console.say(funnel_text(funnel))
    if (words["since"] or words["until"]) and not funnel.endings:
        console.say("Nothing matches: no commit lies between --since and --until.")
    console.say(f"wrote {request.output}")
    if words["pure_commits"] or words["residue"]:
        funnel = _judge_commits(request, words, console) or funnel
    if words["is_validated"]:
        funnel = _validate(request, words, console)
    if words["with_context"]:
        _add_context(request, words, console)
    return funnel


def _class_paths(words: dict[str, Any]) -> "HistoryClassPaths | None":
    """Return the class paths for proofs; none if nothing is proved or the user gave a class path."""
    from verifier.builds.options import BuildOptions
    from verifier.config import cache_folder
    from verifier.libraries.histories import HistoryClassPaths

    if not words["prove"] or words["class_path"]:
        return None
    return HistoryClassPaths(options=BuildOptions(cache=cache_folder()), fetch=words["fetch"])


def _add_context(request: MiningRequest, words: dict[str, Any], console: "Console") -> None:
    """Run `refverify context` on the last file that was written."""
    from verifier.context.output import ContextPaths
    from verifier.context.run import ContextRequest, add_context

    last = _validation(request, words)
    instances = last.output.instances if words["is_validated"] else last.instances
    asked = ContextRequest(
        instances=instances,
        output=ContextPaths.beside(instances),
        repositories=(str(local_path(request.repository)),),
        class_path=class_path_entries(words["class_path"]) or None,
        build=tools_of(words),
        jobs=words["jobs"],
        timeout=words["commit_timeout"],
        max_heap=words["max_heap"],
        force=words["force"],
        fetch=words["fetch"],
    )
    console.say(str(add_context(asked, console)))
    console.say(f"wrote {asked.output.instances}")


def _judge_commits(
    request: MiningRequest, words: dict[str, Any], console: "Console"
) -> "Funnel | None":
    from verifier.gates.pure_commits import PureCommitsPaths, PureCommitsRequest, judge_commits
    from verifier.mining.funnel_text import stages_text

    asked = PureCommitsRequest(
        repository=local_path(request.repository),
        instances=request.output,
        residue=words["residue"],
        force=words["force"],
        jobs=words["jobs"],
        timeout=words["commit_timeout"],
    )
    funnel = judge_commits(asked, console)
    if funnel is not None:
        console.say(stages_text(funnel))
    paths = PureCommitsPaths(instances=request.output)
    console.say(f"wrote {paths.pure}" + (f" and {paths.residue}" if words["residue"] else ""))
    return funnel if words["pure_commits"] else None


def _validate(request: MiningRequest, words: dict[str, Any], console: "Console") -> "Funnel":
    from verifier.mining.funnel_text import funnel_text
    from verifier.mining.output import OutputPaths
    from verifier.validation.run import validate
    from verifier.workflows.costs import CostStage, measured

    asked = _validation(request, words)
    costs = OutputPaths(instances=request.output).costs
    with measured(costs, CostStage.VALIDATION, asked.output.journal, fresh=words["force"]):
        funnel = validate(asked, console)
    console.say(funnel_text(funnel))
    console.say(f"wrote {asked.output.instances}")
    return funnel


def _validation(request: MiningRequest, words: dict[str, Any]) -> "ValidationRequest":
    """Make the request that `refverify validate` would make for the mined file."""
    from verifier.gates.pure_commits import PureCommitsPaths
    from verifier.judging.options import WorkshopOptions
    from verifier.validation.output import ValidatedPaths
    from verifier.validation.run import ValidationRequest

    instances = request.output
    if words["pure_commits"]:
        instances = PureCommitsPaths(instances=instances).pure
    return ValidationRequest(
        instances=instances,
        output=ValidatedPaths.beside(instances),
        repositories=(str(local_path(request.repository)),),
        golden=not words["no_golden"],
        sample=words["sample"],
        demand=None if words["require"] is None else Demand(words["require"]),
        force=words["force"],
        tools=WorkshopOptions(
            build=build_options(words, Limits()),
            sandbox=words["sandbox"],
            image=words["image"],
            jobs=words["jobs"],
        ),
    )


def _request(repository: str, output: Path, words: dict[str, Any]) -> MiningRequest:
    from verifier.builds.build_tools import encoding_of
    from verifier.mining.history import Selection, parse_day
    from verifier.mining.instances import Wanted
    from verifier.mining.run import RunOptions
    from verifier.residue.edited_around import look_around

    since, until = words["since"], words["until"]
    wanted = Wanted(
        types=words["types"],
        include_impure=words["include_impure"],
        main_only=words["main_only"],
    )
    return MiningRequest(
        repository=repository,
        output=output,
        selection=Selection(
            revisions=words["rev"],
            since=None if since is None else parse_day(since, end=False),
            until=None if until is None else parse_day(until, end=True),
            max_commits=words["max_commits"],
        ),
        options=RunOptions(wanted=wanted, retry=words["retry"], force=words["force"]),
        jobs=words["jobs"],
        timeout=words["commit_timeout"],
        max_heap=words["max_heap"],
        name=words["name"],
        prove_against=class_path_entries(words["class_path"]) if words["prove"] else None,
        pass_same_methods=words["pass_same_methods"],
        encoding_of=encoding_of,
        look_around=look_around,
    )
