"""`--shard` and `refverify merge` on the command line, with real histories: the same bytes as one call."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.integration.test_mine_killed import files, subject, wait_for_lines
from tests.support.json_schemas import lines, satisfies
from tests.support.repository import Repository as Subject
from verifier.cli.main import main

__all__ = ["subject"]


@pytest.fixture(scope="module")
def whole(subject: Subject, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One call of mine, context and verify."""
    folder = tmp_path_factory.mktemp("whole")
    output = folder / "i.jsonl"
    assert main(["-q", "mine", str(subject.path), "-o", str(output)]) == 0
    repo = ["--repo", str(subject.path)]
    assert main(["-q", "context", "-i", str(output), *repo]) == 0
    golden = ["predictions", "golden", "-i", str(output), "-o", str(folder / "p.jsonl")]
    assert main(["-q", *golden, *repo]) == 0
    assert main(["-q", *verify(folder, subject), "--run", str(folder / "run")]) == 0
    return folder


def verify(folder: Path, subject: Subject) -> list[str]:
    words = ["verify", str(folder / "p.jsonl"), "-i", str(folder / "i.jsonl")]
    return [*words, "--repo", str(subject.path), "--checks", "policy"]


def test_a_history_is_mined_in_two_shards_of_which_one_is_killed(
    subject: Subject, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outputs = [tmp_path / name / "i.jsonl" for name in "ab"]
    for output in outputs:
        output.parent.mkdir()
    mine = ["mine", str(subject.path), "--types", "extract method"]
    words = ["-q", *mine, "-o", str(outputs[0]), "--shard", "0/2"]
    code = "from verifier.cli.main import entry_point; entry_point()"
    running = subprocess.Popen([sys.executable, "-c", code, *words], start_new_session=True)
    wait_for_lines(outputs[0].with_name("i.journal.jsonl"), 2)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    assert main([*mine, "-o", str(outputs[1]), "--shard", "1/2"]) == 0
    assert (
        f"refverify merge OUT {tmp_path / 'b' / 'i.shard.jsonl'} and those of the other 1"
        in capsys.readouterr().err
    )
    satisfies("shard", lines(tmp_path / "b" / "i.shard.jsonl"))
    merge = ["merge", str(tmp_path / "i.jsonl"), *map(str, outputs)]

    assert main(merge) == 3
    assert "shard 0/2 lacks " in capsys.readouterr().err
    assert not list(tmp_path.glob("i.*"))
    assert main(["-q", *mine, "-o", str(outputs[0]), "--shard", "0/2"]) == 0
    assert main(merge) == 0

    said = f"writing the files with --write-only: refverify mine -o {tmp_path / 'i.jsonl'} "
    assert said in capsys.readouterr().err
    one = tmp_path / "one"
    one.mkdir()
    assert main(["-q", *mine, "-o", str(one / "i.jsonl")]) == 0
    assert files(tmp_path) == files(one)
    costs = [json.loads(line) for line in (tmp_path / "i.costs.jsonl").read_text().splitlines()]
    assert all(cost["stage"] == "mining" for cost in costs)


def test_contexts_of_two_shards_are_those_of_one_call(
    subject: Subject, whole: Path, tmp_path: Path
) -> None:
    outputs = [tmp_path / f"{index}.jsonl" for index in range(2)]
    for index, output in enumerate(outputs):
        words = ["context", "-i", str(whole / "i.jsonl"), "--repo", str(subject.path)]
        assert main(["-q", *words, "-o", str(output), "--shard", f"{index}/2"]) == 0
        assert not output.exists()

    assert main(["-q", "merge", str(tmp_path / "c.jsonl"), *map(str, outputs)]) == 0

    assert (tmp_path / "c.jsonl").read_bytes() == (whole / "i.context.jsonl").read_bytes()


def test_verdicts_of_two_shards_are_those_of_one_call(
    subject: Subject, whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = [tmp_path / f"run{index}" for index in range(2)]
    for index, run in enumerate(runs):
        words = [*verify(whole, subject), "--run", str(run), "--shard", f"{index}/2"]
        assert main(["-q", *words]) == 0

    capsys.readouterr()
    assert main(["status", *map(str, runs), "--format", "json"]) == 0
    satisfies("job", [json.loads(capsys.readouterr().out)])
    assert main(["-q", "merge", str(tmp_path / "run"), *map(str, runs)]) == 0

    assert sorted(verdicts(tmp_path / "run")) == sorted(verdicts(whole / "run"))
    described = [
        json.loads((f / "run.json").read_text()) for f in (tmp_path / "run", whole / "run")
    ]
    for facts in described:
        assert facts.pop("ledger")["lines"] == len(verdicts(whole / "run"))
        for name in ("instances", "predictions"):
            del facts[name]["path"]
    assert described[0] == described[1]


def test_another_shard_leaves_a_run_folder_as_it_is(
    subject: Subject, whole: Path, tmp_path: Path
) -> None:
    run = ["--run", str(tmp_path / "run")]
    assert main(["-q", *verify(whole, subject), *run, "--shard", "0/2"]) == 0
    kept = [tmp_path / "run" / name for name in ("run.json", "shard.jsonl", "verdicts.jsonl")]
    before = [path.read_bytes() for path in kept]

    for shard in ("1/2", "0/3"):
        words = [*verify(whole, subject), "--all-checks", *run, "--shard", shard]
        assert main(["-q", *words]) == 2

    assert [path.read_bytes() for path in kept] == before


def verdicts(run: Path) -> list[str]:
    found = []
    for line in (run / "verdicts.jsonl").read_text().splitlines():
        verdict = json.loads(line)
        del verdict["chain"]
        for check in verdict["checks"]:
            del check["seconds"]
        found.append(json.dumps(verdict, sort_keys=True))
    return found
