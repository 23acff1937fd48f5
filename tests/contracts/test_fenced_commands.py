"""Every command of README, docs and --help is one that the program takes: its name and options."""

import re
import shlex
from pathlib import Path

import click
import pytest

from tests.contracts.test_help import ALL_PATHS, command_at
from verifier.cli.main import HELP, cli

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
RUNNERS = r"(?:uvx|pipx run(?: --[\w-]+(?: [\d.]+)?)*)"
MORE = {"...", "\N{HORIZONTAL ELLIPSIS}"}


def calls(text: str) -> list[str]:
    """Calls of the program at the beginning of lines, with what follows a backslash."""
    joined = re.sub(r"\\\n\s*", "", text)
    return re.findall(rf"^\s*(?:\$ )?(?:{RUNNERS} )?refverify ([^\n]+)", joined, re.MULTILINE)


def read_fences(page: Path) -> list[str]:
    blocks = re.findall(r"^```\w*\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [call for block in blocks for call in calls(block)]


def examples(path: tuple[str, ...]) -> list[str]:
    command = command_at(path)
    said = f"{command.help or ''}\n{command.epilog or ''}"
    return calls(said.partition("Example")[2])


ALL = [
    *((page.relative_to(ROOT).as_posix(), call) for page in PAGES for call in read_fences(page)),
    *((f"{' '.join(path)} --help", call) for path in ALL_PATHS for call in examples(path)),
]


def words_of(call: str) -> list[str]:
    words = shlex.split(call, comments=True)
    ends = [at for at, word in enumerate(words) if word in {">", ">>", "|"}]
    return [w for w in words[: min(ends, default=len(words))] if w not in MORE]


def test_there_are_commands_to_look_at() -> None:
    assert len(ALL) > 80


@pytest.mark.parametrize(("where", "call"), ALL)
def test_a_printed_command_is_taken(where: str, call: str) -> None:
    del where
    words, command, context = (
        words_of(call),
        cli,
        click.Context(cli, info_name="refverify", help_option_names=[*HELP]),
    )
    words = [w for w in words if w not in {"-q", "--debug"}]
    if words[:2] == ["--progress", "json"]:
        words = words[2:]
    current: click.Command = command
    while isinstance(current, click.Group) and words and not words[0].startswith("--help"):
        name, found, words = current.resolve_command(context, words)
        assert found is not None, call
        context = click.Context(found, info_name=name, parent=context)
        current = found
    if "--help" in words or "-h" in words:
        return
    _, rest, _ = current.make_parser(context).parse_args(list(words))
    assert not [word for word in rest if word.startswith("-")], call
