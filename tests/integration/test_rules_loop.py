"""From a history to the figures of its rules: mine, propose, reference predictions, verify, report."""

import json
from pathlib import Path

import pytest

from verifier.cli.main import main
from verifier.datasets.build import build
from verifier.datasets.catalogue import datasets_folder
from verifier.domain.rules import RuleKind
from verifier.rules.rule_files import read_rule_set
from verifier.tools.maven_central import ArtefactCache, MavenClient

EXTRACT, INLINE = "72adcf417bb038bd", "137ba3aa7cb5911f"


@pytest.fixture(scope="module")
def bistro(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rules-loop")
    return build(
        "bistro", folder / "bistro", ArtefactCache(folder=folder / "none", source=MavenClient())
    ).folder


def run_cli(*words: str | Path) -> None:
    """Run a command that must end with 0."""
    assert main(["-q", *map(str, words)]) == 0


def mine_commits(bistro: Path, folder: Path) -> dict[str, str]:
    """The golden commit of each instance, mined from the commits of two of them."""
    rules = json.loads((datasets_folder() / "bistro" / "rules" / "instances.json").read_bytes())
    commits = "".join(f"{rules[one]['golden']}\n" for one in (EXTRACT, INLINE))
    (folder / "commits.txt").write_text(commits)
    run_cli("mine", bistro, "--rev", folder / "commits.txt", "-o", folder / "instances.jsonl")
    lines = (folder / "instances.jsonl").read_text(encoding="utf-8").splitlines()
    return {one["id"]: one["commit"] for one in map(json.loads, lines)}


def test_mined_instances_get_rules_that_golden_follows_and_empty_does_not(
    bistro: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    instances = sorted(mine_commits(bistro, tmp_path))
    assert {EXTRACT, INLINE} <= set(instances)
    repo, source = ("--repo", bistro), tmp_path / "instances.jsonl"
    run_cli("rules", "propose", "-i", source, *repo, "-o", tmp_path / "rules")
    for one in instances:
        rules = read_rule_set(tmp_path / "rules" / one).rules
        assert {rule.kind for rule in rules} == set(RuleKind)

    local = ("--sandbox", "local")
    predictions, run = tmp_path / "predictions.jsonl", tmp_path / "run"
    run_cli("predictions", "golden", "-i", source, *repo, "-o", tmp_path / "golden.jsonl")
    run_cli("predictions", "empty", "-i", source, "-o", tmp_path / "empty.jsonl")
    predictions.write_bytes(
        b"".join((tmp_path / f"{kind}.jsonl").read_bytes() for kind in ("golden", "empty"))
    )
    run_cli("verify", "-i", source, predictions, *repo, "--run", run, "--checks", "rules", *local)
    capsys.readouterr()
    run_cli("report", run, "--format", "json", "--table", "rules-sanity")
    rows = json.loads(capsys.readouterr().out)["tables"]["rules-sanity"]["rows"]
    seen = [(r["model"], r["expected"], r["as_expected"], r["as_expected_judged"]) for r in rows]
    assert seen == [
        ("golden-refactoring", "1.0", 1.0, len(instances)),
        ("empty", "0.0", 1.0, len(instances)),
    ]
