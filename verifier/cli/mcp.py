"""`refverify mcp`: run the server for agents."""

import sys
from pathlib import Path

import click

from verifier.cli.main import PROGRAM
from verifier.cli.options.definition import path_option
from verifier.cli.options.sandboxes import runtime_option
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.config import cache_folder
from verifier.mcp_server.clients import Client, config

EPILOG = """
\b
Examples:
  refverify mcp --print-config claude-code   the lines for .mcp.json
  refverify mcp --print-config codex --allow ~/work
  refverify mcp                              started by a host; it speaks only MCP

\b
Tools: verify_change, job, plan, find_counterexample, mine, explain. Each call returns within 45
seconds, with the answer or with a job. The tool `job` asks for its result, even after a restart of
the server.

\b
The server reads only repositories in allowed folders and changes nothing in them. Builds and tests
run only in a container. docs/agents.md has files to copy.
"""


@click.command(cls=SectionedCommand, epilog=EPILOG)
@path_option(
    "--allow",
    section=Section.INPUT,
    multiple=True,
    metavar="FOLDER",
    help="Judge repositories in this folder; repeat.  [default: the current folder and the work"
    " trees of its repository]",
)
@runtime_option
@option(
    "--print-config",
    section=Section.OUTPUT,
    type=click.Choice([str(client) for client in Client]),
    help="Print the configuration with which this host starts the server, and exit.",
)
def command(allow: tuple[Path, ...], runtime: str | None, print_config: str | None) -> None:
    """Serve agents over the Model Context Protocol, on standard input and output.

    Agents ask before and after an edit: does the change behave as before, and is it only refactoring?
    They get an answer with its evidence and the next step.
    """
    if print_config is not None:
        client = Client(print_config)
        folders = [word for folder in allow for word in ("--allow", str(folder.resolve()))]
        words = ["mcp", *folders, *(["--runtime", runtime] if runtime else [])]
        click.echo(f"into {client.file}:", err=True)
        click.echo(config(client, _own_path(), words))
        return
    from verifier.mcp_server.allowed import AllowedFolders
    from verifier.mcp_server.handler import ToolHandler
    from verifier.mcp_server.server import serve

    allowed, cache = AllowedFolders.of(allow, Path.cwd()), cache_folder().absolute()
    serve(ToolHandler(allowed=allowed, cache=cache, runtime=runtime))


def _own_path() -> str:
    """Return the absolute path of the program next to this Python; a host's PATH may lack it."""
    return str(Path(sys.executable).parent / PROGRAM)
