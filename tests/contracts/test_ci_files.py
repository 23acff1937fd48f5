"""action.yml, the citation and the files to copy satisfy the schemas of those who read them, and hand no text to a shell."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.contracts.test_help import command_at
from tests.support.repository import Repository
from verifier.cli.check import command
from verifier.gates.formats.registry import ReportForm

ROOT = Path(__file__).parents[2]
CI = ROOT / "docs/ci"
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
SCHEMAS = {
    ".github/workflows/release.yml": "github-workflows",
    ".github/workflows/website.yml": "github-workflows",
    "CITATION.cff": "citation-file-format",
    "action.yml": "github-actions",
    "docs/ci/github-actions.yml": "github-workflows",
    "docs/ci/github-claims.yml": "github-workflows",
    "docs/ci/github-leaderboard.yml": "github-workflows",
    "docs/ci/github-label.yml": "github-workflows",
    "docs/ci/gitlab-ci.yml": "gitlab-ci",
}


def test_every_file_to_copy_is_looked_at() -> None:
    files = {file.relative_to(ROOT).as_posix() for file in CI.iterdir()}
    copied = {name for name in SCHEMAS if name.startswith("docs/ci/")}
    assert files == {*copied, "docs/ci/pre-commit-config.yaml"}
    page = (ROOT / "docs/ci.md").read_text(encoding="utf-8")
    assert all(f"(ci/{file.name})" in page for file in CI.iterdir())


@pytest.mark.parametrize("schema", sorted(set(SCHEMAS.values())))
def test_each_satisfies_its_schema(schema: str) -> None:
    files = [str(ROOT / name) for name, own in SCHEMAS.items() if own == schema]
    words = ["-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    words += ["--default-filetype", "yaml", *files]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("step", ACTION["runs"]["steps"], ids=lambda step: step["name"])
def test_no_expression_stands_in_a_script(step: dict[str, Any]) -> None:
    assert "${{" not in step.get("run", "")


def test_every_input_is_used_and_every_output_is_made() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"inputs\.([\w-]+)", text)) == set(ACTION["inputs"])
    script = (ROOT / "action/check").read_text(encoding="utf-8")
    assert {name for name in ACTION["outputs"] if f'echo "{name}=' in script} == {
        *ACTION["outputs"]
    }


@pytest.mark.parametrize("name", ["github-actions.yml", "github-claims.yml"])
def test_a_workflow_gives_words_that_the_action_takes(name: str) -> None:
    workflow = yaml.safe_load((CI / name).read_text(encoding="utf-8"))
    (job,) = workflow["jobs"].values()
    (step,) = [s for s in job["steps"] if s["uses"].endswith("@RELEASE")]
    assert set(step["with"]) <= set(ACTION["inputs"])
    # `on` is read as true, which is what YAML 1.1 has it for.
    assert set(workflow[True]) == {"pull_request"}


LEADERBOARD: dict[Any, Any] = yaml.safe_load(
    (CI / "github-leaderboard.yml").read_text(encoding="utf-8")
)


def test_only_the_job_that_publishes_a_leaderboard_may_write_and_it_runs_nothing() -> None:
    judge, publish = (LEADERBOARD["jobs"][name] for name in ("judge", "publish"))
    assert set(LEADERBOARD[True]) == {"pull_request", "push"}
    assert LEADERBOARD["permissions"] == {"contents": "read"}
    assert "permissions" not in judge
    assert publish["permissions"] == {"pages": "write", "id-token": "write"}
    assert publish["if"] == "github.event_name == 'push'"
    assert not [step for step in publish["steps"] if "run" in step]
    assert "secrets." not in (CI / "github-leaderboard.yml").read_text(encoding="utf-8")


def test_what_judges_a_submission_comes_from_the_base() -> None:
    first, second = (
        step["with"]
        for step in LEADERBOARD["jobs"]["judge"]["steps"]
        if step.get("uses", "").startswith("actions/checkout@")
    )
    assert first["ref"] == "${{ github.event.pull_request.base.sha || github.sha }}"
    assert "path" not in first
    assert second["path"] == "handed-in"
    scripts = scripts_of_leaderboard()
    assert (
        scripts.count("handed-in")
        == scripts.count("find handed-in/submissions -maxdepth 1 -type f ")
        == 1
    )
    assert "${{" not in scripts


def scripts_of_leaderboard() -> str:
    steps = LEADERBOARD["jobs"]["judge"]["steps"]
    return "\n".join(step["run"] for step in steps if "run" in step)


def test_the_leaderboard_calls_commands_that_there_are() -> None:
    calls = re.findall(r"^\s*refverify (.+)$", scripts_of_leaderboard(), re.MULTILINE)
    assert [call.split()[0] for call in calls] == ["verify", "report"]
    parsed = {}
    for call in calls:
        name, *words = call.partition(" ||")[0].replace('"', "").split()
        parsed[name] = command_at((name,)).make_context(name, words).params
    assert parsed["verify"]["sandbox"] == "docker"
    assert (str(parsed["report"]["format_"]), parsed["report"]["output"]) == ("site", Path("site"))


LABEL: dict[Any, Any] = yaml.safe_load((CI / "github-label.yml").read_text(encoding="utf-8"))
JUDGE, LABELLING = LABEL["jobs"]["judge"], LABEL["jobs"]["label"]


def test_the_labelling_workflow_is_that_of_the_default_branch_and_reads_no_title() -> None:
    # `on` is read as true, which is what YAML 1.1 has it for.
    assert set(LABEL[True]) == {"workflow_run"}
    expressions = re.findall(
        r"\$\{\{ *([^}]*?) *\}\}", (CI / "github-label.yml").read_text("utf-8")
    )
    assert set(expressions) == {
        "github.event.repository.default_branch",
        "github.event.workflow_run.head_sha",
        "github.repository",
        "github.token",
        "needs.judge.outputs.decision",
        "steps.refverify.outputs.decision",
    }
    scripts = [step["run"] for job in (JUDGE, LABELLING) for step in job["steps"] if "run" in step]
    assert not any("${{" in script for script in scripts)


def test_the_job_that_reads_a_pull_request_cannot_write_and_the_other_reads_nothing_of_it() -> None:
    assert (LABEL["permissions"], JUDGE["permissions"]) == ({}, {"contents": "read"})
    assert LABELLING["permissions"] == {"pull-requests": "write"}
    assert not any("uses" in step for step in LABELLING["steps"])
    checkout, _, step = JUDGE["steps"]
    assert checkout["with"]["ref"] == "${{ github.event.repository.default_branch }}"
    assert set(step["with"]) <= set(ACTION["inputs"])
    assert (step["with"]["require"], step["with"]["accept"]) == ("behaviour refactoring", "proved")
    assert not {"allow", "args-file", "claims"} & set(step["with"])


ADD = "api repos/o/r/issues/7/labels -f labels[]=pure-refactoring"
TAKE_OFF = "api --method DELETE repos/o/r/issues/7/labels/pure-refactoring"


@pytest.mark.parametrize(
    ("decision", "head", "labelled", "calls"),
    [
        ("passed", "a" * 40, False, [ADD]),
        *(
            (other, "a" * 40, True, [TAKE_OFF])
            for other in ("failed", "open", "nothing_to_check", "error", "")
        ),
        ("failed", "a" * 40, False, []),
        ("passed", "c" * 40, False, []),
    ],
)
def test_only_the_judged_commit_is_labelled_and_only_if_it_passed(
    tmp_path: Path, decision: str, head: str, labelled: bool, calls: list[str]
) -> None:
    ran = run_labelling(tmp_path, decision, head, labelled=labelled)

    seen = tmp_path / "calls"
    assert ran.returncode == 0
    assert (seen.read_text().splitlines() if seen.exists() else []) == calls


@pytest.mark.parametrize("decision", ["passed", "failed"])
def test_a_label_that_cannot_be_set_or_taken_off_fails_the_job(
    tmp_path: Path, decision: str
) -> None:
    assert run_labelling(tmp_path, decision, "a" * 40, labelled=True, status=1).returncode != 0


def run_labelling(
    folder: Path, decision: str, head: str, *, labelled: bool, status: int = 0
) -> "subprocess.CompletedProcess[bytes]":
    """Run the step with two pull requests; each change of a label ends with `status`."""
    pulls = f"7\\t{'a' * 40}\\t{str(labelled).lower()}\\n8\\t{'b' * 40}\\tfalse"
    fake = folder / "gh"
    fake.write_text(
        f"#!/bin/sh\n[ $1 = api ] || exec printf '{pulls}\\n'\necho $* >>calls\nexit {status}\n"
    )
    fake.chmod(0o755)
    (step,) = LABELLING["steps"]
    words = {"GH_REPO": "o/r", "BASE": "main", "HEAD_SHA": head, "DECISION": decision}
    env = {**words, "LABEL": step["env"]["LABEL"], "PATH": f"{folder}:/usr/bin:/bin"}
    return subprocess.run(["bash", "-e", "-c", step["run"]], cwd=folder, env=env, check=False)


@pytest.mark.skipif(shutil.which("jq") is None, reason="gh has its own jq")
def test_the_query_says_whether_a_pull_request_has_the_label() -> None:
    (step,) = LABELLING["steps"]
    (query,) = re.findall(r"--jq '(.*?)'", step["run"])
    pulls = [
        {"number": 7, "headRefOid": "a", "labels": [{"name": "x"}, {"name": "pure-refactoring"}]},
        {"number": 8, "headRefOid": "b", "labels": []},
    ]

    ran = subprocess.run(
        ["jq", "-r", query],
        input=json.dumps(pulls),
        env={"LABEL": step["env"]["LABEL"], "PATH": "/usr/bin:/bin"},
        check=True,
        capture_output=True,
        text=True,
    )

    assert ran.stdout == "7\ta\ttrue\n8\tb\tfalse\n"


def test_the_commit_of_a_pull_request_is_fetched_but_not_checked_out(tmp_path: Path) -> None:
    origin = Repository.create(tmp_path / "origin")
    base = origin.commit({"A.java": "class A { }\n"}, "start")
    head = origin.commit({"A.java": "class B { }\n"}, "a pull request")
    origin.git("update-ref", "refs/pull/1/head", head)
    origin.git("reset", "--quiet", "--hard", base)
    origin.git("clone", "--quiet", f"file://{origin.path}", str(tmp_path / "clone"))
    clone = Repository(tmp_path / "clone")
    _, step, _ = JUDGE["steps"]
    env = {"HEAD_SHA": head, "TOKEN": "secret", "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}

    subprocess.run(["bash", "-e", "-c", step["run"]], cwd=clone.path, env=env, check=True)

    assert clone.git("cat-file", "-t", head) == "commit"
    assert (clone.path / "A.java").read_text() == "class A { }\n"
    assert "secret" not in (clone.path / ".git" / "config").read_text()


def test_gitlab_s_job_calls_a_check_that_there_is() -> None:
    job = yaml.safe_load((CI / "gitlab-ci.yml").read_text(encoding="utf-8"))["refverify"]
    (call,) = [line for line in job["script"] if "refverify check" in line]
    words = call.partition("refverify check ")[2].replace('"', "").split()
    context = command.make_context("check", words)
    assert (context.params["pr"], context.params["level"]) == (True, "static")
    assert set(job["artifacts"]["reports"]) == {"codequality", "junit"}
    assert {ReportForm.GITLAB, ReportForm.JUNIT} <= set(ReportForm)


def test_the_hook_to_copy_is_one_that_there_is() -> None:
    (repo,) = yaml.safe_load((CI / "pre-commit-config.yaml").read_text("utf-8"))["repos"]
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert {h["id"] for h in repo["hooks"]} <= {h["id"] for h in hooks}
