"""What the generation run asks of a model, independent of the endpoint that serves it.

`endpoint.py` implements `Model` for OpenAI-compatible endpoints. The run knows only this protocol.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from verifier.domain.described import Described
from verifier.domain.generation import FinishReason, Missing, Sampling, Usage
from verifier.generation.spending import Spending


class Role(StrEnum):
    """The author of a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, kw_only=True, slots=True)
class Message(Described):
    """One message of a prompt."""

    role: Role
    """The author: `system`, `user` or `assistant`."""
    text: str
    """The text."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelRequest:
    """One request: the messages of a prompt and the sampling parameters of this sample.

    `key` identifies the sample, for the budget and for log lines.
    """

    key: str
    model: str
    messages: tuple[Message, ...]
    sampling: Sampling


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt(Described):
    """One attempt to send a request."""

    started_at: str
    """The start: ISO 8601, UTC."""
    seconds: float
    """Wall-clock seconds."""
    outcome: str
    """`answered`, or a short cause such as `429`, `500`, `timeout` or `connection`."""
    request_id: str | None = None
    """The endpoint's id of the request; null if it gives none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelReply:
    """The end of a request: an answer, or the reason why it is missing.

    `text` is the raw answer, also if it is cut or empty, and None exactly if `missing` is set.
    `cost_usd` is None if the price of the model is not known. `model_ends` is the date (ISO 8601) on
    which the endpoint's model list says that it shuts the model down; None if it says nothing.
    `charged` is the most that all attempts can have cost, for the budget of later calls.
    """

    text: str | None
    finish: FinishReason = FinishReason.UNKNOWN
    finish_raw: str = ""
    missing: Missing | None = None
    model_answered: str = ""
    system_fingerprint: str | None = None
    model_ends: str | None = None
    usage: Usage | None = None
    cost_usd: float | None = None
    attempts: tuple[Attempt, ...] = ()
    charged: Spending = field(default_factory=Spending)


class Model(Protocol):
    """A model behind an endpoint. Several threads may ask at once."""

    @property
    def host(self) -> str:
        """The host that answers, for records."""
        ...

    @property
    def prices_sha256(self) -> str | None:
        """The SHA-256 of the price file; None without one."""
        ...

    def ask(self, request: ModelRequest) -> ModelReply:
        """Send the request, retry what can be retried, and settle the budget.

        Raises:
            EndpointError: no further request can succeed: the key is refused, the credit is used
                up, the address is no API, the model is unknown, or it rejects a parameter.
        """
        ...

    def close(self) -> None:
        """Close connections. Requests in progress end soon."""
        ...


OpenModel = Callable[[Sequence[ModelRequest]], Model]
"""A function that opens a model for requests, which it may refuse because of their cost."""
