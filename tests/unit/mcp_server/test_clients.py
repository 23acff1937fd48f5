"""The lines for each host, as its own reader reads them."""

import json
import tomllib

import pytest

from verifier.mcp_server.clients import Client, config

PROGRAM = '/opt/a "b"/refverify'
WORDS = ["mcp", "--allow", "/w ä"]


@pytest.mark.parametrize(
    ("client", "key", "more"),
    [
        (Client.CLAUDE_CODE, "mcpServers", {"type": "stdio"}),
        (Client.CURSOR, "mcpServers", {}),
        (Client.VSCODE, "servers", {"type": "stdio"}),
    ],
)
def test_json_hosts(client: Client, key: str, more: dict[str, str]) -> None:
    found = json.loads(config(client, PROGRAM, WORDS))

    assert found == {key: {"refverify": {**more, "command": PROGRAM, "args": WORDS}}}


def test_codex_reads_toml() -> None:
    found = tomllib.loads(config(Client.CODEX, PROGRAM, WORDS))

    server = {"command": PROGRAM, "args": WORDS, "tool_timeout_sec": 60}
    assert found == {"mcp_servers": {"refverify": server}}


def test_each_host_has_a_file() -> None:
    assert len({client.file for client in Client}) == len(Client)
