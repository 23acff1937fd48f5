"""The pre-commit hooks call `check` with words that it takes, and build nothing."""

import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from verifier.cli.check import command, source_of
from verifier.gates.selection import SourceKind

HOOKS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_s_words_are_a_check_that_builds_nothing(hook: dict[str, Any]) -> None:
    program, name, *words = shlex.split(hook["entry"])
    context = command.make_context(name, words)

    assert (program, name, context.params["level"]) == ("refverify", "check", "static")
    assert source_of(context.params).kind in {SourceKind.STAGED, SourceKind.RANGE}
    assert (hook["language"], hook["pass_filenames"], hook["require_serial"]) == (
        "system",
        False,
        True,
    )


def test_each_stage_has_one_hook() -> None:
    assert [hook["stages"] for hook in HOOKS] == [["pre-commit"], ["pre-push"]]
