"""Ask a model for many items at a time, until the endpoint refuses every further request."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import TypeVar

from verifier.console import Console
from verifier.errors import EndpointError
from verifier.generation.model import Model, ModelReply, ModelRequest
from verifier.generation.spending import Spent
from verifier.judging.schedule import some_at_a_time

Item = TypeVar("Item")


@dataclass(kw_only=True)
class Asking:
    """One call that asks a model. `spent` counts what it spends, also if it fails.

    `refused` is the first error that no further request can avoid. After it nothing is sent. Several
    threads may ask at once.
    """

    console: Console
    spent: Spent
    refused: EndpointError | None = None
    lock: Lock = field(default_factory=Lock)

    def run(
        self,
        activity: str,
        items: Sequence[Item],
        one: Callable[[Item, Model], str],
        *,
        jobs: int,
        model: Model,
    ) -> None:
        """Work on all items, `jobs` at a time, and close the model. `one` returns a line of progress.

        Raises:
            EndpointError: the endpoint refuses every request. Requests that were on their way were
                waited for, so that no paid answer is lost.
        """
        with closing(model), self.console.progress(activity, len(items)) as progress:
            work = some_at_a_time(lambda item: one(item, model), items, jobs, Event())
            for note in work:
                progress.advance(note)
        if self.refused is not None:
            raise self.refused

    def ask(
        self, request: ModelRequest, model: Model, keep: Callable[[ModelReply], None]
    ) -> ModelReply | None:
        """Send a request, keep its reply at once, and count it. None if it was not sent."""
        if self.refused is not None:
            return None
        try:
            reply = model.ask(request)
        except EndpointError as error:
            self.refused = error
            return None
        keep(reply)
        with self.lock:
            self.spent.add(answered=reply.text is not None, usd=reply.cost_usd, usage=reply.usage)
        return reply
