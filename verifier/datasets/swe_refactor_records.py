"""Read the files of SWE-Refactor's release, as JSON or JSON lines, into records."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.datasets.release_files import read_items
from verifier.domain.described import Described
from verifier.domain.refactoring_traits import RefactoringType
from verifier.errors import InputError

_ENDINGS = (".gz", ".jsonl", ".json")

RAW = "refactoredCode"
FIRST, REPAIRED = "agentRefactoredCode", "repairRefactoredCode"
DETECTED, MOVE_DETECTED = "refactoringMinerResult", "moveMethodResultRefactoringMiner"
BUILT, REPAIR_BUILT = "compileAndTestResult", "repairCompileAndTestResult"
MOVE, MOVE_PREFIX = "moveMethodResult", "moveMethodResult."
NO_ANSWER = frozenset(
    {
        "agentChatLog",
        "classSignatureBefore",
        "classSignatureBeforeSet",
        "commitId",
        "contextDescription",
        "coverageInfo",
        "description",
        "diffLocations",
        "diffSourceCode",
        "diffSourceCodeSet",
        "extractMethodCode",
        "invokedMethod",
        "invokedMethodSet",
        "prompt",
        "purityCheckResultList",
        "repairAgentChatLog",
        "sourceCodeAfterForWhole",
        "sourceCodeAfterRefactoring",
        "sourceCodeBeforeForWhole",
        "sourceCodeBeforeRefactoring",
        "toolAfterCode",
    }
)
"""Fields that may contain code and are no answer: the task, the developers' change, conversations,
and what the release extracted from an answer to measure it.
"""


@dataclass(frozen=True, kw_only=True, slots=True, order=True)
class Place(Described):
    """A range of whole lines in a file. The side of the commit is unknown."""

    file: str
    """The file, relative to the repository."""
    start_line: int
    """The first line, from 1."""
    end_line: int
    """The last line, inclusive."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RefactoredFile(Described):
    """The file of the wanted method, as an agent left it."""

    path: str
    """The file, relative to the repository."""
    text: str
    """The content of the file."""
    repaired: bool = False
    """Whether it is the attempt after a failed build."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReleaseRecord(Described):
    """One record of the release. `detected`, `compiles_and_passes`, `codebleu` and `pure` are the
    release's claims.
    """

    id: str
    """The record's `uniqueId`."""
    commit: str
    """The developers' commit."""
    type_name: str
    """The type, as the release writes it."""
    description: str
    """RefactoringMiner's description."""
    method: str
    """The record's `methodNameBefore`, without parameter types."""
    places: tuple[Place, ...]
    """The record's `diffLocations`. The first one is the wanted method before the change."""
    answer: str | None = None
    """The raw text of a model; null if the file has none."""
    refactored: RefactoredFile | None = None
    """The file at the end of an agent's run; null if there is none."""
    detected: bool | None = None
    """Whether the wanted refactoring was detected."""
    compiles_and_passes: bool | None = None
    """Whether it was built and its tests passed, as one value."""
    codebleu: float | None = None
    """The CodeBLEU similarity, in [0, 1]."""
    pure: bool | None = None
    """Whether the developers' refactoring is called pure."""
    unread: tuple[str, ...] = ()
    """Fields with code that the importer does not understand."""

    @property
    def is_answered(self) -> bool:
        """Whether it contains a model's answer."""
        return self.answer is not None or self.refactored is not None

    @property
    def type(self) -> RefactoringType | None:
        """The type, if it is one of ours."""
        return next((t for t in RefactoringType if t == self.type_name), None)


def model_name(path: Path) -> str:
    """Return the default model name for a file's predictions: the file name without its suffixes."""
    name = path.name
    for ending in _ENDINGS:
        name = name.removesuffix(ending)
    return name


def read_release(path: Path) -> list[ReleaseRecord]:
    """Read a release file: a JSON array or JSON lines, gzipped or not.

    Raises:
        InputError: it cannot be read, or a record lacks a field; the message says which one.
    """
    records = [_record(item, f"{path}: record {n}") for n, item in read_items(path)]
    if not records:
        raise InputError(f"{path} holds no record", hint="Give one of the release's files.")
    return records


def _record(item: object, where: str) -> ReleaseRecord:
    try:
        if not isinstance(item, dict):
            raise TypeError("not an object")
        return ReleaseRecord(
            id=str(item["uniqueId"]),
            commit=str(item["commitId"]),
            type_name=_type_name(item),
            description=str(item["description"]),
            method=str(item.get("methodNameBefore", "")),
            places=tuple(_place(place) for place in item["diffLocations"]),
            codebleu=_optional(item, "codebleu", float),
            pure=_optional(item, "isPureRefactoring", bool),
            **_read_answer(item),
        )
    except KeyError as error:
        raise InputError(f"{where}: no field {error}", hint="Is this a release file?") from error
    except (TypeError, ValueError) as error:
        raise InputError(f"{where}: {error}", hint="Is this a release file?") from error


def _type_name(item: Mapping[str, Any]) -> str:
    """Return the type; if `type` and the sentence name different types of ours, the sentence's.

    The agents' runs do an Extract And Move Method as an Extract Method and a Move Method, and leave
    the step's name in `type`.
    """
    said, sentence = str(item["type"]), str(item["description"]).partition("\t")[0]
    return sentence if {said, sentence} <= set(RefactoringType) else said


def _read_answer(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer, the claims about it, and the fields with further code."""
    if RAW in item or FIRST not in item:
        return {
            "answer": _optional(item, RAW, str),
            "detected": _optional(item, DETECTED, bool),
            "compiles_and_passes": _optional(item, BUILT, bool),
            "unread": _list_unread(item, (RAW,)),
        }
    steps = _steps(item)
    texts = [text for step in steps for text in _texts(step, str(item["filePathBefore"]))]
    found = [_optional(item, DETECTED, bool), _optional(item, MOVE_DETECTED, bool)]
    return {
        "refactored": texts[-1][0],
        "detected": _all(found),
        "compiles_and_passes": texts[-1][1],
        "unread": tuple(
            MOVE_PREFIX * depth + name
            for depth, step in enumerate(steps)
            for name in _list_unread(step, (FIRST, REPAIRED, MOVE))
        ),
    }


def _steps(item: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the record, and the move that followed it, if there was one."""
    move = _optional(item, MOVE, dict)
    return [item, move] if move and FIRST in move else [item]


def _texts(step: Mapping[str, Any], path: str) -> Iterator[tuple[RefactoredFile, bool | None]]:
    """Yield the texts of one step with the claims about their builds, the last one last."""
    text = _optional(step, FIRST, str) or ""
    yield RefactoredFile(path=path, text=text), _optional(step, BUILT, bool)
    if repaired := _optional(step, REPAIRED, str):
        file = RefactoredFile(path=path, text=repaired, repaired=True)
        yield file, _optional(step, REPAIR_BUILT, bool)


def _all(claims: Iterable[bool | None]) -> bool | None:
    """Whether all existing claims are true; None if there are none."""
    made = [claim for claim in claims if claim is not None]
    return all(made) if made else None


def _list_unread(item: Mapping[str, Any], read: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        name for name, value in item.items() if name not in {*read, *NO_ANSWER} and has_code(value)
    )


def has_code(value: object) -> bool:
    """Whether a value contains text with a brace or a semicolon, at any depth."""
    match value:
        case str():
            return "{" in value or ";" in value
        case dict():
            return any(has_code(inner) for inner in value.values())
        case list():
            return any(has_code(inner) for inner in value)
        case _:
            return False


def _place(place: Mapping[str, Any]) -> Place:
    return Place(
        file=str(place["filePath"]),
        start_line=int(place["startLine"]),
        end_line=int(place["endLine"]),
    )


def _optional(item: Mapping[str, Any], name: str, kind: type[Any]) -> Any:
    """Return a field if it exists; raise an error if it has another type than expected."""
    value = item.get(name)
    if value is None:
        return None
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, kind):
        raise TypeError(f"{name} is {value!r}, not {kind.__name__}")
    return value
