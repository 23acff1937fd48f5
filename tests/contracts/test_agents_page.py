"""The files to copy from docs/agents.md are what hosts read, and call what there is."""

import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from verifier.cli.check import command
from verifier.cli.options.records import record_of
from verifier.cli.options.source import SourceChoice, source_of
from verifier.domain.gate import NextStep
from verifier.mcp_server.clients import Client, config
from verifier.mcp_server.requests import ToolName

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
SKILL = ROOT / "plugins" / "refverify" / "skills" / "refverify" / "SKILL.md"
SERVER = ("/home/you/.venv/bin/refverify", ["mcp", "--allow", "/home/you/work"])
FIELDS = {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def commands(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for key, each in value.items():
                yield from [each] if key == "command" else commands(each)
        case list():
            for each in value:
                yield from commands(each)
        case _:
            return


HOOKS = [c for block in blocks("json") for c in commands(json.loads(block)) if "--hook" in c]


def test_the_server_s_lines_are_those_that_the_command_prints() -> None:
    shown = [json.loads(block) for block in blocks("json")]
    (toml,) = blocks("toml")

    assert json.loads(config(Client.CLAUDE_CODE, *SERVER)) in shown
    assert tomllib.loads(toml) == tomllib.loads(config(Client.CODEX, *SERVER))


def test_there_is_a_hook_for_each_kind_of_file() -> None:
    assert len(HOOKS) == 4


@pytest.mark.parametrize("line", HOOKS)
def test_a_hook_s_words_are_a_check_that_builds_nothing(line: str) -> None:
    program, name, *words = shlex.split(line)
    context = command.make_context(name, words)

    assert (program, name, context.params["level"]) == ("refverify", "check", "static")
    assert source_of(record_of(SourceChoice, context.params)).base == "HEAD"


def test_the_page_names_every_tool_and_every_host() -> None:
    assert [tool for tool in ToolName if f"| `{tool}` |" not in PAGE] == []
    assert [client for client in Client if f"| `{client}` |" not in PAGE] == []


def test_the_skill_is_in_the_format_that_hosts_read() -> None:
    _, head, body = SKILL.read_text(encoding="utf-8").split("---\n", 2)
    said = yaml.safe_load(head)

    assert said.keys() <= FIELDS
    assert said["name"] == SKILL.parent.name
    assert 0 < len(said["description"]) <= 1024
    assert 0 < len(said["compatibility"]) <= 500
    assert len(body.splitlines()) < 500


def test_the_skill_says_what_to_do_about_every_step_and_calls_tools_that_are_there() -> None:
    text = SKILL.read_text(encoding="utf-8")

    assert [step for step in NextStep if f"| `{step}` |" not in text] == []
    called = set(re.findall(r"(?:[Cc]all|then|;) `(\w+)`", text))
    assert called <= set(ToolName)
    assert {"plan", "verify_change", "job"} <= called
