"""The commands of README and docs/predictions.md that need no sandbox, run in order, print what they say.

What builds or fuzzes takes minutes and an engine: `make demo` runs that. Every other printed command is at
least parsed (tests/contracts/test_fenced_commands.py).
"""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.contracts.test_fenced_commands import read_fences
from tests.support.samples import ROOT, Sample, run, samples, unchanging

SAMPLES = samples((ROOT / "README.md").read_text(encoding="utf-8"))
IN_ORDER = (
    ("README.md", "datasets build bistro"),
    ("README.md", "mine bistro"),
    ("README.md", "instances --type"),
    ("README.md", "predictions golden"),
    ("README.md", "check --repo bistro"),
    ("docs/predictions.md", "predictions template"),
    ("docs/predictions.md", "verify predictions.jsonl --repo bistro --run quick"),
)


def list_printed(page: str, beginning: str) -> list[str]:
    return [call for call in read_fences(ROOT / page) if call.startswith(beginning)]


def sample_of(call: str) -> Sample:
    """What the README says that a call prints; nothing of other calls."""
    return next(
        (s for s in SAMPLES if s.command == f"refverify {call}"), Sample(command=call, lines=())
    )


@pytest.mark.slow
def test_the_printed_commands_run_in_order(tmp_path: Path) -> None:
    for page, beginning in IN_ORDER:
        if beginning == "check --repo bistro":
            (patch,) = (s.command for s in SAMPLES if s.command.startswith("git -C bistro show"))
            assert run(patch, tmp_path).status == 0
        calls = list_printed(page, beginning)
        assert calls, beginning
        for call in calls:
            # The template is an empty line to fill: judged, it would be one more answer.
            done = run(f"refverify {call}".replace(">> predictions", ">> to-fill"), tmp_path)
            assert done.status == 0, f"{call}\n{done.said[-500:]}{done.messages[-500:]}"
            assert sample_of(call).differs(done.said) == "", f"{call}\nrun scripts/write-samples"
    assert (tmp_path / "quick" / "verdicts.jsonl").is_file()


def test_every_sample_is_checked_here() -> None:
    """A sample without a check might be typed by hand."""
    run = tuple(f"refverify {beginning}" for page, beginning in IN_ORDER if page == "README.md")
    checked = ("refverify doctor", *run)
    assert [s.command for s in SAMPLES if s.lines and not s.command.startswith(checked)] == []


@pytest.mark.slow
def test_the_sample_of_doctor_says_the_same_of_what_is_there(tmp_path: Path) -> None:
    """Lines with the same subject and mark must have the same words; versions and paths may differ."""
    (sample,) = (s for s in SAMPLES if s.command == "refverify doctor")
    said = by_subject(sample.lines)
    seen = by_subject(run("refverify doctor", tmp_path).said.splitlines())

    assert list(said) == list(seen)
    alike = {
        subject: line
        for subject, line in said.items()
        if line.split()[0] == seen[subject].split()[0]
    }
    assert {s: unchanging(line) for s, line in alike.items()} == {
        s: unchanging(seen[s]) for s in alike
    }


def by_subject(lines: Sequence[str]) -> dict[str, str]:
    """The lines of the findings: behind the mark, sixteen columns of the subject."""
    return {line[8:24].strip(): line for line in lines if line[:1].strip() and line[7] == " "}


def test_the_start_page_has_the_readmes_sample() -> None:
    """So its output is checked above."""
    page = samples((ROOT / "docs" / "start.md").read_text(encoding="utf-8"))
    assert page != []
    assert [sample for sample in page if sample not in SAMPLES] == []
