"""The result of one attempt to ask a model: a reply, another attempt, or the end of the run."""

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from verifier.domain.generation import FinishReason, Missing, Usage
from verifier.errors import EndpointError
from verifier.generation.endpoints.ceiling import estimate_usage
from verifier.generation.endpoints.faults import Fault, error_of, fault_of, retry_after
from verifier.generation.endpoints.model_list import ModelList
from verifier.generation.endpoints.options import EndpointOptions
from verifier.generation.endpoints.prices import Price
from verifier.generation.endpoints.refusals import (
    STOPPING,
    Refusal,
    endpoint_error,
    host_trust_error,
    no_api,
    unreachable,
)
from verifier.generation.endpoints.response import Completion, Response, completion_of
from verifier.generation.model import ModelReply, ModelRequest
from verifier.generation.spending import Spending

OK = 200
ANSWERED = "answered"


class NoResponse(StrEnum):
    """Why a request has no response."""

    TIMEOUT = "timeout"
    CONNECTION = "connection"
    """The connection was lost."""
    UNREACHABLE = "unreachable"
    """The name of the host is unknown, or nothing listens there."""
    CERTIFICATE = "certificate"
    """The certificate of the host is not trusted."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Lost:
    """A request without a response: the cause, and the words of the system."""

    cause: NoResponse
    detail: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class AttemptStep:
    """The end of one attempt: a reply, or None to try again after `wait` seconds.

    If `wait` is None, the back-off decides. `spent` is the most that the attempt can have cost.
    """

    outcome: str
    reply: ModelReply | None = None
    wait: float | None = None
    limited: bool = False
    spent: Spending = field(default_factory=Spending)


@dataclass(frozen=True, kw_only=True, slots=True)
class StepReader:
    """Reads the result of one attempt of `request`.

    `sent` are its sampling parameters, and `most` is the most that it can cost. `reached` says
    whether the endpoint has ever responded. `utc` is the time (ISO 8601).
    """

    request: ModelRequest
    sent: frozenset[str]
    options: EndpointOptions
    host: str
    price: Price | None
    models: ModelList
    most: Spending
    reached: bool
    utc: str

    def read(self, got: Response | Lost) -> AttemptStep:
        """Read a response, or its absence.

        Raises:
            EndpointError: no further request can succeed.
        """
        if isinstance(got, Lost):
            return self._read_loss(got)
        return self._read_completion(got) if got.status == OK else self._read_error(got)

    def _read_loss(self, lost: Lost) -> AttemptStep:
        if lost.cause is NoResponse.CERTIFICATE:
            raise host_trust_error(self.host, lost.detail)
        if lost.cause is NoResponse.UNREACHABLE:
            if not self.reached:
                raise unreachable(self.host, lost.detail)
            return AttemptStep(outcome=str(lost.cause))
        # The endpoint may have answered and charged for it.
        return AttemptStep(outcome=str(lost.cause), spent=self.most)

    def _read_completion(self, response: Response) -> AttemptStep:
        completion = completion_of(response)
        if completion is not None:
            return self._read_answer(completion)
        if not response.cut and not response.is_json:
            raise no_api(self.host, response)
        missing = ModelReply(text=None, missing=Missing.GAVE_UP)
        outcome = "endless" if response.cut else "no-answer"
        return AttemptStep(outcome=outcome, reply=missing, spent=self.most)

    def _read_answer(self, completion: Completion) -> AttemptStep:
        usage = completion.usage or estimate_usage(self.request.messages, completion.text)
        cost = None if self.price is None else self.price.cost(usage)
        reply = ModelReply(
            text=completion.text,
            finish=completion.finish,
            finish_raw=completion.finish_raw,
            model_answered=completion.model,
            system_fingerprint=completion.fingerprint,
            model_ends=self.models.ends.get(self.request.model),
            usage=usage,
            cost_usd=None if cost is None else float(cost),
        )
        return AttemptStep(outcome=ANSWERED, reply=reply, spent=self._spending(usage, cost))

    def _spending(self, usage: Usage, cost: Decimal | None) -> Spending:
        if usage.estimated:
            return self.most
        return Spending(tokens=usage.input + usage.output, usd=cost or Decimal(0))

    def _read_error(self, response: Response) -> AttemptStep:
        fault, outcome = fault_of(response, self.sent), str(response.status)
        if fault in STOPPING:
            refusal = Refusal(fault=fault, response=response, sent=self.sent)
            raise self._error(refusal)
        match fault:
            case Fault.LATER | Fault.RATE_LIMIT:
                wait = retry_after(response, self.utc)
                return AttemptStep(outcome=outcome, wait=wait, limited=fault is Fault.RATE_LIMIT)
            case Fault.CONTEXT:
                return AttemptStep(
                    outcome=outcome, reply=_empty_answer(FinishReason.CONTEXT_EXCEEDED, response)
                )
            case Fault.FILTERED:
                return AttemptStep(
                    outcome=outcome, reply=_empty_answer(FinishReason.REFUSED, response)
                )
            case _:
                missing = ModelReply(text=None, missing=Missing.GAVE_UP)
                return AttemptStep(outcome=outcome, reply=missing)

    def _error(self, refusal: Refusal) -> EndpointError:
        return endpoint_error(refusal, self.host, self.options, self.models)


def _empty_answer(finish: FinishReason, response: Response) -> ModelReply:
    """The model does not answer this prompt. No token was used."""
    error = error_of(response)
    return ModelReply(
        text="",
        finish=finish,
        finish_raw="" if error is None else error.code,
        usage=Usage(input=0, output=0),
        cost_usd=0,
    )
