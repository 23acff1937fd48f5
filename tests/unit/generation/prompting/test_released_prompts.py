"""The recorded prompts of SWE-Refactor's release, byte for byte from its own templates.

The release is not part of this project. Set SWE_REFACTOR_DATA to a folder with the release's
records for commons-lang (JSON lines, gzip) and its templates in `swe-refactor-prompts`.
"""

import gzip
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.generation_tasks import Files, task
from verifier.domain.generation import Sampling
from verifier.domain.instance import SideSources
from verifier.domain.refactoring import MethodId, RefactoringSide
from verifier.domain.refactoring_traits import RefactoringType
from verifier.generation.prompting.material import PromptMaterial
from verifier.generation.prompting.prompt_set import PromptSet
from verifier.generation.prompting.prompt_sets import open_prompt_set
from verifier.generation.prompting.prompts import render

DATA = os.environ.get("SWE_REFACTOR_DATA", "")
RECORDS = Path(DATA, "swe-refactor_commons-lang_gpt-3.5.jsonl.gz")
TEMPLATES = Path(DATA, "swe-refactor-prompts")
pytestmark = pytest.mark.skipif(
    not (DATA and RECORDS.is_file() and TEMPLATES.is_dir()),
    reason="SWE_REFACTOR_DATA names no folder with the release's records and templates",
)


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    with gzip.open(RECORDS, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


@pytest.fixture(scope="module")
def prompts(records: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> PromptSet:
    """The released templates. The paragraph comes from a recorded prompt, not from the script."""
    folder = tmp_path_factory.mktemp("release") / "prompts"
    shutil.copytree(TEMPLATES, folder)
    first = records[0]["prompt"].partition("\n")[0]
    (folder / "task_description.txt").write_text(first.removeprefix("Task: "), encoding="utf-8")
    return open_prompt_set(f"swe-refactor:{folder}")


def material(record: dict[str, Any]) -> PromptMaterial:
    """The record as a task, with the release's own texts."""
    path = record["filePathBefore"]
    class_name, _, name = record["methodNameBefore"].partition("#")
    kind = RefactoringType(record["type"])
    sources = SideSources(
        method=record["sourceCodeBeforeRefactoring"], partner="", class_="", file_sha256=""
    )
    return PromptMaterial(
        task=task(
            kind,
            before=RefactoringSide(file=path, method=MethodId(class_name=class_name, name=name)),
            before_sources=sources,
        ),
        base=Files({path: record["sourceCodeBeforeForWhole"]}),
    )


def test_all_51_recorded_prompts_come_out_byte_for_byte(
    records: list[dict[str, Any]], prompts: PromptSet
) -> None:
    made = [render(prompts, material(record)).messages for record in records]

    assert len(records) == 51
    assert [len(messages) for messages in made] == [1] * 51
    same = [m[0].text == r["prompt"] for m, r in zip(made, records, strict=True)]
    assert same.count(True) == 51


def test_the_paper_sampled_at_temperature_0(prompts: PromptSet) -> None:
    assert prompts.manifest.parameters == Sampling(temperature=0.0)
