"""The library mines a history with every step that the command has, and writes the same files."""

from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.repository import Repository
from verifier.cli.main import main
from verifier.console import Console
from verifier.domain.instance import Instance
from verifier.domain.outcome import Reason
from verifier.domain.purity import PurityTier
from verifier.errors import UsageError
from verifier.judging.options import ToolsetOptions
from verifier.mining.session import MiningRequest
from verifier.tools.records import load_jsonl
from verifier.workflows.costs import CostStage, read_costs
from verifier.workflows.many_repositories import RepositoryStatus
from verifier.workflows.mining import (
    Mined,
    MineRequest,
    MineStep,
    StepDone,
    Validating,
    mine_history,
    mine_list,
)
from verifier.workflows.repository_list import Listed

pytestmark = pytest.mark.java

PATH = "src/main/java/p/Sum.java"
LOOP = """        int sum = 0;
        for (int price : prices) {
            sum += price;
        }
        return sum;
    }
"""
BEFORE = f"package p;\n\nclass Sum {{\n    int all(int[] prices) {{\n{LOOP}}}\n"
AFTER = BEFORE.replace(
    LOOP, f"        return add(prices);\n    }}\n\n    private int add(int[] prices) {{\n{LOOP}"
)
FILES = (
    "i.jsonl",
    "i.funnel.json",
    "i.commits.jsonl",
    "i.pure.jsonl",
    "i.pure.funnel.json",
    "i.pure.validated.jsonl",
    "i.pure.validated.funnel.json",
    "i.pure.validated.context.jsonl",
)
"""The files without times that the steps write."""


@pytest.fixture
def subject(
    make_repository: MakeRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Repository:
    """One extraction; the pom cannot be read, so its validation needs no build."""
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    subject = make_repository("subject")
    subject.commit({PATH: BEFORE, "pom.xml": "<project>"}, "begin")
    subject.commit({PATH: AFTER}, "extract")
    return subject


def everything(repository: Path, output: Path) -> MineRequest:
    return MineRequest(
        mining=MiningRequest(repository=str(repository), output=output),
        prove=True,
        pure_commits=True,
        residue=True,
        validating=Validating(golden=False, sample=5, tools=ToolsetOptions(sandbox="local")),
        context=True,
    )


def test_every_step_is_taken_and_the_command_writes_the_same_files(
    subject: Repository, tmp_path: Path
) -> None:
    by_library, by_command = (tmp_path / name for name in ("library", "command"))
    for folder in (by_library, by_command):
        folder.mkdir()
    reported: list[StepDone] = []

    mined = mine_history(everything(subject.path, by_library / "i.jsonl"), report=reported.append)

    assert mined == Mined(steps=tuple(reported))
    assert [each.step for each in reported] == list(MineStep)
    assert mined.instances == by_library / "i.pure.validated.context.jsonl"
    (instance,), _ = load_jsonl(Instance, mined.instances)
    assert instance.purity.tier is PurityTier.PROVED
    assert instance.context is not None
    assert instance.build is not None
    assert instance.build.before.reason is Reason.BASE_INVALID
    assert mined.funnel.stages[-1].count == 1
    stages = [line.stage for line in read_costs(by_library / "i.costs.jsonl")]
    assert stages == [CostStage.MINING, CostStage.VALIDATION]

    words = ["--prove", "--pure-commits", "--residue", "--validate", "--no-golden", "--sample", "5"]
    words += ["--sandbox", "local", "--context", "-o", str(by_command / "i.jsonl")]
    assert main(["-q", "mine", str(subject.path), *words]) == 0
    assert sorted(p.name for p in by_command.iterdir()) == sorted(
        p.name for p in by_library.iterdir()
    )
    for name in FILES:
        assert (by_command / name).read_bytes() == (by_library / name).read_bytes(), name


def test_without_steps_the_mined_file_is_the_last_one(subject: Repository, tmp_path: Path) -> None:
    output = tmp_path / "i.jsonl"

    mined = mine_history(
        MineRequest(mining=MiningRequest(repository=str(subject.path), output=output))
    )

    assert [each.step for each in mined.steps] == [MineStep.MINING]
    assert mined.instances == output
    assert mined.funnel.stages[-1].count == 1


def test_a_list_is_mined_by_one_request_and_a_failure_stops_nothing(
    subject: Repository, tmp_path: Path
) -> None:
    request = MineRequest(mining=MiningRequest(repository="", output=Path()), pure_commits=True)
    listed = [
        Listed(repository=str(tmp_path / "absent")),
        Listed(repository=str(subject.path), max_commits=1),
    ]

    failed, done = mine_list(listed, tmp_path / "mined", request, Console(quiet=True))

    assert (failed.status, failed.exit_code) == (RepositoryStatus.FAILED, 6)
    assert done.status is RepositoryStatus.DONE
    assert (done.stages[0].name, done.stages[0].count) == ("listed", 1)
    assert (tmp_path / "mined" / done.folder / "instances.pure.jsonl").is_file()


def test_a_folder_is_no_output(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a folder"):
        mine_history(MineRequest(mining=MiningRequest(repository=".", output=tmp_path)))
