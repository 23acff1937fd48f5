"""What goes wrong around a run: a clear error, its documented exit code, and nothing lost."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

from tests.support.repository import Repository
from verifier.cli.main import main

DEAD_ENGINE = {"DOCKER_HOST": "unix:///nonexistent/engine.sock"}
PADDING = "".join(
    f"    // line {n} of a long comment that makes records large\n" for n in range(1500)
)
FILE_LIMIT = 64 * 1024


@dataclass(frozen=True, slots=True)
class Ended:
    """How one call of the program ended."""

    code: int
    out: str
    err: str


def refverify(
    *words: str | Path, env: Mapping[str, str] | None = None, file_limit: int | None = None
) -> Ended:
    """Run the program; `file_limit` makes the disk full at that size.

    It has a process of its own where that has an environment or a limit of its own: a start costs seconds.
    """
    of_its_own = env is not None or file_limit is not None
    called = [str(word) for word in words]
    ended = _alone(called, env or {}, file_limit) if of_its_own else _in_this_process(called)
    assert "Traceback" not in ended.err
    return ended


def _alone(words: Sequence[str], env: Mapping[str, str], file_limit: int | None) -> Ended:
    limit = [] if file_limit is None else ["prlimit", f"--fsize={file_limit}"]
    done = subprocess.run(
        [*limit, sys.executable, "-m", "verifier", *words],
        env={**os.environ, **env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=300,
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


def _in_this_process(words: Sequence[str]) -> Ended:
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = main(words)
    return Ended(code, out.getvalue(), err.getvalue())


def report(body: str, padding: str = "") -> str:
    return f"package p;\n\npublic class Report {{\n{padding}{body}}}\n"


LONG = """\
    void print(int items) {
        System.out.println("Report");
        System.out.println("======");
        int total = 0;
        for (int i = 0; i < items; i++) {
            total += i * 2;
        }
        System.out.println(total);
    }
"""
EXTRACTED = """\
    void print(int items) {
        System.out.println("Report");
        System.out.println("======");
        System.out.println(total(items));
    }

    private int total(int items) {
        int total = 0;
        for (int i = 0; i < items; i++) {
            total += i * 2;
        }
        return total;
    }
"""
JAVA = "src/main/java/p/Report.java"


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """Three commits; the last one extracts a method in a file that makes its record large."""
    made = Repository.create(tmp_path_factory.mktemp("tour") / "history")
    made.commit({"README": "nothing in Java\n"})
    made.commit({JAVA: report(LONG, PADDING)})
    made.commit({JAVA: report(EXTRACTED, PADDING)})
    return made


@pytest.fixture(scope="module")
def instances(history: Repository, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("mined") / "instances.jsonl"
    ended = refverify("mine", history.path, "-o", output, "--include-impure")
    assert ended.code == 0, ended.err
    assert len(output.read_text().splitlines()) == 1
    return output


@pytest.fixture
def predictions(instances: Path, history: Repository, tmp_path: Path) -> Path:
    """One prediction: the developers' own patch."""
    instance = json.loads(instances.read_text())
    patch = history.git("diff", instance["parent"], instance["commit"]) + "\n"
    path = tmp_path / "predictions.jsonl"
    path.write_text(prediction_line(instance["id"], "golden", patch))
    return path


def prediction_line(instance_id: str, model: str, patch: str) -> str:
    body = {"instance_id": instance_id, "model_name_or_path": model, "model_patch": patch}
    return json.dumps(body) + "\n"


def test_a_folder_that_is_no_repository(tmp_path: Path) -> None:
    ended = refverify("mine", tmp_path, "-o", tmp_path / "out.jsonl")
    assert ended.code == 6
    assert f"refverify: {tmp_path}: " in ended.err
    assert "not a git repository" in ended.err
    assert not (tmp_path / "out.jsonl").exists()


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    ended = refverify("mine", tmp_path / "none", "-o", tmp_path / "out.jsonl")
    assert ended.code == 6
    assert "no such folder" in ended.err


def test_a_repository_without_commits(tmp_path: Path) -> None:
    empty = Repository.create(tmp_path / "empty")
    ended = refverify("mine", empty.path, "-o", tmp_path / "out.jsonl")
    assert ended.code == 6
    assert "the repository has no commits" in ended.err
    assert not (tmp_path / "out.jsonl").exists()


def test_a_repository_without_java(tmp_path: Path) -> None:
    plain = Repository.create(tmp_path / "plain")
    plain.commit({"a.txt": "1"})
    plain.commit({"a.txt": "2"})
    ended = refverify("mine", plain.path, "-o", tmp_path / "out.jsonl")
    assert ended.code == 0
    assert (tmp_path / "out.jsonl").read_text() == ""
    commits = [json.loads(line) for line in (tmp_path / "out.commits.jsonl").open()]
    assert [c["status"] for c in commits] == ["skipped", "skipped"]


def test_a_shallow_clone_says_which_commit_has_no_parent(
    history: Repository, tmp_path: Path
) -> None:
    shallow = tmp_path / "shallow"
    history.git("clone", "--quiet", "--depth=1", history.path.as_uri(), str(shallow))
    ended = refverify("mine", shallow, "-o", tmp_path / "out.jsonl")
    assert ended.code == 0
    (commit,) = [json.loads(line) for line in (tmp_path / "out.commits.jsonl").open()]
    assert commit["status"] == "error"
    assert "shallow" in commit["reason"]


def test_an_unknown_revision(history: Repository, tmp_path: Path) -> None:
    ended = refverify("mine", history.path, "-o", tmp_path / "o.jsonl", "--rev", "no-such-branch")
    assert ended.code == 6
    assert "no-such-branch" in ended.err


@pytest.mark.parametrize("file", ["instances", "predictions"])
def test_a_line_that_cannot_be_read_is_refused_with_its_number(
    file: str, instances: Path, predictions: Path, history: Repository, tmp_path: Path
) -> None:
    paths = {"instances": instances, "predictions": predictions}
    broken = tmp_path / f"broken-{file}.jsonl"
    broken.write_text(paths[file].read_text() + "{not json\n")
    paths[file] = broken
    words = ("-i", paths["instances"], paths["predictions"], "--repo", history.path)
    ended = refverify("verify", *words, "--run", tmp_path / "run")
    assert ended.code == 4
    assert f"{broken}:2: " in ended.err
    assert "--skip-bad-lines" in ended.err


def test_a_line_that_cannot_be_read_is_skipped_on_request(
    instances: Path, predictions: Path, history: Repository, tmp_path: Path
) -> None:
    predictions.write_text("{not json\n" + predictions.read_text())
    ended = verify_quickly(instances, predictions, history, tmp_path / "run", "--skip-bad-lines")
    assert ended.code in {0, 3}
    assert "left out: predictions.jsonl:1: " in ended.err
    assert models_in(tmp_path / "run") == ["golden"]


def test_an_unknown_instance(
    instances: Path, predictions: Path, history: Repository, tmp_path: Path
) -> None:
    with predictions.open("a") as stream:
        stream.write(prediction_line("0123456789abcdef", "m", ""))
    ended = verify_quickly(instances, predictions, history, tmp_path / "run")
    assert ended.code == 5
    assert "0123456789abcdef" in ended.err
    ended = verify_quickly(instances, predictions, history, tmp_path / "run", "--skip-unknown")
    assert ended.code in {0, 3}
    assert models_in(tmp_path / "run") == ["golden"]


def test_some_of_the_predictions(
    instances: Path, predictions: Path, history: Repository, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    ended = verify_quickly(instances, predictions, history, run, "--model", "nobody")
    assert (ended.code, run.exists()) == (2, False)
    assert "no prediction is by nobody\nThe file has golden." in ended.err
    ended = verify_quickly(instances, predictions, history, run, "--model", "golden")
    assert ended.code in {0, 3}
    assert models_in(run) == ["golden"]


def test_an_engine_that_is_down(
    instances: Path, predictions: Path, history: Repository, tmp_path: Path
) -> None:
    words = ("-i", instances, predictions, "--repo", history.path, "--run", tmp_path / "run")
    ended = refverify("verify", *words, env=DEAD_ENGINE)
    assert ended.code == 8
    assert "engine does not answer" in ended.err
    assert "--sandbox local" in ended.err
    again = verify_quickly(instances, predictions, history, tmp_path / "run")
    assert again.code in {0, 3}


def test_no_jdk(instances: Path, predictions: Path, history: Repository, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    words = ("-i", instances, predictions, "--repo", history.path, "--run", tmp_path / "run")
    ended = refverify("verify", *words, "--sandbox", "local", "--jdk", tmp_path / "empty")
    assert ended.code == 7
    assert "is not a JDK" in ended.err


def test_a_disk_that_is_full_while_mining_loses_nothing(
    instances: Path, history: Repository, tmp_path: Path
) -> None:
    output = tmp_path / "out.jsonl"
    words = ("mine", history.path, "-o", output, "--include-impure")
    ended = refverify(*words, file_limit=FILE_LIMIT)
    assert ended.code == 10
    assert "File too large" in ended.err
    assert not output.exists()
    assert refverify(*words).code == 0
    assert output.read_bytes() == instances.read_bytes()


def test_a_disk_that_is_full_while_verifying_loses_nothing(
    instances: Path, predictions: Path, history: Repository, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    assert verify_quickly(instances, predictions, history, run).code in {0, 3}
    first = (run / "verdicts.jsonl").read_bytes()
    instance = json.loads(instances.read_text())
    added = "".join(f"+// note {n} in a file that is new and large\n" for n in range(3000))
    large = f"--- /dev/null\n+++ b/src/main/java/p/Large.java\n@@ -0,0 +1,3000 @@\n{added}"
    with predictions.open("a") as stream:
        stream.write(prediction_line(instance["id"], "large", large))
    ended = verify_quickly(instances, predictions, history, run, file_limit=FILE_LIMIT)
    assert ended.code == 10
    assert "File too large" in ended.err
    assert (run / "verdicts.jsonl").read_bytes() == first
    assert verify_quickly(instances, predictions, history, run).code in {0, 3}
    assert models_in(run) == ["golden", "large"]


def test_a_run_folder_that_cannot_be_made(
    instances: Path, predictions: Path, history: Repository, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    ended = verify_quickly(instances, predictions, history, tmp_path / "file" / "run")
    assert ended.code == 10


def verify_quickly(
    instances: Path,
    predictions: Path,
    history: Repository,
    run: Path,
    *more: str,
    file_limit: int | None = None,
) -> Ended:
    """Up to the detection: no build, no engine."""
    words: list[str | Path] = ["-i", instances, predictions, "--repo", history.path, "--run", run]
    quick = ("--sandbox", "local", "--checks", "detection")
    return refverify("verify", *words, *more, *quick, file_limit=file_limit)


def models_in(run: Path) -> list[str]:
    lines = (run / "verdicts.jsonl").read_text().splitlines()
    return [json.loads(line)["model_name_or_path"] for line in lines]


@pytest.mark.parametrize(
    "words",
    [
        ("mine", "{repo}", "-o", "{tmp}/i.jsonl"),
        ("check", "--repo", "{repo}", "--commit", "HEAD", "--level", "static"),
        ("prove", "--repo", "{repo}", "--base", "HEAD~1", "--head", "HEAD"),
        ("check", "--repo", "{repo}", "--base", "HEAD~1", "--patch", "{tmp}/change.diff"),
    ],
    ids=lambda words: words[0],
)
def test_every_command_refuses_a_repository_with_sha256_names(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    repository = Repository(tmp_path / "repo")
    repository.path.mkdir()
    repository.git("init", "--quiet", "--object-format=sha256")
    repository.commit({JAVA: report(LONG)})
    repository.commit({JAVA: report(EXTRACTED)})
    (tmp_path / "change.diff").write_text(repository.git("diff", "HEAD~1", "HEAD") + "\n")

    ended = refverify(*(w.format(repo=repository.path, tmp=tmp_path) for w in words))

    assert ended.code == 6
    assert "repositories with sha256 object names are not read" in ended.err
