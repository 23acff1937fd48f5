"""The pre-commit hooks call `check` with words that it takes, and say whether they build."""

import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from verifier.cli.check import command
from verifier.cli.options.records import record_of
from verifier.cli.options.source import SourceChoice, source_of
from verifier.gates.change.selection import SourceKind

HOOKS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_s_words_are_a_check_and_its_description_says_whether_it_builds(
    hook: dict[str, Any],
) -> None:
    program, name, *words = shlex.split(hook["entry"])
    context = command.make_context(name, words)

    assert (program, name) == ("refverify", "check")
    assert ("nothing is built" in hook["description"]) is (context.params["level"] == "static")
    assert source_of(record_of(SourceChoice, context.params)).kind in {
        SourceKind.STAGED,
        SourceKind.PUSHED,
    }
    assert (hook["language"], hook["pass_filenames"], hook["require_serial"]) == (
        "system",
        False,
        True,
    )


def test_a_hook_judges_what_its_stage_is_about() -> None:
    stages = {hook["id"]: hook["stages"] for hook in HOOKS}
    assert stages == {
        "refverify-staged": ["pre-commit"],
        "refverify-claims": ["pre-push"],
        "refverify-push": ["pre-push"],
    }
    assert all(("--staged" in h["entry"]) is (h["stages"] == ["pre-commit"]) for h in HOOKS)
