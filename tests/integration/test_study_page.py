"""The commands of docs/study.md run in their order, on bistro and an endpoint of this machine.

Two instances are validated, and the answers are judged by the checks that need no build.
"""

import shlex
from pathlib import Path

import pytest

from tests.contracts.test_fenced_commands import read_fences
from tests.support.fake_endpoint import Answer, FakeEndpoint
from tests.support.samples import ROOT
from verifier.cli.main import main
from verifier.domain.instance import Instance
from verifier.domain.refactoring_traits import DEFAULT_TYPES
from verifier.tools.records import load_jsonl

CALLS = read_fences(ROOT / "docs" / "study.md")
CLONE = "path/to/clone"
PRICES = '["MODEL"]\ninput = 1.0\noutput = 2.0\nper = 1000000\nas_of = 2026-11-01\n'


def cheaper(call: str, address: str, first: str) -> str:
    """Name bistro, the endpoint and the first instance, and leave out what builds each answer."""
    call = call.replace(CLONE, "bistro").replace("3f0c", first)
    if call.startswith("generate "):
        return f"{call} --base-url {address} --api-key-env -"
    if call.startswith("validate "):
        return call.replace("--sample 25", "--sample 2 --sandbox local --no-golden")
    if call.startswith("verify "):
        return f"{call} --sandbox local --checks detection --checks purity"
    return call


@pytest.mark.slow
@pytest.mark.network
@pytest.mark.usefixtures("warm_maven")
def test_every_command_of_the_page_runs_on_what_the_one_before_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["-q", "datasets", "build", "bistro", "-o", "bistro"]) == 0
    (tmp_path / "prices.toml").write_text(PRICES)
    (tmp_path / "my-prompts").mkdir()
    for each in DEFAULT_TYPES:
        name = each.value.lower().replace(" ", "-")
        (tmp_path / "my-prompts" / f"{name}.txt").write_text("{code_to_refactor}\n")
    assert CALLS[0] == "doctor"
    with FakeEndpoint(script=lambda _body, _number: Answer(text="int x;", model="MODEL")) as server:
        for call in CALLS[1:]:
            tasks = tmp_path / ("tasks.jsonl" if "tasks.jsonl" in call else "instances.jsonl")
            first = load_jsonl(Instance, tasks)[0][0].id if "3f0c" in call else ""
            status = main(["-q", *shlex.split(cheaper(call, server.url, first))])
            said = capsys.readouterr()
            assert status == 0, f"{call}\n{said.out[-800:]}{said.err[-800:]}"

    assert len(load_jsonl(Instance, tmp_path / "tasks.jsonl")[0]) == 2
    assert len(server.served) == 4
    assert "detection" in (tmp_path / "run-golden" / "verdicts.jsonl").read_text("utf-8")
    assert (tmp_path / "report.html").is_file()
    assert (tmp_path / "instances.parquet").is_file()
    assert (tmp_path / "tables" / "verdicts.parquet").is_file()
