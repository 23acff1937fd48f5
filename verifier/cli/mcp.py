"""`refverify mcp`: the server for agents."""

import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import click

from verifier.cli.main import PROGRAM
from verifier.cli.options.definition import path_option
from verifier.config import cache_folder
from verifier.errors import MissingToolError
from verifier.mcp_server.clients import Client, config

SDK = "mcp"
GENERATION = "2"
EXTRA = "refactoring-verifier[mcp]"

EPILOG = """
\b
Examples:
  refverify mcp --print-config claude-code   the lines for .mcp.json
  refverify mcp --print-config codex --allow ~/work
  refverify mcp                              a host starts it: it speaks MCP, nothing else

\b
Tools: verify_change, job, plan, find_counterexample, mine, explain. Each call answers within 45
seconds, with the answer or with a job that `job` asks for, also of a server that was started anew.

\b
Only repositories in allowed folders are read, and nothing of them is changed. Builds and tests run
in a container and nowhere else. docs/agents.md has files to copy.
"""


@click.command(epilog=EPILOG)
@path_option(
    "--allow",
    multiple=True,
    metavar="FOLDER",
    help="Judge repositories in this folder; repeat.  [default: the current folder and the work"
    " trees of its repository]",
)
@click.option(
    "--print-config",
    type=click.Choice([str(client) for client in Client]),
    help="Print the lines that make this host start the server, and end.",
)
def command(allow: tuple[Path, ...], print_config: str | None) -> None:
    """Serve agents over the Model Context Protocol, on standard input and output.

    Does a change behave as before, and is it only refactoring? Agents ask before and after an edit,
    and get answers with evidence and the next step.
    """
    if print_config is not None:
        client = Client(print_config)
        words = ["mcp", *(word for folder in allow for word in ("--allow", str(folder.resolve())))]
        click.echo(f"into {client.file}:", err=True)
        click.echo(config(client, _own_path(), words))
        return
    _require_sdk()
    from verifier.mcp_server.allowed import AllowedFolders
    from verifier.mcp_server.desk import Desk
    from verifier.mcp_server.server import serve

    serve(Desk(allowed=AllowedFolders.of(allow, Path.cwd()), cache=cache_folder().absolute()))


def _require_sdk() -> None:
    """Say what to install, before anything is imported that would not be there.

    Raises:
        MissingToolError: the SDK is not there, or is of another generation.
    """
    found = "" if find_spec(SDK) is None else version(SDK)
    if found.partition(".")[0] != GENERATION:
        what = f"is {found} here" if found else "is not installed"
        raise MissingToolError(
            f"the server needs the MCP SDK {GENERATION}, which {what}",
            hint=f"{sys.executable} -m pip install '{EXTRA}'",
        )


def _own_path() -> str:
    """The program beside this Python, whole: a host's PATH may not have it."""
    return str(Path(sys.executable).parent / PROGRAM)
