"""A host of the MCP server: the SDK's own client, connected by pipes to a real server process."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.types import CallToolResult

if TYPE_CHECKING:
    from concurrent.futures import Future

ENTRY = "import sys; from verifier.cli.main import entry_point; sys.argv[0] = 'refverify'; entry_point()"


@dataclass(frozen=True, slots=True)
class Host:
    """One connection. `call` waits for the answer, `begin` does not."""

    client: Client
    portal: BlockingPortal

    def call(self, tool: str, **arguments: Any) -> CallToolResult:
        found: CallToolResult = self.portal.call(self.client.call_tool, tool, arguments)
        return found

    def begin(self, tool: str, **arguments: Any) -> "Future[CallToolResult]":
        return self.portal.start_task_soon(self.client.call_tool, tool, arguments)

    def record(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured answer of a successful call."""
        answer = self.call(tool, **arguments)
        assert not answer.is_error, answer.content
        assert answer.structured_content is not None
        return dict(answer.structured_content)

    def refusal(self, tool: str, **arguments: Any) -> str:
        """The error text of a failed call."""
        answer = self.call(tool, **arguments)
        assert answer.is_error
        return "\n".join(getattr(block, "text", "") for block in answer.content)


@contextmanager
def serve(allowed: Path, cache: Path, mode: str, *options: str) -> Iterator[Host]:
    """Start a server for one folder and a connected host, which also stops it as hosts do."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-c", ENTRY, "mcp", "--allow", str(allowed), *options],
        env={**os.environ, "REFVERIFY_CACHE": str(cache)},
        cwd=allowed,
    )
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Client(server, mode=mode)) as client,
    ):
        yield Host(client=client, portal=portal)
