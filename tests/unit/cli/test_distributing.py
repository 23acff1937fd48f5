"""`--engine ray` on the command line: what it goes with, and who may choose it."""

from pathlib import Path

import pytest

from verifier.cli.main import main
from verifier.cli.options.shards import drop_own_options, drop_shard
from verifier.workflows.distributing.run import DistributedJob

RAY = ("--engine", "ray", "--address", "127.0.0.1:1")
COMMANDS = {
    "mine": ("mine", "clone"),
    "list": ("mine", "--list", "list.txt"),
    "validate": ("validate", "--repo", "clone"),
    "context": ("context", "--repo", "clone"),
    "generate": ("generate", "--model", "m"),
    "verify": ("verify", "predictions.jsonl", "--run", "run", "--repo", "clone"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RAY_AUTH_MODE", raising=False)
    return tmp_path


@pytest.mark.parametrize("name", COMMANDS)
def test_a_cluster_without_a_token_is_refused_before_anything_is_read_or_written(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*COMMANDS[name], *RAY]) == 2
    assert "127.0.0.1:1: RAY_AUTH_MODE=token is not set" in capsys.readouterr().err

    assert main([*COMMANDS[name], *RAY, "--without-token"]) == 18
    assert "cannot reach 127.0.0.1:1" in capsys.readouterr().err
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("mine", "clone", "--engine", "ray"), "--engine ray needs --address HOST:PORT"),
        (("mine", "clone", *RAY, "--shard", "0/2"), "--shard does not go with --engine ray"),
        (("mine", "clone", *RAY, "--force"), "--force does not go with --engine ray"),
        (("mine", "clone", *RAY, "--write-only"), "--write-only does not go with --engine ray"),
        (
            ("generate", "--model", "m", *RAY, "--budget", "5"),
            "--budget does not go with --engine ray",
        ),
        (("mine", "clone", *RAY, "--context"), "a shard of one repository only analyses commits"),
    ],
)
def test_what_does_not_go_with_a_cluster_is_refused(
    words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words]) == 2
    assert why in capsys.readouterr().err


def test_a_file_of_the_current_folder_chooses_no_cluster(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "refverify.toml").write_text(
        '[mine]\nengine = "ray"\naddress = "127.0.0.1:1"\nwithout-token = true\n'
    )

    assert main(["mine", "no-such-clone"]) == 6

    said = capsys.readouterr().err
    for name in ("engine", "address", "without-token"):
        assert f"refverify.toml of the current folder may not set '{name}'" in said


def test_a_shard_gets_the_words_of_the_command_without_its_cluster_and_its_output() -> None:
    words = (
        "https://me:secret@example.org/x.git",
        "-o",
        "i.jsonl",
        "--jobs=2",
        *RAY,
        "--without-token",
    )
    more = ("--shard-timeout=60", "--engine=ray", "--force", "--address=a:1", "--output=o")

    kept = [*drop_own_options((*words, *more))]

    assert kept == ["https://me:secret@example.org/x.git", "--jobs=2"]
    assert [*drop_shard(words)] == ["https://example.org/x.git", "--jobs=2"]


@pytest.mark.parametrize(
    ("name", "words", "sandbox"),
    [
        ("verify", (), ("docker", None, None)),
        ("verify", ("--image", "i", "--runtime", "r"), ("docker", "i", "r")),
        ("verify", ("--checks", "policy"), None),
        ("validate", ("--sandbox", "local"), ("local", None, None)),
        ("list", ("--validate",), ("docker", None, None)),
        ("list", (), None),
        ("context", (), None),
        ("generate", (), None),
    ],
)
def test_nodes_open_the_sandbox_that_the_command_builds_in(
    name: str,
    words: tuple[str, ...],
    sandbox: tuple[str, str | None, str | None] | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    jobs: list[DistributedJob] = []

    def distribute(job: DistributedJob, *_: object) -> int:
        jobs.append(job)
        return 0

    monkeypatch.setattr("verifier.workflows.distributing.run.distribute", distribute)

    assert main([*COMMANDS[name], *words, *RAY]) == 0

    keys = ("kind", "image", "runtime")
    expected = None if sandbox is None else dict(zip(keys, sandbox, strict=True))
    assert [job.sandbox for job in jobs] == [expected]
