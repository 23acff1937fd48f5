"""Fetch a file from repositories, and wait for one that is busy."""

import re
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from urllib3 import BaseHTTPResponse
from urllib3.exceptions import HTTPError

from verifier.builds.repository_proxy.connections import Connections
from verifier.builds.repository_proxy.known import KNOWN_FOLDER
from verifier.builds.repository_proxy.store import ProxyStore
from verifier.errors import DownloadError
from verifier.tools.damaged_files import describe_damage
from verifier.tools.storage.scratch import scratch_folder

LARGEST = 512 * 1024**2
"""The largest file, in bytes."""
BUSY_SECONDS = 600.0
"""How long the proxy waits for a repository that answers that it is busy (429, 5xx)."""
SILENT_SECONDS = 60.0
"""How long it waits for a repository that does not answer, or sends damaged files."""
_LONGEST_PAUSE = 60.0
_ABSENT = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE})
_BUSY = frozenset({408, 425, 429})
_CHECKED = (".jar", ".pom", ".module", ".war", ".aar", ".zip")
_CHUNK = 1 << 18


class RefusedFile(Exception):
    """A repository refused the file, or the file is too large."""


class _FailedAttempt(Exception):
    """An attempt failed and may work later. `pause` is the number of seconds that the server asked for."""

    def __init__(self, message: str, *, busy: bool = False, pause: float | None = None) -> None:
        super().__init__(message)
        self.busy, self.pause = busy, pause


@dataclass(kw_only=True)
class Fetching:
    """Fetches paths from upstreams in order, into a store.

    The known file is always fetched, because it must show that repositories answer now. An absence
    is remembered until then, and not in the store: an upstream may have answered another process
    that it has no file at all.
    """

    store: ProxyStore
    upstreams: Sequence[str]
    busy_seconds: float = BUSY_SECONDS
    silent_seconds: float = SILENT_SECONDS
    _absent: set[str] = field(default_factory=set)
    _down: dict[str, float] = field(default_factory=dict)
    _stopped: threading.Event = field(default_factory=threading.Event)
    _connections: Connections = field(init=False)

    def __post_init__(self) -> None:
        self._connections = Connections(self.upstreams)

    def stop(self) -> None:
        """End all waiting, and close connections."""
        self._stopped.set()
        self._connections.close()

    def find(self, path: str) -> Path | None:
        """Return the file of a path, from the store or the first upstream that has it.

        Returns None if no upstream has it.

        Raises:
            DownloadError: an upstream does not answer, and none before it has the file.
            RefusedFile: the path is a folder, or an upstream refuses the file and none before it has it.
        """
        if path.rpartition("/")[2] in {"", "."}:
            raise RefusedFile("a folder is no file")
        is_known = path.startswith(KNOWN_FOLDER)
        if is_known:
            self._absent.clear()
        for upstream in self.upstreams:
            address = f"{upstream}{path}"
            with self.store.lock(address):
                if address in self._absent:
                    continue
                is_kept = not is_known and self.store.has(address)
                if is_kept or self._fetch_patiently(upstream, address):
                    return self.store.path_of(address)
                self._absent.add(address)
        return None

    def _fetch_patiently(self, upstream: str, address: str) -> bool:
        began, pause = time.monotonic(), 1.0
        while True:
            try:
                return self._fetch(address)
            except _FailedAttempt as failed:
                limit = self.busy_seconds if failed.busy else self.silent_seconds
                wait = min(failed.pause if failed.pause is not None else pause, _LONGEST_PAUSE)
                late = time.monotonic() - began + wait > limit
                if late or time.monotonic() < self._down.get(upstream, 0) or self._stopped.is_set():
                    self._down[upstream] = time.monotonic() + self.silent_seconds
                    raise DownloadError(f"{upstream}: {failed}") from failed
                self._stopped.wait(wait)
                pause = min(pause * 2, _LONGEST_PAUSE)

    def _fetch(self, address: str) -> bool:
        with scratch_folder("fetch", self.store.folder) as folder:
            target = folder / address.rpartition("/")[2]
            if not self._download(address, target):
                return False
            if address.endswith(_CHECKED):
                self._refuse_damage(address, target)
            self.store.keep(address, target)
        return True

    def _refuse_damage(self, address: str, target: Path) -> None:
        """Raise if a file is damaged, or lacks the checksum that its repository states."""
        damage = describe_damage(target)
        sha1 = target.with_name(f"{target.name}.sha1")
        if not damage and self._download(f"{address}.sha1", sha1):
            damage = describe_damage(target)
        if damage:
            raise _FailedAttempt(f"{target.name} {damage}")

    def _download(self, address: str, target: Path) -> bool:
        """Download a file; return False if the server answers that it does not exist."""
        try:
            with self._connections.ask(address) as answer:
                if answer.status in _ABSENT:
                    return False
                _refuse_status(address, answer)
                _copy(answer, target)
        except (HTTPError, OSError) as error:
            raise _FailedAttempt(str(error) or type(error).__name__) from error
        return True


def _refuse_status(address: str, answer: BaseHTTPResponse) -> None:
    """Raise if the server does not send the file."""
    status = answer.status
    if status in _BUSY or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise _FailedAttempt(f"status {status}", busy=True, pause=_read_pause(answer))
    if status != HTTPStatus.OK:
        raise RefusedFile(f"{urlsplit(address).netloc} answers {status}")


def _copy(answer: BaseHTTPResponse, target: Path) -> None:
    size = 0
    with target.open("wb") as file:
        for chunk in answer.stream(_CHUNK, decode_content=False):
            size += len(chunk)
            if size > LARGEST:
                raise RefusedFile(f"a file is larger than {LARGEST:,} bytes")
            file.write(chunk)


def _read_pause(answer: BaseHTTPResponse) -> float | None:
    stated = answer.headers.get("Retry-After", "")
    return float(stated) if re.fullmatch(r"\d{1,6}", stated) else None
