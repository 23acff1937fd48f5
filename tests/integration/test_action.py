"""The steps of action.yml, run as a runner does: on a merged pull request that the test makes."""

import json
import os
import re
import subprocess
import sys
import sysconfig
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.repository import Repository
from tests.support.shop import CALL, HELPER, LOOP, SHOP
from verifier.tools.sarif import read_sarif

ROOT = Path(__file__).parents[2]
PRICES = "src/main/java/shop/Prices.java"
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
CANARIES = ("venv.py", "pip.py", "json.py", "click.py", "encodings.py", "sitecustomize.py")


@dataclass(frozen=True, kw_only=True)
class Runner:
    """What a runner gives to an action: folders, variables, and files that it reads afterwards."""

    folder: Path
    workspace: Path
    event: dict[str, str] = field(default_factory=dict)

    @property
    def action(self) -> Path:
        return self.folder / "action"

    @property
    def temp(self) -> Path:
        return self.folder / "temp"

    def file(self, name: str) -> str:
        path = self.folder / name
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def step(self, name: str, **inputs: str) -> "subprocess.CompletedProcess[str]":
        (step,) = [s for s in ACTION["runs"]["steps"] if s["name"] == name]
        given = {key: each.get("default", "") for key, each in ACTION["inputs"].items()} | inputs
        env = {key: self._value(text, given) for key, text in step["env"].items()}
        for file in ("output", "summary", "env"):
            (self.folder / file).write_bytes(b"")
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=self._value(step["working-directory"], given),
            env={**self._base(), **env},
            capture_output=True,
            text=True,
            check=False,
        )

    def _value(self, text: str, inputs: dict[str, str]) -> str:
        known = {
            "github.action_path": str(self.action),
            "github.workspace": str(self.workspace),
            "runner.temp": str(self.temp),
            "steps.python.outputs.python-path": sys.executable,
            **{f"inputs.{name}": value for name, value in inputs.items()},
        }
        once = re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda found: known[found[1]], text)
        return re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda found: known[found[1]], once)

    def _base(self) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder / "home"),
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_OUTPUT": str(self.folder / "output"),
            "GITHUB_STEP_SUMMARY": str(self.folder / "summary"),
            "GITHUB_ENV": str(self.folder / "env"),
            "REFVERIFY_CACHE": str(self.folder / "cache"),
            **self.event,
        }

    def outputs(self) -> dict[str, str]:
        return dict(line.split("=", 1) for line in self.file("output").splitlines())


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Runner:
    """A runner with the action installed from a wheel, in a checkout whose files look like modules."""
    folder = tmp_path_factory.mktemp("runner")
    made = Runner(folder=folder, workspace=folder / "work")
    for name in ("temp", "home", "action/dist"):
        (folder / name).mkdir(parents=True)
    (made.action / "action").symlink_to(ROOT / "action")
    (made.action / "dist" / wheel.name).symlink_to(wheel)
    # What it needs is not fetched once more: it is there already, and lent to the environment below.
    (made.action / "dist/requirements.txt").write_text("")
    done = made.step("Install refverify")
    assert done.returncode == 0, done.stdout + done.stderr
    (site,) = (made.temp / "refverify-venv/lib").glob("python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return made


def pull_request(runner: Runner, folder: Path, change: dict[str, str]) -> Runner:
    """The checkout of a pull request as actions/checkout leaves it, and what the runner says of it."""
    made = Repository.create(folder / "work")
    files = [path for path in SHOP.rglob("*") if path.is_file()]
    made.commit({str(p.relative_to(SHOP)): p.read_bytes() for p in files}, "start")
    made.git("checkout", "-q", "-b", "topic")
    made.commit(change, "refactor: sum apart")
    made.git("checkout", "-q", "main")
    made.commit({"README.md": "# Shop\n"}, "words")
    made.git("checkout", "-q", "--detach")
    made.git("merge", "-q", "--no-ff", "-m", "Merge", "topic")
    event = folder / "event.json"
    base = made.git("rev-parse", "main")
    event.write_text(json.dumps({"pull_request": {"base": {"sha": base}}}))
    canary = f"open({str(folder / 'canary')!r}, 'w')\n"
    for name in CANARIES:
        (made.path / name).write_text(canary)
    return Runner(
        folder=runner.folder,
        workspace=made.path,
        event={
            "GITHUB_EVENT_NAME": "pull_request",
            "GITHUB_EVENT_PATH": str(event),
            "GITHUB_REF": "refs/pull/7/merge",
            "GITHUB_SHA": made.git("rev-parse", "HEAD"),
        },
    )


def refactor() -> str:
    source = (SHOP / PRICES).read_text(encoding="utf-8")
    end = source.index("    /** The amount with")
    return (source[:end] + HELPER.strip("\n") + "\n\n" + source[end:]).replace(LOOP, CALL, 1)


def test_a_refactoring_passes_and_the_job_gets_a_summary_and_outputs(
    runner: Runner, tmp_path: Path
) -> None:
    here = pull_request(runner, tmp_path, {PRICES: refactor()})
    done = here.step("Check", claims="true")

    assert done.returncode == 0, done.stdout + done.stderr
    outputs = here.outputs()
    assert (outputs["behaviour"], outputs["refactoring"], outputs["exit-code"]) == (
        "proved",
        "only",
        "0",
    )
    assert read_sarif(Path(outputs["sarif-file"]).read_bytes()).findings == ()
    report = json.loads(Path(outputs["report"]).read_bytes())
    assert report["units"][0]["claims"][0]["outcome"] == "upheld"
    assert "✅" in here.file("summary")
    assert here.file("env") == ""
    assert not (tmp_path / "canary").exists()


def test_an_edit_beyond_has_an_annotation_at_its_line_and_fails_where_refactoring_is_required(
    runner: Runner, tmp_path: Path
) -> None:
    here = pull_request(runner, tmp_path, {PRICES: refactor().replace("EUR ", "USD ")})
    left_open = here.step("Check")

    assert left_open.returncode == 3
    assert f"::warning file={PRICES},title=refverify IMPURE (refactoring),line=" in left_open.stdout

    done = here.step("Check", require="behaviour refactoring")

    assert done.returncode == 1
    assert f"::error file={PRICES},title=refverify IMPURE (refactoring),line=" in done.stdout
    assert here.outputs()["decision"] == "failed"
    assert (here.outputs()["behaviour"], here.outputs()["refactoring"]) == ("open", "more")
    (finding, *_) = read_sarif(Path(here.outputs()["sarif-file"]).read_bytes()).findings
    assert finding.path == PRICES


def test_a_range_is_never_an_option_and_no_answer_is_no_success(
    runner: Runner, tmp_path: Path
) -> None:
    here = pull_request(runner, tmp_path, {PRICES: refactor()})
    done = here.step("Check", range="--allow=*\n::set-env name=A::b")

    assert done.returncode not in {0, 1, 3}
    assert here.outputs()["decision"] == "error"
    assert here.outputs()["sarif-file"] == ""
    quiet = re.search(r"::stop-commands::(\w{32})\n(.*)::\1::", done.stdout, re.DOTALL)
    assert quiet is not None
    assert "set-env" not in done.stdout.replace(quiet[0], "")


def test_a_job_with_the_secrets_of_the_base_is_refused(runner: Runner, tmp_path: Path) -> None:
    here = pull_request(runner, tmp_path, {PRICES: refactor()})
    here.event["GITHUB_EVENT_NAME"] = "pull_request_target"
    done = here.step("Check", range="HEAD~1..HEAD")

    assert done.returncode == 2
    assert "pull_request_target" in done.stdout


def test_a_revision_without_a_wheel_says_so(tmp_path: Path) -> None:
    here = Runner(folder=tmp_path, workspace=tmp_path)
    (tmp_path / "action/dist").mkdir(parents=True)
    (tmp_path / "temp").mkdir()
    (tmp_path / "action/action").symlink_to(ROOT / "action")
    done = here.step("Install refverify")

    assert done.returncode == 7
    assert "::error" in done.stdout
