"""The templates of docs/scale satisfy the schemas of their readers, and their jobs do the shards of one job."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

ROOT = Path(__file__).parents[2]
SCALE = ROOT / "docs/scale"
SCHEMAS = {"github-actions.yml": "github-workflows", "gitlab-ci.yml": "gitlab-ci"}
NAMED = {"type": "object", "required": ["name"]}
INDEXED_JOB = {
    "type": "object",
    "required": ["apiVersion", "kind", "metadata", "spec"],
    "additionalProperties": False,
    "properties": {
        "apiVersion": {"const": "batch/v1"},
        "kind": {"const": "Job"},
        "metadata": NAMED,
        "spec": {
            "type": "object",
            "required": ["completionMode", "completions", "parallelism", "template"],
            "additionalProperties": False,
            "properties": {
                "completionMode": {"const": "Indexed"},
                "completions": {"type": "integer"},
                "parallelism": {"type": "integer"},
                "backoffLimitPerIndex": {"type": "integer"},
                "template": {
                    "type": "object",
                    "properties": {
                        "spec": {
                            "type": "object",
                            "required": ["restartPolicy", "containers"],
                            "properties": {
                                "restartPolicy": {"enum": ["Never", "OnFailure"]},
                                "containers": {"type": "array", "items": NAMED, "minItems": 1},
                                "volumes": {"type": "array", "items": NAMED},
                            },
                        }
                    },
                },
            },
        },
    },
}
"""What Kubernetes asks of an Indexed Job, as far as the template has it."""


def read(name: str) -> Any:
    return yaml.safe_load((SCALE / name).read_text(encoding="utf-8"))


def test_the_page_names_every_template() -> None:
    page = (ROOT / "docs/scale.md").read_text(encoding="utf-8")
    names = {file.name for file in SCALE.iterdir()}
    assert names == {*SCHEMAS, "array.sbatch", "job.yaml"}
    assert all(f"(scale/{name})" in page for name in names)


@pytest.mark.parametrize("name", SCHEMAS)
def test_each_satisfies_its_schema(name: str) -> None:
    words = ["-m", "check_jsonschema", "--builtin-schema", f"vendor.{SCHEMAS[name]}"]
    words.append(str(SCALE / name))
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_job_is_an_indexed_one_that_says_how_many_parts_there_are() -> None:
    job = read("job.yaml")
    jsonschema.validate(job, INDEXED_JOB)
    (container,) = job["spec"]["template"]["spec"]["containers"]
    assert {"name": "JOB_COMPLETIONS", "value": str(job["spec"]["completions"])} in container["env"]
    assert job["spec"]["completions"] == 7


def test_no_expression_stands_in_a_script_of_the_workflow() -> None:
    jobs = read("github-actions.yml")["jobs"].values()
    scripts = [step["run"] for job in jobs for step in job["steps"] if "run" in step]
    assert scripts
    assert not any("${{" in script for script in scripts)
