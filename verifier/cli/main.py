"""The command group: global options, lazy loading of commands, errors to exit codes."""

import importlib
import logging
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass

import click

from verifier import __version__
from verifier.config import ENVIRONMENT_PREFIX, load_defaults
from verifier.console import Console
from verifier.errors import VerifierError

COMMANDS: dict[str, str] = {
    "mine": "Mine refactorings from a git history.",
    "instances": "List and filter mined instances.",
    "show": "Show one instance as a person wants to see it.",
    "predictions": "Make reference predictions (golden, empty).",
    "verify": "Judge predictions, or one patch.",
    "report": "Compare models, types, atomic and compound.",
    "import": "Import a released data set.",
    "datasets": "Build data sets from Maven Central releases.",
    "doctor": "Say what is there and what is missing.",
    "completion": "Print the shell's completion script.",
}
"""Each command lives in `verifier.cli.<name>` (`import` in `import_`) as `command`."""


class LazyGroup(click.Group):
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
        "help_option_names": ["-h", "--help"],
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
    ctx.obj = Globals(console=Console(quiet=quiet), debug=debug)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; see verifier.errors for the codes."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    try:
        return _invoke(words)
    except VerifierError as error:
        if debug:
            traceback.print_exc()
        Console().error(f"refverify: {error}")
        return error.exit_code
    except KeyboardInterrupt:
        Console().error("refverify: interrupted; what was finished is kept")
        return 130


def _invoke(words: list[str]) -> int:
    try:
        with cli.make_context("refverify", words, default_map=load_defaults()) as ctx:
            result = cli.invoke(ctx)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort as error:
        raise KeyboardInterrupt from error
    except click.ClickException as error:
        error.show()
        return error.exit_code


def entry_point() -> None:
    """The console script."""
    sys.exit(main())
