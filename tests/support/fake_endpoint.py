"""An OpenAI-compatible endpoint on this machine that answers by a script, faults included.

`python -m tests.support.fake_endpoint` starts one, prints its port, and serves until it is stopped.
With `--answers FILE`, a JSON list of {"contains": TEXT, "answer": TEXT}, a request gets the answer
of the first entry whose TEXT is in its messages.
"""

import argparse
import json
import socket
import struct
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

MODEL = "fake-model"
INPUT_USD, CACHED_USD, OUTPUT_USD = Decimal(2), Decimal("0.5"), Decimal(8)
"""Prices of a million tokens."""
PRICES = f'["{MODEL}"]\ninput = {INPUT_USD}\ncached = {CACHED_USD}\noutput = {OUTPUT_USD}\nper = 1000000\nas_of = 2026-11-01\n'
"""The price file that fits."""
KEEP_OPEN = 60
"""Seconds that a hanging answer waits; a closed endpoint ends it at once."""


@dataclass(frozen=True, kw_only=True)
class Usage:
    """The tokens of an answer that the endpoint reports and charges."""

    input: int = 100
    output: int = 20
    cached: int = 0
    reasoning: int = 0

    @property
    def cost(self) -> Decimal:
        """The price in dollars."""
        fresh = self.input - self.cached
        return (fresh * INPUT_USD + self.cached * CACHED_USD + self.output * OUTPUT_USD) / 1_000_000

    def record(self) -> dict[str, Any]:
        return {
            "prompt_tokens": self.input,
            "completion_tokens": self.output,
            "total_tokens": self.input + self.output,
            "prompt_tokens_details": {"cached_tokens": self.cached},
            "completion_tokens_details": {"reasoning_tokens": self.reasoning},
        }


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One reply: a completion by default; `raw`, `fault` or `status` replace it."""

    text: str | None = "answer"
    finish: str = "stop"
    refusal: str | None = None
    tool_calls: Sequence[Mapping[str, Any]] = ()
    choices: bool = True
    usage: Usage | None = field(default_factory=Usage)
    model: str = MODEL
    fingerprint: str | None = "fp_fake"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    content_type: str = "application/json"
    fault: str = ""
    """`hang`, `reset`, `trickle` (headers, then a byte a moment), `endless` (a text that never ends)
    or `endless-blanks`.
    """

    @property
    def charged(self) -> Usage | None:
        """What the endpoint charges for this reply."""
        completed = self.status == 200 and self.raw is None and not self.fault
        return (self.usage or Usage()) if completed else None

    def body(self) -> bytes:
        if self.raw is not None:
            return self.raw
        message: dict[str, Any] = {"role": "assistant", "content": self.text}
        if self.refusal is not None:
            message["refusal"] = self.refusal
        if self.tool_calls:
            message["tool_calls"] = list(self.tool_calls)
        choice = {"index": 0, "message": message, "finish_reason": self.finish}
        record = {
            "id": "chatcmpl-fake",
            "object": "chat.completion",
            "created": 1,
            "model": self.model,
            "choices": [choice] if self.choices else [],
            "system_fingerprint": self.fingerprint,
        }
        if self.usage is not None:
            record["usage"] = self.usage.record()
        return json.dumps(record).encode()


def error(
    status: int, message: str, *, headers: Mapping[str, str] | None = None, **words: Any
) -> Answer:
    """Make an error as OpenAI words it; `words` are `code`, `type` and `param`."""
    body = json.dumps({"error": {"message": message, **words}}).encode()
    return Answer(status=status, raw=body, headers=headers or {})


GOOD = Answer()
RATE_LIMIT = error(429, "Rate limit reached", code="rate_limit_exceeded")
QUOTA = error(
    429, "You exceeded your current quota", code="insufficient_quota", type="insufficient_quota"
)
NO_CREDIT = error(402, "Insufficient Balance")
SERVER_ERROR = error(500, "The server had an error")
REFUSED_KEY = error(401, "Incorrect API key provided", code="invalid_api_key")
UNKNOWN_MODEL = error(404, "The model `gone` does not exist", code="model_not_found", param="model")
HTML = Answer(raw=b"<html><body>Welcome</body></html>", content_type="text/html")
SSE = Answer(
    raw=b'data: {"choices":[{"delta":{"content":"hi"}}]}\n\ndata: [DONE]\n\n',
    content_type="text/event-stream",
)
NO_CHOICES = Answer(choices=False)
NULL_CONTENT = Answer(text=None)
REFUSAL = Answer(text=None, refusal="I cannot help with that.")
TOOL_CALL = Answer(
    text=None,
    finish="tool_calls",
    tool_calls=[{"id": "1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}],
)
LENGTH = Answer(text="half an ans", finish="length")
NO_USAGE = Answer(usage=None)
HANG, RESET = Answer(fault="hang"), Answer(fault="reset")
TRICKLE = Answer(fault="trickle")
ENDLESS, ENDLESS_BLANKS = Answer(fault="endless"), Answer(fault="endless-blanks")


@dataclass(frozen=True, kw_only=True)
class Served:
    """One request that came in, and its reply."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    answer: Answer


Script = Callable[[Mapping[str, Any], int], Answer]
"""Chooses the reply to the body of a request; the number of earlier requests is given."""


def in_turn(*answers: Answer) -> Script:
    """Give each answer once, and the last one for all further requests."""
    return lambda _body, number: answers[min(number, len(answers) - 1)]


class _Server(ThreadingHTTPServer):
    """Keeps as many connections waiting as a test opens at a time: five are the default."""

    daemon_threads = True
    request_queue_size = 128


class FakeEndpoint:
    """The endpoint, on a port of this machine. Close it, or use it as a context manager.

    `models` is the answer to a request for the model list. The first completions are sent when
    `together` requests are there. With `port` 0, the system chooses a free one.
    """

    def __init__(
        self,
        *answers: Answer,
        script: Script | None = None,
        models: Answer | None = None,
        together: int = 1,
        port: int = 0,
    ) -> None:
        self.script = script or in_turn(*(answers or (GOOD,)))
        self.models = models or model_list({"id": MODEL, "object": "model"})
        self._first = threading.Barrier(together)
        self.served: list[Served] = []
        self.listed = 0
        self.most_at_once = 0
        self.closing = threading.Event()
        self._at_once, self._lock = 0, threading.Lock()
        handler = type("Handler", (_Handler,), {"endpoint": self})
        self._server = _Server(("127.0.0.1", port), handler)
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def port(self) -> int:
        return self._server.server_address[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def cost(self) -> Decimal:
        """The dollars that all replies cost."""
        charged = [each.answer.charged for each in list(self.served)]
        return sum((usage.cost for usage in charged if usage is not None), Decimal(0))

    def reply(self, path: str, headers: Mapping[str, str], body: Mapping[str, Any]) -> Answer:
        with self._lock:
            number = len(self.served)
            answer = self.script(body, number)
            self.served.append(Served(path=path, headers=headers, body=body, answer=answer))
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        if number < self._first.parties:
            self._first.wait(KEEP_OPEN)
        return answer

    def ended(self) -> None:
        with self._lock:
            self._at_once -= 1

    def close(self) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def model_list(*entries: Mapping[str, Any]) -> Answer:
    """Make the answer to a request for the model list."""
    return Answer(raw=json.dumps({"object": "list", "data": list(entries)}).encode())


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    endpoint: FakeEndpoint

    def do_GET(self) -> None:
        self.endpoint.listed += 1
        self._send(
            self.endpoint.models if self.path == "/v1/models" else error(404, "no such path")
        )

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        answer = self.endpoint.reply(self.path, dict(self.headers), body)
        try:
            self._send(answer)
        finally:
            self.endpoint.ended()

    def _send(self, answer: Answer) -> None:
        self.close_connection = bool(answer.fault)
        try:
            self._deliver(answer)
        except OSError:
            self.close_connection = True

    def _deliver(self, answer: Answer) -> None:
        match answer.fault:
            case "hang":
                self.endpoint.closing.wait(KEEP_OPEN)
            case "reset":
                linger = struct.pack("ii", 1, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                self.connection.close()
            case "":
                content = answer.body()
                self._head(answer, {"content-length": str(len(content))})
                self.wfile.write(content)
            case fault:
                self._head(answer, {"connection": "close"})
                self._stream(fault)

    def _head(self, answer: Answer, more: Mapping[str, str]) -> None:
        self.send_response(answer.status)
        for name, value in (
            {"content-type": answer.content_type} | dict(answer.headers) | dict(more)
        ).items():
            self.send_header(name, value)
        self.send_header("x-request-id", f"req-{len(self.endpoint.served)}")
        self.end_headers()

    def _stream(self, fault: str) -> None:
        if fault == "endless":
            self.wfile.write(b'{"model":"fake-model","choices":[{"message":{"content":"')
        piece = {"endless": b"abc\\n" * 16_384, "endless-blanks": b" " * 65_536}.get(fault, b" ")
        while not self.endpoint.closing.wait(0.02 if fault == "trickle" else 0):
            self.wfile.write(piece)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        del format, args


def _by_content(file: Path) -> Script:
    entries = json.loads(file.read_text("utf-8"))

    def choose(body: Mapping[str, Any], _number: int) -> Answer:
        text = "\n".join(str(message["content"]) for message in body["messages"])
        return next((Answer(text=e["answer"]) for e in entries if e["contains"] in text), GOOD)

    return choose


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=Path)
    file = parser.parse_args().answers
    with FakeEndpoint(script=None if file is None else _by_content(file)) as endpoint:
        sys.stdout.write(f"{endpoint.port}\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    main()
