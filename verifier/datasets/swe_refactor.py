"""Records of SWE-Refactor's release: read them, and find them again in what a commit shows today.

The release keeps RefactoringMiner's sentence and line ranges, but no parameter types, and its
texts are known to be wrong in places. So a record is only a claim about a commit: it becomes an
instance when our own analysis of that commit reports it again.
"""

import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.recorded import RecordedVerdict
from verifier.domain.refactoring import RefactoringType
from verifier.errors import InputError

SOURCE = "swe-refactor"
_GZIP = b"\x1f\x8b"
_ENDINGS = (".gz", ".jsonl", ".json")
_MOST_INSTEAD = 5


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


class Match(StrEnum):
    """How a record was found again; from the surest."""

    EXACT = "exact"
    """The same sentence and the same lines of the wanted method."""
    DESCRIPTION = "description"
    """The same sentence alone."""
    PLACE = "place"
    """The same type and all of the record's lines, under another sentence."""


class Loss(StrEnum):
    """Why a record has no instance."""

    UNKNOWN_TYPE = "unknown type"
    COMMIT_MISSING = "commit not in the repository"
    NO_SINGLE_PARENT = "commit has no single parent"
    ANALYSIS_FAILED = "analysis failed"
    NOT_DETECTED = "no longer detected"
    AMBIGUOUS = "several refactorings fit"


@dataclass(frozen=True, kw_only=True, slots=True)
class Located:
    """A record that was found again, and its instance."""

    record: ReleaseRecord
    instance: Instance
    match: Match


@dataclass(frozen=True, kw_only=True, slots=True)
class Unlocated:
    """A record that has no instance, why, and what RefactoringMiner says of the commit instead."""

    record: ReleaseRecord
    loss: Loss
    details: str = ""
    instead: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Findings:
    """What one commit shows today: instances of every type and purity, and all sentences."""

    instances: tuple[Instance, ...]
    descriptions: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Trouble:
    """Why a commit could not be analysed."""

    loss: Loss
    details: str


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


def locate(record: ReleaseRecord, found: Findings | Trouble) -> Located | Unlocated:
    """Find a record among what its commit shows today.

    The sentence names both methods with their parameter types, which tells overloads apart; the
    lines of the wanted method decide between equal sentences.
    """
    if record.type is None:
        return Unlocated(record=record, loss=Loss.UNKNOWN_TYPE, details=record.type_name)
    if isinstance(found, Trouble):
        return Unlocated(record=record, loss=found.loss, details=found.details)
    same_type = [i for i in found.instances if i.type is record.type]
    same_words = [i for i in same_type if _words(i.description) == _words(record.description)]
    here = [i for i in same_words if _wanted_place(record) in _places(i)]
    places = set(record.places)
    everywhere = [i for i in same_type if places and places <= _places(i)]
    for match, fitting in (
        (Match.EXACT, here),
        (Match.DESCRIPTION, same_words),
        (Match.PLACE, everywhere),
    ):
        if len(fitting) == 1:
            return Located(record=record, instance=fitting[0], match=match)
        if fitting:
            return Unlocated(
                record=record,
                loss=Loss.AMBIGUOUS,
                instead=tuple(i.description for i in fitting[:_MOST_INSTEAD]),
            )
    return Unlocated(record=record, loss=Loss.NOT_DETECTED, instead=_instead(record, found))


def _words(text: str) -> list[str]:
    return text.split()


def _wanted_place(record: ReleaseRecord) -> Place | None:
    return record.places[0] if record.places else None


def _places(instance: Instance) -> set[Place]:
    ranges = (*instance.before.ranges, *instance.after.ranges)
    return {Place(file=r.file, start_line=r.start_line, end_line=r.end_line) for r in ranges}


def _instead(record: ReleaseRecord, found: Findings) -> tuple[str, ...]:
    """Sentences about a method of the wanted one's name."""
    name = record.method.rpartition("#")[2]
    about = (d for d in found.descriptions if name and f" {name}(" in d)
    return tuple(dict.fromkeys(about))[:_MOST_INSTEAD]


@dataclass(kw_only=True)
class Answers:
    """Turns located records with answers into predictions and recorded verdicts.

    Two records of one instance become two samples of it.
    """

    model: str
    _samples: Counter[str] = field(default_factory=Counter)

    def of(self, located: Iterable[Located]) -> Iterator["Answer"]:
        """One pair a record that has an answer, in order."""
        for item in located:
            if item.record.answer is not None:
                yield self._answer(item, item.record.answer)

    def _answer(self, item: Located, text: str) -> "Answer":
        record, instance = item.record, item.instance.id
        sample = self._samples[instance]
        self._samples[instance] += 1
        return Answer(
            prediction=Prediction(
                instance_id=instance,
                model_name_or_path=self.model,
                sample=sample,
                model_output=text,
            ),
            recorded=RecordedVerdict(
                instance_id=instance,
                model_name_or_path=self.model,
                sample=sample,
                source=SOURCE,
                detected=record.detected,
                compiles_and_passes=record.compiles_and_passes,
                codebleu=record.codebleu,
                pure=record.pure,
            ),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """A model's answer and what the release says of it."""

    prediction: Prediction
    recorded: RecordedVerdict


def distinct_instances(located: Sequence[Located]) -> tuple[Instance, ...]:
    """Each instance once, in the order of the records."""
    return tuple({item.instance.id: item.instance for item in located}.values())
