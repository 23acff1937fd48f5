"""The files that the proxy fetched, by address, with their SHA-256. Only the proxy writes there."""

import hashlib
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from verifier.errors import InputError
from verifier.tools.records import from_json, to_json
from verifier.tools.storage.files import sha256_of, write_whole
from verifier.tools.storage.locking import exclusive

SHORT_SECONDS = 3600.0
"""How long listings, snapshots and the answer that a file does not exist are kept."""
_LISTING = re.compile(r"-SNAPSHOT/|/maven-metadata[^/]*$|/archetype-catalog[^/]*$")


@dataclass(frozen=True, kw_only=True, slots=True)
class KeptFile:
    """A file that was fetched: its address, its SHA-256 (empty if its repository has no such file),
    and when that was, in Unix seconds.
    """

    address: str
    sha256: str
    fetched: float

    @property
    def exists(self) -> bool:
        """Whether its repository has the file."""
        return bool(self.sha256)


@dataclass(frozen=True, kw_only=True, slots=True)
class ProxyStore:
    """A folder of fetched files; safe for several threads and processes."""

    folder: Path

    @contextmanager
    def lock(self, address: str) -> Iterator[None]:
        """Let one caller at a time fetch an address."""
        with exclusive(self._place(address, "lock")):
            yield

    def find(self, address: str) -> KeptFile | None:
        """Return the record of an address; None if it was not fetched, is too old, or is damaged."""
        record = self._place(address, "json")
        if not record.is_file():
            return None
        try:
            kept = from_json(KeptFile, record.read_bytes())
        except InputError:
            return None
        lasting = kept.sha256 and not _LISTING.search(address)
        if kept.address != address or (not lasting and time.time() > kept.fetched + SHORT_SECONDS):
            return None
        if kept.sha256:
            content = self.path_of(address)
            if not content.is_file() or sha256_of(content) != kept.sha256:
                return None
        return kept

    def path_of(self, address: str) -> Path:
        """Return where the content of an address is."""
        return self._place(address, "content")

    def keep(self, address: str, fetched: Path | None) -> KeptFile:
        """Move a fetched file into the store; None records that its repository has no such file."""
        sha256 = ""
        if fetched is not None:
            sha256 = sha256_of(fetched)
            fetched.replace(self.path_of(address))
        kept = KeptFile(address=address, sha256=sha256, fetched=time.time())
        write_whole(self._place(address, "json"), to_json(kept).encode())
        return kept

    def _place(self, address: str, kind: str) -> Path:
        name = hashlib.sha256(address.encode()).hexdigest()
        folder = self.folder / name[:2]
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{name}.{kind}"
