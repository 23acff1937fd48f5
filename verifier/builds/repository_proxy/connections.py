"""Connections to repositories that stay open for the next file.

Opening one by https takes many times as long as fetching a small file.
"""

import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from urllib.parse import unquote, urljoin, urlsplit
from urllib.request import getproxies, proxy_bypass

import urllib3

_SOCKET_SECONDS = 60.0
_PARALLEL = 8
"""Connections to one host that stay open."""
_MOST_REDIRECTIONS = 5
_REDIRECTIONS = frozenset({301, 302, 303, 307, 308})
_SMALL = 1 << 16
"""Bytes of an answer that are read although they are not wanted, to keep its connection."""


class Connections:
    """Asks repositories, through the proxy that the environment names.

    A redirection is followed to the same place, or by https to the host of an upstream.
    """

    def __init__(self, upstreams: Sequence[str]) -> None:
        self._hosts = {urlsplit(each).hostname for each in upstreams}
        self._context = ssl.create_default_context()
        self._direct = urllib3.PoolManager(
            maxsize=_PARALLEL, timeout=_SOCKET_SECONDS, ssl_context=self._context
        )
        self._through = {
            scheme: self._open_proxy(address)
            for scheme, address in getproxies().items()
            if scheme in {"http", "https"}
        }

    def _open_proxy(self, address: str) -> urllib3.ProxyManager:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        login = [unquote(each) for each in (parts.username, parts.password) if each]
        return urllib3.ProxyManager(
            f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}",
            proxy_headers=urllib3.make_headers(proxy_basic_auth=":".join(login) or None),
            maxsize=_PARALLEL,
            timeout=_SOCKET_SECONDS,
            ssl_context=self._context,
        )

    @contextmanager
    def ask(self, address: str) -> Iterator[urllib3.BaseHTTPResponse]:
        """Yield the answer to a GET; its content is not read yet.

        Raises:
            urllib3.exceptions.HTTPError: there is no answer, or it breaks off.
        """
        answer = self._get(address)
        for _ in range(_MOST_REDIRECTIONS):
            to = urljoin(address, answer.headers.get("Location", ""))
            if answer.status not in _REDIRECTIONS or not self.may_follow(address, to):
                break
            _end(answer)
            address = to
            answer = self._get(address)
        try:
            yield answer
        finally:
            _end(answer)

    def may_follow(self, old: str, new: str) -> bool:
        """Return whether a redirection from an address to another one is followed."""
        one, two = urlsplit(old), urlsplit(new)
        is_same = (one.scheme, one.netloc) == (two.scheme, two.netloc)
        return is_same or (two.scheme == "https" and two.hostname in self._hosts)

    def _get(self, address: str) -> urllib3.BaseHTTPResponse:
        parts = urlsplit(address)
        through = None if proxy_bypass(parts.netloc) else self._through.get(parts.scheme)
        return (through or self._direct).request(
            "GET",
            address,
            headers={"User-Agent": "refverify"},
            redirect=False,
            retries=False,
            preload_content=False,
            decode_content=False,
        )

    def close(self) -> None:
        """Close all connections that are not in use."""
        for each in (self._direct, *self._through.values()):
            each.clear()


def _end(answer: urllib3.BaseHTTPResponse) -> None:
    """Give the connection back; close it if much of the answer is unread."""
    stated = answer.headers.get("Content-Length", "")
    is_small = stated.isdecimal() and int(stated) <= _SMALL
    if answer.status != HTTPStatus.OK and is_small:
        answer.drain_conn()
    else:
        answer.close()
