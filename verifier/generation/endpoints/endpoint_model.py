"""Ask a model behind an endpoint: retry, slow down, stay within the budget, stop at once."""

import logging
import random
import re
from collections.abc import Mapping
from dataclasses import asdict, replace
from decimal import Decimal
from threading import Event, Lock
from typing import Any, Protocol

from verifier.console import Console
from verifier.domain.generation import Missing
from verifier.errors import EndpointError, UsageError
from verifier.generation.endpoints.ceiling import ceiling_of_one
from verifier.generation.endpoints.clock import Clock
from verifier.generation.endpoints.faults import error_of
from verifier.generation.endpoints.model_list import ModelList, model_list_of
from verifier.generation.endpoints.options import EndpointOptions
from verifier.generation.endpoints.pacing import Pacing
from verifier.generation.endpoints.prices import Price, Prices
from verifier.generation.endpoints.response import Response
from verifier.generation.endpoints.steps import ANSWERED, AttemptStep, Lost, StepReader
from verifier.generation.model import Attempt, ModelReply, ModelRequest
from verifier.generation.spending import Spending, SpendingBudget, SpendingLimits
from verifier.utf8 import without_surrogates

FIRST_WAIT, LONGEST_WAIT = 0.5, 8.0
"""Seconds before the first retry, and the most before a later one."""
JITTER = 0.25
_ALWAYS_SENT = frozenset({"model", "messages"})
_OLD_NAME, _NEW_NAME = "max_tokens", "max_completion_tokens"
_USE_NEW_NAME = re.compile(rf"\buse\W+{_NEW_NAME}\b", re.IGNORECASE)
_log = logging.getLogger(__name__)


class Sender(Protocol):
    """Sends single requests to one endpoint. Several threads may use it at once."""

    @property
    def host(self) -> str:
        """The host of the endpoint."""
        ...

    def complete(self, body: Mapping[str, Any]) -> Response | Lost:
        """Ask for a completion."""
        ...

    def list_models(self) -> Response | Lost:
        """Ask for the model list."""
        ...

    def close(self) -> None:
        """End all requests that run."""
        ...


class EndpointModel:
    """A model behind an endpoint. Several threads may ask at once."""

    def __init__(
        self,
        options: EndpointOptions,
        sender: Sender,
        prices: Prices | None,
        console: Console,
        clock: Clock,
    ) -> None:
        self._options, self._sender, self._prices = options, sender, prices
        self._console, self._clock = console, clock
        self._pacing = Pacing(options.jobs, clock)
        self._limits = limits_of(options)
        spent = Spending(tokens=options.spent_tokens, usd=Decimal(str(options.spent_usd)))
        self._budget = SpendingBudget(self._limits, spent)
        self._stopped, self._looking = Event(), Lock()
        self._models: ModelList | None = None
        self._fatal: EndpointError | None = None
        self._reached = False
        self._tokens_name = _OLD_NAME

    @property
    def host(self) -> str:
        """The host that answers."""
        return self._sender.host

    @property
    def prices_sha256(self) -> str | None:
        """The SHA-256 of the price file; None without one."""
        return None if self._prices is None else self._prices.sha256

    def ask(self, request: ModelRequest) -> ModelReply:
        """Send the request, retry what can be retried, and settle the budget.

        Raises:
            EndpointError: no further request can succeed.
            UsageError: there is a budget, and the answer has no limit of tokens.
        """
        most = self._most(request)
        attempts: list[Attempt] = []
        charged = Spending()
        give_up_at = self._clock.now() + self._options.give_up_after
        while True:
            step = self._try_once(request, most, attempts)
            charged += step.spent
            if step.reply is not None:
                return replace(step.reply, attempts=tuple(attempts), charged=charged)
            wait = back_off(len(attempts)) if step.wait is None else step.wait
            if self._clock.now() + wait > give_up_at:
                gone = ModelReply(text=None, missing=Missing.GAVE_UP)
                return replace(gone, attempts=tuple(attempts), charged=charged)
            self._clock.wait(wait, self._stopped)

    def close(self) -> None:
        """End all requests at once. They return without an answer."""
        self._stopped.set()
        self._pacing.stop()
        self._budget.stop()
        self._sender.close()

    def _most(self, request: ModelRequest) -> Spending:
        ceiling = ceiling_of_one(request, self._price(request))
        if ceiling.tokens is None and self._limits != SpendingLimits():
            raise UsageError(
                "a budget needs a limit for the length of answers",
                hint="Pass --max-tokens, or state max_output in the price file.",
            )
        return Spending(tokens=ceiling.tokens or 0, usd=ceiling.usd or Decimal(0))

    def _price(self, request: ModelRequest) -> Price | None:
        return None if self._prices is None else self._prices.models.get(request.model)

    def _try_once(
        self, request: ModelRequest, most: Spending, attempts: list[Attempt]
    ) -> AttemptStep:
        """Make one attempt within the budget and the pace."""
        reservation = self._budget.reserve(request.key, most)
        if reservation is None:
            return self._not_sent(Missing.BUDGET)
        spent = Spending()
        try:
            if not self._pacing.begin():
                return self._not_sent(Missing.NOT_ASKED)
            try:
                spent = most
                step = self._attempt(request, most, attempts)
                spent = step.spent
            finally:
                self._pacing.end()
        finally:
            self._budget.settle(reservation, spent)
        return step

    def _not_sent(self, cause: Missing) -> AttemptStep:
        cause = Missing.NOT_ASKED if self._stopped.is_set() else cause
        return AttemptStep(outcome=str(cause), reply=ModelReply(text=None, missing=cause))

    def _attempt(
        self, request: ModelRequest, most: Spending, attempts: list[Attempt]
    ) -> AttemptStep:
        models = self._look_up_model()
        if self._fatal is not None:
            raise self._fatal
        body = self._body(request)
        started_at, began = self._clock.utc(), self._clock.now()
        got = self._sender.complete(body)
        if self._stopped.is_set() and isinstance(got, Lost):
            return self._not_sent(Missing.NOT_ASKED)
        self._reached = self._reached or isinstance(got, Response)
        reader = StepReader(
            request=request,
            sent=frozenset(body) - _ALWAYS_SENT,
            options=self._options,
            host=self.host,
            price=self._price(request),
            models=models,
            most=most,
            reached=self._reached,
            utc=self._clock.utc(),
        )
        step = self._read(reader, got)
        attempt = Attempt(
            started_at=started_at,
            seconds=round(self._clock.now() - began, 3),
            outcome=step.outcome,
            request_id=got.request_id if isinstance(got, Response) else None,
        )
        attempts.append(attempt)
        _log.debug("%s: attempt %d: %s", request.key, len(attempts), step.outcome)
        return step

    def _read(self, reader: StepReader, got: Response | Lost) -> AttemptStep:
        if _OLD_NAME in reader.sent and isinstance(got, Response) and _asks_for_new_name(got):
            self._tokens_name = _NEW_NAME
            return AttemptStep(outcome=str(got.status), wait=0)
        try:
            step = reader.read(got)
        except EndpointError as error:
            self._fatal = error
            raise
        if step.limited:
            self._pacing.slow_down()
        elif step.outcome == ANSWERED:
            self._pacing.speed_up()
        return step

    def _body(self, request: ModelRequest) -> dict[str, Any]:
        """Make the request: the model, the messages, and only the parameters that are given."""
        given = {
            name: value for name, value in asdict(request.sampling).items() if value is not None
        }
        if _OLD_NAME in given:
            given[self._tokens_name] = given.pop(_OLD_NAME)
        messages = [
            {"role": str(each.role), "content": without_surrogates(each.text)}
            for each in request.messages
        ]
        return {"model": request.model, "messages": messages, **given}

    def _look_up_model(self) -> ModelList:
        """Return the model list, asked for once; empty if the endpoint has none."""
        with self._looking:
            if self._models is None:
                got = self._sender.list_models()
                self._models = model_list_of(got) if isinstance(got, Response) else ModelList()
                ends = self._models.ends.get(self._options.model)
                if ends:
                    self._console.say(f"{self.host} shuts down {self._options.model} on {ends}")
            return self._models


def limits_of(options: EndpointOptions) -> SpendingLimits:
    """Return the budgets as exact numbers."""
    usd, each = options.budget, options.budget_each
    return SpendingLimits(
        usd=None if usd is None else Decimal(str(usd)),
        tokens=options.budget_tokens,
        usd_each=None if each is None else Decimal(str(each)),
    )


def back_off(failures: int) -> float:
    """Return the seconds to wait after so many failures; some less at random."""
    wait = min(FIRST_WAIT * 2.0 ** min(failures - 1, 10), LONGEST_WAIT)
    return wait * (1 - JITTER * random.random())  # noqa: S311 - it protects nothing


def _asks_for_new_name(response: Response) -> bool:
    """Tell whether the endpoint rejects the older name of the limit and asks for the newer one."""
    error = error_of(response)
    return error is not None and _USE_NEW_NAME.search(error.message) is not None
