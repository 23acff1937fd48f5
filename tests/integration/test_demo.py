"""The demo's inputs: bistro's committed answers get the verdicts that are committed with them."""

import importlib.machinery
import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support.instance_sets import validation_fields
from tests.support.instances import make_mined
from verifier.cli.main import main
from verifier.datasets.catalogue import datasets_folder
from verifier.domain.outcome import Reason
from verifier.domain.validation import Step
from verifier.tools.records import to_json

BISTRO = datasets_folder() / "bistro"
WITHOUT_A_BUILD = ("application", "policy", "detection", "purity")


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def demo() -> ModuleType:
    path = Path(__file__).parents[2] / "scripts" / "demo"
    loader = importlib.machinery.SourceFileLoader("demo", str(path))
    spec = importlib.util.spec_from_loader("demo", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_every_committed_prediction_has_one_expectation(demo: ModuleType) -> None:
    predictions = [demo.key(r) for r in records(BISTRO / "predictions.jsonl")]
    assert predictions == [demo.key(r) for r in records(BISTRO / "expected.jsonl")]
    assert len(set(predictions)) == len(predictions) == 26


def test_the_expectations_cover_the_reasons_that_the_demo_promises() -> None:
    reasons = {
        reason for record in records(BISTRO / "expected.jsonl") for _, reason in record["failed"]
    }
    assert reasons == {
        "APPLY_FAILED",
        "COMPILE_ERROR",
        "IMPURE",
        "NOT_DETECTED",
        "NO_CHANGE",
        "POLICY",
        "TEST_FAILED",
        "UNKNOWN_TARGET",
        "UNPARSABLE_ANSWER",
    }


def test_compare_counts_what_differs_and_what_is_missing(
    demo: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    check = {"check": "tests", "status": "failed", "reason": "TEST_FAILED"}
    verdict = {
        "instance_id": "a",
        "model_name_or_path": "m",
        "sample": 0,
        "success": "failed",
        "strict_success": "failed",
        "checks": [check],
    }
    expected = {
        ("a", "m", 0): demo.fails("tests", "TEST_FAILED", ""),
        ("b", "m", 0): demo.PASSES,
    }
    assert demo.compare(expected, [verdict]) == 1
    printed = capsys.readouterr().out
    assert "! m                    b #0  no verdict" in printed
    assert demo.compare({("a", "m", 0): demo.PASSES}, [verdict]) == 1
    assert demo.compare({("a", "m", 0): expected["a", "m", 0]}, [verdict]) == 0


def test_a_validated_instance_that_lost_a_step_is_told_and_counted(
    demo: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    made = [
        make_mined(id="i1", **validation_fields()),
        make_mined(id="i2", **validation_fields(Step.COVERED, Reason.NOT_COVERED)),
    ]

    assert demo.not_passed([json.loads(to_json(each)) for each in made]) == 1

    assert capsys.readouterr().out.splitlines()[2:] == [
        "= r            i1  passed every step",
        "! r            i2  covered: NOT_COVERED",
        "2 validated, 1 did not pass every step",
    ]


@pytest.fixture(scope="module")
def mined_bistro(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the repository `bistro` and its `instances.jsonl`."""
    folder = tmp_path_factory.mktemp("demo")
    repository, instances = folder / "bistro", folder / "instances.jsonl"
    assert main(["-q", "datasets", "build", "bistro", "-o", str(repository)]) == 0
    assert main(["-q", "mine", str(repository), "-o", str(instances)]) == 0
    return folder


@pytest.mark.slow
def test_the_fake_endpoint_gives_each_generated_instance_its_committed_answer(
    demo: ModuleType, mined_bistro: Path
) -> None:
    given = demo.ask_fake_endpoint(mined_bistro)

    answers = {p["instance_id"]: p["model_output"] for p in given}
    assert set(answers) == set(demo.GENERATED)
    made = records(mined_bistro / "generated.jsonl")
    assert {p["instance_id"]: p["model_output"] for p in made} == answers
    assert len(made) == len(answers) == 5


@pytest.mark.slow
def test_what_needs_no_build_finds_what_is_expected(
    demo: ModuleType, mined_bistro: Path, tmp_path: Path
) -> None:
    repository, instances = mined_bistro / "bistro", mined_bistro / "instances.jsonl"
    run = tmp_path / "run"
    files = ["-i", str(instances), str(BISTRO / "predictions.jsonl")]
    options = ["--run", str(run), "--repo", str(repository), "--sandbox", "local"]
    checks = [word for name in WITHOUT_A_BUILD for word in ("--checks", name)]
    assert main(["-q", "verify", *files, *options, *checks]) == 0
    seen = {
        demo.key(verdict): [
            [check["check"], check["reason"]]
            for check in verdict["checks"]
            if check["check"] in WITHOUT_A_BUILD and check["status"] in {"failed", "inconclusive"}
        ]
        for verdict in records(run / "verdicts.jsonl")
    }
    expected = {
        demo.key(record): [f for f in record["failed"] if f[0] in WITHOUT_A_BUILD]
        for record in records(BISTRO / "expected.jsonl")
    }
    assert seen == expected
