"""`--shard`: what it takes, and which shard a job scheduler names."""

from pathlib import Path

import pytest

from verifier.cli.main import main
from verifier.cli.options.shards import describe_end, drop_shard, read_shard
from verifier.domain.shard import Shard, ShardEnd
from verifier.errors import UsageError

SLURM = {"SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "7"}
KUBERNETES = {"JOB_COMPLETION_INDEX": "2", "JOB_COMPLETIONS": "7"}
GITLAB = {"CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "7"}


@pytest.mark.parametrize("variables", [SLURM, KUBERNETES, GITLAB, {**SLURM, **GITLAB}])
def test_auto_is_what_the_scheduler_says(variables: dict[str, str]) -> None:
    assert read_shard(variables) == Shard(index=2, count=7)


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({}, "--shard auto needs a job scheduler"),
        ({"JOB_COMPLETION_INDEX": "2"}, "--shard auto needs a job scheduler"),
        ({**SLURM, "SLURM_ARRAY_TASK_ID": "7"}, "SLURM_ARRAY_TASK_ID is 7, and there are 7 tasks"),
        ({**GITLAB, "CI_NODE_INDEX": "0"}, "CI_NODE_INDEX is 0, and there are 7 tasks"),
        ({**SLURM, "SLURM_ARRAY_TASK_ID": "two"}, "SLURM_ARRAY_TASK_ID is 'two', not a number"),
        ({**SLURM, **KUBERNETES, "JOB_COMPLETIONS": "9"}, "disagree: 2/7 .*, 2/9 "),
    ],
)
def test_variables_that_name_no_shard_are_refused(variables: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_shard(variables)


COMMANDS = ("mine", "validate", "context", "generate", "verify")
WRONG = ("7/7", "0/0", "-1/7", "1", "1/", "a/b", "1/2/3", "", "auto")


@pytest.mark.parametrize(
    ("command", "text"),
    [*(("mine", text) for text in WRONG), *((command, "7/7") for command in COMMANDS[1:])],
)
def test_no_command_takes_a_shard_that_is_none(
    command: str, text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in (*SLURM, *KUBERNETES, *GITLAB):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)

    assert main([command, f"--shard={text}"]) == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("step", ["--validate", "--context", "--pure-commits", "--residue"])
def test_a_shard_of_one_history_has_no_further_steps(
    step: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mine", "clone", "--shard", "0/2", step]) == 2
    assert "only analyses commits" in capsys.readouterr().err


@pytest.mark.parametrize("other", [["--force"], ["--shard", "0/2"]])
def test_write_only_asks_for_no_work(other: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mine", "clone", "--write-only", *other]) == 2
    assert "--write-only does no work" in capsys.readouterr().err


def test_the_ordinary_command_has_neither_shard_nor_output_nor_credentials() -> None:
    words = (
        "mine https://me:secret@example.org/p.git -o a/i.jsonl --shard 0/2 --types=X --force"
        " --output=b --retry error --shard=auto -oc --jobs 2 --run run"
    )

    assert list(drop_shard(words.split())) == [
        *("mine", "https://example.org/p.git", "--types=X", "--retry", "error", "--jobs", "2")
    ]


def test_a_shard_ends_with_how_to_merge() -> None:
    end = ShardEnd(shard=Shard(index=2, count=7), keys=143, open=3, all_keys=1000)

    assert describe_end(end, "commits", Path("i2.shard.jsonl")) == (
        "shard 2/7 has 143 of 1,000 commits, 3 of them without a lasting result\n"
        "when all shards are done, put them together: refverify merge OUT i2.shard.jsonl"
        " and those of the other 6"
    )
