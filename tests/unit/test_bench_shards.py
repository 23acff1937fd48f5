"""Ways to do the same job: what is compared, which sums must agree, and when a call is killed."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from bench.shard_results import find_differences, find_wrong_sums
from bench.shard_ways import Subject, draw_moments, take_sample


def write(folder: Path, name: str, *records: object) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))


def verdict(key: str, seconds: float, success: str = "passed") -> dict[str, Any]:
    check = {"check": "tests", "seconds": seconds, "data": {"build_seconds": seconds}}
    return {
        "chain": f"{key}{seconds}",
        "provenance": {"key": key},
        "success": success,
        "checks": [check],
    }


@pytest.fixture
def ways(tmp_path: Path) -> tuple[Path, Path]:
    """Two ways with equal results: the verdicts are in another order, and have other durations."""
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, seconds in ((one, 1.0), (other, 2.0)):
        write(folder, "instances.jsonl", {"id": "a"}, {"id": "b"})
        verdicts = [verdict(key, seconds) for key in ("k1", "k2")]
        write(folder, "run/verdicts.jsonl", *verdicts[:: 1 if folder == one else -1])
    return one, other


def test_durations_and_the_order_of_verdicts_are_no_difference(ways: tuple[Path, Path]) -> None:
    assert list(find_differences(*ways)) == []


def test_a_verdict_that_differs_is_found(ways: tuple[Path, Path]) -> None:
    write(ways[1], "run/verdicts.jsonl", verdict("k1", 1), verdict("k2", 1, success="failed"))

    (found,) = find_differences(*ways)
    assert found.startswith("run/verdicts.jsonl: ")
    assert '"success": "passed"' in found
    assert '"success": "failed"' in found


def test_the_last_verdict_of_a_prediction_counts(ways: tuple[Path, Path]) -> None:
    judged_again = [verdict("k1", 1, success="inconclusive"), verdict("k2", 1), verdict("k1", 1)]
    write(ways[1], "run/verdicts.jsonl", *judged_again)

    assert list(find_differences(*ways)) == []


def test_a_byte_that_differs_is_found(ways: tuple[Path, Path]) -> None:
    write(ways[1], "instances.jsonl", {"id": "b"}, {"id": "a"})

    (found,) = find_differences(*ways)
    assert found.startswith("instances.jsonl: ")


def test_a_file_that_is_missing_or_shorter_is_found(ways: tuple[Path, Path]) -> None:
    (ways[1] / "instances.jsonl").unlink()
    write(ways[1], "run/verdicts.jsonl", verdict("k1", 1))

    assert list(find_differences(*ways)) == [
        "instances.jsonl: missing in other",
        "run/verdicts.jsonl: 2 lines, and 1",
    ]


def stage(name: str, unit: str, count: int, **losses: int) -> dict[str, Any]:
    return {"name": name, "unit": unit, "count": count, "losses": losses}


def write_mined(folder: Path, *, kept: int = 2, impure: int = 1) -> None:
    of_type = {"instances": 3, "pure": 2, "kept": kept}
    funnel = {
        "endings": [{"commits": 3}, {"commits": 1}],
        "stages": [
            stage("listed", "commits", 4),
            stage("analysed", "commits", 3, skipped=1),
            stage("of wanted types", "refactorings", 4),
            stage("merged", "instances", 3, merged=1),
            stage("pure", "instances", 2, impure=impure),
            stage("kept", "instances", kept),
        ],
        "types": {"Extract Method": of_type},
    }
    write(folder, "instances.funnel.json", funnel)
    write(folder, "instances.commits.jsonl", *range(4))
    write(folder, "instances.jsonl", {"id": "a"}, {"id": "b"})


def test_sums_that_agree_say_nothing(tmp_path: Path) -> None:
    write_mined(tmp_path)

    assert list(find_wrong_sums(tmp_path)) == []


def test_a_stage_that_lost_more_than_it_says_is_found(tmp_path: Path) -> None:
    write_mined(tmp_path, impure=0)

    assert list(find_wrong_sums(tmp_path)) == ["mine: pure and its losses: 2, but merged: 3"]


def test_lines_that_the_funnel_does_not_count_are_found(tmp_path: Path) -> None:
    write_mined(tmp_path)
    write(tmp_path, "instances.jsonl", {"id": "a"})
    write(tmp_path, "instances.commits.jsonl", *range(5))

    assert list(find_wrong_sums(tmp_path)) == [
        "lines of commits: 5, but listed: 4",
        "instances: 1, but kept: 2",
    ]


def write_validated(folder: Path, *, kept: int) -> None:
    """Two tasks of one base; one of them is not covered, and each has two answers."""
    write_mined(folder)
    for name in ("sample.jsonl", "tasks.jsonl"):
        write(folder, name, {"parent": "p"}, {"parent": "p"})
    write(folder, "sample.bases.jsonl", {})
    stages = [
        stage("to validate", "instances", 2),
        stage("covered", "instances", 1, NOT_COVERED=1),
        stage("kept", "instances", kept),
        stage("kept", "acts", 1),
        stage("kept", "commits", 1),
    ]
    validated = {"stages": stages, "validated": [{"instances": 2}]}
    write(folder, "tasks.validated.funnel.json", validated)
    write(folder, "predictions.setting.json", {"missing": []})
    for name in ("predictions.jsonl", "judged.jsonl"):
        write(folder, name, *range(4))
    write(folder, "run/verdicts.jsonl", *(verdict(str(number), 1) for number in range(4)))


@pytest.mark.parametrize(
    ("kept", "said"), [(2, []), (1, ["validate: kept and its losses: 1, but to validate: 2"])]
)
def test_without_a_demand_each_validated_instance_is_kept(
    tmp_path: Path, kept: int, said: list[str]
) -> None:
    write_validated(tmp_path, kept=kept)

    assert list(find_wrong_sums(tmp_path)) == said


def test_kills_are_spread_over_the_stages_and_drawn_with_the_seed() -> None:
    lines = {"mine": 20, "verify": 5, "context": 0}

    found = draw_moments(lines, 10, random.Random(1))

    assert {name: len(points) for name, points in found.items()} == {
        "mine": 4,
        "verify": 3,
        "context": 3,
    }
    assert found == draw_moments(lines, 10, random.Random(1))
    assert found["mine"] == sorted(found["mine"])
    assert set(found["mine"]) <= set(range(20))
    assert found["context"] == [0, 0, 0]


@pytest.mark.parametrize(("count", "ids"), [(2, "ac"), (4, "abcde"[:4]), (9, "abcde")])
def test_the_sample_is_spread_over_the_instances(tmp_path: Path, count: int, ids: str) -> None:
    write(tmp_path, "instances.jsonl", *({"id": each} for each in "abcde"))

    take_sample(tmp_path, count)

    lines = (tmp_path / "sample.jsonl").read_text().splitlines()
    assert "".join(json.loads(line)["id"] for line in lines) == ids


def test_only_prepare_has_no_merge(tmp_path: Path) -> None:
    subject = Subject(name="x", repository=tmp_path)

    undivided = [s.name for s in subject.plan("http://127.0.0.1:1/v1") if not s.is_divided]

    assert undivided == ["prepare"]
