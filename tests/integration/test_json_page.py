"""docs/json.md at work: what the commands really print and leave satisfies the schema of its kind."""

import json
from pathlib import Path

import pytest

from tests.support.json_schemas import lines, satisfies
from verifier.cli.main import main
from verifier.datasets.catalogue import datasets_folder
from verifier.workflows.json_kinds import KINDS

RULES = """rules:
  - id: new-call
    languages: [java]
    severity: INFO
    message: the new call
    pattern: offForGuests(...)
    metadata: {kind: additive}
"""
OLD = "public class Calc { public static int f(int x) { return x + x; } }\n"


def run_cli(*words: str) -> int:
    return main(["-q", *words])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Bistro, its instances, and a run of two checks that need no sandbox."""
    folder = tmp_path_factory.mktemp("json")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert run_cli("datasets", "build", "bistro", "-o", "bistro") == 0
        assert run_cli("mine", "bistro", "-o", "instances.jsonl") == 0
        predictions = datasets_folder() / "bistro" / "predictions.jsonl"
        files = ["-i", "instances.jsonl", str(predictions), "--run", "run", "--repo", "bistro"]
        assert run_cli("verify", *files, "--checks", "detection", "--checks", "purity") == 0
        (folder / "rules.yml").write_text(RULES, encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("instance", "instances.jsonl"),
        ("funnel", "instances.funnel.json"),
        ("commits", "instances.commits.jsonl"),
        ("journal", "instances.journal.jsonl"),
        ("verdict", "run/verdicts.jsonl"),
    ],
)
def test_files_of_a_run_satisfy_their_schemas(folder: Path, kind: str, name: str) -> None:
    satisfies(kind, lines(folder / name))


def test_a_run_describes_itself(folder: Path) -> None:
    record = json.loads((folder / "run" / "run.json").read_text(encoding="utf-8"))

    satisfies("run", [record])
    assert record["options"]["build"]["base_runs"] == 3
    assert record["schema"] == 1


@pytest.mark.parametrize(
    ("patch", "status"),
    [
        ("--- /dev/null\n+++ b/notes.md\n@@ -0,0 +1 @@\n+a note\n", 0),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n", 1),
    ],
)
def test_a_patch_satisfies_the_schema(
    capsys: pytest.CaptureFixture[str], patch: str, status: int
) -> None:
    Path("x.diff").write_text(patch, encoding="utf-8")
    words = ["--repo", "bistro", "--patch", "x.diff", "--level", "static", "--format", "json"]
    assert run_cli("check", *words) == status
    satisfies("check", [json.loads(capsys.readouterr().out)])


def test_a_plan_satisfies_its_schema(folder: Path) -> None:
    (folder / "list.txt").write_text("bistro\n", encoding="utf-8")
    assert run_cli("plan", "list.txt", "-o", "plan.jsonl") == 0
    satisfies("plan", lines(folder / "plan.jsonl"))


def test_a_run_is_attested_in_its_form(folder: Path) -> None:
    assert run_cli("attest", "run", "-o", "run.intoto.json") == 0
    statement = json.loads((folder / "run.intoto.json").read_text("utf-8"))
    satisfies("attestation", [statement["predicate"]])


def test_a_template_is_a_prediction(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli("predictions", "template", "90c1") == 0
    satisfies("prediction", [json.loads(capsys.readouterr().out)])


def test_a_report_satisfies_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli("report", "run", "--format", "json") == 0
    satisfies("report", [json.loads(capsys.readouterr().out)])


def test_a_proof_satisfies_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("old", OLD), ("new", OLD.replace("x + x", "2 * x"))):
        Path(name).mkdir(exist_ok=True)
        (Path(name) / "Calc.java").write_text(text, encoding="utf-8")
    run_cli("prove", "old", "new", "--format", "json")
    satisfies("proof", [json.loads(capsys.readouterr().out)])


def test_fuzzing_and_its_replay_satisfy_their_schemas(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("f-old", OLD), ("f-new", OLD.replace("x + x", "x + x + 1"))):
        Path(name).mkdir()
        (Path(name) / "Calc.java").write_text(text, encoding="utf-8")
    words = ["f-old/Calc.java", "f-new/Calc.java", "--sandbox", "local", "--fuzz-executions", "100"]
    assert run_cli("fuzz", *words, "--format", "json", "-o", "found") == 1
    satisfies("fuzz", [json.loads(capsys.readouterr().out)])
    satisfies("fuzz", lines(folder / "found" / "result.json"))
    satisfies("replay", lines(folder / "found" / "replay.json"))


def test_what_is_installed_satisfies_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    run_cli("doctor", "--sandbox", "local", "--format", "json")
    record = json.loads(capsys.readouterr().out)
    satisfies("doctor", [record])
    assert run_cli("cache", "show", "--format", "json") == 0
    satisfies("cache", [json.loads(capsys.readouterr().out)])
    assert record["mining"] is True


def test_the_rules_commands_satisfy_their_schemas(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    instance = next(i for i in lines(folder / "instances.jsonl") if i["id"][:4] == "90c1")
    trees = ["--repo", "bistro", "--base", instance["parent"]]
    golden = [*trees, "--golden", instance["commit"]]
    patched = [*trees, "--prediction", instance["commit"]]

    def read_printed(*words: str) -> object:
        assert run_cli("rules", *words, "--format", "json") in {0, 1}, capsys.readouterr().err
        return json.loads(capsys.readouterr().out)

    satisfies("rules-check", [read_printed("check", "rules.yml", *golden)])
    satisfies("rules-register", [read_printed("register", "rules.yml", "-o", "set", *golden)])
    satisfies("rules-explain", [read_printed("explain", "rules.yml", *patched)])
    satisfies("rules-score", [read_printed("score", "rules.yml", *patched)])
    proposed = ["-i", "instances.jsonl", "--repo", "bistro", "-o", "sets"]
    satisfies("rules-propose", [read_printed("propose", "90c1", *proposed)])
    files = ["--instances", "instances.jsonl", "--predictions", "golden.jsonl", "--repo", "bistro"]
    Path("one.jsonl").write_text(json.dumps(instance) + "\n", encoding="utf-8")
    assert (
        run_cli(
            "predictions", "golden", "-i", "one.jsonl", "--repo", "bistro", "-o", "golden.jsonl"
        )
        == 0
    )
    satisfies("prediction", lines(folder / "golden.jsonl"))
    satisfies("rules-scores", [read_printed("score", "sets", *files)])


def test_the_lines_of_progress_satisfy_their_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--progress", "json", "mine", "bistro", "-o", "again.jsonl"]) == 0
    printed = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    satisfies("progress", printed)
    assert {line["event"] for line in printed} == {"progress", "notice"}


def test_no_kind_is_left_without_a_real_output() -> None:
    names = (
        "json_page",
        "import_swe_refactor",
        "mine_list",
        "mine_pure_commits",
        "validate",
        "context",
        "papers_page",
        "shards",
    )
    files = (Path(__file__).with_name(f"test_{name}.py") for name in names)
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    assert [kind for kind in KINDS if f'"{kind}"' not in text] == []
