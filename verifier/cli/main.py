"""The command group: global options, lazy loading of commands, errors to exit codes."""

import errno
import importlib
import logging
import os
import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any

import click
from click.shell_completion import shell_complete

from verifier import __version__
from verifier.cli.settings import as_config_error, check_settings, command_settings
from verifier.cli.suggestions import SuggestingGroup
from verifier.config import (
    COMPLETION_VARIABLE,
    ENVIRONMENT_PREFIX,
    completion_request,
    in_ci,
    load_defaults,
    setting_variables,
)
from verifier.console import Console, Notices
from verifier.errors import ConfigError, InputError, StorageError, VerifierError

PROGRAM = "refverify"
HELP = ("-h", "--help")
INTERRUPTED = 130
BROKEN_PIPE = 141
TERMINATED = 143
KEPT = "what was finished is kept, and the same command goes on from there"
_STORAGE_ERRNOS = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM}
)

COMMANDS: dict[str, str] = {
    "mine": "Mine refactorings from a git history.",
    "instances": "List and filter mined instances.",
    "show": "Show one instance as a person wants to see it.",
    "predictions": "Make predictions (golden, empty, a template).",
    "verify": "Judge predictions, or one patch.",
    "prove": "Prove that two versions behave alike.",
    "fuzz": "Look for an input on which two versions differ.",
    "report": "Compare models, types, atomic and compound.",
    "rules": "Score refactorings with OpenGrep rules.",
    "import": "Import a released data set.",
    "datasets": "Build data sets from Maven Central releases.",
    "doctor": "Report what is installed and what is missing.",
    "completion": "Print the shell's completion script.",
}
"""Each command lives in `verifier.cli.<name>` (`import` in `import_`) as `command`."""


class LazyGroup(SuggestingGroup):
    """Knows every command's name and one-line help; imports a command when it is called."""

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


@dataclass(frozen=True, kw_only=True, slots=True)
class Globals:
    """What every command gets as `ctx.obj`."""

    console: Console
    debug: bool


@click.group(
    cls=LazyGroup,
    context_settings={
        "auto_envvar_prefix": ENVIRONMENT_PREFIX,
        "help_option_names": [*HELP],
        "max_content_width": 100,
    },
)
@click.option("--quiet", "-q", is_flag=True, help="No progress and no notices; errors only.")
@click.option("--debug", is_flag=True, help="Show tracebacks and log in detail.")
@click.version_option(__version__, prog_name="refverify")
@click.pass_context
def cli(ctx: click.Context, quiet: bool, debug: bool) -> None:
    """Is a Java refactoring real, pure and behaviour-preserving?

    \b
    Mine refactorings:   refverify mine path/to/repo -o instances.jsonl
    Judge predictions:   refverify verify instances.jsonl predictions.jsonl --run run/
    Judge one patch:     refverify verify --repo . --base HEAD --patch my.diff \\
                           --want "Extract Method:pkg.Class#method(int)"
    Compare models:      refverify report run/ --format html -o report.html
    """
    logging.basicConfig(level=logging.DEBUG if debug else logging.ERROR, stream=sys.stderr)
    console = Console(quiet=quiet, plain=in_ci() or not sys.stderr.isatty())
    library = logging.getLogger("verifier")
    library.handlers = [] if debug else [Notices(console)]
    library.setLevel(logging.DEBUG if debug else logging.INFO)
    library.propagate = debug
    ctx.obj = Globals(console=console, debug=debug)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; see verifier.errors for the codes."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _invoke(words)
    except KeyboardInterrupt:
        Console().error(f"{PROGRAM}: interrupted; {KEPT}")
        return INTERRUPTED
    except SystemExit as stop:
        if stop.code == TERMINATED:
            Console().error(f"{PROGRAM}: terminated; {KEPT}")
        raise
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except Exception as error:  # noqa: BLE001  the last border: a defect has an exit code too
        return _report(_translated(error), words)


def _translated(error: Exception) -> VerifierError:
    """An error of ours as it is; a full or closed disk as StorageError; all else a defect."""
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
    Console().error(f"{PROGRAM}: {error}")
    return error.exit_code


def _invoke(words: list[str]) -> int:
    instruction = completion_request()
    if instruction:
        return shell_complete(cli, {}, PROGRAM, COMPLETION_VARIABLE, instruction)
    defaults: dict[str, Any] = {}
    with _tolerant(words):
        defaults = load_defaults()
        check_settings(cli, defaults, setting_variables())
    try:
        with cli.make_context(PROGRAM, list(words), default_map=defaults) as ctx:
            result = cli.invoke(ctx)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort as error:
        raise KeyboardInterrupt from error
    except click.BadParameter as error:
        setting = as_config_error(error)
        if setting is not None:
            raise setting from error
        error.show()
        return error.exit_code
    except click.UsageError as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        raise InputError(error.format_message()) from error


@contextmanager
def _tolerant(words: Sequence[str]) -> Iterator[None]:
    """Whoever asks for help gets it, whatever is wrong with the settings."""
    try:
        yield
    except ConfigError:
        options = words[: words.index("--")] if "--" in words else words
        if not set(HELP).intersection(options):
            raise


def _terminate(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise SystemExit(TERMINATED)


def entry_point() -> None:
    """The console script. SIGTERM unwinds like Ctrl-C, so that nothing is left behind."""
    signal.signal(signal.SIGTERM, _terminate)
    sys.exit(main())
