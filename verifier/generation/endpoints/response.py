"""Read what an endpoint sent: a completion, an error, or neither. Every byte of it is hostile."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from verifier.domain.generation import FinishReason, Usage
from verifier.printable import printable

_FINISHES = {
    "stop": FinishReason.SUCCESS,
    "length": FinishReason.TRUNCATED,
    "content_filter": FinishReason.REFUSED,
    "tool_calls": FinishReason.ERROR,
    "function_call": FinishReason.ERROR,
}
_LONGEST_WORD = 200
_MOST_TOKENS = 10**9
_CONTENT = re.compile(rb'"message"\s*:\s*\{.{0,1000}?"content"\s*:\s*"', re.DOTALL)
_WHOLE_SIGNS = re.compile(rb'(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*+')


@dataclass(frozen=True, kw_only=True, slots=True)
class Response:
    """The response to one request. The names of `headers` are in lower case.

    `cut` says that the body was too long to be read whole.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    cut: bool = False

    @property
    def request_id(self) -> str | None:
        """The endpoint's identifier of the request; None if it gives none."""
        return word(self.headers.get("x-request-id")) or None

    @property
    def is_json(self) -> bool:
        """Whether the endpoint calls the body JSON."""
        return "json" in self.headers.get("content-type", "")

    def record(self) -> dict[str, Any] | None:
        """Return the body as a JSON object; None if it is none."""
        try:
            # From bytes json would also read UTF-16, in which the key was not looked for.
            found = json.loads(self.body.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None


@dataclass(frozen=True, kw_only=True, slots=True)
class Completion:
    """An answer of a model. `usage` is None if the endpoint reports none that can be believed."""

    text: str
    finish: FinishReason
    finish_raw: str = ""
    model: str = ""
    fingerprint: str | None = None
    usage: Usage | None = None


def completion_of(response: Response) -> Completion | None:
    """Read a completion; None if there is none in the body.

    If the body was cut, the answer is its text up to the cut.
    """
    if response.cut:
        return _cut_completion(response.body)
    record = response.record() or {}
    choices = record.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        return None
    text, refusal = message.get("content"), message.get("refusal")
    finish_raw = word(choice.get("finish_reason"))
    finish = _FINISHES.get(finish_raw, FinishReason.UNKNOWN)
    if isinstance(refusal, str) and refusal:
        text, finish = text or refusal, FinishReason.REFUSED
    elif text is None and finish is FinishReason.SUCCESS:
        finish = FinishReason.ERROR
    return Completion(
        text=text if isinstance(text, str) else "",
        finish=finish,
        finish_raw=finish_raw,
        model=word(record.get("model")),
        fingerprint=word(record.get("system_fingerprint")) or None,
        usage=usage_of(record.get("usage")),
    )


def _cut_completion(body: bytes) -> Completion | None:
    begin = _CONTENT.search(body)
    if begin is None:
        return None
    signs = _WHOLE_SIGNS.match(body, begin.end())
    text = b"" if signs is None else signs[0]
    try:
        # The cut may be inside a character.
        found = json.loads(b'"' + text.decode("utf-8", "ignore").encode() + b'"', strict=False)
    except ValueError:
        return None
    return Completion(text=found, finish=FinishReason.TRUNCATED)


def usage_of(record: object) -> Usage | None:
    """Read the tokens that the endpoint reports; None if they are absent or contradict each other."""
    if not isinstance(record, dict):
        return None
    given, answered = _count(record, "prompt_tokens"), _count(record, "completion_tokens")
    if given is None or answered is None:
        return None
    cached = _count(record.get("prompt_tokens_details"), "cached_tokens")
    if cached is None:
        cached = _count(record, "prompt_cache_hit_tokens") or 0  # DeepSeek's name
    reasoning = _count(record.get("completion_tokens_details"), "reasoning_tokens") or 0
    if cached > given or reasoning > answered:
        return None
    return Usage(input=given, output=answered, cached=cached, reasoning=reasoning)


def _count(record: object, key: str) -> int | None:
    value = record.get(key) if isinstance(record, dict) else None
    return value if type(value) is int and 0 <= value <= _MOST_TOKENS else None


def word(value: object) -> str:
    """Return a short foreign text on one harmless line; empty if the value is no text."""
    return printable(" ".join(value.split())[:_LONGEST_WORD]) if isinstance(value, str) else ""
