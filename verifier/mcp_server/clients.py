"""The lines that make a host start the server: for a file of its, ready to be pasted."""

import json
from collections.abc import Sequence
from enum import StrEnum
from typing import assert_never

TOOL_SECONDS = 60
"""How long a host should wait for a call; each answers sooner."""


class Client(StrEnum):
    """The hosts whose files are known."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    CURSOR = "cursor"
    VSCODE = "vscode"

    @property
    def file(self) -> str:
        """Where the lines go."""
        match self:
            case Client.CLAUDE_CODE:
                return ".mcp.json"
            case Client.CODEX:
                return "~/.codex/config.toml"
            case Client.CURSOR:
                return ".cursor/mcp.json"
            case Client.VSCODE:
                return ".vscode/mcp.json"
            case _:
                assert_never(self)


def config(client: Client, command: str, arguments: Sequence[str]) -> str:
    """The lines for a host: hosts start servers with a poor PATH, so `command` is a whole path."""
    match client:
        case Client.CLAUDE_CODE:
            return _json("mcpServers", command, arguments, typed=True)
        case Client.CURSOR:
            return _json("mcpServers", command, arguments, typed=False)
        case Client.VSCODE:
            return _json("servers", command, arguments, typed=True)
        case Client.CODEX:
            return "\n".join(
                [
                    "[mcp_servers.refverify]",
                    # A string of JSON without escapes of its own is one of TOML.
                    f"command = {json.dumps(command)}",
                    f"args = {json.dumps(list(arguments))}",
                    f"tool_timeout_sec = {TOOL_SECONDS}",
                ]
            )
        case _:
            assert_never(client)


def _json(key: str, command: str, arguments: Sequence[str], *, typed: bool) -> str:
    kind = {"type": "stdio"} if typed else {}
    server = {**kind, "command": command, "args": list(arguments)}
    return json.dumps({key: {"refverify": server}}, indent=2)
