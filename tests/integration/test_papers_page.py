"""The commands of docs/papers.md run in their order, with an endpoint whose answers are scripted.

Bistro's answers are judged by the checks that need no build: `make demo` judges such answers by all.
The function is judged as the page says. The reports must have the tables that the page promises.
"""

import json
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.test_fenced_commands import read_fences
from tests.support.fake_endpoint import Answer, FakeEndpoint
from tests.support.json_schemas import lines, satisfies
from tests.support.released_prompts import write_release
from tests.support.samples import ROOT
from verifier.cli.main import main
from verifier.domain.instance import Instance
from verifier.reports.tables import TABLES
from verifier.tools.records import load_jsonl

PAGE = ROOT / "docs" / "papers.md"
PROMPTS = ROOT / "verifier" / "resources" / "prompts"
ADDRESS = "http://localhost:8000/v1"
MARK = "#" * 26
INSTRUCTED, OPEN = "# Title\nTidy the orders", "The handling of orders"
REWRITTEN = "public int sum(List<Integer> all) { return all.get(0) + all.get(1); }"
FUNCTION = {
    "task_id": "Java/0",
    "prompt": "import java.util.*;\n\nclass Solution {\n    public int sum(List<Integer> all) {\n",
    "canonical_solution": "        int sum = 0;\n        for (int one : all) sum += one;\n"
    "        return sum;\n    }\n}",
    "test": "public class Main {\n    public static void main(String[] args) {\n"
    "        if (new Solution().sum(Arrays.asList(1, 2)) != 3) throw new AssertionError();\n"
    "    }\n}",
}
PULL_REQUEST = {"commit": "0" * 40, "title": "Tidy the orders"}
WRITTEN = {
    "generation": "some-model.journal.jsonl",
    "setting": "some-model.setting.json",
    "transcript": "some-model.transcripts/*.json",
    "assignment": "methods.jsonl",
    "task-text": "texts.jsonl",
    "task-text-journal": "texts.journal.jsonl",
    "pull-request": "pulls.jsonl",
}
"""The files of the commands, by kind of JSON."""
WITHOUT_A_BUILD = ("application", "policy", "detection", "rules")


def answer_of(body: Mapping[str, Any], folder: Path) -> str:
    """A text for `describe`, the developers' solution for an extraction, or a rewritten function."""
    prompt = "\n".join(str(each["content"]) for each in body["messages"])
    if "<patch>" in prompt:
        return INSTRUCTED
    if "<task>" in prompt:
        return OPEN
    for each in load_jsonl(Instance, folder / "sample.jsonl")[0]:
        if each.before_sources.method in prompt and each.type == "Extract Method":
            after = each.after_sources
            return f"{MARK}\n{each.after_sources.method}\n{after.partner}\n{MARK}\n"
    return f"{MARK}\n{REWRITTEN}\n{MARK}\n"


@contextmanager
def serve_script(folder: Path) -> Iterator[FakeEndpoint]:
    with FakeEndpoint(
        script=lambda body, _number: Answer(text=answer_of(body, folder), model="some-model")
    ) as endpoint:
        yield endpoint


def cheaper(call: str) -> str:
    """Let `verify` build nothing of bistro, and fuzz the function only for a moment.

    `describe` also reads pull requests, which the page's data set has none of.
    """
    if call.startswith("describe "):
        return f"{call} --pull-requests pulls.jsonl"
    if not call.startswith("verify "):
        return call
    if call.endswith("+behaviour"):
        return f"{call} --sandbox local --base-runs 1 --fuzz-seconds 5"
    words = call.replace(" --all-checks", "").replace(" --checks +rules", "")
    chosen = [name for name in WITHOUT_A_BUILD if name != "rules" or "--rules" in call]
    return f"{words} --sandbox local {' '.join(f'--checks {name}' for name in chosen)}"


def records_in(path: Path) -> list[object]:
    return lines(path) if path.suffix == ".jsonl" else [json.loads(path.read_text("utf-8"))]


def tables_of(call: str) -> list[str]:
    words = call.split()
    return [words[at + 1] for at, word in enumerate(words) if word == "--table"]


@pytest.mark.slow
@pytest.mark.network
@pytest.mark.usefixtures("warm_maven")
def test_every_command_of_the_page_runs_and_prints_its_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "{refactoring_operation}:\n{code_to_refactor}\n"
    write_release(tmp_path / "PureRefactor", text)
    (tmp_path / "functions.jsonl").write_text(f"{json.dumps(FUNCTION)}\n")
    (tmp_path / "labels.toml").write_text('[some-model]\nsize = "7B"\ncutoff = "2024-01"\n')
    (tmp_path / "pulls.jsonl").write_text(f"{json.dumps(PULL_REQUEST)}\n")
    monkeypatch.chdir(tmp_path)
    printed: dict[str, str] = {}
    with serve_script(tmp_path) as endpoint:
        for call in read_fences(PAGE):
            words, _, file = cheaper(call).replace(ADDRESS, endpoint.url).partition(" > ")
            status = main(["-q", *shlex.split(words)])
            said = capsys.readouterr()
            assert status in list_accepted(call), f"{call}\n{said.out[-800:]}{said.err[-800:]}"
            if file:
                (tmp_path / file).write_text(said.out)
            printed |= dict.fromkeys(tables_of(call), said.out)

    for kind, name in WRITTEN.items():
        satisfies(kind, [each for path in tmp_path.glob(name) for each in records_in(path)])
    satisfies("prompt-set", records_in(PROMPTS / "rewrite-1" / "manifest.json"))
    titles = {table.name: table.title for table in TABLES}
    # The strongest measure of these cheaper runs, which are not asked for success.
    titles["types"] = "Detected, of all, by refactoring type"
    assert [table for table, said in printed.items() if titles[table] not in said] == []
    assert len(printed) == 10
    # The one function passes its test after both rewrites, and other lists give other sums.
    assert ["2/2", "2/2"] in [line.split() for line in printed["behaviour"].splitlines()]


def list_accepted(call: str) -> set[int]:
    """The exit statuses. `rules propose` may find no rule of one kind for an instance."""
    return {0, 1} if call.startswith("rules propose") else {0}
