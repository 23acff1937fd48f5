"""Choose one line for each key among the lines of several shards, without holding their text in memory."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path

from verifier.domain.outcome import CheckResult, JsonValue, Status
from verifier.domain.validation import StepResult
from verifier.errors import InputError

_OF_ONE_RUN = frozenset({"seconds", "same_as"})
"""Properties that differ between two runs with the same result: durations, and whose tests were taken."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadLine:
    """The key and the result of a line.

    `is_open` says that another run may decide it. Lasting lines of one key must have equal results.
    `failure` says why there is no answer; it is empty if there is one, even a bad one.
    """

    key: str
    is_open: bool
    result: JsonValue
    failure: str = ""


Reader = Callable[[bytes], ReadLine]
"""Reads a line, given without its line end. Raises InputError."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where a line is, and what decides between it and others of its key."""

    path: Path
    number: int
    start: int
    length: int
    is_open: bool
    digest: str
    failure: str

    def __str__(self) -> str:
        """Write the file and the line's number, from 1."""
        return f"{self.path}:{self.number}"

    def read(self) -> bytes:
        """Return the line without its line end.

        Raises:
            InputError: the file cannot be read any more.
        """
        try:
            with self.path.open("rb") as stream:
                stream.seek(self.start)
                return stream.read(self.length)
        except OSError as error:
            raise InputError(f"cannot read {self.path}: {error.strerror}") from error


@dataclass(kw_only=True, slots=True)
class LineIndex:
    """The lines of each key, by the file that has them."""

    _places: dict[str, dict[Path, list[Place]]] = field(default_factory=dict)

    @property
    def keys(self) -> list[str]:
        """The keys in the order in which they were found."""
        return list(self._places)

    @property
    def known(self) -> AbstractSet[str]:
        """The keys as a set."""
        return self._places.keys()

    def add(self, key: str, place: Place) -> None:
        """Add a line after those of the same file."""
        self._places.setdefault(key, {}).setdefault(place.path, []).append(place)

    def choose(self, key: str) -> Place:
        """Return the line of a key that counts: the first lasting one, or the first one if all are open.

        In a file, the last line of a key counts.

        Raises:
            InputError: two files have lasting lines with different results.
        """
        last = [places[-1] for places in self._places[key].values()]
        lasting = [place for place in last if not place.is_open]
        for other in lasting[1:]:
            if other.digest != lasting[0].digest:
                raise InputError(
                    f"two different results for {key}: {lasting[0]} and {other}",
                    hint="Find out which one is right, and leave the other shard out.",
                )
        return lasting[0] if lasting else last[0]

    def refuse_contradictions(self) -> None:
        """Choose a line for each key, so that nothing is written before a contradiction is found.

        Raises:
            InputError: two files have lasting lines with different results.
        """
        for key in self._places:
            self.choose(key)

    def every(self, key: str) -> list[Place]:
        """Return all lines of a key, the one that counts last. Equal lines of two files are one."""
        chosen, texts = self.choose(key), set[bytes]()
        found = []
        for places in self._places[key].values():
            read = [(place, place.read()) for place in places]
            new = [(place, text) for place, text in read if text not in texts]
            texts |= {text for _, text in new}
            found += [place for place, _ in new if place != chosen]
        return [*found, chosen]


def name_failure(steps: Iterable[CheckResult | StepResult]) -> str:
    """Return the reason of the first inconclusive step; empty if every step has an answer."""
    return next((str(s.reason) for s in steps if s.status is Status.INCONCLUSIVE), "")


def digest_result(result: JsonValue) -> str:
    """Hash a result without what differs between two runs with the same result."""
    text = json.dumps(_drop_times(result), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _drop_times(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {
            name: _drop_times(inner)
            for name, inner in value.items()
            if name not in _OF_ONE_RUN and not name.endswith("_seconds")
        }
    return list(map(_drop_times, value)) if isinstance(value, list) else value


def index_lines(
    index: LineIndex, path: Path, read: Reader, *, skip: int = 0, hint: str = ""
) -> None:
    """Add the lines of a file to an index. A torn last line, and a file that is not there, add nothing.

    `skip` is the number of lines of a header.

    Raises:
        InputError: a line cannot be read; the message has its number.
    """
    for whole in whole_lines(path):
        number, _, line = whole
        if number > skip and line.strip():
            add_line(index, path, whole, read, hint=hint)


def add_line(
    index: LineIndex, path: Path, whole: tuple[int, int, bytes], read: Reader, *, hint: str = ""
) -> None:
    """Add one line to an index; `whole` is an item of `whole_lines`.

    Raises:
        InputError: it cannot be read; the message has its number.
    """
    number, start, line = whole
    try:
        found = read(line)
    except InputError as error:
        raise InputError(f"{path}:{number}: {error.message}", hint=hint) from error
    place = Place(
        path=path,
        number=number,
        start=start,
        length=len(line),
        is_open=found.is_open,
        digest=digest_result(found.result),
        failure=found.failure,
    )
    index.add(found.key, place)


def whole_lines(path: Path) -> Iterator[tuple[int, int, bytes]]:
    """Yield the number, the position and the text of each complete line; nothing without the file.

    Raises:
        InputError: the file cannot be read.
    """
    start = 0
    try:
        with path.open("rb") as stream:
            for number, line in enumerate(stream, start=1):
                if line.endswith(b"\n"):
                    yield number, start, line[:-1]
                start += len(line)
    except FileNotFoundError:
        return
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error


def parse_object(line: bytes) -> dict[str, JsonValue]:
    """Read a line as a JSON object.

    Raises:
        InputError: it is not an object.
    """
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"no JSON: {error}") from error
    if not isinstance(found, dict):
        raise InputError("no JSON object")
    return found
