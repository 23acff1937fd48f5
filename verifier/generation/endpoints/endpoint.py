"""Send requests to an OpenAI-compatible endpoint; the only module that imports `openai`."""

import contextlib
import ipaddress
import logging
import socket
import ssl
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from threading import Lock, Timer
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from verifier.config import read_secret
from verifier.console import Console
from verifier.errors import MissingToolError, UsageError
from verifier.generation.endpoints.clock import SystemClock
from verifier.generation.endpoints.endpoint_model import EndpointModel
from verifier.generation.endpoints.options import NO_KEY, EndpointChoice, EndpointOptions
from verifier.generation.endpoints.prices import Prices, read_prices
from verifier.generation.endpoints.response import Response
from verifier.generation.endpoints.steps import Lost, NoResponse
from verifier.generation.model import Model
from verifier.secret import Secret

if TYPE_CHECKING:
    from openai import OpenAI

EXTRA = "refverify[generate]"
MOST_BYTES = 8 * 1024 * 1024
"""What is read of a response."""
LIST_SECONDS = 15.0
_CONNECT_SECONDS = 30.0
_HEADERS = frozenset(
    {"host", "content-type", "content-length", "accept", "connection", "user-agent"}
)
"""The headers that are sent, besides the key: the SDK would add more from the environment."""
_LOGGERS = ("openai", "httpx2", "httpcore2")


def open_model(options: EndpointOptions, console: Console) -> Model:
    """Read the key and the prices, and prepare requests. Nothing is sent yet.

    Raises:
        UsageError, ConfigError, InputError, MissingToolError: see `check_access`.
    """
    access = check_access(options)
    for name in _LOGGERS:
        # At level DEBUG they write whole prompts.
        logging.getLogger(name).setLevel(logging.WARNING)
    sender = HttpSender(options, access.host, access.key)
    return EndpointModel(options, sender, access.prices, console, SystemClock())


@dataclass(frozen=True, kw_only=True, slots=True)
class Access:
    """What an endpoint needs: its host, the key if it has one, and the prices if there are any."""

    host: str
    key: Secret | None
    prices: Prices | None


def check_access(choice: EndpointChoice) -> Access:
    """Check what the user chose, before any work is done for it: address, prices, key and package.

    Raises:
        UsageError: the address is not allowed, or a budget lacks the price of the model.
        ConfigError: the variable of the key is not set.
        InputError: the price file cannot be read.
        MissingToolError: the extra `generate` is not installed.
    """
    host = check_host(choice.base_url)
    prices = None if choice.prices is None else read_prices(choice.prices)
    _require_price(choice, prices)
    key = None if choice.api_key_env == NO_KEY else read_secret(choice.api_key_env)
    _require_sdk()
    return Access(host=host, key=key, prices=prices)


def check_host(base_url: str) -> str:
    """Check an address, and return its host, with the port if it names one.

    Raises:
        UsageError: the address is no URL, contains a password, or would send the key unencrypted.
    """
    try:
        parts = urlsplit(base_url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise UsageError(
            f"--base-url: {error}", hint="Write it as https://api.example.org/v1."
        ) from error
    if parts.scheme not in {"http", "https"} or not host or parts.query or parts.fragment:
        raise UsageError(
            f"--base-url: {_hide_user(base_url)} is not an address of an API",
            hint="Write it as https://api.example.org/v1.",
        )
    if parts.username is not None or parts.password is not None:
        raise UsageError(
            "--base-url contains a user or password",
            hint="Name the variable of the key with --api-key-env.",
        )
    if parts.scheme == "http" and not _is_loopback(host):
        raise UsageError(
            f"--base-url: http:// to {host} would send the prompts and the key unencrypted",
            hint="Use https://; http:// is allowed for this machine only.",
        )
    return host if port is None else f"{host}:{port}"


def _hide_user(url: str) -> str:
    """Return an address without what may be a password."""
    return repr(url.rpartition("@")[2])


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _require_price(options: EndpointChoice, prices: Prices | None) -> None:
    limited = options.budget is not None or options.budget_each is not None
    if limited and (prices is None or options.model not in prices.models):
        where = "no --prices are given" if prices is None else f"{options.prices} has none"
        raise UsageError(
            f"a budget in dollars needs the price of {options.model}; {where}",
            hint="docs/endpoints.md shows a price file; --budget-tokens needs none.",
        )


def _require_sdk() -> None:
    try:
        import openai  # noqa: F401 - only whether it is there
    except ImportError as error:
        raise MissingToolError(
            "models are asked with the package openai, which is not installed",
            hint=f"{sys.executable} -m pip install '{EXTRA}'",
        ) from error


class HttpSender:
    """Sends single requests to one endpoint: no retries, no redirects, one connection each.

    Every trace of the key is removed from what comes back.
    """

    def __init__(self, options: EndpointOptions, host: str, key: Secret | None) -> None:
        self.host = host
        self._options, self._key = options, key
        self._tls = ssl.create_default_context()
        self._calls: set[_Call] = set()
        self._closed, self._lock = False, Lock()

    def complete(self, body: Mapping[str, Any]) -> Response | Lost:
        """Ask for a completion."""
        import httpx2

        return self._send(
            lambda client: client.post("/chat/completions", cast_to=httpx2.Response, body=body),
            self._options.request_timeout,
        )

    def list_models(self) -> Response | Lost:
        """Ask for the model list."""
        import httpx2

        return self._send(
            lambda client: client.get("/models", cast_to=httpx2.Response),
            min(LIST_SECONDS, self._options.request_timeout),
        )

    def close(self) -> None:
        """End all requests that run."""
        with self._lock:
            self._closed = True
            calls = list(self._calls)
        for call in calls:
            call.abort()

    def _send(self, ask: Callable[["OpenAI"], Any], seconds: float) -> Response | Lost:
        import openai

        with self._call() as call, self._client(call, seconds) as client, _deadline(call, seconds):
            try:
                found = ask(client)
            except openai.APIStatusError as error:
                found = error.response
            except openai.APIConnectionError as error:
                return self._classify_loss(error, call)
        # A body without a length just ends when the connection does.
        if call.aborted:
            return self._classify_loss(TimeoutError(), call)
        return self._response(found, cut=call.cut)

    @contextlib.contextmanager
    def _call(self) -> Iterator["_Call"]:
        call = _Call()
        with self._lock:
            self._calls.add(call)
            closed = self._closed
        if closed:
            call.abort()
        try:
            yield call
        finally:
            with self._lock:
                self._calls.discard(call)

    def _client(self, call: "_Call", seconds: float) -> "OpenAI":
        import openai

        http = openai.DefaultHttpxClient(
            verify=self._tls,
            follow_redirects=False,
            # A proxy of the environment would see what goes to this machine unencrypted.
            trust_env=self._options.base_url.startswith("https:"),
            event_hooks={
                "request": [partial(self._prepare, call)],
                "response": [partial(_limit, call)],
            },
        )
        return openai.OpenAI(
            api_key=NO_KEY,  # `_prepare` adds the key, so that the SDK never has it
            base_url=self._options.base_url,
            timeout=openai.Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS)),
            max_retries=0,
            http_client=http,
        )

    def _prepare(self, call: "_Call", request: Any) -> None:
        for name in [name for name in request.headers if name.lower() not in _HEADERS]:
            del request.headers[name]
        request.headers["accept-encoding"] = "identity"
        if self._key is not None:
            request.headers["authorization"] = f"Bearer {self._key.reveal()}"
        request.extensions["trace"] = call.trace

    def _response(self, found: Any, *, cut: bool) -> Response:
        hidden = self._key.hide if self._key is not None else str
        body = bytes(found.content)
        if self._key is not None:
            body = self._key.hide_in(body)
        headers = {name.lower(): hidden(value) for name, value in found.headers.items()}
        return Response(status=found.status_code, headers=headers, body=body, cut=cut)

    def _classify_loss(self, error: Exception, call: "_Call") -> Lost:
        import openai

        causes = list(_causes(error))
        detail = " ".join(str(causes[-1]).split()) if causes else ""
        if call.timed_out or isinstance(error, openai.APITimeoutError):
            return Lost(cause=NoResponse.TIMEOUT)
        if any(isinstance(each, ssl.SSLCertVerificationError) for each in causes):
            return Lost(cause=NoResponse.CERTIFICATE, detail=detail)
        if any(isinstance(each, socket.gaierror | ConnectionRefusedError) for each in causes):
            return Lost(cause=NoResponse.UNREACHABLE, detail=detail)
        return Lost(cause=NoResponse.CONNECTION, detail=detail)


@dataclass(eq=False, slots=True)
class _Call:
    """One request that runs: its connection, so that another thread can end it."""

    connection: socket.socket | None = None
    aborted: bool = False
    timed_out: bool = False
    cut: bool = False

    def trace(self, event: str, facts: Mapping[str, Any]) -> None:
        """Note the connection when it is made; TLS wraps it in another one."""
        stream = facts.get("return_value")
        if event.endswith(("connect_tcp.complete", "start_tls.complete")) and stream is not None:
            self.connection = stream.get_extra_info("socket")
            if self.aborted:
                self.abort()

    def expire(self) -> None:
        """End the request because its time is over."""
        self.timed_out = True
        self.abort()

    def abort(self) -> None:
        """End the request: closing the socket would not wake the thread that reads from it."""
        self.aborted = True
        if self.connection is not None:
            with contextlib.suppress(OSError):
                socket.socket.shutdown(self.connection, socket.SHUT_RDWR)


@contextlib.contextmanager
def _deadline(call: _Call, seconds: float) -> Iterator[None]:
    """End the call after so many seconds in all, however many bytes still arrive."""
    timer = Timer(seconds, call.expire)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _limit(call: _Call, response: Any) -> None:
    """Limit what is read of a response.

    A compressed body stays as it is, since it was not asked for, and a small one may unpack to
    gigabytes.
    """
    import httpx2

    class Limited(httpx2.SyncByteStream):
        def __init__(self, body: Any) -> None:
            self._body = body

        def __iter__(self) -> Iterator[bytes]:
            left = MOST_BYTES
            for piece in self._body:
                yield piece[:left]
                left -= len(piece)
                if left < 0:
                    call.cut = True
                    return

        def close(self) -> None:
            self._body.close()

    response.headers.pop("content-encoding", None)
    response.stream = Limited(response.stream)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the causes of an error, the first cause last."""
    while (cause := error.__cause__ or error.__context__) is not None:
        yield cause
        error = cause
