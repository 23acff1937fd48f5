"""The benchmark of labels, on a repository with the layout of RefactoringMiner's oracle."""

import json
from pathlib import Path

from click.testing import CliRunner

from bench.mining_truth import bench
from tests.support.repository import Repository
from tests.support.shop import CALL, HELPER, LOOP, SHOP

ORACLE = "src/test/resources/oracle"
PARENT, COMMIT = "a" * 40, "b" * 40
PATH = "src/main/java/shop/Prices.java"
BEFORE = (SHOP / PATH).read_text(encoding="utf-8")
AFTER = BEFORE.replace(LOOP, CALL)[: BEFORE.replace(LOOP, CALL).rindex("}")] + HELPER + "}\n"
REAL = (
    "Extract Method\tprivate sum(prices int[]) : int extracted from"
    " public total(prices int[], discount int) : int in class shop.Prices"
)
MISSED, FALSE = REAL.replace("sum(", "add("), REAL.replace("Extract", "Inline")


def oracle(folder: Path, *, pure: str, counts: str) -> Path:
    """A clone of one labelled commit in both sets."""
    about = {
        "parentCommitId": PARENT,
        "currentCommitId": COMMIT,
        "filesBefore": [PATH],
        "filesCurrent": [PATH],
        "repositoryDirectoriesBefore": ["src/main/java/shop"],
        "repositoryDirectoriesCurrent": ["src/main/java/shop"],
    }
    said = {REAL: True, MISSED: True, FALSE: False}
    listed = [{"description": each, "validation": is_real} for each, is_real in said.items()]
    results = [{"sha1": COMMIT, "url": "x", "commonRefactoring": listed}]
    labelled = [{"description": REAL, "purity": {"purityValue": pure}}]
    repository = Repository.create(folder)
    repository.commit(
        {
            f"{ORACLE}/commits/shop-{COMMIT}.json": json.dumps(about),
            f"{ORACLE}/commits/shop-{PARENT}/{PATH}": BEFORE,
            f"{ORACLE}/commits/shop-{COMMIT}/{PATH}": AFTER,
            f"{ORACLE}/tse-dataset/shop.json": json.dumps({"results": results}),
            f"{ORACLE}/sampleResPurity.json": json.dumps(
                [{"sha1": COMMIT, "refactorings": labelled}]
            ),
            f"{ORACLE}/expectedPurity.txt": f"{COMMIT}, {counts}\n",
        }
    )
    return folder


def measure_truth(miner: Path, scratch: Path) -> str:
    words = [str(miner), "--rev", "HEAD", "-o", str(scratch / "answers.jsonl")]
    return CliRunner().invoke(bench, words, catch_exceptions=False).output


def test_labels_are_counted_beside_what_the_commit_yields(tmp_path: Path) -> None:
    text = measure_truth(oracle(tmp_path / "miner", pure="1", counts="1, 0, 0, 0"), tmp_path)

    assert "| Extract Method | 2 | 1 | 0 | 0 | 0 | 100.0% | 50.0% |" in text
    assert "| Inline Method | 0 | 0 | 1 | 0 | 0 | no data | no data |" in text
    for word in ("checker pure", "strict", "proved"):
        assert f"| {word} | Extract Method | 1 | 1 | 0 | 0 | 100.0% | 100.0% |" in text
    assert "unlike RefactoringMiner's own expectation of purity: 0" in text


def test_a_pure_one_that_is_labelled_impure_is_told(tmp_path: Path) -> None:
    text = measure_truth(oracle(tmp_path / "miner", pure="0", counts="0, 1, 0, 0"), tmp_path)

    assert "| checker pure | Extract Method | 0 | 0 | 1 | 1 | 0.0% | no data |" in text
    assert f"labelled impure, proved:\n{COMMIT} {REAL}" in text
    assert f"{COMMIT}: (0, 0, 1, 0) instead of (0, 1, 0, 0)" in text
