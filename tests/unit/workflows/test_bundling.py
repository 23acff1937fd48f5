"""Bundles of one repository and of a list, and which clones are removed."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.assignments import a_method
from tests.support.cache_user import another_process
from tests.support.instances import make_mined
from tests.support.repository import Repository as Subject
from verifier.cli.main import main
from verifier.mining.session import local_path
from verifier.tools.git.repository import Repository
from verifier.tools.records import to_line
from verifier.workflows.many_repositories import MinedRepository, RepositoryStatus

ADDRESS = "https://github.com/o/r.git"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def subject(tmp_path: Path) -> Subject:
    made = Subject.create(tmp_path / "r")
    for number in range(4):
        made.commit({"A.java": f"class A {{ int a{number}; }}\n"})
    return made


def write_instances(path: Path, subject: Subject, *, repo: str = "r") -> tuple[str, str]:
    """Write an instance of the last commit; return its base and commit."""
    base, commit = (subject.git("rev-parse", each) for each in ("HEAD~1", "HEAD"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(to_line(make_mined(repo=repo, parent=base, commit=commit)))
    return base, commit


def call(*words: str | Path) -> int:
    return main(["bundle", *map(str, words)])


def test_the_bundle_has_the_bases_and_commits_of_the_named_repository(
    subject: Subject, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "i.jsonl"
    base, commit = write_instances(file, subject)
    first = subject.git("rev-parse", "HEAD~3")
    assignment, other = a_method(repo="r", parent=first), make_mined(id="i2", repo="other")
    file.write_bytes(file.read_bytes() + to_line(assignment) + to_line(other))

    assert call("-i", file, "--repo", f"r={subject.path}") == 0

    size = (tmp_path / "i.bundle").stat().st_size
    assert f"wrote {tmp_path / 'i.bundle'}: 3 commits, {size:,} bytes" in capsys.readouterr().err
    with Repository.open(tmp_path / "i.bundle") as bundle:
        assert [bundle.resolve(each) for each in (base, commit, first)] == [base, commit, first]
    assert main(["mine", str(tmp_path / "i.bundle"), "-o", str(tmp_path / "m.jsonl")]) == 6
    assert "A bundle has no history: mine a clone" in capsys.readouterr().err
    assert call("-i", file, "--repo", subject.path) == 6
    assert call("-i", file, "--repo", f"none={subject.path}") == 4
    assert "has no instance of 'none'" in capsys.readouterr().err
    assert call("-i", file, "--repo", subject.path, "-o", file) == 2


def test_a_bundle_of_other_instances_is_refused_before_any_work(
    subject: Subject, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "i.jsonl"
    write_instances(file, subject)
    assert call("-i", file, "--repo", subject.path) == 0
    subject.commit({"A.java": "class A { }\n"})
    _, commit = write_instances(file, subject)
    given = ["-i", str(file), "--repo", str(tmp_path / "i.bundle")]

    assert main(["context", *given]) == 6

    said = f"{tmp_path / 'i.bundle'} lacks the commit {commit[:10]} of instance i1"
    assert said in capsys.readouterr().err
    for command in ("validate", "prepare"):
        assert main([command, *given, "--sandbox", "local"]) == 6
        assert said in capsys.readouterr().err
    assert not list(tmp_path.glob("i.context.jsonl"))


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--repo", "a=a", "--repo", "b=b"],
        ["--repo", "a", "--remove-clones"],
        ["mined", "--repo", "a"],
        ["mined", "-o", "x.bundle"],
        ["mined", "-i", "i.jsonl"],
        ["mined", "--skip-bad-lines"],
    ],
)
def test_options_that_contradict_each_other_are_refused(words: Sequence[str]) -> None:
    assert call(*words) == 2


def mined(name: str, repository: str, *, error: str = "") -> MinedRepository:
    status = RepositoryStatus.FAILED if error else RepositoryStatus.DONE
    return MinedRepository(repository=repository, folder=name, status=status, error=error)


def write_list(folder: Path, *mined: MinedRepository) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "repositories.jsonl").write_bytes(b"".join(map(to_line, mined)))


def clone(subject: Subject) -> Path:
    """Clone into the cache, as mining an address does."""
    into = local_path(ADDRESS)
    into.parent.mkdir(parents=True, exist_ok=True)
    return subject.bare_clone(into)


def test_each_repository_of_a_list_is_bundled_and_only_clones_of_ours_are_removed(
    subject: Subject, tmp_path: Path, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, ours = tmp_path / "mined", clone(subject)
    write_list(
        folder,
        mined("o_r", ADDRESS),
        mined("r", str(subject.path)),
        mined("gone", str(tmp_path / "gone")),
        mined("failed", ADDRESS, error="no answer"),
        mined("none", str(subject.path)),
        mined("../r", str(subject.path)),
    )
    _, commit = write_instances(folder / "o_r/instances.jsonl", subject)
    for name in ("r", "gone"):
        write_instances(folder / name / "instances.jsonl", subject)
    (folder / "none").mkdir()
    (folder / "none/instances.jsonl").write_bytes(b"")

    assert call(folder, "--remove-clones") == 6

    said = capsys.readouterr().err
    sizes = [(folder / name / "instances.bundle").stat().st_size for name in ("o_r", "r")]
    assert f"o_r: 2 commits, {sizes[0]} bytes; its clone was removed" in said
    assert f"\nr: 2 commits, {sizes[1]} bytes\n" in said
    assert f"gone: {tmp_path / 'gone'}: no such folder" in said
    assert "failed: no bundle, because it was not mined" in said
    assert "none: no instances, so no bundle" in said
    assert "the folder '../r' is not one of the list" in said
    assert list((cache / "clones").iterdir()) == []
    assert not ours.exists()
    assert subject.path.is_dir()
    with Repository.open(folder / "o_r/instances.bundle") as bundle:
        assert bundle.resolve(commit) == commit
    assert len(list(folder.glob("*/instances.bundle"))) == 2


@pytest.mark.parametrize("name", ["..", "", ".", "a/.."])
def test_a_line_of_a_list_writes_into_no_other_folder(
    name: str, subject: Subject, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mined"
    write_list(folder, mined(name, str(subject.path)))
    for each in (tmp_path, folder):
        write_instances(each / "instances.jsonl", subject)

    assert call(folder) == 4

    assert f"the folder {name!r} is not one of the list" in capsys.readouterr().err
    assert not list(tmp_path.rglob("*.bundle"))


def test_a_repository_without_its_clone_keeps_its_bundle(subject: Subject, tmp_path: Path) -> None:
    folder, ours = tmp_path / "mined", clone(subject)
    write_list(folder, mined("o_r", ADDRESS))
    write_instances(folder / "o_r/instances.jsonl", subject)
    assert call(folder) == 0
    before = (folder / "o_r/instances.bundle").read_bytes()
    shutil.rmtree(ours)

    assert call(folder) == 0

    assert (folder / "o_r/instances.bundle").read_bytes() == before
    subject.commit({"A.java": "class A { }\n"})
    write_instances(folder / "o_r/instances.jsonl", subject)
    assert call(folder) == 6
    assert (folder / "o_r/instances.bundle").read_bytes() == before


def test_a_clone_that_a_running_command_uses_stays(
    subject: Subject, tmp_path: Path, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, ours = tmp_path / "mined", clone(subject)
    write_list(folder, mined("o_r", ADDRESS))
    write_instances(folder / "o_r/instances.jsonl", subject)

    with another_process(cache, ours.relative_to(cache).as_posix()):
        assert call(folder, "--remove-clones") == 0

    assert "its clone stays, because a running command uses it" in capsys.readouterr().err
    assert ours.is_dir()


def test_a_folder_without_a_list_is_refused(tmp_path: Path) -> None:
    assert call(tmp_path) == 4
