"""`refverify check`: a gate for the change of a developer or an agent."""

import sys
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import click

from verifier.cli.class_path import fetch_option
from verifier.cli.exit_status import of_decision
from verifier.cli.globals import Globals
from verifier.cli.options.building import LimitedBuild, limit_options, tool_options
from verifier.cli.options.definition import default_of, path_option
from verifier.cli.options.demand import ACCEPTABLE, DemandChoice, demand_of, read_wanted
from verifier.cli.options.files import format_option
from verifier.cli.options.fuzzing import FuzzChoice, budget_options
from verifier.cli.options.numbers import Whole
from verifier.cli.options.records import pass_as
from verifier.cli.options.sandboxes import SandboxChoice, sandbox_options
from verifier.cli.options.sections import Section, SectionedCommand, option, rarely
from verifier.cli.options.source import SourceChoice, source_of, source_options
from verifier.cli.options.values import OneOf, complete_wanted
from verifier.domain.gate import Demand, Level, Question
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.testrun import EvidenceLevel
from verifier.errors import UsageError
from verifier.gates.formats.registry import ReportForm
from verifier.gates.hooks import HookHost
from verifier.gates.request import CheckRequest

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
  refverify check --patch change.diff --want "Extract Method:org.example.Parser#parse(String, int)"
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
More examples:
  refverify check --require behaviour --require refactoring --accept proved
  refverify check --answer answer.txt --base HEAD~1 --want ... --level build --accept proved

\b
The METHOD of --want is the one in the base that code is extracted from, or that is inlined, moved or
renamed. If two modules have it, name a folder: "Move Method:core/pkg.Class#method(int)". For a variable
or parameter its names may follow: "Rename Variable:pkg.Class#method(int) old -> new". With --want,
--require refactoring means that every edit belongs to what is wanted.
A patch with --want and an answer are judged by the rules for predictions: tests may only follow what
is renamed or moved, and a broken rule fails.

\b
--claims reads messages: `refactor: ...`, or a trailer `Refactoring: TYPE: METHOD` in the form of
--want.

\b
--pr compares with the target branch that the CI service names, or with the remote's default branch.
If a range as a whole is not proved, its commits are judged one by one.

\b
Only a compiler error, a failed test or an input that was run refutes. If only comments, layout or
documentation changed, there is nothing to check. Tests may change as far as a refactoring needs it.
Build files and other files that are not Java source leave both answers open, and the report names
them. --allow 'PATTERN' accepts such files without a check, and the report says so.

\b
--split FOLDER writes two patches, which give the change if they are applied in this order:
refactoring.patch is proved and only refactoring, as --level static says of it alone; rest.patch is
all else. If nothing can be parted, the report says which hunk ties the parts, and the first is empty.

\b
--report html=review.html writes a page for reviewers: the hunks that need eyes, and, folded, those
that are only refactoring. A mixed change is split for it.

\b
Exit status: 0 passed, or nothing to check; 1 failed: behaviour is refuted, the change is more than
refactoring under --require refactoring, what --want names is not there, or a patch does not apply;
3 open: a required answer is less than --accept; 4 not a patch, or an empty one; 6 no base, or base and head are the
same commit; all others: docs/exit-codes.md. A failure of the tool is never 0.

\b
git runs nothing that the repository configures: no filter, hook, monitor or merge driver. No
object, ref or index is written. Builds and tests run in the sandbox.
"""


class Api(StrEnum):
    """What a change of the public API means."""

    NOTE = "note"
    KEEP = "keep"


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckOptions:
    """The options of `refverify check`."""

    repo: Path
    source: SourceChoice
    want: tuple[WantedRefactoring, ...]
    level: Level
    demand: DemandChoice
    api: Api
    allow: tuple[str, ...]
    residual: Path | None
    split: Path | None
    form: ReportForm
    reports: tuple[tuple[ReportForm, Path], ...]
    max_units: int
    evidence: EvidenceLevel
    fetch: bool
    force: bool
    sandbox: SandboxChoice
    build: LimitedBuild
    fuzzing: FuzzChoice


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
@source_options
@option(
    "--want",
    section=Section.JUDGEMENT,
    multiple=True,
    callback=read_wanted,
    shell_complete=complete_wanted,
    metavar="TYPE:METHOD",
    help="A refactoring that must be there; repeat.",
)
@path_option(
    "--repo",
    section=Section.INPUT,
    metavar="PATH",
    default=Path(),
    help="The repository.  [default: current folder]",
)
@option(
    "--level",
    section=Section.JUDGEMENT,
    type=OneOf(Level),
    metavar="LEVEL",
    default=str(default_of(CheckRequest, "level")),
    show_default=True,
    help="How much is checked: static (no build), build, tests or behaviour (fuzzing).",
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
@path_option(
    "--split",
    section=Section.OUTPUT,
    everyday=False,
    metavar="FOLDER",
    help="Write two patches into this folder: refactoring.patch, which is proved and only refactoring,"
    " and rest.patch. Applied in this order they give the change.",
)
@format_option("form", ReportForm, "What is printed.")
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
    type=OneOf(Question),
    metavar="QUESTION",
    default=[str(each) for each in Demand().require],
    show_default=True,
    help="Which question needs an accepted answer: behaviour or refactoring; repeat.",
)
@option(
    "--accept",
    section=Section.JUDGEMENT,
    type=OneOf(ACCEPTABLE),
    metavar="ANSWER",
    help="The least answer on behaviour that passes: proved, tested or open.  [default: tested; open with"
    " --hook]",
)
@option(
    "--api",
    section=Section.JUDGEMENT,
    everyday=False,
    type=OneOf(Api),
    default=str(Api.NOTE),
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
@option(
    "--evidence",
    section=Section.JUDGEMENT,
    everyday=False,
    type=OneOf(EvidenceLevel),
    default=str(default_of(CheckRequest, "evidence")),
    show_default=True,
    help="planted: run a suite that passed once more with ten of its tests broken, which must fail (strategy"
    " direct only).",
)
@rarely(fetch_option)
@option("--force", section=Section.RUN, is_flag=True, help="Judge again what was judged before.")
@option(
    "--hook",
    section=Section.OUTPUT,
    everyday=False,
    type=OneOf(HookHost),
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
@pass_as(CheckOptions)
def command(shared: Globals, options: CheckOptions) -> int:
    """Does a change behave as before, and is it only refactoring? Judge what is on disk, staged or
    committed, a patch, or a model's answer.

    RANGE is A..B, or A...B for what B adds since it left A. Without arguments the files on disk are
    compared with HEAD; if nothing was edited, what HEAD adds to the default branch is judged.
    """
    from verifier.gates.check import check
    from verifier.gates.formats.registry import write_report
    from verifier.gates.split.splitting import write_patches
    from verifier.tools.storage.files import write_whole

    if options.demand.hook is not None:
        return _as_hook(options.demand.hook, options, shared)
    _refuse_to_overwrite(options)
    answer = check(_request(options), shared.console)
    click.echo(write_report(answer.report, options.form), nl=False)
    for form, file in options.reports:
        write_whole(file, write_report(answer.report, form))
    if options.residual is not None:
        write_whole(options.residual, answer.residual)
    if options.split is not None and answer.split is not None:
        write_patches(options.split, answer.split)
    return of_decision(answer.report.decision)


def _refuse_to_overwrite(options: CheckOptions) -> None:
    """Check before the work that each output is a file of its own, and not what is judged.

    Raises:
        UsageError: two of them are the same file. StorageError: an output is not a plain file.
    """
    from verifier.gates.split.splitting import name_patches
    from verifier.tools.storage.files import refuse_to_overwrite

    # Standard input may have no name.
    given = (getattr(each, "name", None) for each in (options.source.patch, options.source.answer))
    split = () if options.split is None else name_patches(options.split)
    refuse_to_overwrite(
        [Path(name) for name in given if isinstance(name, str)],
        [*(file for _, file in options.reports), options.residual, *split],
    )


def _as_hook(host: HookHost, options: CheckOptions, shared: Globals) -> int:
    """Judge the change that the host names, print the host's kind of answer and return the exit
    status.
    """
    from verifier.gates.check import check
    from verifier.gates.hooks import read_call, reply

    if options.source.patch is not None or options.source.answer is not None:
        raise UsageError(
            "--hook judges files or commits: standard input is the host's",
            hint="Leave out --patch and --answer.",
        )
    if options.residual is not None or options.split is not None or options.reports:
        raise UsageError(
            "--hook answers the host and writes no files",
            hint="Leave out --residual, --split and --report, or run `check` without --hook.",
        )
    # The agent reads standard error, and progress does not help it.
    shared.console.quiet = True
    call = read_call(host, sys.stdin.buffer.read(_LONGEST_CALL))
    if call.folder is not None and options.repo == Path():
        options = replace(options, repo=call.folder)
    report = check(_request(options), shared.console).report
    answer = reply(host, call, report)
    click.echo(answer.output, nl=False)
    click.echo(answer.errors, err=True)
    return answer.status


def _request(options: CheckOptions) -> CheckRequest:
    return CheckRequest(
        repository=options.repo,
        source=source_of(options.source),
        level=options.level,
        demand=demand_of(options.demand),
        keep_api=options.api is Api.KEEP,
        allowed=options.allow,
        claims=options.source.claims,
        wanted=options.want,
        residual=options.residual is not None,
        split=options.split is not None,
        page=ReportForm.HTML in {options.form, *(form for form, _ in options.reports)},
        most_units=options.max_units,
        evidence=options.evidence,
        force=options.force,
        fetch=options.fetch,
        tools=replace(
            options.sandbox.options(options.build.options()), fuzzing=options.fuzzing.budget()
        ),
    )
