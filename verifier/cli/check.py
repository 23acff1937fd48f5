"""`refverify check`: a gate for a developer's or an agent's own change."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_never

import click
from click.core import ParameterSource

from verifier.cli.class_path import fetch_option
from verifier.cli.globals import Globals
from verifier.cli.options.building import build_options, limit_options, tool_options
from verifier.cli.options.definition import default_of, path_option
from verifier.cli.options.files import format_option
from verifier.cli.options.fuzzing import budget, budget_options
from verifier.cli.options.numbers import Whole
from verifier.cli.options.sandboxes import sandbox_options
from verifier.config import git_index_file, pull_request_variables
from verifier.domain.gate import GateOutcome, Level
from verifier.errors import UsageError
from verifier.gates.check import CheckRequest
from verifier.gates.formats.registry import ReportForm
from verifier.gates.hooks import HookHost
from verifier.gates.selection import Source, SourceKind
from verifier.pipeline.options import WorkshopOptions

if TYPE_CHECKING:
    from verifier.gates.check import CheckAnswer

PROVED, REFUTED, UNPROVEN = 0, 1, 3
"""Exit statuses."""
_LONGEST_CALL = 4 * 1024**2

EPILOG = """
\b
Examples:
  refverify check                          what is on disk, or what your branch adds; tests and all
  refverify check --level static           the same in seconds, nothing is built or run
  refverify check --staged --level static  what `git commit` would take: for a hook
  refverify check main...HEAD              what a branch adds
  refverify check --pr                     the pull request that a CI job runs for
  refverify check --commit HEAD
  refverify check main..HEAD --claims      do `refactor:` commits keep their word?
  refverify check main...HEAD --format github --sarif-file check.sarif --junit-file check.xml

\b
Levels, each with all before it:
  static     refactorings are detected and pure, nothing else was edited; or the sources are
             proved to behave alike. No container.
  build      it compiles in the sandbox, and reaches nothing new that could fool the tests
  tests      every test that passed before passes
  behaviour  fuzzing finds no input on which the versions differ

\b
The answer is proved, refuted or unproven, and says by what. Only comments, layout or
documentation changed: nothing to check. Tests may change as far as a refactoring needs it. Build
files and other files that are no Java source are named and leave the change unproven;
--allow 'PATTERN' lets them pass unseen, and the report says so.

\b
Exit status: 0 proved, or nothing to check; 1 refuted; 3 unproven (--on-unproven pass: 0); 6 no
base, or base and head are one commit; all others: docs/exit-codes.md. A failure of the tool is
never 0.

\b
Nothing that the repository configures is run or changed: no filter, hook, monitor or merge driver;
no object, ref or index is written. Builds and tests run in the sandbox.
"""

Files = Mapping[ReportForm, Path]


def _report_files() -> Callable[[Any], Any]:
    """`--sarif-file` and its like: the same report in further forms."""

    def decorate(command: Any) -> Any:
        for form in reversed([form for form in ReportForm if form is not ReportForm.TEXT]):
            command = path_option(
                f"--{form}-file", metavar="FILE", help=f"Also write the report as {form}."
            )(command)
        return command

    return decorate


@click.command(epilog=EPILOG)
@click.argument("revisions", metavar="[RANGE]", required=False)
@path_option("--repo", metavar="PATH", default=Path(), help="The repository.  [default: here]")
@click.option("--worktree", is_flag=True, help="The files on disk, new ones too.")
@click.option("--staged", is_flag=True, help="The index: what would be committed.")
@click.option("--commit", metavar="REV", help="One commit against its first parent.")
@click.option(
    "--pr",
    is_flag=True,
    help="The pull request (merge request) that a CI job runs for; see --target.",
)
@click.option(
    "--target",
    metavar="REV",
    help="With --pr: the branch that it goes to.  [default: what the CI service says, else the"
    " remote's default branch]",
)
@click.option("--pushed", is_flag=True, help="What pre-commit's pre-push hook is about to push.")
@click.option(
    "--base",
    metavar="REV",
    default="HEAD",
    show_default=True,
    help="With --worktree and --staged: what they are compared with.",
)
@click.option(
    "--level",
    type=click.Choice([str(level) for level in Level]),
    default=str(default_of(CheckRequest, "level")),
    show_default=True,
    help="How much is looked at.",
)
@click.option(
    "--claims",
    is_flag=True,
    help="Judge the commits whose message claims a refactoring (`refactor:`, or a trailer"
    " `Refactoring: TYPE: METHOD` as --want of verify has it), and no other.",
)
@click.option(
    "--allow", multiple=True, metavar="PATTERN", help="Files that may change unseen; repeat."
)
@path_option("--residual", metavar="FILE", help="Write what is left to read as a patch.")
@format_option("form", [str(form) for form in ReportForm], "What is printed.")
@_report_files()
@click.option(
    "--on-unproven",
    type=click.Choice(["fail", "pass"]),
    default="fail",
    show_default=True,
    help="Whether unproven ends with 3 or with 0.",
)
@click.option(
    "--max-units",
    type=Whole(1),
    default=default_of(CheckRequest, "most_units"),
    show_default=True,
    help="Commits of a range that are judged one by one at most.",
)
@fetch_option
@click.option("--force", is_flag=True, help="Judge again what was judged before.")
@click.option(
    "--hook",
    type=click.Choice([str(host) for host in HookHost]),
    help="Answer as a stop hook of this host: its JSON is read from standard input, and a change that is"
    " refuted sends the agent back; one that is unproven only with --on-unproven fail. docs/agents.md",
)
@sandbox_options
@tool_options
@limit_options
@budget_options(
    seed="Seed of the level behaviour.",
    executions="Inputs that the level behaviour runs at most.",
    seconds="Seconds that the level behaviour searches at most.",
)
@click.pass_obj
def command(shared: Globals, /, **words: Any) -> None:
    """Is your change only refactoring? Judge what is on disk, staged, or committed.

    RANGE is A..B, or A...B for what B adds since it left A. Without words it is what is on disk
    against HEAD, and where nothing was edited, what HEAD adds to the default branch. Where a range as a whole is not proved, its commits are judged one by one: pure
    commits make a pure range.
    """
    from verifier.gates.check import check
    from verifier.gates.formats.registry import written
    from verifier.tools.files import write_whole

    if words["hook"] is not None:
        sys.exit(_as_hook(HookHost(words["hook"]), words, shared))
    answer = check(_request(words), shared.console)
    click.echo(written(answer.report, ReportForm(words["form"])), nl=False)
    for form, file in _files(words).items():
        write_whole(file, written(answer.report, form))
    if words["residual"] is not None:
        write_whole(words["residual"], answer.residual)
    sys.exit(exit_status(answer, unproven_passes=words["on_unproven"] == "pass"))


def _as_hook(host: HookHost, words: dict[str, Any], shared: Globals) -> int:
    """Judge what the host names, and answer it in its own way; the exit status."""
    from verifier.gates.check import check
    from verifier.gates.hooks import read_call, reply

    # The agent reads standard error: progress is nothing to it.
    shared.console.quiet = True
    call = read_call(host, sys.stdin.buffer.read(_LONGEST_CALL))
    if call.folder is not None and words["repo"] == Path():
        words = {**words, "repo": call.folder}
    report = check(_request(words), shared.console).report
    source = click.get_current_context().get_parameter_source("on_unproven")
    named = source is not ParameterSource.DEFAULT
    answer = reply(host, call, report, strict=named and words["on_unproven"] == "fail")
    click.echo(answer.output, nl=False)
    click.echo(answer.errors, err=True)
    return answer.status


def exit_status(answer: "CheckAnswer", *, unproven_passes: bool = False) -> int:
    """What the command ends with."""
    match answer.report.outcome:
        case GateOutcome.PROVED | GateOutcome.NOTHING_TO_CHECK:
            return PROVED
        case GateOutcome.REFUTED:
            return REFUTED
        case GateOutcome.UNPROVEN:
            return PROVED if unproven_passes else UNPROVEN
        case _:
            assert_never(answer.report.outcome)


def source_of(words: Mapping[str, Any]) -> Source:
    """Which change the words mean.

    Raises:
        UsageError: they mean several, or `--base` goes with none of them.
    """
    given = [name for name in _SOURCES if words[name]]
    if len(given) > 1:
        raise UsageError(
            "RANGE, --worktree, --staged, --commit, --pr and --pushed exclude each other",
            hint="See the examples of `refverify check --help`.",
        )
    if words["target"] and not words["pr"]:
        raise UsageError("--target is for --pr", hint="A range names its base: TARGET...HEAD.")
    kind = SourceKind.DEFAULT if not given else _SOURCES[given[0]]
    if kind not in _ON_DISK and words["base"] != "HEAD":
        raise UsageError(
            "--base is for what is on disk or staged",
            hint="A range names its base: BASE..HEAD. A commit is compared with its parent.",
        )
    if kind in _ON_DISK and words["claims"]:
        raise UsageError(
            "--claims reads the messages of commits",
            hint="Give a range, for example main..HEAD, or --commit REV, or --pr.",
        )
    return _source(kind, words)


_SOURCES = {
    "revisions": SourceKind.RANGE,
    "worktree": SourceKind.WORKTREE,
    "staged": SourceKind.STAGED,
    "commit": SourceKind.COMMIT,
    "pr": SourceKind.PULL_REQUEST,
    "pushed": SourceKind.PUSHED,
}
_ON_DISK = frozenset({SourceKind.DEFAULT, SourceKind.WORKTREE, SourceKind.STAGED})


def _source(kind: SourceKind, words: Mapping[str, Any]) -> Source:
    match kind:
        case SourceKind.DEFAULT:
            # With a base there is something to compare the disk with.
            on_disk = SourceKind.DEFAULT if words["base"] == "HEAD" else SourceKind.WORKTREE
            return Source(kind=on_disk, base=words["base"])
        case SourceKind.WORKTREE:
            return Source(kind=kind, base=words["base"])
        case SourceKind.STAGED:
            return Source(kind=kind, base=words["base"], index=git_index_file())
        case SourceKind.RANGE | SourceKind.COMMIT:
            return Source(kind=kind, revision=words["revisions"] or words["commit"])
        case SourceKind.PULL_REQUEST | SourceKind.PUSHED:
            announced = pull_request_variables()
            return Source(kind=kind, target=words["target"] or "", announced=announced)
        case SourceKind.PATCH:
            raise ValueError("a patch is given by a program, not by words")


def _request(words: Mapping[str, Any]) -> CheckRequest:
    return CheckRequest(
        repository=words["repo"],
        source=source_of(words),
        level=Level(words["level"]),
        allowed=words["allow"],
        claims=words["claims"],
        residual=words["residual"] is not None,
        most_units=words["max_units"],
        force=words["force"],
        fetch=words["fetch"],
        tools=WorkshopOptions(
            build=build_options(words),
            sandbox=words["sandbox"],
            image=words["image"],
            fuzzing=budget(words),
        ),
    )


def _files(words: Mapping[str, Any]) -> Files:
    found = {form: words.get(f"{form}_file") for form in ReportForm}
    return {form: file for form, file in found.items() if file is not None}
