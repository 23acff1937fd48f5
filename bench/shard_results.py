"""Compare the files of two ways to do the same job, and check that the counts of each stage agree."""

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

BYTES = (
    "instances.jsonl",
    "instances.funnel.json",
    "instances.commits.jsonl",
    "tasks.jsonl",
    "tasks.validated.jsonl",
    "tasks.validated.funnel.json",
    "predictions.jsonl",
    "predictions.setting.json",
)
"""Files that must have equal bytes."""
RECORDS = (
    "sample.bases.jsonl",
    "tasks.validated.golden/verdicts.jsonl",
    "run/verdicts.jsonl",
)
"""Files whose lines must be equal, in any order, except for what one run differs from another in."""
_OF_ONE_RUN = frozenset({"seconds", "same_as", "chain"})


def list_files(folder: Path) -> list[str]:
    """List the files of a way that are compared."""
    return [name for name in (*BYTES, *RECORDS) if (folder / name).exists()]


def find_differences(one: Path, other: Path) -> Iterator[str]:
    """Name the files of two ways that differ, with the first difference."""
    for name in dict.fromkeys((*list_files(one), *list_files(other))):
        missing = [folder.name for folder in (one, other) if not (folder / name).exists()]
        if missing:
            yield f"{name}: missing in {missing[0]}"
        elif name in BYTES and (one / name).read_bytes() != (other / name).read_bytes():
            yield f"{name}: {_name_first(*(_read_lines(f / name) for f in (one, other)))}"
        elif name in RECORDS:
            left, right = (sorted(read_records(f / name)) for f in (one, other))
            if left != right:
                yield f"{name}: {_name_first(left, right)}"


def _read_lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def read_records(path: Path) -> list[str]:
    """Read the records of a file without durations, hashes of the chain, and whose tests a verdict shares.

    Like every reader of a ledger, take the last line of a prediction: a repeated call judges an
    inconclusive one again.
    """
    records = [_cut(json.loads(line)) for line in _read_lines(path)]
    last = {each.get("provenance", {}).get("key", str(n)): each for n, each in enumerate(records)}
    return [json.dumps(each, sort_keys=True) for each in last.values()]


def _cut(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: _cut(inner)
            for name, inner in value.items()
            if name not in _OF_ONE_RUN and not name.endswith("_seconds")
        }
    return [_cut(each) for each in value] if isinstance(value, list) else value


def _name_first(left: list[str], right: list[str]) -> str:
    """Return the first two lines that differ, from the place at which they do."""
    if len(left) != len(right):
        return f"{len(left)} lines, and {len(right)}"
    one, other = next(
        (pair for pair in zip(left, right, strict=True) if pair[0] != pair[1]), ("", "")
    )
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"…{one[max(0, at - 60) : at + 60]}…, and …{other[max(0, at - 60) : at + 60]}…"


def find_wrong_sums(folder: Path) -> Iterator[str]:
    """Name the stages of a way whose counts and losses are not the stage before."""
    mined = json.loads((folder / "instances.funnel.json").read_bytes())
    yield from _check_funnel("mine", mined["stages"])
    counts = {
        stage["name"]: stage["count"] for stage in mined["stages"] if stage["unit"] == "instances"
    }
    listed = mined["stages"][0]["count"]
    yield from _same(
        "commits that ended", sum(e["commits"] for e in mined["endings"]), "listed", listed
    )
    yield from _same(
        "lines of commits", _count(folder, "instances.commits.jsonl"), "listed", listed
    )
    yield from _same("instances", _count(folder, "instances.jsonl"), "kept", counts["kept"])
    for name, stage in (("instances", "merged"), ("pure", "pure"), ("kept", "kept")):
        of_types = sum(each[name] for each in mined["types"].values())
        yield from _same(f"{name} of all types", of_types, stage, counts[stage])
    if (folder / "tasks.jsonl").exists():
        yield from _check_tasks(folder)


def _check_tasks(folder: Path) -> Iterator[str]:
    tasks = _count(folder, "tasks.jsonl")
    yield from _same("contexts", tasks, "instances", _count(folder, "sample.jsonl"))
    bases = {record["parent"] for record in _load(folder, "tasks.jsonl")}
    yield from _same("prepared bases", _count(folder, "sample.bases.jsonl"), "bases", len(bases))
    validated = json.loads((folder / "tasks.validated.funnel.json").read_bytes())
    *steps, kept, _acts, _commits = validated["stages"]
    yield from _check_funnel("validate", steps)
    # Without a demand each instance is kept, whether or not it took every step.
    of_kept = kept["count"] + sum(kept["losses"].values())
    yield from _same("validate: kept and its losses", of_kept, "to validate", steps[0]["count"])
    yield from _same("to validate", steps[0]["count"], "instances", tasks)
    of_types = sum(each["instances"] for each in validated["validated"])
    yield from _same("instances of all types", of_types, "to validate", tasks)
    setting = json.loads((folder / "predictions.setting.json").read_bytes())
    answers = _count(folder, "predictions.jsonl") + len(setting["missing"])
    yield from _same("answers and missing ones", answers, "samples", 2 * tasks)
    judged = _count(folder, "judged.jsonl")
    verdicts = len(read_records(folder / "run/verdicts.jsonl"))
    yield from _same("verdicts", verdicts, "predictions", judged)


def _check_funnel(name: str, stages: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Compare each stage with the one before, if both count the same, or if it lost something."""
    for before, stage in pairwise(stages):
        lost = sum(stage["losses"].values())
        if stage["unit"] == before["unit"] or lost:
            what = f"{name}: {stage['name']} and its losses"
            yield from _same(what, stage["count"] + lost, before["name"], before["count"])


def _same(what: str, count: int, of: str, expected: int) -> Iterator[str]:
    if count != expected:
        yield f"{what}: {count}, but {of}: {expected}"


def _count(folder: Path, name: str) -> int:
    return len(_read_lines(folder / name))


def _load(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in _read_lines(folder / name)]
