"""Match our verdicts with verdicts that others recorded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.domain.recorded import RecordedVerdict
from verifier.domain.verdict import Verdict
from verifier.errors import InputError
from verifier.printable import pluralize
from verifier.reports.ledger import RunVerdicts, input_of
from verifier.reports.material import Pair
from verifier.tools.records import load_jsonl

RECORDED = "recorded.jsonl"
AUTO = "auto"


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordedComparison:
    """Pairs of our verdict and the recorded one. `notices` count the predictions without a partner."""

    pairs: tuple[Pair, ...]
    notices: tuple[str, ...]


def find_recorded(ledger: RunVerdicts) -> tuple[Path, ...]:
    """Find `recorded.jsonl` in the folder of each run's instances file, which `run.json` names.

    Raises:
        InputError: no run has such a file.
    """
    places = ((ledger.folders[name], meta) for name, meta in ledger.meta.items())
    found = [path for run, meta in places if (path := _beside(run, meta)) is not None]
    if not found:
        raise InputError(
            f"no {RECORDED} in the folders of these runs' instances",
            hint="Give its path: --against recorded.jsonl.",
        )
    return tuple(dict.fromkeys(found))


def _beside(run: Path, meta: Mapping[str, Any]) -> Path | None:
    instances = input_of(run, meta, "instances")
    path = None if instances is None else instances.parent / RECORDED
    return path if path is not None and path.is_file() else None


def compare(ledger: RunVerdicts, files: Sequence[Path]) -> RecordedComparison:
    """Pair each verdict with the recorded one of the same instance, model and sample."""
    recorded: dict[tuple[str, str, int], RecordedVerdict] = {}
    for path in files:
        for record in load_jsonl(RecordedVerdict, path)[0]:
            recorded[_key(record)] = record
    pairs = [
        Pair(ours=verdict, recorded=recorded[key])
        for verdict in ledger.verdicts
        if (key := _key(verdict)) in recorded
    ]
    matched = pluralize(len(pairs), "prediction has", "predictions have")
    notices = [f"{matched} a recorded verdict to compare with"]
    unjudged = len(recorded) - len(pairs)
    if unjudged:
        notices.append(
            f"{pluralize(unjudged, 'recorded verdict belongs', 'recorded verdicts belong')}"
            " to predictions that were not judged"
        )
    return RecordedComparison(pairs=tuple(pairs), notices=tuple(notices))


def _key(record: RecordedVerdict | Verdict) -> tuple[str, str, int]:
    return record.instance_id, record.model_name_or_path, record.sample
