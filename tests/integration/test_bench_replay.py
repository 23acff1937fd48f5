"""Recorded answers of a released file, given again by an endpoint, through import, generate and verify.

The figures of the real release need its data: SWE_REFACTOR_DATA names a folder with the records for
commons-lang, SWE_REFACTOR_PROMPTS a clone of the release with the templates of `bdeb40a`, and
COMMONS_LANG a clone of commons-lang. Detection needs no build; docs/results.md has the other figures.
"""

import json
import os
from pathlib import Path

import pytest

from bench.replay import main
from tests.conftest import MakeRepository
from tests.integration.test_import_swe_refactor import AFTER, BEFORE, claim
from tests.support.released_prompts import write_release

NEEDED = ("SWE_REFACTOR_DATA", "SWE_REFACTOR_PROMPTS", "COMMONS_LANG")
RECORDS = "swe-refactor_commons-lang_gpt-3.5.jsonl.gz"
PROMPT = "Tidy it.: Extract Method\n"
"""What the templates of `write_release` ask."""
WITHOUT_A_BUILD = ("application", "policy", "detection")


def replay_prompts(folder: Path, released: Path, repository: Path, prompts: Path) -> int:
    """Replay with the checks that need no build."""
    files = ("--released", str(released), "--repo", str(repository), "--prompts", str(prompts))
    checks = [word for name in WITHOUT_A_BUILD for word in ("--checks", name)]
    return main([str(folder), *files, "--", "--sandbox", "local", *checks])


@pytest.mark.slow
def test_a_recorded_answer_is_judged_as_if_it_came_now(
    make_repository: MakeRepository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    repository = make_repository("till")
    repository.commit({"src/Till.java": BEFORE})
    head = repository.commit({"src/Till.java": AFTER})
    method = AFTER[AFTER.index("    long total(long") : AFTER.rindex("}")]
    answer = f"##########################\n{method}\n##########################\n"
    released = tmp_path / "till.json"
    released.write_text(json.dumps([claim(head, prompt=PROMPT, refactoredCode=answer)]))
    prompts = write_release(tmp_path / "release")

    assert replay_prompts(tmp_path / "run", released, repository.path, prompts) == 0

    said = capsys.readouterr().out.splitlines()
    assert said[-2:] == [
        "not asked             1",
        "1 answers judged, 0 differ from their records",
    ]


@pytest.mark.slow
@pytest.mark.skipif(
    any(name not in os.environ for name in NEEDED),
    reason=f"{', '.join(NEEDED)} name no data of the release",
)
def test_the_answers_of_gpt_3_5_for_commons_lang_are_judged_as_the_imported_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, prompts, clone = (Path(os.environ[name]) for name in NEEDED)

    assert replay_prompts(tmp_path, data / RECORDS, clone, prompts) == 0

    said = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert said[-5:-1] == [
        ["NOT_DETECTED", "24"],
        ["NO_CHANGE", "21"],
        ["UNPARSABLE_ANSWER", "1"],
        ["not", "asked", "5"],
    ]
    assert said[-1][0] == "51"
