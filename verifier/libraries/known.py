"""Answers of earlier searches.

An answer is valid as long as the files that it found are unchanged, and those that it missed are
still missing.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from verifier import __version__
from verifier.domain.declared import declaration
from verifier.domain.libraries import LibraryAnswer, LibraryPlaces, LibraryRequest, MissingLibrary
from verifier.errors import InputError
from verifier.tools.records import from_json, to_line
from verifier.tools.storage.cache_seal import read_or_set_aside, write_sealed

FOLDER = "libraries"
RULES = 2
"""Raise this number whenever the same build files lead to another answer."""


def key_of(request: LibraryRequest) -> str:
    """Return the key of an answer: a hash of the build files, the modules, and the places to
    search.
    """
    text = declaration(
        __version__,
        RULES,
        dict(request.poms),
        request.modules,
        request.changed,
        [str(request.places.repository), str(request.places.gradle), request.places.java],
    )
    return hashlib.sha256(text.encode()).hexdigest()


def read_answer(cache: Path, key: str, places: LibraryPlaces) -> LibraryAnswer | None:
    """Return an earlier answer that is still valid; None if there is none.

    Raises:
        CacheError: a damaged answer cannot be moved aside.
    """
    content = read_or_set_aside(_place(cache, key))
    if content is None:
        return None
    try:
        states, answer = json.loads(content)
        found = from_json(LibraryAnswer, json.dumps(answer))
    except (ValueError, InputError):
        return None
    return found if states == _states(found, places) else None


def keep_answer(cache: Path, key: str, places: LibraryPlaces, answer: LibraryAnswer) -> None:
    """Keep an answer with the state of the files that it depends on.

    Raises:
        StorageError: the cache cannot be written.
    """
    line = json.dumps([_states(answer, places), json.loads(to_line(answer))])
    write_sealed(_place(cache, key), line.encode())


def _states(answer: LibraryAnswer, places: LibraryPlaces) -> list[list[str | int]]:
    """Return size and time of each found jar, and of each missing file that exists by now."""
    files = [path for path, _ in answer.jars]
    files += [path for each in answer.missing for path in _list_expected(each.coordinates, places)]
    return [_state(file) for file in files]


def are_there(missing: Iterable[MissingLibrary], places: LibraryPlaces) -> bool:
    """Tell whether some file that was missing exists now."""
    files = (file for each in missing for file in _list_expected(each.coordinates, places))
    return any(map(_state, files))


def _state(file: Path) -> list[str | int]:
    try:
        facts = file.stat()
    except OSError:
        return []
    return [facts.st_size, facts.st_mtime_ns]


_SHORTEST, _TYPED, _CLASSIFIED = 3, 4, 5


def _list_expected(coordinates: str, places: LibraryPlaces) -> Iterable[Path]:
    """Yield the place of a missing file in Maven's repository, and its existing places in Gradle's
    folder.
    """
    parts = coordinates.split(":")
    if not _SHORTEST <= len(parts) <= _CLASSIFIED or not all(parts):
        return
    group, name, version = parts[0], parts[1], parts[-1]
    kind = parts[2] if len(parts) >= _TYPED else "jar"
    classifier = f"-{parts[3]}" if len(parts) == _CLASSIFIED else ""
    folder = places.repository.joinpath(*group.split("."), name, version)
    file = f"{name}-{version}{classifier}.{kind}"
    yield folder / file
    yield from sorted((places.gradle / group / name / version).glob(f"*/{file}"))


def _place(cache: Path, key: str) -> Path:
    return cache / FOLDER / f"{key}.json"
