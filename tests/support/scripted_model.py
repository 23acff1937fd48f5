"""A model whose replies are scripted, for tests of generation without an endpoint."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock

from verifier.domain.generation import FinishReason, Usage
from verifier.generation.model import Attempt, ModelReply, ModelRequest

HOST = "model.example"


def answer(text: str = "class A {}", **more: object) -> ModelReply:
    """A complete answer that cost a cent. `more` overrides fields."""
    fields: dict[str, object] = {
        "text": text,
        "finish": FinishReason.SUCCESS,
        "finish_raw": "stop",
        "model_answered": "m-2026",
        "usage": Usage(input=10, output=5),
        "cost_usd": 0.01,
        "attempts": (Attempt(started_at="2026-01-01T00:00:00Z", seconds=0.5, outcome="answered"),),
    }
    return ModelReply(**{**fields, **more})  # type: ignore[arg-type]  # tests name the fields


@dataclass
class ScriptedModel:
    """Answers each request by a function, and remembers the requests in their order."""

    reply: Callable[[ModelRequest], ModelReply] = lambda request: answer(f"// {request.key}")
    host: str = HOST
    prices_sha256: str | None = None
    asked: list[ModelRequest] = field(default_factory=list)
    closed: int = 0
    lock: Lock = field(default_factory=Lock)

    def ask(self, request: ModelRequest) -> ModelReply:
        """Remember the request and return its scripted reply."""
        with self.lock:
            self.asked.append(request)
        return self.reply(request)

    def close(self) -> None:
        """Count the call."""
        self.closed += 1

    def open(self, requests: Sequence[ModelRequest]) -> "ScriptedModel":
        """Open this model, whatever will be sent."""
        del requests
        return self
