"""The answers that `refverify generate` asked for and did not get. They are no failures."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.domain.generation import GenerationSummary, summary_path
from verifier.errors import InputError
from verifier.printable import pluralize
from verifier.reports.ledger import RunVerdicts, input_of
from verifier.tools.records import from_json


@dataclass(frozen=True, kw_only=True, slots=True)
class Generated:
    """The summaries next to the predictions of the runs, and notices about what is missing."""

    summaries: tuple[GenerationSummary, ...] = ()
    notices: tuple[str, ...] = ()


def read_generated(ledger: RunVerdicts) -> Generated:
    """Read the summary next to each predictions file that a `run.json` names.

    A file that several runs judged counts once. A summary that cannot be read, or that belongs to
    other predictions than the run judged, is left out with a notice.
    """
    found: dict[Path, GenerationSummary | str] = {}
    for name, meta in ledger.meta.items():
        predictions = input_of(ledger.folders[name], meta, "predictions")
        if predictions is not None and (path := summary_path(predictions)).is_file():
            sha256 = str(meta["predictions"].get("sha256"))
            found.setdefault(path.resolve(), _read(path, predictions, sha256))
    summaries = tuple(s for s in found.values() if isinstance(s, GenerationSummary))
    faults = [fault for fault in found.values() if isinstance(fault, str)]
    notices = (_notice_of(summary) for summary in summaries)
    return Generated(summaries=summaries, notices=(*faults, *filter(None, notices)))


def _read(path: Path, predictions: Path, sha256: str) -> GenerationSummary | str:
    """The summary, or the reason why it does not count."""
    unknown = "what is missing is not known"
    try:
        summary = from_json(GenerationSummary, path.read_bytes())
        current = hashlib.sha256(predictions.read_bytes()).hexdigest()
    except InputError as error:
        return f"{path.name} cannot be read ({error.message}): {unknown}"
    except OSError as error:
        return f"{path.name} or its predictions cannot be read ({error.strerror}): {unknown}"
    if current != sha256:
        return f"{predictions.name} has changed since the run: {unknown}"
    return summary


def _notice_of(summary: GenerationSummary) -> str:
    """Say how many answers are missing. Empty if none is."""
    count = sum(summary.missing.values())
    if not count:
        return ""
    answers = pluralize(count, "answer is", "answers are")
    return f"{summary.setting.label}: {answers} missing ({reasons_of(summary.missing)}); no figure counts them"


def reasons_of(missing: Mapping[Any, int]) -> str:
    """Write the counts by reason as `2 budget, 1 gave_up`. Empty without any."""
    return ", ".join(f"{count} {reason}" for reason, count in sorted(missing.items()) if count)
