"""The labels file: the size of each model, and the date after which it saw nothing."""

import calendar
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

from verifier.errors import InputError
from verifier.reports.ledger import RunVerdicts, input_of
from verifier.tools.records import BadLine, read_jsonl

_HINT = 'Write one line for each label: "LABEL" = { size = "7B", cutoff = "2024-06" }.'
_MONTH = re.compile(r"(\d{4})-(\d{2})")


@dataclass(frozen=True, kw_only=True, slots=True)
class LabelFacts:
    """The facts about one label. None means that the labels file does not give the fact."""

    size: str | None = None
    cutoff: date | None = None
    """The last day of the training data."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Labels:
    """The labels by name, and the day of each instance's commit. An instance without a day is absent."""

    facts: Mapping[str, LabelFacts]
    days: Mapping[str, date] = field(default_factory=dict)
    notices: tuple[str, ...] = ()

    def of(self, label: str) -> LabelFacts:
        """The facts of a label; without values if the file does not name it."""
        return self.facts.get(label, LabelFacts())

    def is_after(self, label: str, instance: str) -> bool | None:
        """Whether the commit is later than the cut-off. None if one of the days is unknown."""
        cutoff, day = self.of(label).cutoff, self.days.get(instance)
        return None if cutoff is None or day is None else day > cutoff


def read_labels(path: Path, ledger: RunVerdicts) -> Labels:
    """Read the labels file, and the days from the instances files that the runs name.

    Raises:
        InputError: the labels file cannot be read, is not TOML, or has a wrong or unknown value.
    """
    facts = {label: _facts(path, label, value) for label, value in _table(path).items()}
    days, notices = _days(ledger)
    known = {v.model_name_or_path for v in ledger.verdicts}
    unused = sorted(facts.keys() - known)
    if unused:
        notices.append(f"{path.name}: no predictions of {', '.join(unused)}")
    return Labels(facts=facts, days=days, notices=tuple(notices))


def _table(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", hint=_HINT) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not a labels file: {error}", hint=_HINT) from error


def _facts(path: Path, label: str, value: object) -> LabelFacts:
    if not isinstance(value, dict):
        raise InputError(f"{path}: {label} is not a table", hint=_HINT)
    unknown = sorted(value.keys() - {"size", "cutoff"})
    if unknown:
        raise InputError(f"{path}: {label}: unknown key {unknown[0]}", hint=_HINT)
    size = value.get("size")
    if size is not None and not isinstance(size, str):
        raise InputError(f"{path}: {label}: size is not a text", hint=_HINT)
    return LabelFacts(size=size, cutoff=_cutoff(path, label, value.get("cutoff")))


def _cutoff(path: Path, label: str, value: object) -> date | None:
    """The last day that the value covers: a month ends with its last day."""
    match value:
        case None:
            return None
        case datetime():
            return value.date()
        case date():
            return value
    # Python refuses to write a number of thousands of digits.
    text = value if isinstance(value, str) else type(value).__name__
    try:
        month = _MONTH.fullmatch(text)
        if month is None:
            return date.fromisoformat(text)
        year, number = int(month[1]), int(month[2])
        return date(year, number, calendar.monthrange(year, number)[1])
    except ValueError as error:
        raise InputError(f"{path}: {label}: cutoff {text!r} is not a date", hint=_HINT) from error


@dataclass(frozen=True, kw_only=True, slots=True)
class _Dated:
    """The part of an instance that tells its day."""

    id: str
    committed: str = ""


def _days(ledger: RunVerdicts) -> tuple[dict[str, date], list[str]]:
    days: dict[str, date] = {}
    notices = []
    named = (input_of(ledger.folders[run], meta, "instances") for run, meta in ledger.meta.items())
    for path in dict.fromkeys(path for path in named if path is not None):
        try:
            for item in read_jsonl(_Dated, path):
                if not isinstance(item, BadLine) and (day := _day(item.committed)) is not None:
                    days[item.id] = day
        except InputError as error:
            notices.append(f"{error.message}: the dates of its instances are not known")
    return days, notices


def _day(committed: str) -> date | None:
    try:
        return datetime.fromisoformat(committed).date()
    except ValueError:
        return None
