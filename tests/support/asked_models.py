"""Ask models behind a fake endpoint, with a clock that never sleeps."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock
from typing import Any

from tests.support.fake_endpoint import MODEL, FakeEndpoint
from verifier.console import Console
from verifier.domain.generation import Sampling
from verifier.generation.endpoints.endpoint import HttpSender, check_host
from verifier.generation.endpoints.endpoint_model import EndpointModel
from verifier.generation.endpoints.options import EndpointOptions
from verifier.generation.endpoints.prices import Prices, read_prices
from verifier.generation.model import Message, ModelRequest, Role
from verifier.secret import Secret

KEY = "sk-CANARY"


class FakeClock:
    """Time that passes only when someone waits; `waits` has the seconds of each wait."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.waits: list[float] = []
        self._lock = Lock()

    def now(self) -> float:
        return self.seconds

    def utc(self) -> str:
        return "2026-11-27T12:00:00+00:00"

    def wait(self, seconds: float, stopped: Event) -> None:
        del stopped
        with self._lock:
            self.waits.append(seconds)
            self.seconds += seconds


def request_of(text: str = "Extract it.", key: str = "one", **sampling: Any) -> ModelRequest:
    return ModelRequest(
        key=key,
        model=MODEL,
        messages=(Message(role=Role.USER, text=text),),
        sampling=Sampling(**sampling),
    )


@contextmanager
def model_behind(
    endpoint: FakeEndpoint, clock: FakeClock | None = None, **words: Any
) -> Iterator[EndpointModel]:
    """A model behind the endpoint, asked with the key `sk-CANARY`."""
    words = {"model": MODEL, "base_url": endpoint.url, "request_timeout": 5, **words}
    options = EndpointOptions(**words)
    prices: Prices | None = None if options.prices is None else read_prices(options.prices)
    sender = HttpSender(options, check_host(options.base_url), Secret(KEY))
    model = EndpointModel(options, sender, prices, Console(quiet=True), clock or FakeClock())
    try:
        yield model
    finally:
        model.close()
