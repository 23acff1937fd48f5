"""`refverify merge` on the command line: the files are written at once, and no shard chooses a program."""

from pathlib import Path

import pytest

from tests.support.generation_tasks import several, write_tasks
from tests.support.scripted_model import ScriptedModel
from tests.unit.judging.test_ledger import verdict
from tests.unit.workflows.merging.test_runs import KEYS, LOST, WHOLE, judge
from verifier.cli.main import main
from verifier.console import Console
from verifier.domain.shard import Shard, ShardRequest
from verifier.generation.output import GenerationPaths
from verifier.generation.plan import GenerationRequest, make_plan
from verifier.generation.run import generate_shard
from verifier.generation.spending import Spent

QUIET = Console(quiet=True)


def ask(folder: Path, index: int, command: tuple[str, ...]) -> Path:
    """Ask one of two shards; `command` is what its file says about the ordinary command."""
    request = GenerationRequest(
        tasks=write_tasks(folder / "i.jsonl", several(5)),
        output=GenerationPaths(predictions=folder / f"p{index}.jsonl"),
        model="m",
        jobs=1,
    )
    part = ShardRequest(shard=Shard(index=index, count=2), command=command)
    plan, model = make_plan(request, QUIET), ScriptedModel()
    generate_shard(plan, request, model.open, QUIET, Spent(), part=part)
    return request.output.shard


def merge(folder: Path, *words: str) -> int:
    shards = [ask(folder, index, words) for index in range(2)]
    return main(["merge", str(folder / "p.jsonl"), *map(str, shards)])


def test_the_ordinary_command_writes_the_files_and_needs_no_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    assert merge(tmp_path, "generate", "-i", str(tmp_path / "i.jsonl"), "--model", "m") == 0

    said = capsys.readouterr().err
    assert "5 of 5 samples from 2 shards\n" in said
    assert "asked 5, answered 5; this call: no request\n" in said
    assert (tmp_path / "p.jsonl").read_bytes().count(b"\n") == 5
    assert (tmp_path / "p.setting.json").is_file()


@pytest.mark.parametrize(
    "words",
    [
        ("generate", "--model", "m", "--sandbox=local"),
        ("generate", "--model", "m", "--maven", "/elsewhere"),
        ("verify", "--run", "x"),
        (),
    ],
)
def test_a_command_that_chooses_a_program_or_is_another_one_is_shown_and_not_run(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert merge(tmp_path, *words) == 0

    assert "wrote the journal; to write the files, run: refverify " in capsys.readouterr().err
    assert (tmp_path / "p.journal.jsonl").read_bytes().count(b"\n") == 5
    assert not (tmp_path / "p.jsonl").exists()


def test_a_shard_chooses_no_output_and_discards_nothing(tmp_path: Path) -> None:
    words = ("generate", "-i", str(tmp_path / "i.jsonl"), "--model", "m", "--force")

    assert merge(tmp_path, *words, "-o", str(tmp_path / "other.jsonl")) == 0

    assert (tmp_path / "p.jsonl").read_bytes().count(b"\n") == 5
    assert not (tmp_path / "other.jsonl").exists()


def test_a_missing_shard_is_listed_and_ends_with_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shard = ask(tmp_path, 0, ("generate",))

    assert main(["merge", str(tmp_path / "p.jsonl"), str(shard)]) == 3
    said = capsys.readouterr().err
    assert "shard 1/2 is missing\n" in said
    assert "nothing was written: run the missing shards, or pass --allow-missing\n" in said
    assert main(["merge", str(tmp_path / "p.jsonl"), str(shard), "--allow-missing"]) == 0
    assert "to write the files, run: refverify generate -o " in capsys.readouterr().err


def test_control_characters_of_a_shard_do_not_reach_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    merge(tmp_path, "generate", "--jdk", "\x1b[2J")

    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize(("opens", "status"), [(0, 0), (1, 3)])
def test_a_merged_run_with_open_verdicts_ends_open(
    opens: int, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verdicts = [verdict(key, *[LOST] * (n < opens)) for n, key in enumerate(KEYS)]
    shard = judge(tmp_path / "shard", WHOLE, verdicts)

    assert main(["merge", str(tmp_path / "run"), str(shard)]) == status

    assert ("1 is open" in capsys.readouterr().err) == bool(opens)
