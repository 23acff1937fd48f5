"""`refverify fuzz`: look for an input on which two versions behave differently."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.builds.options import BuildOptions
from verifier.cli.class_path import class_path_entries
from verifier.cli.exit_status import Exit, of_behaviour
from verifier.cli.globals import Globals
from verifier.cli.options.definition import path_option, together, tool_home_option
from verifier.cli.options.files import (
    answered_instances,
    output,
    repositories,
    run_folder,
    text_or_json,
)
from verifier.cli.options.fuzzing import FuzzChoice, budget_options
from verifier.cli.options.records import pass_as
from verifier.cli.options.sandboxes import SandboxChoice, sandbox_options
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.cli.options.values import OneOf
from verifier.config import cache_folder
from verifier.domain.outcome import CheckName
from verifier.errors import UsageError
from verifier.fuzzing.request import JUnitFlavour

if TYPE_CHECKING:
    from verifier.cli.judging import FilesRequest
    from verifier.fuzzing.pair import PairRequest

_PROVER_SECONDS = 60.0
"""Seconds that the prover may take to say where to look first."""

EXIT_TEXT = """
\b
Exit status: 0 no difference found by inputs that reached the change; 1 a confirmed difference;
3 no answer (unreached, nondeterministic, unsupported); others: docs/exit-codes.md.
"""


class FuzzGroup(click.Group):
    """A group that runs `pair` or `predictions` if the first word is not a subcommand."""

    command_class = SectionedCommand

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            name = "predictions" if "--repo" in args else "pair"
            return name, self.get_command(ctx, name), args
        return super().resolve_command(ctx, args)


@click.group(cls=FuzzGroup, context_settings={"ignore_unknown_options": True})
def command() -> None:
    """Look for an input on which two versions behave differently.

    `pair` compares two source files, or two class folders with the same classes; you may leave out the
    word. `predictions` compares predictions with their base commits. Every difference is confirmed in
    clean JVMs and comes with a JUnit test that passes on the old version and fails on the new one.

    \b
    Examples:
      refverify fuzz Old/Calc.java New/Calc.java
      refverify fuzz --old target/classes --new ../new/target/classes --class-path lib.jar
      refverify fuzz predictions.jsonl --repo path/to/clone --run run
      refverify fuzz replay out/replay.json

    \b
    Options of each form: refverify fuzz pair --help, refverify fuzz predictions --help
    """


search_options = together(
    tool_home_option(
        "--jdk",
        section=Section.RUN,
        help="Home of the JDK that runs the code.  [default: the javac on the PATH]",
    ),
    sandbox_options,
    budget_options(
        seed="The same seed and executions give the same result.",
        executions="Most inputs that run on both versions.",
        seconds="Most seconds of search; the time to confirm a difference is extra.",
    ),
)
"""How long and in which way the search runs, and in which sandbox."""


pair_options = together(
    option(
        "--junit",
        section=Section.OUTPUT,
        type=OneOf(JUnitFlavour),
        default=str(JUnitFlavour.FIVE),
        show_default=True,
        help="JUnit version for the failing test.",
    ),
    output("Folder for result.json, the replay file and the failing test."),
    text_or_json("the whole result in one line"),
    option(
        "--class-path",
        section=Section.INPUT,
        multiple=True,
        metavar="PATH[:PATH]",
        help="Jars and class folders that both versions need.",
    ),
)
"""What two versions need to run, and where the result goes."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchChoice:
    """The options of `search_options`."""

    jdk: Path | None
    sandbox: SandboxChoice
    fuzzing: FuzzChoice


@dataclass(frozen=True, kw_only=True, slots=True)
class PairChoice:
    """The options of `pair_options`."""

    junit: JUnitFlavour
    output: Path | None
    as_json: bool
    class_path: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PairOptions:
    """The options of `pair`."""

    sources: tuple[Path, ...]
    old: Path | None
    new: Path | None
    renames: tuple[str, ...]
    classes: tuple[str, ...]
    pair: PairChoice
    search: SearchChoice

    @property
    def versions(self) -> tuple[Path, Path]:
        """The old and the new version.

        Raises:
            UsageError: the options name neither two files nor both --old and --new, or they name more.
        """
        folders = tuple(p for p in (self.old, self.new) if p is not None)
        if len(self.sources) + len(folders) != 2 or len(folders) == 1:  # noqa: PLR2004 - two versions
            raise UsageError(
                "two versions are needed: OLD.java NEW.java, or --old DIR --new DIR",
                hint="See the examples of `refverify fuzz --help`.",
            )
        old, new = folders or self.sources
        return old, new


@dataclass(frozen=True, kw_only=True, slots=True)
class ReplayOptions:
    """The options of `replay`."""

    file: Path
    old: Path | None
    new: Path | None
    pair: PairChoice
    search: SearchChoice


@dataclass(frozen=True, kw_only=True, slots=True)
class FuzzPredictionsOptions:
    """The options of `predictions`. Click requires the run folder and a repository."""

    predictions: Path
    instances: Path
    run_folder: Path
    repos: tuple[str, ...]
    as_json: bool
    search: SearchChoice


@command.command(name="pair", epilog=EXIT_TEXT)
@click.argument("sources", nargs=-1, type=click.Path(path_type=Path))
@path_option("--old", section=Section.INPUT, help="Class folder of the old version.")
@path_option("--new", section=Section.INPUT, help="Class folder of the new version.")
@option(
    "--rename",
    "renames",
    section=Section.INPUT,
    multiple=True,
    metavar="OLD=NEW",
    help="A class and its full name in the new version, if that differs; repeat.",
)
@option(
    "--only-class",
    "classes",
    section=Section.SELECTION,
    multiple=True,
    metavar="NAME",
    help="Look only at changes of this class; repeat.",
)
@pair_options
@search_options
@click.pass_obj
@pass_as(PairOptions)
def pair(shared: Globals, options: PairOptions) -> Exit:
    """Compare two versions: OLD.java NEW.java, or --old DIR --new DIR.

    The code runs in the sandbox, without network, on the chosen JDK. A verdict never says more than
    was executed: `no difference in N inputs` comes with the share of the changed lines that ran and
    the share of the mutants of the change that the same inputs notice.

    \b
    Examples:
      refverify fuzz pair Old/Calc.java New/Calc.java -o found
      refverify fuzz pair --old old/classes --new new/classes --rename p.Calc=p.Adder
    """
    return _judge(shared, options.pair, options.search, _request(options))


@command.command(name="replay", epilog=EXIT_TEXT)
@click.argument("file", type=click.Path(path_type=Path))
@path_option("--old", section=Section.INPUT, help="Where the old version is now.")
@path_option("--new", section=Section.INPUT, help="Where the new version is now.")
@pair_options
@search_options
@click.pass_obj
@pass_as(ReplayOptions)
def replay(shared: Globals, options: ReplayOptions) -> Exit:
    """Run the input of a replay FILE again, on the same versions or on others.

    The file names the versions; --old and --new replace them. After a correction the exit status says
    whether the difference is gone. The recorded input runs first, followed by a few others.

    \b
    Examples:
      refverify fuzz replay found/replay.json
      refverify fuzz replay run/evidence/x/gpt/0/behaviour/replay.json --old old/classes --new new/classes
    """
    return _judge(shared, options.pair, options.search, _read_replay(options))


@command.command(name="predictions", epilog=EXIT_TEXT)
@answered_instances()
@run_folder(required=True)
@repositories("Local repository or bundle of the instances; repeat with names.", required=True)
@text_or_json("whole verdict records, one a line")
@search_options
@click.pass_obj
@pass_as(FuzzPredictionsOptions)
def predictions(shared: Globals, options: FuzzPredictionsOptions) -> Exit:
    """Fuzz predictions for mined instances against their base commits.

    This is `refverify verify` with the checks compilation and behaviour. The prediction is built in the
    sandbox, and the run folder keeps failing tests and replay files.

    \b
    Examples:
      refverify fuzz predictions predictions.jsonl --repo gson --run run
      refverify fuzz predictions.jsonl --repo gson --run run --fuzz-seconds 20
    """
    from verifier.cli.judging import judge_files

    return judge_files(_files(options), shared.console)


def _files(options: FuzzPredictionsOptions) -> "FilesRequest":
    """Return the request to judge files with the check behaviour alone."""
    from verifier.cli.judging import FilesRequest, Judging

    search = options.search
    return FilesRequest(
        instances=options.instances,
        predictions=options.predictions,
        run=options.run_folder,
        repositories=options.repos,
        judging=Judging(
            checks=(str(CheckName.BEHAVIOUR),),
            tools=replace(
                search.sandbox.options(BuildOptions(cache=cache_folder(), jdk=search.jdk)),
                fuzzing=search.fuzzing.budget(),
            ),
            as_json=options.as_json,
        ),
    )


def _request(options: PairOptions) -> "PairRequest":
    from verifier.fuzzing.pair import PairRequest
    from verifier.fuzzing.request import Versions

    old, new = options.versions
    return PairRequest(
        versions=Versions(
            old=old,
            new=new,
            class_path=class_path_entries(options.pair.class_path),
            renames=_renames(options.renames),
        ),
        classes=options.classes,
        budget=options.search.fuzzing.budget(),
        junit=options.pair.junit,
    )


def _read_replay(options: ReplayOptions) -> "PairRequest":
    from verifier.fuzzing.pair import PairRequest
    from verifier.fuzzing.replay import as_captured, read_replay
    from verifier.fuzzing.request import Versions

    file = options.file
    record = read_replay(file)
    old, new = (
        given if given is not None or not kept else record.locate(file.parent, kept)
        for given, kept in ((options.old, record.old), (options.new, record.new))
    )
    if old is None or new is None:
        raise UsageError(
            f"{file} does not say where the versions are",
            hint="Name both with --old and --new (and --class-path).",
        )
    kept = tuple(str(record.locate(file.parent, path)) for path in record.class_path)
    return PairRequest(
        versions=Versions(
            old=old,
            new=new,
            class_path=class_path_entries(options.pair.class_path or kept),
            renames=record.renames,
        ),
        budget=options.search.fuzzing.budget(),
        junit=options.pair.junit,
        captured=as_captured(record),
    )


def _judge(
    shared: Globals, options: PairChoice, search: SearchChoice, request: "PairRequest"
) -> Exit:
    from verifier.analysis.pool import AnalysisPool
    from verifier.fuzzing.outcome import prepare, write_outcome
    from verifier.fuzzing.pair import fuzz_pair
    from verifier.fuzzing.wording import how_to_run, in_one_line
    from verifier.sandbox.choice import open_sandbox
    from verifier.tools.jdk import usual_jdk
    from verifier.tools.records import to_json

    if options.output:
        prepare(options.output)
    with (
        open_sandbox(
            search.sandbox.sandbox, image=search.sandbox.image, runtime=search.sandbox.runtime
        ) as sandbox,
        AnalysisPool(timeout=_PROVER_SECONDS) as pool,
    ):
        found = fuzz_pair(replace(request, prove=pool.prove), usual_jdk(search.jdk), sandbox)
    click.echo(to_json(found) if options.as_json else in_one_line(found))
    written = write_outcome(found, options.output, request.versions) if options.output else ()
    for path in written:
        shared.console.say(f"wrote {path}")
        if path.suffix == ".java":
            name = found.witnesses[0].test_class
            shared.console.say(how_to_run(path, name, options.junit))
    if not options.output and any(w.test for w in found.witnesses):
        shared.console.say("-o FOLDER writes the failing test and a replay file")
    return of_behaviour(found.verdict)


def _renames(words: tuple[str, ...]) -> dict[str, str]:
    pairs = [word.partition("=") for word in words]
    for word, (old, _, new) in zip(words, pairs, strict=True):
        if not old or not new:
            raise UsageError(
                f"--rename {word}: not OLD=NEW", hint="For example --rename p.Calc=p.math.Adder"
            )
    return {old: new for old, _, new in pairs}
