"""`refverify describe` on the command line, against a fake endpoint on this machine."""

from pathlib import Path

import pytest

from tests.support.assignments import a_method
from tests.support.fake_endpoint import MODEL, PRICES, QUOTA, Answer, FakeEndpoint
from tests.support.generation_tasks import task, write_tasks
from verifier.cli.main import main
from verifier.domain.task_text import TaskText
from verifier.tools.records import load_jsonl


def call(folder: Path, endpoint: FakeEndpoint, *words: str) -> int:
    (folder / "prices.toml").write_text(PRICES)
    given = ("-i", str(folder / "i.jsonl"), "-o", str(folder / "out" / "i.tasks.jsonl"))
    where = ("--model", MODEL, "--base-url", endpoint.url, "--jobs", "1", "--api-key-env", "-")
    return main(["describe", *given, *where, "--prices", str(folder / "prices.toml"), *words])


def test_texts_page_and_costs_are_written_and_the_leak_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_tasks(tmp_path / "i.jsonl", [task()])
    answers = [
        Answer(text="# Title\nUse newCanary"),
        Answer(text="Make newCanary"),
        Answer(text="Add newCanary"),
    ]
    with FakeEndpoint(*answers) as endpoint:
        assert call(tmp_path, endpoint, "--yes", "--review", str(tmp_path / "review.md")) == 0
        spent = endpoint.cost

    texts = load_jsonl(TaskText, tmp_path / "out" / "i.tasks.jsonl")[0]
    assert [(t.track, t.leaks) for t in texts] == [("instructed", ()), ("open", ("newCanary",))]
    assert "| Add newCanary |" in (tmp_path / "review.md").read_text()
    said = capsys.readouterr().err
    assert "1 task, 2 texts; 1 open text with names of the solution" in said
    assert f"3 answers, 360 tokens, {float(spent):.4f} USD" in said
    assert (tmp_path / "out" / "i.tasks.costs.jsonl").is_file()


def test_an_endpoint_without_credit_ends_the_call_and_keeps_the_first_text(tmp_path: Path) -> None:
    write_tasks(tmp_path / "i.jsonl", [task()])
    with FakeEndpoint(Answer(text="# Title\nTidy up"), QUOTA) as endpoint:
        assert call(tmp_path, endpoint, "--yes") == 17

    (kept,) = load_jsonl(TaskText, tmp_path / "out" / "i.tasks.jsonl")[0]
    assert kept.text == "# Title\nTidy up"


def test_a_method_to_rewrite_is_refused_before_anything_is_sent(tmp_path: Path) -> None:
    write_tasks(tmp_path / "i.jsonl", [a_method()])
    with FakeEndpoint() as endpoint:
        assert call(tmp_path, endpoint) == 2
        assert endpoint.served == []


def test_the_tasks_are_overwritten_neither_by_the_texts_nor_by_the_page(tmp_path: Path) -> None:
    tasks = write_tasks(tmp_path / "i.jsonl", [task()])
    before = tasks.read_bytes()
    with FakeEndpoint() as endpoint:
        assert call(tmp_path, endpoint, "-o", str(tasks)) == 2
        assert call(tmp_path, endpoint, "--review", str(tasks)) == 2
        assert call(tmp_path, endpoint, "--review", str(tmp_path / "out" / "i.tasks.jsonl")) == 2

        assert (tasks.read_bytes(), endpoint.served) == (before, [])
