"""The files that the proxy fetched, by address, with their SHA-256. Only the proxy writes there."""

import hashlib
import os
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
"""How long listings and snapshots are kept."""
_LISTING = re.compile(r"-SNAPSHOT/|/maven-metadata[^/]*$|/archetype-catalog[^/]*$")


@dataclass(frozen=True, kw_only=True, slots=True)
class KeptFile:
    """A file that was fetched: its address, its SHA-256, and when that was, in Unix seconds."""

    address: str
    sha256: str
    fetched: float


@dataclass(frozen=True, kw_only=True, slots=True)
class ProxyStore:
    """A folder of fetched files; safe for several threads and processes."""

    folder: Path

    @contextmanager
    def lock(self, address: str) -> Iterator[None]:
        """Let one caller at a time fetch an address."""
        with exclusive(self._place(address, "lock")):
            yield

    def has(self, address: str) -> bool:
        """Tell whether the file of an address was fetched, is not too old, and is not damaged.

        A file that is there counts as used now. `cache prune` may remove it at any time.
        """
        record = self._place(address, "json")
        try:
            kept = from_json(KeptFile, record.read_bytes())
            is_old = _LISTING.search(address) and time.time() > kept.fetched + SHORT_SECONDS
            is_whole = sha256_of(self.path_of(address)) == kept.sha256
            if kept.address != address or is_old or not is_whole:
                return False
            os.utime(record)
        except (FileNotFoundError, InputError):
            return False
        return True

    def path_of(self, address: str) -> Path:
        """Return where the content of an address is."""
        return self._place(address, "content")

    def keep(self, address: str, fetched: Path) -> None:
        """Move a fetched file into the store."""
        kept = KeptFile(address=address, sha256=sha256_of(fetched), fetched=time.time())
        fetched.replace(self.path_of(address))
        write_whole(self._place(address, "json"), to_json(kept).encode())

    def _place(self, address: str, kind: str) -> Path:
        name = hashlib.sha256(address.encode()).hexdigest()
        self.folder.mkdir(parents=True, exist_ok=True)
        return self.folder / f"{name}.{kind}"
