"""`mine --pure-commits` and `--residue`: which commits are refactoring alone, and what is left of others."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.integration.test_mine import AFTER, BEFORE, source
from tests.support.json_schemas import lines, satisfies
from tests.support.repository import Repository as Subject
from verifier.cli.main import main
from verifier.domain.instance import Instance
from verifier.mining.funnel import Funnel
from verifier.tools.records import from_json, load_jsonl

OTHER = "class Other {\n  int f() { return 1; }\n}\n"


def make_numbered(name: str, methods: str) -> str:
    return source("Plain", methods).decode().replace("Plain", name)


@pytest.fixture(scope="module")
def commits() -> dict[str, str]:
    return {}


@pytest.fixture(scope="module")
def folder(commits: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three extractions: alone; with an edit of another file; with a comment and a document."""
    folder = tmp_path_factory.mktemp("pure")
    subject = Subject.create(folder / "subject")
    names = ("Alone", "Beside", "Document")
    files = {f"src/{name}.java": make_numbered(name, BEFORE) for name in names}
    subject.commit({**files, "src/Other.java": OTHER, "README.md": "one\n"})
    commits["Alone"] = subject.commit({"src/Alone.java": make_numbered("Alone", AFTER)})
    commits["Beside"] = subject.commit(
        {
            "src/Beside.java": make_numbered("Beside", AFTER),
            "src/Other.java": OTHER.replace("return 1", "return 2"),
        }
    )
    commits["Document"] = subject.commit(
        {
            "src/Document.java": make_numbered("Document", AFTER),
            "src/Other.java": "// a word\n" + OTHER.replace("return 1", "return 2"),
            "README.md": "two\n",
        }
    )
    words = ["--pure-commits", "--residue", "-o", str(folder / "i.jsonl")]
    assert main(["-q", "mine", str(subject.path), *words]) == 0
    return folder


def test_instances_of_commits_that_are_more_are_left_out(
    folder: Path, commits: dict[str, str]
) -> None:
    every, _ = load_jsonl(Instance, folder / "i.jsonl")
    pure, _ = load_jsonl(Instance, folder / "i.pure.jsonl")
    satisfies("pure-commits", lines(folder / "i.pure.commits.jsonl"))

    assert len(every) == 3
    assert [i.commit for i in pure] == [commits["Alone"], commits["Document"]]


def test_each_commit_that_was_judged_says_what_stands_against_it(
    folder: Path, commits: dict[str, str]
) -> None:
    lines = [json.loads(t) for t in (folder / "i.pure.commits.jsonl").read_text().splitlines()]

    assert [(line["commit"], line["behaviour"], line["refactoring"]) for line in lines] == [
        (commits["Alone"], "proved", "only"),
        (commits["Beside"], "open", "more"),
        (commits["Document"], "proved", "only"),
    ]
    assert "in `f`, literal changed: `1` became `2`" in lines[1]["findings"][0]
    assert lines[1]["residual"] == {"files": ["src/Other.java"], "added": 1, "removed": 1}


def test_the_rest_is_a_patch_that_applies_with_all_others(
    folder: Path, commits: dict[str, str]
) -> None:
    (patch,) = (folder / "i.residue").iterdir()

    assert patch.name == f"{commits['Beside']}.patch"
    text = patch.read_text()
    assert "+  int f() { return 2; }" in text
    assert "Beside" not in text
    subject = folder / "subject"
    git = ["git", "-C", str(subject)]
    subprocess.run([*git, "checkout", "-q", f"{commits['Beside']}~"], check=True)
    subprocess.run([*git, "apply", "--check", str(patch)], check=True)


def test_the_funnel_has_the_stage_and_its_losses(folder: Path) -> None:
    funnel = from_json(Funnel, (folder / "i.pure.funnel.json").read_bytes())

    stage = next(s for s in funnel.stages if s.name == "in pure commits")
    assert (stage.count, stage.losses) == (2, {"more": 1})
    assert [s.count for s in funnel.stages if s.name == "kept"] == [2, 2, 2]


def test_the_same_call_again_judges_nothing_and_ends_with_the_same_bytes(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("i.pure.jsonl", "i.pure.commits.jsonl", "i.pure.funnel.json")
    before = [(folder / name).read_bytes() for name in names]
    words = ["--pure-commits", "-o", str(folder / "i.jsonl")]

    assert main(["mine", str(folder / "subject"), "--rev", "main", *words]) == 0

    assert "Judging commits: 0/0" in capsys.readouterr().err
    assert [(folder / name).read_bytes() for name in names] == before
