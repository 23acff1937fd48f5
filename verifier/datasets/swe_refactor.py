"""Find records of SWE-Refactor's release in a current analysis of their commits.

The release has RefactoringMiner's sentence and line ranges, but no parameter types, and its texts
contain known errors. So a record is only a claim about a commit: it becomes an instance if our own
analysis of that commit reports it again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from verifier.datasets.swe_refactor_records import Place, ReleaseRecord
from verifier.domain.described import FORM, Described, Form
from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.recorded import RecordedVerdict

SOURCE = "swe-refactor"
_MOST_INSTEAD = 5


class Match(StrEnum):
    """How a record was found again; the most certain way first."""

    EXACT = "exact"
    """The same sentence and the same lines of the wanted method."""
    DESCRIPTION = "description"
    """Only the same sentence."""
    PLACE = "place"
    """The same type and all of the record's lines, with another sentence."""


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
class Unlocated(Described):
    """A record without an instance, the reason, and RefactoringMiner's descriptions for the commit."""

    record: ReleaseRecord
    """The record, unchanged."""
    loss: Loss
    """Why it has no instance."""
    details: str = ""
    """The same in words; empty if there is no more to say."""
    instead: tuple[str, ...] = ()
    """RefactoringMiner's descriptions that concern a method of that name; at most five."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Findings:
    """The current analysis of one commit: instances of every type and purity, and all sentences."""

    instances: tuple[Instance, ...]
    descriptions: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitTrouble:
    """Why a commit could not be analysed."""

    loss: Loss
    details: str


def locate(record: ReleaseRecord, found: Findings | CommitTrouble) -> Located | Unlocated:
    """Find a record in the current analysis of its commit.

    The sentence names both methods with their parameter types, which distinguishes overloads; the
    lines of the wanted method distinguish equal sentences.
    """
    if record.type is None:
        return Unlocated(record=record, loss=Loss.UNKNOWN_TYPE, details=record.type_name)
    if isinstance(found, CommitTrouble):
        return Unlocated(record=record, loss=found.loss, details=found.details)
    same_type = [i for i in found.instances if i.type is record.type]
    same_words = [i for i in same_type if _words(i.description) == _words(record.description)]
    here = [i for i in same_words if _find_place(record) in _places(i)]
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


def _find_place(record: ReleaseRecord) -> Place | None:
    return record.places[0] if record.places else None


def _places(instance: Instance) -> set[Place]:
    ranges = (*instance.before.ranges, *instance.after.ranges)
    return {Place(file=r.file, start_line=r.start_line, end_line=r.end_line) for r in ranges}


def _instead(record: ReleaseRecord, found: Findings) -> tuple[str, ...]:
    """Return sentences about a method with the wanted method's name."""
    name = record.method.rpartition("#")[2]
    about = (d for d in found.descriptions if name and f" {name}(" in d)
    return tuple(dict.fromkeys(about))[:_MOST_INSTEAD]


@dataclass(kw_only=True)
class Answers:
    """Converts located records with answers into predictions and recorded verdicts.

    Two records of one instance become two samples of it.
    """

    model: str
    _samples: Counter[str] = field(default_factory=Counter)

    def of(self, located: Iterable[Located]) -> Iterator["ModelAnswer"]:
        """Yield one pair per record that has an answer, in order."""
        for item in located:
            if item.record.is_answered:
                yield self._answer(item)

    def _answer(self, item: Located) -> "ModelAnswer":
        record, instance = item.record, item.instance.id
        sample = self._samples[instance]
        self._samples[instance] += 1
        return ModelAnswer(
            prediction=Prediction(
                instance_id=instance,
                model_name_or_path=self.model,
                sample=sample,
                **_body(record),
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
class ModelAnswer:
    """A model's answer, and the release's claims about it."""

    prediction: Prediction
    recorded: RecordedVerdict


def _body(record: ReleaseRecord) -> dict[str, Any]:
    """Return the answer in its form; a run that ended without any code gave an empty answer."""
    file = record.refactored
    if file is None or not file.text.strip():
        return {"model_output": record.answer or ""}
    return {"files": {file.path: file.text}}


def distinct_instances(located: Sequence[Located]) -> tuple[Instance, ...]:
    """Return each instance once, in the order of the records."""
    return tuple({item.instance.id: item.instance for item in located}.values())
