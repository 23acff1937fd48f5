"""The rule sets that come with the data sets hold on the commits that they are for."""

import json
from pathlib import Path
from typing import TypedDict, cast

import pytest

from verifier.cli.main import main
from verifier.datasets.build import build
from verifier.datasets.catalogue import datasets_folder
from verifier.domain.refactoring_traits import DEFAULT_TYPES
from verifier.domain.rules import RuleKind
from verifier.rules.rule_files import read_rule_set
from verifier.rules.scanning import Scanner
from verifier.rules.tree_difference import changes_between
from verifier.rules.trial import validate
from verifier.rules.validity import Validity
from verifier.tools.git.repository import Repository
from verifier.tools.maven_central import ArtefactCache, MavenClient
from verifier.tools.opengrep.scan import RuleEngine, find_engine


class Commits(TypedDict):
    type: str
    base: str
    golden: str


def sets_of(name: str) -> dict[str, Commits]:
    text = (datasets_folder() / name / "rules" / "instances.json").read_text(encoding="utf-8")
    return cast("dict[str, Commits]", json.loads(text))


@pytest.fixture(scope="module")
def engine() -> RuleEngine:
    return find_engine()


@pytest.fixture(scope="module")
def bistro(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rule-sets")
    return build(
        "bistro", folder / "bistro", ArtefactCache(folder=folder / "none", source=MavenClient())
    ).folder


def invalid_rules(name: str, repository: Path, engine: RuleEngine) -> list[str]:
    """What is wrong with the set of each instance, overlaps and false counts included."""
    with Repository.open(repository) as repo:
        return [
            f"{instance} {judged.rule}: {judged.details}{judged.warnings}"
            for instance, commits in sets_of(name).items()
            for judged in judgements(name, instance, commits, repo, engine)
            if not judged.valid or judged.warnings
        ]


def judgements(
    name: str, instance: str, commits: Commits, repo: Repository, engine: RuleEngine
) -> tuple[Validity, ...]:
    rules = read_rule_set(datasets_folder() / name / "rules" / instance).rules
    base, golden = repo.tree(commits["base"]), repo.tree(commits["golden"])
    scanner = Scanner(engine=engine, rules=rules)
    return validate(scanner, base, changes_between(base, golden))


@pytest.mark.parametrize(("name", "count"), [("bistro", 20), ("commons-cli", 7)])
def test_every_instance_has_rules_of_both_kinds(name: str, count: int) -> None:
    folder = datasets_folder() / name / "rules"
    sets = sets_of(name)
    assert len(sets) == count
    assert {path.name for path in folder.iterdir()} == {"instances.json", *sets}
    for instance in sets:
        assert {rule.kind for rule in read_rule_set(folder / instance).rules} == set(RuleKind)


def test_the_six_types_have_rules() -> None:
    types = {commits["type"] for commits in sets_of("bistro").values()}
    assert types == {str(one) for one in DEFAULT_TYPES}


@pytest.mark.slow
def test_the_rules_for_bistro_are_valid(bistro: Path, engine: RuleEngine) -> None:
    assert invalid_rules("bistro", bistro, engine) == []


@pytest.mark.slow
@pytest.mark.network
def test_the_rules_for_commons_cli_are_valid(
    engine: RuleEngine, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("commons-cli")
    artefacts = ArtefactCache(folder=folder / "artefacts", source=MavenClient())
    repository = build("commons-cli", folder / "repo", artefacts).folder
    assert invalid_rules("commons-cli", repository, engine) == []


def test_rules_check_says_so_on_the_command_line(
    bistro: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    instance = "72adcf417bb038bd"
    commits = sets_of("bistro")[instance]
    rules = datasets_folder() / "bistro" / "rules" / instance
    sides = ["--base", commits["base"], "--golden", commits["golden"]]
    words = ["rules", "check", str(rules), "--repo", str(bistro), *sides, "--format", "json"]
    assert main(["-q", *words]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [rule["valid"] for rule in answer["rules"]] == [True] * 4
