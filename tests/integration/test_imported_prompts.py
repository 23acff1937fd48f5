"""The recorded prompts of SWE-Refactor's release, from the instances that `import` makes of it.

See tests/unit/generation/prompting/test_released_prompts.py. SWE_REFACTOR_CLONE names a clone of
apache/commons-lang.
"""

import gzip
import json
import os
import shutil
from pathlib import Path

import pytest

from verifier.cli.main import main
from verifier.console import Console
from verifier.generation.output import GenerationPaths
from verifier.generation.plan import GenerationRequest, make_plan

DATA, CLONE = os.environ.get("SWE_REFACTOR_DATA", ""), os.environ.get("SWE_REFACTOR_CLONE", "")
RECORDS = Path(DATA, "swe-refactor_commons-lang_gpt-3.5.jsonl.gz")
pytestmark = pytest.mark.skipif(
    not (DATA and CLONE),
    reason="SWE_REFACTOR_DATA and SWE_REFACTOR_CLONE name no release and no clone",
)


def test_all_51_recorded_prompts_come_from_imported_instances(tmp_path: Path) -> None:
    with gzip.open(RECORDS, "rt", encoding="utf-8") as stream:
        recorded = {r["uniqueId"]: r["prompt"] for r in map(json.loads, stream)}
    prompts = tmp_path / "prompts"
    shutil.copytree(Path(DATA, "swe-refactor-prompts"), prompts)
    paragraph = next(iter(recorded.values())).partition("\n")[0].removeprefix("Task: ")
    (prompts / "task_description.txt").write_text(paragraph, encoding="utf-8")
    words = ["import", "swe-refactor", str(RECORDS), "--repo", CLONE, "-o", str(tmp_path / "data")]
    assert main(words) == 0

    located = (tmp_path / "data" / "located.jsonl").read_text(encoding="utf-8").splitlines()
    source_of = {line["instance_id"]: line["source_id"] for line in map(json.loads, located)}
    request = GenerationRequest(
        tasks=tmp_path / "data" / "instances.jsonl",
        output=GenerationPaths(predictions=tmp_path / "p.jsonl"),
        model="m",
        prompts=f"swe-refactor:{prompts}",
        repositories=(CLONE,),
    )
    plan = make_plan(request, Console(quiet=True))

    same = [a.prompt.messages[0].text == recorded[source_of[a.task_id]] for a in plan.asked]
    assert same == [True] * 51
