"""`refverify mine --list` on real histories: one folder each, and a table at the end."""

import json
from contextlib import redirect_stderr
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

from tests.integration.test_mine import AFTER, BEFORE, source
from tests.support.json_schemas import lines, satisfies
from tests.support.repository import Repository as Subject
from verifier.cli.main import main


@dataclass(frozen=True, kw_only=True)
class Mined:
    """A list of three repositories, one of them absent, and the call that mined it."""

    folder: Path
    status: int
    said: str


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> Mined:
    folder = tmp_path_factory.mktemp("list")
    for name in ("one", "two"):
        subject = Subject.create(folder / name)
        subject.commit({"Plain.java": source("Plain", BEFORE)})
        subject.commit({"Plain.java": source("Plain", AFTER)})
    (folder / "list.txt").write_text("one\nabsent\ntwo\n")
    with redirect_stderr(StringIO()) as said:
        status = main(["mine", "--list", str(folder / "list.txt"), "-o", str(folder / "mined")])
    return Mined(folder=folder / "mined", status=status, said=said.getvalue())


def test_each_has_its_folder_and_the_failure_decides_the_exit_code(mined: Mined) -> None:
    assert mined.status == 6
    satisfies("repositories", lines(mined.folder / "repositories.jsonl"))
    for name in ("one", "two"):
        assert (mined.folder / name / "instances.jsonl").read_bytes().count(b"\n") == 1
        (cost,) = lines(mined.folder / name / "instances.costs.jsonl")
        satisfies("cost", [cost])
        assert isinstance(cost, dict)
        assert (cost["stage"], cost["done"]) == ("mining", 1)
        assert cost["seconds"] > 0
    table = mined.said.splitlines()[-4:]
    assert table[0].split() == [
        "repository",
        "listed",
        "of",
        "wanted",
        "types",
        "merged",
        "pure",
        "kept",
    ]
    assert table[1].split() == ["one", "2", "1", "1", "1", "1"]
    assert table[2].startswith("absent")
    assert "failed: " in table[2]


def test_the_folder_is_told_as_a_table_afterwards(
    mined: Mined, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["projects", str(mined.folder), "--format", "json"]) == 0

    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    satisfies("projects", records)
    assert [record["project"] for record in records] == ["one", "absent", "two"]
    assert [record["strict"] for record in records] == [1, None, 1]
    assert all(record["commits_a_second"] > 0 for record in records if not record["error"])


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["one", "--list", "list.txt"],
        ["--list", "list.txt", "--name", "x"],
        ["one", "--require", "built"],
        ["one", "--sample", "9"],
    ],
)
def test_what_contradicts_itself_is_refused(
    tmp_path: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "list.txt").write_text("one\n")
    monkeypatch.chdir(tmp_path)

    assert main(["-q", "mine", *words]) == 2


def test_repositories_in_folders_of_one_name_have_different_names_in_records(
    mined: Mined, tmp_path: Path
) -> None:
    for owner, original in (("a", "one"), ("b", "two")):
        (tmp_path / owner).mkdir()
        (tmp_path / owner / "repo").symlink_to(mined.folder.parent / original)
    (tmp_path / "linked.git").symlink_to(mined.folder.parent / "one")
    (tmp_path / "list.txt").write_text("a/repo\nb/repo\nlinked.git\n")

    assert main(["mine", "--list", str(tmp_path / "list.txt"), "-o", str(tmp_path / "mined")]) == 0

    found = lines(tmp_path / "mined" / "repositories.jsonl")
    folders = [each["folder"] for each in found]
    named = [lines(tmp_path / "mined" / each / "instances.jsonl")[0]["repo"] for each in folders]
    assert named == folders
    assert len(set(named)) == 3
    assert named[2] == "linked"
