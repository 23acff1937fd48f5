"""`refverify check`: a gate for the change of a developer or an agent."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from verifier.cli.class_path import fetch_option
from verifier.cli.exit_status import of_decision
from verifier.cli.globals import Globals
from verifier.cli.options.building import build_options, limit_options, tool_options
from verifier.cli.options.definition import default_of, path_option
from verifier.cli.options.files import format_option
from verifier.cli.options.fuzzing import budget, budget_options
from verifier.cli.options.numbers import Whole
from verifier.cli.options.sandboxes import sandbox_options
from verifier.cli.options.sections import Section, SectionedCommand, option, rarely
from verifier.config import git_index_file, pull_request_variables
from verifier.domain.gate import BehaviourAnswer, Demand, Level, Question
from verifier.errors import UsageError
from verifier.gates.change.selection import Source, SourceKind
from verifier.gates.check import CheckRequest
from verifier.gates.formats.registry import ReportForm
from verifier.gates.hooks import HookHost
from verifier.judging.options import WorkshopOptions

_LONGEST_CALL = 4 * 1024**2

EPILOG = """
\b
Examples:
  refverify check                          what is on disk, or what your branch adds; up to level tests
  refverify check --level static           the same in seconds; nothing is built or run
  refverify check --staged --level static  what `git commit` would take: for a hook
  refverify check main...HEAD              what a branch adds
  refverify check --pr                     the pull request of a CI job
  refverify check main..HEAD --claims      are `refactor:` commits only refactoring?
  refverify check --require behaviour --require refactoring --accept proved
  refverify check main...HEAD --format github --report sarif=check.sarif
"""
DETAILS = """
\b
Two questions:
  behaviour    does the code behave as before? proved, tested, open or refuted
  refactoring  is the change only refactoring? only, more or open

\b
Levels; each includes the levels above it:
  static     the sources are proved to behave as before; the refactorings are found, and every edit
             beyond them. No container.
  build      it compiles in the sandbox, and reaches nothing new that could fool the tests
  tests      every test that passed before passes, and the tests ran the changed code
  behaviour  fuzzing finds no input on which the versions differ

\b
--claims reads messages: `refactor: ...`, or a trailer `Refactoring: TYPE: METHOD` in the form of
`verify --want`.

\b
Only a compiler error, a failed test or an input that was run refutes. If only comments, layout or
documentation changed, there is nothing to check. Tests may change as far as a refactoring needs it.
Build files and other files that are not Java source leave both answers open, and the report names
them. --allow 'PATTERN' accepts such files without a check, and the report says so.

\b
Exit status: 0 passed, or nothing to check; 1 failed: behaviour is refuted, or the change is more
than refactoring under --require refactoring; 3 open: a required answer is less than --accept; 6 no
base, or base and head are the same commit; all others: docs/exit-codes.md. A failure of the tool is
never 0.

\b
git runs nothing that the repository configures: no filter, hook, monitor or merge driver. No
object, ref or index is written. Builds and tests run in the sandbox.
"""

_NEVER_ACCEPTED = frozenset({BehaviourAnswer.REFUTED})


def _reports(
    _ctx: click.Context, _option: click.Parameter, words: tuple[str, ...]
) -> tuple[tuple[ReportForm, Path], ...]:
    """Read `FORM=FILE`.

    Raises:
        click.BadParameter: the form is unknown, or there is no file.
    """
    forms = {str(form): form for form in ReportForm}
    pairs = [word.partition("=") for word in words]
    for word, (form, _, file) in zip(words, pairs, strict=True):
        if form not in forms or not file:
            raise click.BadParameter(f"{word!r} is not FORM=FILE; forms: {', '.join(forms)}")
    return tuple((forms[form], Path(file)) for form, _, file in pairs)


@click.command(cls=SectionedCommand, epilog=EPILOG, details=DETAILS)
@click.argument("revisions", metavar="[RANGE]", required=False)
@path_option(
    "--repo",
    section=Section.INPUT,
    metavar="PATH",
    default=Path(),
    help="The repository.  [default: current folder]",
)
@option(
    "--worktree",
    section=Section.INPUT,
    is_flag=True,
    help="Judge the files on disk, including new ones.",
)
@option(
    "--staged",
    section=Section.INPUT,
    is_flag=True,
    help="Judge the index: what would be committed.",
)
@option(
    "--commit",
    section=Section.INPUT,
    metavar="REV",
    help="Judge one commit against its first parent.",
)
@option(
    "--pr",
    section=Section.INPUT,
    is_flag=True,
    help="Judge the pull request (merge request) of this CI job; see --target.",
)
@option(
    "--target",
    section=Section.INPUT,
    metavar="REV",
    help="With --pr: the target branch.  [default: what the CI service says, or the remote's"
    " default branch]",
)
@option(
    "--pushed",
    section=Section.INPUT,
    everyday=False,
    is_flag=True,
    help="Judge what pre-commit's pre-push hook is about to push.",
)
@option(
    "--base",
    section=Section.INPUT,
    metavar="REV",
    default="HEAD",
    show_default=True,
    help="With --worktree and --staged: the revision to compare with.",
)
@option(
    "--level",
    section=Section.JUDGEMENT,
    type=click.Choice([str(level) for level in Level]),
    default=str(default_of(CheckRequest, "level")),
    show_default=True,
    help="How much is checked.",
)
@option(
    "--claims",
    section=Section.JUDGEMENT,
    is_flag=True,
    help="Judge only the commits whose message claims a refactoring.",
)
@option(
    "--allow",
    section=Section.INPUT,
    multiple=True,
    metavar="PATTERN",
    help="Files that may change without a check; repeat.",
)
@path_option(
    "--residual",
    section=Section.OUTPUT,
    metavar="FILE",
    help="Write what is left to read as a patch.",
)
@format_option("form", [str(form) for form in ReportForm], "What is printed.")
@option(
    "--report",
    "reports",
    section=Section.OUTPUT,
    multiple=True,
    metavar="FORM=FILE",
    callback=_reports,
    help="Also write the report to a file, such as sarif=check.sarif; repeat.",
)
@option(
    "--require",
    section=Section.JUDGEMENT,
    multiple=True,
    type=click.Choice([str(question) for question in Question]),
    default=[str(each) for each in Demand().require],
    show_default=True,
    help="The question that must have an accepted answer; repeat for both.",
)
@option(
    "--accept",
    section=Section.JUDGEMENT,
    type=click.Choice([str(each) for each in BehaviourAnswer if each not in _NEVER_ACCEPTED]),
    help="The least answer on behaviour that passes; open: all that nothing refutes.  [default: tested;"
    " open with --hook]",
)
@option(
    "--api",
    section=Section.JUDGEMENT,
    everyday=False,
    type=click.Choice(["note", "keep"]),
    default="note",
    show_default=True,
    help="Whether a change of the public API is only noted or leaves behaviour open.",
)
@option(
    "--max-units",
    section=Section.RUN,
    everyday=False,
    type=Whole(1),
    default=default_of(CheckRequest, "most_units"),
    show_default=True,
    help="Most commits of a range that are judged one by one.",
)
@rarely(fetch_option)
@option("--force", section=Section.RUN, is_flag=True, help="Judge again what was judged before.")
@option(
    "--hook",
    section=Section.OUTPUT,
    everyday=False,
    type=click.Choice([str(host) for host in HookHost]),
    help="Answer as a stop hook of this host, whose JSON is read from standard input. A change that fails"
    " sends the agent back; an open one only with --accept tested or proved. See docs/agents.md.",
)
@sandbox_options
@tool_options
@limit_options
@rarely(
    budget_options(
        seed="Seed of the level behaviour.",
        executions="Most inputs that the level behaviour runs.",
        seconds="Most seconds that the level behaviour searches.",
    )
)
@click.pass_obj
def command(shared: Globals, /, **words: Any) -> int:
    """Does your change behave as before, and is it only refactoring? Judge what is on disk, staged, or committed.

    RANGE is A..B, or A...B for what B adds since it left A. Without arguments the files on disk are
    compared with HEAD; if nothing was edited, what HEAD adds to the default branch is judged. If a
    range as a whole is not proved, its commits are judged one by one.
    """
    from verifier.gates.check import check
    from verifier.gates.formats.registry import written
    from verifier.tools.storage.files import write_whole

    if words["hook"] is not None:
        return _as_hook(HookHost(words["hook"]), words, shared)
    answer = check(_request(words), shared.console)
    click.echo(written(answer.report, ReportForm(words["form"])), nl=False)
    for form, file in words["reports"]:
        write_whole(file, written(answer.report, form))
    if words["residual"] is not None:
        write_whole(words["residual"], answer.residual)
    return of_decision(answer.report.decision)


def _as_hook(host: HookHost, words: dict[str, Any], shared: Globals) -> int:
    """Judge the change that the host names, print the host's kind of answer and return the exit
    status.
    """
    from verifier.gates.check import check
    from verifier.gates.hooks import read_call, reply

    # The agent reads standard error, and progress does not help it.
    shared.console.quiet = True
    call = read_call(host, sys.stdin.buffer.read(_LONGEST_CALL))
    if call.folder is not None and words["repo"] == Path():
        words = {**words, "repo": call.folder}
    report = check(_request(words), shared.console).report
    answer = reply(host, call, report)
    click.echo(answer.output, nl=False)
    click.echo(answer.errors, err=True)
    return answer.status


def source_of(words: Mapping[str, Any]) -> Source:
    """Return the change that the options select.

    Raises:
        UsageError: the options select several changes, or `--base` or `--target` does not apply.
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
            # A given base says what to compare the disk with.
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
        demand=demand_of(words),
        keep_api=words["api"] == "keep",
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


def demand_of(words: Mapping[str, Any]) -> Demand:
    """Read what the options require.

    A hook accepts an open answer unless `--accept` says otherwise.
    """
    by_default = BehaviourAnswer.OPEN if words["hook"] else Demand().accept
    return Demand(
        require=tuple(sorted({Question(word) for word in words["require"]})),
        accept=BehaviourAnswer(words["accept"] or by_default),
    )
