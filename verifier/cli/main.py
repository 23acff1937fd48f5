"""The command group: global options, lazy loading of commands, exit codes for errors."""

import errno
import importlib
import logging
import os
import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from types import FrameType

import click
from click.shell_completion import shell_complete

from verifier import __version__
from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.judged_folder import is_judged
from verifier.cli.options.sections import HELP_ALL
from verifier.cli.settings import as_config_error, check_settings, command_settings
from verifier.cli.suggestions import SuggestingGroup
from verifier.config import (
    COMPLETION_VARIABLE,
    ENVIRONMENT_PREFIX,
    FileSettings,
    completion_request,
    in_ci,
    load_settings,
    setting_variables,
)
from verifier.console import Console, Notices
from verifier.errors import ConfigError, InputError, StorageError, UsageError, VerifierError

PROGRAM = "refverify"
NOTICES = "refverify.notices"
WORDS = "refverify.words"
HELP = ("-h", "--help")
AGAIN = "nothing was written; run the same command again"
IN_THE_RUN = (
    "judged predictions are in the run folder, prepared bases in the cache; the same command goes"
    " on from there"
)
KEPT = {
    "mine": "analysed commits are in the journal; the same command goes on from there",
    "validate": "validated instances are in the journal, prepared commits in the cache; the same command"
    " goes on from there",
    "bundle": "bundles that were written are whole; run the same command again",
    "prepare": "results are in the file, prepared bases in the cache; the same command goes on from there",
    "context": "what was read is in the journal; the same command goes on from there",
    "describe": "answers are in the journal; the same command goes on from there",
    "generate": "answers are in the journal; the same command goes on from there",
    "verify": IN_THE_RUN,
    "merge": "the shards are unchanged; remove what was written, and run the same command again",
    "check": "the change is not judged; prepared bases are in the cache; run the same command again",
    "fuzz --run": IN_THE_RUN,
    "datasets": "downloads are in the cache; run the same command again",
    "rules": "rule sets that were written are whole; run the same command again",
}
"""What a stopped command keeps and how to continue. Every other command keeps nothing."""
_STORAGE_ERRNOS = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM}
)

COMMANDS: dict[str, str] = {
    "plan": "Choose and pin the repositories of a list, and estimate the time.",
    "mine": "Mine refactorings from a git history.",
    "bundle": "Put the commits of mined instances into one file, in place of a clone.",
    "prepare": "Prepare and measure the bases of mined instances.",
    "validate": "Build, test and cover mined instances on both sides.",
    "context": "Add callers, callees, hierarchy and more to mined instances.",
    "instances": "List and filter mined instances.",
    "show": "Show one instance in a readable form.",
    "projects": "Show what mining and validation found in each project of a list.",
    "assignments": "Make tasks of single methods, and of whole commits.",
    "predictions": "Make reference predictions (golden, empty) or a template.",
    "describe": "Let a model write the texts of tasks.",
    "generate": "Ask a model for refactorings.",
    "verify": "Judge predictions for mined instances.",
    "status": "Show how far the shards of a job are.",
    "merge": "Put the shards of a job together.",
    "check": "Gate a change or a patch: is it only refactoring?",
    "mcp": "Serve agents over the Model Context Protocol.",
    "prove": "Prove that two versions behave the same.",
    "fuzz": "Look for an input on which two versions differ.",
    "attest": "Attest a run or the report of a change, signed with your key.",
    "report": "Compare models, types, atomic and compound.",
    "rules": "Score refactorings with OpenGrep rules.",
    "export": "Write mined instances as Parquet, for the Hugging Face hub, or as SWE-Refactor records.",
    "import": "Import a released data set.",
    "datasets": "Build data sets from Maven Central releases.",
    "cache": "Show what the cache holds, or make room in it.",
    "doctor": "Report what is installed and what is missing.",
    "completion": "Print the shell's completion script.",
}
"""Each command is the object `command` in `verifier.cli.<name>` (`import` in `import_`)."""


class LazyGroup(SuggestingGroup):
    """A group that knows every command's name and one-line help, and imports a command when it is
    called.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        suffix = "_" if cmd_name == "import" else ""
        module = importlib.import_module(f"verifier.cli.{cmd_name}{suffix}")
        command = module.command
        if not isinstance(command, click.Command):
            raise TypeError(f"{module.__name__}.command is not a click command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None and command is not None:
            tables = dict(ctx.default_map or {})
            with _tolerant(rest):
                table = tables.pop(name, {})
                tables[name] = command_settings([name], command, table, setting_variables())
            ctx.default_map = tables
        return name, command, rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup,
    context_settings={
        "auto_envvar_prefix": ENVIRONMENT_PREFIX,
        "help_option_names": [*HELP],
        "max_content_width": 100,
    },
)
@click.option("--quiet", "-q", is_flag=True, help="No progress and no notices; errors only.")
@click.option(
    "--progress",
    type=click.Choice(["auto", "json"]),
    default="auto",
    help="How standard error shows progress: `auto` draws bars on a terminal and writes lines elsewhere;"
    " `json` writes one record per line (docs/json.md).",
)
@click.option("--debug", is_flag=True, help="Show tracebacks and log in detail.")
@click.version_option(__version__, prog_name="refverify")
@click.pass_context
def cli(ctx: click.Context, quiet: bool, progress: str, debug: bool) -> None:
    """Is a Java refactoring real, pure and behaviour-preserving?

    \b
    Mine refactorings:   refverify mine path/to/repo -o instances.jsonl
    Judge predictions:   refverify verify predictions.jsonl --run run/
    Gate your change:    refverify check
    Judge one patch:     refverify check --patch my.diff \\
                           --want "Extract Method:pkg.Class#method(int)"
    Compare models:      refverify report run/ --format html -o report.html
    """
    logging.basicConfig(level=logging.DEBUG if debug else logging.ERROR, stream=sys.stderr)
    plain = in_ci() or not sys.stderr.isatty()
    console = Console(quiet=quiet, plain=plain, records=progress == "json")
    library = logging.getLogger("verifier")
    library.handlers = [] if debug else [Notices(console)]
    library.setLevel(logging.DEBUG if debug else logging.INFO)
    library.propagate = debug
    ctx.obj = Globals(console=console, debug=debug, words=ctx.meta.get(WORDS, ()))
    for notice in ctx.meta.get(NOTICES, ()):
        console.say(notice)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code. `verifier.errors` lists the codes."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return invoke(words)
    except KeyboardInterrupt:
        _console(words).error(f"{PROGRAM}: interrupted; {describe_kept(words)}")
        return Exit.INTERRUPTED
    except SystemExit as stop:
        if stop.code == Exit.TERMINATED:
            _console(words).error(f"{PROGRAM}: terminated; {describe_kept(words)}")
        raise
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.BROKEN_PIPE
    except Exception as error:  # noqa: BLE001 - the outermost guard: a defect has an exit code too
        return _as_hook(_report(_translate(error), words), words)


def _as_hook(status: int, words: Sequence[str]) -> int:
    """Replace the status of a usage error under `--hook`: hosts would read it as an answer."""
    is_hook = any(word == "--hook" or word.startswith("--hook=") for word in words)
    return Exit.NO if is_hook and status == UsageError.exit_code else status


def describe_kept(words: Sequence[str]) -> str:
    """Say what a stopped command keeps and how to continue."""
    name = next((word for word in words if word in COMMANDS), "")
    run = any(word == "--run" or word.startswith("--run=") for word in words)
    return KEPT.get(f"{name} --run" if run else name) or KEPT.get(name, AGAIN)


def _console(words: Sequence[str]) -> Console:
    """Make a console for the last message, when no command has one any more."""
    pairs = zip(words, [*words[1:], ""], strict=True)
    records = any(pair == ("--progress", "json") or pair[0] == "--progress=json" for pair in pairs)
    return Console(records=records)


def _translate(error: Exception) -> VerifierError:
    """Turn an exception into a VerifierError.

    Our own errors stay as they are. A full or read-only disk becomes a StorageError. Everything
    else is reported as a defect.
    """
    if isinstance(error, VerifierError):
        return error
    if isinstance(error, OSError) and error.errno in _STORAGE_ERRNOS:
        where = f"{error.filename}: " if error.filename else ""
        hint = "Free some space or fix the permissions, then run the same command again."
        return StorageError(f"{where}{error.strerror}", hint=hint)
    return VerifierError(
        f"internal error: {type(error).__name__}: {error}",
        hint=f"Please report it with the output of `{PROGRAM} --debug ...`.",
    )


def _report(error: VerifierError, words: Sequence[str]) -> int:
    if "--debug" in words:
        traceback.print_exc()
    _console(words).error(f"{PROGRAM}: {error}")
    return error.exit_code


def invoke(words: list[str]) -> int:
    """Run a command line and return its exit status; errors are raised."""
    instruction = completion_request()
    if instruction:
        return shell_complete(cli, {}, PROGRAM, COMPLETION_VARIABLE, instruction)
    settings = FileSettings(tables={})
    with _tolerant(words):
        settings = load_settings(judged=partial(is_judged, words=words))
        check_settings(cli, settings.tables, setting_variables())
    try:
        with cli.make_context(PROGRAM, list(words), default_map=settings.tables) as ctx:
            ctx.meta[NOTICES] = settings.notices
            ctx.meta[WORDS] = tuple(words)
            result = cli.invoke(ctx)
        sys.stdout.flush()
        return result if isinstance(result, int) else Exit.YES
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort as error:
        raise KeyboardInterrupt from error
    except click.BadParameter as error:
        setting = as_config_error(error)
        if setting is not None:
            raise setting from error
        error.show()
        return _as_hook(error.exit_code, words)
    except click.UsageError as error:
        error.show()
        return _as_hook(error.exit_code, words)
    except click.ClickException as error:
        raise InputError(error.format_message()) from error


@contextmanager
def _tolerant(words: Sequence[str]) -> Iterator[None]:
    """Ignore an error in the settings if the user asks for help."""
    try:
        yield
    except ConfigError:
        options = words[: words.index("--")] if "--" in words else words
        if not {*HELP, HELP_ALL}.intersection(options):
            raise


def _terminate(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise SystemExit(int(Exit.TERMINATED))


def entry_point() -> None:
    """Run the console script. SIGTERM unwinds like Ctrl-C, so that nothing is left behind."""
    signal.signal(signal.SIGTERM, _terminate)
    try:
        sys.exit(main())
    finally:
        # The program only waits for running work now. Another Ctrl-C ends it silently.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
