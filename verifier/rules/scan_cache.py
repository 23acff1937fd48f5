"""Cache scans of whole trees on disk."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from verifier.config import cache_folder
from verifier.domain.rules import Blind, Blindness, Finding, Rule, Scan
from verifier.tools.opengrep.scan import ScanLimits
from verifier.tools.storage.files import write_whole

_FORMAT = 1
_PASSING = frozenset({Blindness.TIMEOUT, Blindness.ENGINE})


@dataclass(frozen=True, kw_only=True)
class ScanCache:
    """One file per tree, rule set and engine; an unreadable file counts as missing."""

    folder: Path

    @classmethod
    def of_user(cls) -> "ScanCache":
        """Return the cache in the user's cache folder."""
        return cls(folder=cache_folder() / "scans")

    def key(self, tree: str, rules: Iterable[Rule], engine: str, limits: ScanLimits) -> str:
        """Return a key of everything that determines the findings: tree id, rule definitions, engine and limits."""
        text = json.dumps(
            [_FORMAT, tree, [dict(r.definition) for r in rules], engine, asdict(limits)],
            sort_keys=True,
            default=str,
        )
        return hashlib.sha256(text.encode("utf-8")).hexdigest()[:32]

    def get(self, key: str) -> Scan | None:
        """Return the cached scan; None if there is none."""
        try:
            return _read(json.loads(self._path(key).read_bytes()))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, key: str, scan: Scan) -> None:
        """Cache a scan, unless another attempt could read more.

        Raises:
            StorageError: the disk is full or the folder cannot be written.
        """
        if any(blind.reason in _PASSING for blind in scan.blind):
            return
        write_whole(self._path(key), json.dumps(_to_plain(scan)).encode("ascii"))

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"


def _to_plain(scan: Scan) -> dict[str, object]:
    return {
        "findings": [[f.rule, f.path, f.start_line, f.end_line] for f in scan.findings],
        "blind": [[b.path, b.rule, b.reason, b.details] for b in scan.blind],
        "scanned": sorted(scan.scanned),
        "engine": scan.engine,
    }


def _read(document: dict[str, list[list[str]]]) -> Scan:
    return Scan(
        findings=tuple(
            Finding(rule=rule, path=path, start_line=int(start), end_line=int(end))
            for rule, path, start, end in document["findings"]
        ),
        blind=tuple(
            Blind(path=path, rule=rule, reason=Blindness(reason), details=details)
            for path, rule, reason, details in document["blind"]
        ),
        scanned=frozenset(str(path) for path in document["scanned"]),
        engine=str(document["engine"]),
    )
