"""The scripts of docs/scale run with the variables of their schedulers, and the merge has every repository."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import yaml

from tests.integration.test_mine import AFTER, BEFORE, source
from tests.support.repository import Repository as Subject

SCALE = Path(__file__).parents[2] / "docs/scale"
TASKS = 2
Variables = Callable[[int], Mapping[str, str]]


def script_of_pod() -> str:
    job = yaml.safe_load((SCALE / "job.yaml").read_text("utf-8"))
    (container,) = job["spec"]["template"]["spec"]["containers"]
    assert container["command"] == ["bash", "-c"]
    (script,) = container["args"]
    return str(script)


def script_of_gitlab(job: str) -> str:
    return "\n".join(yaml.safe_load((SCALE / "gitlab-ci.yml").read_text("utf-8"))[job]["script"])


def script_of_github(job: str) -> str:
    jobs = yaml.safe_load((SCALE / "github-actions.yml").read_text("utf-8"))["jobs"]
    return "\n".join(step["run"] for step in jobs[job]["steps"] if "run" in step)


MERGE = "refverify merge mined shards/*"
TEMPLATES: dict[str, tuple[str, str, Variables]] = {
    "Slurm": (
        (SCALE / "array.sbatch").read_text("utf-8"),
        MERGE,
        lambda n: {"SLURM_ARRAY_TASK_ID": str(n), "SLURM_ARRAY_TASK_COUNT": str(TASKS)},
    ),
    "Kubernetes": (
        script_of_pod(),
        MERGE,
        lambda n: {"JOB_COMPLETION_INDEX": str(n), "JOB_COMPLETIONS": str(TASKS)},
    ),
    "GitLab": (
        script_of_gitlab("mine"),
        script_of_gitlab("merge"),
        lambda n: {"CI_NODE_INDEX": str(n + 1), "CI_NODE_TOTAL": str(TASKS), "CI": "true"},
    ),
    "GitHub": (
        script_of_github("mine"),
        script_of_github("merge"),
        lambda n: {"PART": str(n), "SHARD": f"{n}/{TASKS}", "CI": "true"},
    ),
}


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_tasks_of_a_template_do_one_job(name: str, tmp_path: Path) -> None:
    subject = Subject.create(tmp_path / "one")
    subject.commit({"Plain.java": source("Plain", BEFORE)})
    subject.commit({"Plain.java": source("Plain", AFTER)})
    (tmp_path / "repositories.txt").write_text("one\n")
    script, merge, variables = TEMPLATES[name]

    for number in range(TASKS):
        run(script, tmp_path, variables(number))
    run(merge, tmp_path, {})

    (line,) = (tmp_path / "mined" / "repositories.jsonl").read_text().splitlines()
    assert (json.loads(line)["folder"], json.loads(line)["status"]) == ("one", "done")
    assert (tmp_path / "mined" / "one" / "instances.jsonl").read_bytes().count(b"\n") == 1


def run(script: str, folder: Path, variables: Mapping[str, str]) -> None:
    ours = str(Path(sys.executable).parent)
    environment = {**os.environ, **variables, "PATH": f"{ours}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
