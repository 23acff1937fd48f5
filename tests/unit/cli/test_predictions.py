"""Reference predictions from the command line: the refactoring alone unless more is asked for."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from verifier.cli.globals import Globals
from verifier.cli.predictions import command
from verifier.console import Console
from verifier.errors import UsageError

SHARED = Globals(console=Console(quiet=True), debug=False)


def test_the_refactoring_alone_is_the_default_and_needs_the_repository(tmp_path: Path) -> None:
    instances = tmp_path / "instances.jsonl"
    instances.write_text("")
    words = ["golden", "-i", str(instances), "-o", str(tmp_path / "golden.jsonl")]

    refused = CliRunner().invoke(command, words, obj=SHARED)
    whole = CliRunner().invoke(command, [*words, "--form", "commit"], obj=SHARED)

    assert isinstance(refused.exception, UsageError)
    assert "--form commit" in refused.exception.hint
    assert whole.exit_code == 0


@pytest.mark.parametrize("words", [["empty"], ["golden", "--form", "commit"]], ids=" ".join)
def test_what_was_written_is_told(tmp_path: Path, words: list[str]) -> None:
    instances, output = tmp_path / "instances.jsonl", tmp_path / "out.jsonl"
    instances.write_text("")
    told = Globals(console=Console(plain=True), debug=False)

    done = CliRunner().invoke(command, [*words, "-i", str(instances), "-o", str(output)], obj=told)

    assert done.stderr.splitlines() == [f"wrote {output}"]
