"""The configuration with which a host starts the server, ready to paste into a file."""

import json
from collections.abc import Sequence
from enum import StrEnum
from typing import assert_never

TOOL_SECONDS = 60
"""How long a host should wait for a call; every call answers sooner."""


class Client(StrEnum):
    """The hosts whose configuration files are known."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    CURSOR = "cursor"
    GEMINI = "gemini"
    VSCODE = "vscode"

    @property
    def file(self) -> str:
        """The file for the configuration."""
        match self:
            case Client.CLAUDE_CODE:
                return ".mcp.json"
            case Client.CODEX:
                return "~/.codex/config.toml"
            case Client.CURSOR:
                return ".cursor/mcp.json"
            case Client.GEMINI:
                return ".gemini/settings.json"
            case Client.VSCODE:
                return ".vscode/mcp.json"
            case _:
                assert_never(self)


def config(client: Client, command: str, arguments: Sequence[str]) -> str:
    """Return a host's configuration.

    Hosts start servers with a short PATH, so `command` is absolute.
    """
    match client:
        case Client.CLAUDE_CODE:
            return _json("mcpServers", command, arguments, typed=True)
        case Client.CURSOR | Client.GEMINI:
            return _json("mcpServers", command, arguments, typed=False)
        case Client.VSCODE:
            return _json("servers", command, arguments, typed=True)
        case Client.CODEX:
            return "\n".join(
                [
                    "[mcp_servers.refverify]",
                    # A JSON string without special escapes is also a TOML string.
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
