"""`refverify generate` on the command line, against a fake endpoint on this machine."""

import json
import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.fake_endpoint import (
    LENGTH,
    MODEL,
    PRICES,
    QUOTA,
    RATE_LIMIT,
    Answer,
    FakeEndpoint,
    in_turn,
)
from tests.support.generation_tasks import CANARY, task, write_tasks
from verifier.cli.main import describe_kept, main
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring_traits import RefactoringType
from verifier.tools.records import load_jsonl

Call = Callable[..., int]


@pytest.fixture
def endpoint() -> Iterator[FakeEndpoint]:
    with FakeEndpoint() as opened:
        yield opened


@pytest.fixture
def call(tmp_path: Path, endpoint: FakeEndpoint, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Call the command for three tasks."""
    write_tasks(tmp_path / "i.jsonl", [task(id=f"i{n}", before=_make_named(n)) for n in range(3)])
    (tmp_path / "prices.toml").write_text(PRICES)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-CANARY")

    def calling(*words: str) -> int:
        given = ("-i", str(tmp_path / "i.jsonl"), "-o", str(tmp_path / "p.jsonl"))
        where = ("--model", MODEL, "--base-url", endpoint.url, "--jobs", "1")
        return main(["generate", *given, *where, *words])

    return calling


def _make_named(number: int) -> object:
    before = task().before
    return type(before)(file=f"A{number}.java", method=before.method)


def test_answers_become_predictions_and_the_last_lines_say_how_to_go_on(
    call: Call, tmp_path: Path, endpoint: FakeEndpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call("--prices", str(tmp_path / "prices.toml"), "--samples", "2", "--yes") == 0

    found = load_jsonl(Prediction, tmp_path / "p.jsonl")[0]
    assert [(p.instance_id, p.sample) for p in found] == [
        (f"i{n}", sample) for n in range(3) for sample in range(2)
    ]
    said = capsys.readouterr().err
    assert "asked 6, answered 6; this call: 6 answers, 720 tokens, 0.0022 USD" in said
    assert f"refverify verify {tmp_path / 'p.jsonl'} -i {tmp_path / 'i.jsonl'}" in said
    (cost,) = (tmp_path / "p.costs.jsonl").read_text().splitlines()
    line = json.loads(cost)
    assert (line["stage"], line["done"], line["tokens"]) == ("generation", 6, 720)
    assert line["cost_usd"] == pytest.approx(float(endpoint.cost))

    assert call("--prices", str(tmp_path / "prices.toml"), "--samples", "2", "--yes") == 0
    assert "asked 6, answered 6; this call: no request\n" in capsys.readouterr().err


@pytest.mark.parametrize("read", ["i.jsonl", "p.jsonl", "p.setting.json", "p.journal.jsonl"])
@pytest.mark.parametrize("linked", [False, True])
def test_no_input_is_overwritten(
    call: Call, tmp_path: Path, endpoint: FakeEndpoint, read: str, linked: bool
) -> None:
    tasks, given = tmp_path / "i.jsonl", tmp_path / read
    if given != tasks:
        given.write_bytes(tasks.read_bytes())
    if linked:
        (tmp_path / "link").symlink_to(given)
    before = given.read_bytes()
    words = ("--force", "-i", str(tmp_path / "link" if linked else given))
    out = () if given != tasks else ("-o", str(tasks))

    assert call(*words, *out) == 2
    assert (given.read_bytes(), len(endpoint.served)) == (before, 0)


@pytest.mark.parametrize("ending", [".jsonl", ".journal.jsonl", ".setting.json", ".costs.jsonl"])
@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir])
def test_a_pipe_or_folder_in_the_place_of_an_output_ends_the_call_at_once(
    call: Call, tmp_path: Path, endpoint: FakeEndpoint, make: Callable[[Path], None], ending: str
) -> None:
    make(tmp_path / f"p{ending}")

    # For -o itself, click refuses a folder.
    assert call() in {10, 2}
    assert endpoint.served == []


def test_the_key_is_in_no_file_and_no_output(
    call: Call, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call()

    assert "sk-CANARY" not in str(capsys.readouterr())
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) > 5
    assert [path for path in files if b"sk-CANARY" in path.read_bytes()] == []


def test_missing_answers_are_status_3_and_the_next_call_asks_for_them(
    call: Call, endpoint: FakeEndpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint.script = in_turn(Answer(), RATE_LIMIT)
    assert call("--give-up-after", "0.1") == 3
    said = capsys.readouterr().err
    assert "asked 3, answered 1; missing 2 (gave_up 2)" in said
    assert "run the same command again" in said

    endpoint.script = in_turn(Answer())
    before = len(endpoint.served)
    assert call("--give-up-after", "0.1") == 0
    assert len(endpoint.served) == before + 2


def test_a_refusing_endpoint_is_status_17_and_answers_are_kept(
    call: Call, tmp_path: Path, endpoint: FakeEndpoint
) -> None:
    endpoint.script = in_turn(Answer(), QUOTA)

    assert call() == 17
    assert len((tmp_path / "p.jsonl").read_text().splitlines()) == 1
    summary = json.loads((tmp_path / "p.setting.json").read_text())
    assert (summary["asked"], summary["missing"]) == (3, {"not_asked": 2})


def test_a_spent_budget_is_kept_over_calls(
    call: Call, tmp_path: Path, endpoint: FakeEndpoint
) -> None:
    endpoint.script = in_turn(Answer(text="x"))
    # A request reserves 0.0022 USD and costs 0.00036 USD, so that two of three fit.
    words = ("--prices", str(tmp_path / "prices.toml"), "--max-tokens", "20", "--budget")

    assert call(*words, "0.0026") == 3
    served = len(endpoint.served)
    assert served == 2
    assert float(endpoint.cost) <= 0.0026
    assert call(*words, "0.0026") == 3
    assert len(endpoint.served) == served


def test_another_setting_under_the_label_is_status_2(call: Call, endpoint: FakeEndpoint) -> None:
    call()
    served = len(endpoint.served)

    assert call("--temperature", "1") == 2
    assert len(endpoint.served) == served


def test_cut_answers_are_asked_again_on_request(call: Call, endpoint: FakeEndpoint) -> None:
    endpoint.script = in_turn(LENGTH)
    call()
    served = len(endpoint.served)

    assert call("--retry", "truncated,error") == 0
    assert len(endpoint.served) == served + 3
    assert call("--retry", "done") == 2


def test_a_dry_run_needs_no_key_and_opens_no_socket(
    call: Call,
    tmp_path: Path,
    endpoint: FakeEndpoint,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.setattr(socket, "socket", None)

    assert call("--dry-run") == 0
    said = capsys.readouterr().out
    assert said.count("Method: p.A#f(int)") == 3
    assert "== i0 (user)" in said
    assert "3 tasks, 3 requests, about" in said
    assert call(f"--dry-run={tmp_path / 'dry'}") == 0
    assert sorted(p.name for p in (tmp_path / "dry").iterdir()) == [
        "00001.txt",
        "00002.txt",
        "00003.txt",
    ]
    assert endpoint.served == []
    assert not (tmp_path / "p.jsonl").exists()


def test_a_dry_run_says_the_most_that_a_run_can_cost(
    call: Call, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call("--dry-run", "--prices", str(tmp_path / "prices.toml"), "--max-tokens", "50") == 0

    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("at most 3 requests, ")
    assert last.endswith(" USD")


def test_hostile_text_of_a_task_cannot_reach_the_terminal(
    call: Call, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sources = task().before_sources
    hostile = type(sources)(method="\x1b[2Jvoid f()", partner="", class_="", file_sha256="")
    write_tasks(tmp_path / "i.jsonl", [task(id="\x1b]0;x\x07", before_sources=hostile)])

    assert call("--dry-run") == 0
    assert "\x1b" not in capsys.readouterr().out


def test_a_missing_key_is_status_11(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")

    assert call() == 11


def test_a_move_without_context_is_status_2_and_names_the_way_out(
    call: Call, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    move = task(RefactoringType.MOVE_METHOD, context=None)
    write_tasks(tmp_path / "i.jsonl", [move])

    assert call("--dry-run") == 2
    assert "refverify context" in capsys.readouterr().err
    assert call("--dry-run", "--disclose", "target-class") == 0
    assert f"class p.Target{CANARY}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("--prompts", "nothing"), 2),
        (("--tasks", "nothing.jsonl"), 4),
        (("--track", "half"), 2),
        (("--disclose", "sentence", "--track", "open"), 0),
    ],
)
def test_wrong_words_have_their_status(call: Call, words: tuple[str, ...], status: int) -> None:
    assert call(*words, "--dry-run") == status


def test_a_stopped_call_keeps_its_answers() -> None:
    assert "answers are in the journal" in describe_kept(["generate"])


def test_a_missing_key_is_said_before_anything_else(
    call: Call,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    (tmp_path / "i.jsonl").unlink()

    assert call() == 11
    said = capsys.readouterr().err
    assert "the variable OPENAI_API_KEY of the key is not set" in said
    assert "at most" not in said
    assert not (tmp_path / "p.costs.jsonl").exists()
