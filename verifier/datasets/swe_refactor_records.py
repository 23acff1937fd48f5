"""Read the files of SWE-Refactor's release, as JSON or JSON lines, into records."""

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.domain.refactoring import RefactoringType
from verifier.errors import InputError

_GZIP = b"\x1f\x8b"
_ENDINGS = (".gz", ".jsonl", ".json")


@dataclass(frozen=True, kw_only=True, slots=True, order=True)
class Place:
    """Whole lines of a file, both ends inclusive; on which side of the commit is not said."""

    file: str
    start_line: int
    end_line: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ReleaseRecord:
    """One record of the release, by its `uniqueId`.

    `places` are its `diffLocations`, of which the first is the wanted method before the change.
    `method` is `methodNameBefore`, without parameter types. `answer` is a model's raw text, where
    the file has answers; `detected` to `pure` are the release's claims.
    """

    id: str
    commit: str
    type_name: str
    description: str
    method: str
    places: tuple[Place, ...]
    answer: str | None = None
    detected: bool | None = None
    compiles_and_passes: bool | None = None
    codebleu: float | None = None
    pure: bool | None = None

    @property
    def type(self) -> RefactoringType | None:
        """The type where it is one of ours."""
        return next((t for t in RefactoringType if t == self.type_name), None)


def model_name(path: Path) -> str:
    """What the predictions of a file are called when the user says nothing: its bare name."""
    name = path.name
    for ending in _ENDINGS:
        name = name.removesuffix(ending)
    return name


def read_release(path: Path) -> list[ReleaseRecord]:
    """Read a release file: a JSON array or JSON lines, gzip or not.

    Raises:
        InputError: it cannot be read, or a record lacks a field; the message says which one.
    """
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if data.startswith(_GZIP) else data).decode("utf-8")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    records = [_record(item, f"{path}: record {n}") for n, item in _items(text, path)]
    if not records:
        raise InputError(f"{path} holds no record", hint="Give one of the release's files.")
    return records


def _items(text: str, path: Path) -> Iterator[tuple[int, object]]:
    if text.lstrip().startswith("["):
        yield from enumerate(_json(text, f"{path}"), start=1)
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield number, _json(line, f"{path}:{number}")


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise InputError(
            f"{where}: not JSON: {error}", hint="The file must be a JSON array or JSON lines."
        ) from error


def _record(item: object, where: str) -> ReleaseRecord:
    try:
        if not isinstance(item, dict):
            raise TypeError("not an object")
        return ReleaseRecord(
            id=str(item["uniqueId"]),
            commit=str(item["commitId"]),
            type_name=str(item["type"]),
            description=str(item["description"]),
            method=str(item.get("methodNameBefore", "")),
            places=tuple(_place(place) for place in item["diffLocations"]),
            answer=_optional(item, "refactoredCode", str),
            detected=_optional(item, "refactoringMinerResult", bool),
            compiles_and_passes=_optional(item, "compileAndTestResult", bool),
            codebleu=_optional(item, "codebleu", float),
            pure=_optional(item, "isPureRefactoring", bool),
        )
    except KeyError as error:
        raise InputError(f"{where}: no field {error}", hint="Is this a release file?") from error
    except (TypeError, ValueError) as error:
        raise InputError(f"{where}: {error}", hint="Is this a release file?") from error


def _place(place: Mapping[str, Any]) -> Place:
    return Place(
        file=str(place["filePath"]),
        start_line=int(place["startLine"]),
        end_line=int(place["endLine"]),
    )


def _optional(item: Mapping[str, Any], name: str, kind: type[Any]) -> Any:
    """The field where it is there; a claim of another kind than expected is refused."""
    value = item.get(name)
    if value is None:
        return None
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, kind):
        raise TypeError(f"{name} is {value!r}, not {kind.__name__}")
    return value
