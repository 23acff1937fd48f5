"""Read run folders: the verdicts that count, facts about each run, and notices."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verifier.domain.evidence import DAMAGED, RUN, VERDICTS
from verifier.domain.verdict import Verdict
from verifier.errors import InputError
from verifier.printable import pluralize
from verifier.reports.setting import SettingKey
from verifier.tools.records import BadLine, read_jsonl
from verifier.tools.storage.ledger_end import describe_damage


@dataclass(frozen=True, kw_only=True, slots=True)
class VerdictKey:
    """The identity of a prediction. If several records share a key, the latest counts.

    A model that answers in place of another one makes no other prediction.
    """

    instance_id: str
    sample: int
    setting: SettingKey

    @classmethod
    def of(cls, verdict: Verdict) -> "VerdictKey":
        """The key of a verdict."""
        return cls(
            instance_id=verdict.instance_id,
            sample=verdict.sample,
            setting=SettingKey.of(verdict).before_answer,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class LedgerEntry:
    """A verdict and the run folder that contains it."""

    verdict: Verdict
    run: Path


@dataclass(frozen=True, kw_only=True, slots=True)
class RunVerdicts:
    """All verdicts of the runs, the latest of each prediction, in a stable order.

    `meta` holds each run's `run.json`, and `folders` its path. The key of both is the folder's
    name, or its path if two runs share a name. `notices` say what was left out.
    """

    entries: tuple[LedgerEntry, ...]
    meta: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    folders: Mapping[str, Path] = field(default_factory=dict)
    notices: tuple[str, ...] = ()

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdicts without their run folders."""
        return tuple(entry.verdict for entry in self.entries)

    @property
    def run_names(self) -> tuple[str, ...]:
        """The name of each verdict's run, as in `meta`."""
        names = {folder: name for name, folder in self.folders.items()}
        return tuple(names.get(entry.run, str(entry.run)) for entry in self.entries)


def input_of(run: Path, meta: Mapping[str, Any], name: str) -> Path | None:
    """The `instances` or `predictions` file that `run.json` names. None if it names none."""
    named = meta.get(name)
    if not isinstance(named, dict) or not isinstance(named.get("path"), str):
        return None
    return run / str(named["path"])


def read_ledger(runs: Sequence[Path]) -> RunVerdicts:
    """Read the runs in order. If several judged the same prediction, the last run counts.

    Raises:
        InputError: a folder is not a run, or a line cannot be read. A torn last line is not an error.
    """
    latest: dict[VerdictKey, LedgerEntry] = {}
    notices: list[str] = []
    folders = _name_runs(runs)
    meta = {name: _read_meta(run, notices) for name, run in folders.items()}
    notices += [notice for name in meta if (notice := _describe_left_out(name, meta[name]))]
    replaced = 0
    for run in folders.values():
        for key, entry in _read_run(run, notices).items():
            replaced += key in latest
            latest[key] = entry
    if replaced:
        several = pluralize(replaced, "prediction is", "predictions are")
        notices.append(
            f"{several} in several runs; the last run's verdict counts."
            " To compare such runs, give their predictions different labels (`generate --name`)"
        )
    entries = sorted(latest.values(), key=_order)
    return RunVerdicts(entries=tuple(entries), meta=meta, folders=folders, notices=tuple(notices))


def _name_runs(runs: Sequence[Path]) -> dict[str, Path]:
    counts = Counter(run.resolve().name for run in runs)
    return {
        run.resolve().name if counts[run.resolve().name] == 1 else str(run): run for run in runs
    }


def _order(entry: LedgerEntry) -> tuple[str, str, int]:
    verdict = entry.verdict
    return verdict.model_name_or_path, verdict.instance_id, verdict.sample


def _read_run(run: Path, notices: list[str]) -> dict[VerdictKey, LedgerEntry]:
    path = run / VERDICTS
    if not path.is_file():
        raise InputError(
            f"{run} holds no {VERDICTS}",
            hint="Give the folder that `refverify verify --run` wrote.",
        )
    latest: dict[VerdictKey, LedgerEntry] = {}
    bad: list[BadLine] = []
    for item in read_jsonl(Verdict, path):
        if isinstance(item, BadLine):
            bad.append(item)
            continue
        key = VerdictKey.of(item)
        latest[key] = LedgerEntry(verdict=item, run=run)
    for line in bad:
        _excuse(line, notices)
    if damage := describe_damage(run):
        notices.append(damage)
    return latest


def _excuse(line: BadLine, notices: list[str]) -> None:
    """Accept a last line without a line feed: the run stopped while it wrote the line.

    Any other bad line is an error.
    """
    text = line.path.read_bytes()
    torn = not text.endswith(b"\n") and line.number == text.count(b"\n") + 1
    if not torn:
        raise line.refusal(hint=DAMAGED)
    notices.append(f"{line.path.parent.name}: the last line of the ledger is torn and left out")


def _describe_left_out(name: str, meta: Mapping[str, Any]) -> str:
    """Describe the inputs that the run could not judge. Empty if there are none."""
    bad, unknown = meta.get("bad_lines"), meta.get("unknown_instances")
    lines = len(bad) if isinstance(bad, list) else 0
    predictions = unknown if isinstance(unknown, int) else 0
    skipped = [f"{pluralize(lines, 'line')} that could not be read"] if lines else []
    skipped += (
        [f"{pluralize(predictions, 'prediction')} for unknown instances"] if predictions else []
    )
    listed = ", ".join(skipped)
    return f"{name}: left out: {listed}" if listed else ""


def _read_meta(run: Path, notices: list[str]) -> Mapping[str, Any]:
    path = run / RUN
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        notices.append(f"{path.parent.name}: {RUN} cannot be read ({error})")
        return {}
    return data if isinstance(data, dict) else {}
