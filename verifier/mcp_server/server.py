"""The protocol: tools, their schemas, progress and cancellation, over standard input and output.

This is the only module that imports the SDK. The SDK supports both generations of the protocol.
"""

import json
import logging
import os
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from types import FrameType
from typing import Any

import anyio
from anyio.to_thread import run_sync
from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from verifier import __version__
from verifier.errors import VerifierError
from verifier.mcp_server.advice import explain, rule_ids
from verifier.mcp_server.answers import ENDED, Explanation, Reply
from verifier.mcp_server.handler import Begun, ToolHandler
from verifier.mcp_server.replies import doing_of, record_of, refusal, summary
from verifier.mcp_server.requests import ToolName
from verifier.mcp_server.tools import INSTRUCTIONS, TITLE, TOOLS
from verifier.tools.records import to_json

INTERRUPTED, TERMINATED = 130, 143
_FIRST_LOOKS, _LATER_LOOKS = 0.02, 0.25
"""Seconds between two looks at a job: many jobs end at once, others take minutes."""
_SOON = 3.0
_LAST_ANSWERS = 45.0
"""Seconds for the answers to requests that came before the input ended."""
_RESOURCE = re.compile(r"refverify://(?P<kind>evidence|rules)/(?P<key>[A-Za-z0-9_-]{1,64})")

Context = ServerRequestContext[Any, Any]


def serve(handler: ToolHandler) -> None:
    """Serve one host until it closes our standard input.

    Unfinished work then continues; the same question joins it later.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _leave)
    # The protocol uses the real descriptor; anything printed by mistake goes to standard error.
    wire, sys.stdout = sys.stdout, sys.stderr
    logging.getLogger("mcp").setLevel(logging.ERROR)
    try:
        anyio.run(_Face(handler).run, wire)
    finally:
        handler.workers.leave()


def _leave(number: int, frame: FrameType | None) -> None:
    """Exit at once, because a thread that reads standard input would block until the input closes."""
    del frame
    os._exit(TERMINATED if number == signal.SIGTERM else INTERRUPTED)


def _without_mark(message: Any) -> Any:
    """Read a line with a byte-order mark, which the SDK refuses; any other message stays unchanged."""
    line = str(message.errors()[0]["input"]) if isinstance(message, ValidationError) else ""
    if not line.startswith(_MARK):
        return message
    try:
        found = types.jsonrpc_message_adapter.validate_json(line.removeprefix(_MARK), by_name=False)
    except ValidationError:
        return message
    return SessionMessage(found)


_MARK = "\ufeff"


class _Unanswered:
    """Counts the requests without an answer, by id. A cancelled request gets no answer."""

    def __init__(self) -> None:
        self._open: Counter[types.RequestId | None] = Counter()
        self._changed = anyio.Event()

    def note(self, message: Any) -> None:
        """Count a message of either direction; lines that are not messages do not count."""
        match getattr(message, "message", None):
            case types.JSONRPCRequest(id=key):
                self._open[key] += 1
            case types.JSONRPCResponse(id=key) | types.JSONRPCError(id=key):
                self._open[key] -= 1
            case types.JSONRPCNotification(
                method="notifications/cancelled", params=dict() as params
            ):
                self._open[params.get("requestId")] -= 1
            case _:
                return
        self._changed.set()

    async def wait_until_none(self) -> None:
        while any(count > 0 for count in self._open.values()):
            self._changed = anyio.Event()
            await self._changed.wait()


class _Face:
    """One connection: what the SDK calls for each request."""

    def __init__(self, handler: ToolHandler) -> None:
        self._handler = handler
        self._is_leaving = False

    async def run(self, wire: Any) -> None:
        server: Server[Any] = Server(
            "refverify",
            version=__version__,
            title=TITLE,
            instructions=INSTRUCTIONS,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
        )
        options = server.create_initialization_options()
        sys.stdout, kept = wire, sys.stdout
        async with stdio_server() as (read, write):
            sys.stdout = kept
            async with self._relay(read, write) as streams:
                await server.run(*streams, options)

    @asynccontextmanager
    async def _relay(self, read: Any, write: Any) -> AsyncIterator[tuple[Any, Any]]:
        """Connect the SDK to the real streams through relays.

        The SDK cancels open requests as soon as its input ends. So the input that it sees stays
        open until every request has an answer. Requests that wait for a job then get its current
        state.
        """
        asked, received = anyio.create_memory_object_stream[Any](0)
        answered, sent = anyio.create_memory_object_stream[Any](0)
        unanswered = _Unanswered()

        async def relay_requests() -> None:
            async with asked:
                async for line in read:
                    message = _without_mark(line)
                    unanswered.note(message)
                    await asked.send(message)
                self._is_leaving = True
                with anyio.move_on_after(_LAST_ANSWERS):
                    await unanswered.wait_until_none()

        async def relay_answers() -> None:
            async with write:
                async for message in sent:
                    await write.send(message)
                    unanswered.note(message)

        async with anyio.create_task_group() as group:
            group.start_soon(relay_requests)
            group.start_soon(relay_answers)
            yield received, answered
            group.cancel_scope.cancel()

    async def _list_tools(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        del context, params
        return types.ListToolsResult(tools=[_as_tool(name) for name in ToolName])

    async def _call_tool(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        started = time.monotonic()
        try:
            begun = await run_sync(self._handler.call, params.name, params.arguments or {})
            if isinstance(begun, Explanation):
                return _result(begun)
            return _result(await self._await(begun, context, started))
        except VerifierError as error:
            text = types.TextContent(type="text", text=refusal(error))
            return types.CallToolResult(content=[text], is_error=True)

    async def _await(self, begun: Begun, context: Context, started: float) -> Reply:
        """Return the answer, or the state of the job when the time is over."""
        job, reported = begun.job, -1.0
        try:
            while True:
                reply = await run_sync(job.reply)
                passed = time.monotonic() - started
                if reply.state in ENDED or passed >= begun.wait_seconds or self._is_leaving:
                    return reply
                if passed - reported >= 1:
                    reported = passed
                    await context.session.report_progress(round(passed, 1), None, doing_of(reply))
                await anyio.sleep(_FIRST_LOOKS if passed < _SOON else _LATER_LOOKS)
        except anyio.get_cancelled_exc_class():
            if begun.is_own and not self._is_leaving:
                with anyio.CancelScope(shield=True):
                    await run_sync(self._handler.cancel, job)
            raise

    async def _list_resources(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        del context, params
        resources = [types.Resource(name=key, uri=f"refverify://rules/{key}") for key in rule_ids()]
        return types.ListResourcesResult(resources=resources)

    async def _list_templates(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        del context, params
        templates = [
            types.ResourceTemplate(
                name=kind, uri_template=f"refverify://{kind}/{{key}}", description=description
            )
            for kind, description in (
                ("evidence", "All that an answer rests on; `evidence` of the answer has the key."),
                ("rules", "What a `rule_id` or reason means."),
            )
        ]
        return types.ListResourceTemplatesResult(resource_templates=templates)

    async def _read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        del context
        uri = str(params.uri)
        match = _RESOURCE.fullmatch(uri)
        if match is None:
            raise MCPError(code=types.INVALID_PARAMS, message="no such resource")
        try:
            text = await run_sync(self._resource, match["kind"], match["key"])
        except VerifierError as error:
            raise MCPError(code=types.INVALID_PARAMS, message=refusal(error)) from error
        held = types.TextResourceContents(uri=uri, text=text, mime_type="application/json")
        return types.ReadResourceResult(contents=[held])

    def _resource(self, kind: str, key: str) -> str:
        if kind == "rules":
            return to_json(explain(key))
        return self._handler.evidence(key).decode("utf-8", "backslashreplace")


def _as_tool(name: ToolName) -> types.Tool:
    tool = TOOLS[name]
    return types.Tool(
        name=str(name),
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema(),
        output_schema=tool.output_schema(),
        annotations=types.ToolAnnotations(
            read_only_hint=True,
            destructive_hint=False,
            idempotent_hint=True,
            open_world_hint=False,
        ),
    )


def _result(answer: Reply | Explanation) -> types.CallToolResult:
    record: Mapping[str, Any] = record_of(answer)
    texts = (summary(answer), json.dumps(record, sort_keys=True))
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text) for text in texts],
        structured_content=dict(record),
    )
