"""How the engine is called, and what becomes of one that does not answer."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.domain.behaviour import Behaviour, BehaviourVerdict
from verifier.domain.testrun import RunEnd
from verifier.errors import FuzzingError
from verifier.fuzzing.engine import FuzzingEngine
from verifier.fuzzing.request import Ablation, Campaign, FuzzingBudget, Versions
from verifier.sandbox.base import JobResult
from verifier.tools.jdk import Jdk
from verifier.tools.own_jar import OwnJar
from verifier.tools.records import to_json

FOUND = Behaviour(verdict=BehaviourVerdict.UNREACHED, seed=5, reason="no entry")
SOUND = make_result({"out/result.json": to_json(FOUND).encode()})


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    jar = tmp_path / "fuzzer.jar"
    jar.write_bytes(b"")
    monkeypatch.setattr("verifier.fuzzing.engine.FUZZER", OwnJar(name=jar.name, places=(jar,)))
    return Campaign(
        versions=Versions(
            old=tmp_path / "a",
            new=tmp_path / "b",
            class_path=(tmp_path / "lib.jar", tmp_path / "classes"),
            renames={"p.A": "p.B"},
        ),
        jdk=Jdk(home=Path("/jdk"), version="17.0.1", feature=17),
        budget=FuzzingBudget(seed=5, executions=100, seconds=2.5),
        classes=("p.A",),
    )


def test_the_command_names_both_versions_the_path_and_the_budget(campaign: Campaign) -> None:
    sandbox = ScriptedSandbox(result=SOUND)

    assert FuzzingEngine(sandbox).run(campaign) == FOUND
    (job,) = sandbox.jobs
    line = " ".join(job.command)
    assert " fuzz --old /mnt/old --new /mnt/new --out out " in line
    assert "--seed 5 --executions 100 --seconds 2.5 --flavour 5" in line
    assert "--class-path /mnt/path0.jar:/mnt/path1" in line
    assert line.endswith("--rename p.A=p.B --class p.A")
    assert not job.network


def test_the_failing_test_is_tried_with_the_projects_own_junit(campaign: Campaign) -> None:
    sandbox = ScriptedSandbox(result=SOUND)
    path = campaign.versions.class_path
    versions = replace(campaign.versions, junit=path[:1])

    FuzzingEngine(sandbox).run(replace(campaign, versions=versions))
    assert " --junit /mnt/path0.jar " in " ".join(sandbox.jobs[0].command)


def test_what_is_wrong_with_the_class_path_is_told_by_its_own_name(campaign: Campaign) -> None:
    found = replace(FOUND, unsupported=("/mnt/path0.jar: no zip", "p.B: missing", "p.C"))
    sandbox = ScriptedSandbox(result=make_result({"out/result.json": to_json(found).encode()}))

    jar = campaign.versions.class_path[0]
    assert FuzzingEngine(sandbox).run(campaign).unsupported == (
        f"{jar}: no zip",
        "p.B: missing",
        "p.C",
    )


def test_measurements_choose_methods_mutants_and_another_engine(
    campaign: Campaign, tmp_path: Path
) -> None:
    sandbox = ScriptedSandbox(result=SOUND)
    other = tmp_path / "other.jar"
    measured = replace(
        campaign,
        test=False,
        identical=True,
        ablation=Ablation.NO_VALUES,
        mutants=5,
        methods=("p.A#f()V",),
    )

    FuzzingEngine(sandbox, jar=other).run(measured)
    (job,) = sandbox.jobs
    assert " ".join(job.command).endswith(
        "--no-test --identical --ablation no-values --mutants 5 --method p.A#f()V"
    )
    assert other in {mount.source for mount in job.mounts}


def test_recorded_inputs_go_along_as_a_file(campaign: Campaign) -> None:
    sandbox = ScriptedSandbox(result=SOUND)

    FuzzingEngine(sandbox).run(replace(campaign, captured=b"{}\n"))
    (job,) = sandbox.jobs
    assert job.command[-2:] == ("--captured", "captured.bin")
    assert job.files == {"captured.bin": b"{}\n"}


@pytest.mark.parametrize(
    ("result", "why"),
    [
        (make_result({}), "left no result"),
        (make_result({"out/result.json": b"{}"}, status=3), "status 3"),
        (make_result({}, end=RunEnd.TIMEOUT, status=None), "timeout"),
        (make_result({"out/result.json": b"\xff"}), "cannot be used"),
    ],
    ids=["no result", "a status", "a timeout", "no text"],
)
def test_an_engine_that_fails_is_no_verdict(
    campaign: Campaign, result: JobResult, why: str
) -> None:
    with pytest.raises(FuzzingError, match=why):
        FuzzingEngine(ScriptedSandbox(result=result)).run(campaign)
