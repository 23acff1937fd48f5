"""Cache which methods of a base its tests reach, next to the recording it was computed from."""

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from verifier.builds.builder import Builder, ClassFiles
from verifier.domain.coverage import CoverageRequest, Recording
from verifier.domain.instance import StableId
from verifier.domain.reach import ReachMap
from verifier.domain.source import Analysis
from verifier.errors import AnalysisError, BaseInvalidError, InputError
from verifier.tools.records import from_json, to_json
from verifier.tools.storage.cache_seal import (
    cache_errors,
    read_or_set_aside,
    read_sealed,
    write_sealed,
)
from verifier.tools.storage.locking import exclusive
from verifier.tools.storage.scratch import scratch_folder

logger = logging.getLogger(__name__)

FOLDER = "reach"
_FORM = "each method with code, its tests as ranges"
"""Part of the name of each cached file; changed whenever the content of a map changes."""
_DATA = "recording.exec"


class KnownReach:
    """The map of one base, read on first use; a map that cannot be read is not tried again."""

    def __init__(self, cache: Path, commit: str) -> None:
        self._cache, self._commit = cache, commit
        self._lock, self._asked = threading.Lock(), False
        self._found: ReachMap | None = None

    def of(
        self, builder: Builder, analysis: Analysis, measurement: Callable[[], StableId]
    ) -> ReachMap | None:
        """Return the map of the builder's recording, cached by the key of its measurement.

        Returns None if the recording does not distinguish tests or cannot be read: the map only
        selects tests.
        """
        with self._lock:
            if not self._asked:
                self._asked = True
                try:
                    self._found = self._read(builder, analysis, measurement)
                except (AnalysisError, BaseInvalidError) as error:
                    logger.info("Which tests reach what is not known: %s", error.message)
            return self._found

    def _read(
        self, builder: Builder, analysis: Analysis, measurement: Callable[[], StableId]
    ) -> ReachMap | None:
        recording = builder.recording()
        if recording.trouble or not recording.by_test:
            return None

        def read() -> ReachMap | None:
            return read_reach(analysis, recording, builder.classes(None))

        return keep_reach(self._cache, self._commit, measurement(), read)


def read_reach(analysis: Analysis, recording: Recording, classes: ClassFiles) -> ReachMap | None:
    """Return the map of a recording that distinguishes tests; None if it cannot be read."""
    with scratch_folder() as scratch:
        folders = classes.write_to(scratch)
        (scratch / _DATA).write_bytes(recording.data)
        found = analysis.coverage(CoverageRequest(recording=scratch / _DATA, folders=folders))
    return None if found.forged else ReachMap.of(found)


def keep_reach(
    cache: Path, commit: str, measurement: StableId, read: Callable[[], ReachMap | None]
) -> ReachMap | None:
    """Return the cached map of a measurement, otherwise call `read`; None is not cached."""
    path = _place(cache, commit, measurement)
    with cache_errors(), exclusive(cache / "locks" / f"reach-{measurement}.lock"):
        content = read_or_set_aside(path)
        if content is not None:
            return from_json(ReachMap, content)
        found = read()
        if found is not None:
            write_sealed(path, to_json(found).encode())
        return found


def _place(cache: Path, commit: str, measurement: StableId) -> Path:
    return cache / FOLDER / f"{commit}-{StableId.of(_FORM, str(measurement))}.json"


def read_reach_maps(cache: Path, commit: str) -> Iterator[ReachMap]:
    """Yield the cached maps of a base, newest first, one per way of measuring it; skip other formats."""
    # The commit comes from a record that a user passed in, so it may be any text.
    every = (cache / FOLDER).glob("*.json")
    found = [path for path in every if path.name.startswith(f"{commit}-") and path.is_file()]
    for path in sorted(found, key=lambda each: (each.stat().st_mtime, each.name), reverse=True):
        content = read_sealed(path)
        if content is not None:
            with contextlib.suppress(InputError):
                yield from_json(ReachMap, content)
