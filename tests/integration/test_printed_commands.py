"""The commands of README and docs/predictions.md that need no sandbox, run in order as printed.

What builds or fuzzes takes minutes and an engine: `make demo` runs that. Every other printed command
is at least parsed (tests/contracts/test_fenced_commands.py).
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.contracts.test_fenced_commands import fenced

ROOT = Path(__file__).parents[2]
IN_ORDER = (
    ("README.md", "datasets build bistro"),
    ("README.md", "mine bistro"),
    ("README.md", "instances instances.jsonl"),
    ("README.md", "predictions golden"),
    ("docs/predictions.md", "predictions template"),
    ("docs/predictions.md", "verify instances.jsonl predictions.jsonl --repo bistro --run quick"),
)


def printed(page: str, beginning: str) -> list[str]:
    return [call for call in fenced(ROOT / page) if call.startswith(beginning)]


@pytest.mark.slow
def test_the_printed_commands_run_in_order(tmp_path: Path) -> None:
    program = Path(sys.executable).parent / "refverify"
    for page, beginning in IN_ORDER:
        calls = printed(page, beginning)
        assert calls, beginning
        for call in calls:
            # The template is an empty line to fill: judged, it would be one more answer.
            words = call.replace(">> predictions.jsonl", ">> to-fill.jsonl")
            done = subprocess.run(
                ["bash", "-c", f"{program} {words}"],
                cwd=tmp_path,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, f"{call}\n{done.stdout[-500:]}{done.stderr[-500:]}"
    assert (tmp_path / "quick" / "verdicts.jsonl").is_file()
