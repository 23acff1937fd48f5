"""Judge the recorded answers of SWE-Refactor's release as if a model gave them now.

    python -m bench.replay FOLDER --released FILE --repo CLONE --prompts RELEASE [-- WORD ...]

An endpoint on this machine knows the recorded answer to each recorded prompt, and refuses every
other prompt. `refverify import` makes instances of the records, `generate` asks the endpoint with
the released templates, and `verify` judges the answers. FILE is a released file with raw answers,
CLONE has its commits, RELEASE is a clone of the release. The last lines are the outcomes: each
figure, and the reason of the first failure. Words after -- are passed to `refverify verify`.
"""

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.command import QUIET
from bench.tables import as_table
from tests.support.fake_endpoint import Answer, FakeEndpoint, error
from verifier.domain.prediction import Prediction
from verifier.domain.verdict import Verdict
from verifier.tools import process
from verifier.tools.records import load_jsonl

MODEL = "recorded"
JUDGED = {0, 3}
"""Exit statuses of `refverify verify` with a verdict for every prediction of a file."""
UNKNOWN_PROMPT = error(400, "no such prompt is recorded", code="unknown_prompt", param="messages")
PASSED = "passed"


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """One result and the number of answers that have it."""

    outcome: str
    answers: int


def read_released(file: Path) -> list[dict[str, Any]]:
    """Read the records of a released file, JSON lines or an array, gzip or not."""
    content = file.read_bytes()
    text = (gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content).decode("utf-8")
    if text.lstrip().startswith("["):
        records: list[dict[str, Any]] = json.loads(text)
        return records
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def open_recorded_endpoint(records: Sequence[Mapping[str, Any]]) -> FakeEndpoint:
    """Open an endpoint that answers each recorded prompt with its recorded answer.

    Raises:
        ValueError: two records have the same prompt and different answers.
    """
    answers: dict[str, str] = {}
    for record in records:
        answer = record["refactoredCode"]
        if answers.setdefault(record["prompt"], answer) != answer:
            raise ValueError("two recorded answers to the same prompt")

    def choose(body: Mapping[str, Any], _number: int) -> Answer:
        found = answers.get("\n".join(str(each["content"]) for each in body["messages"]))
        return UNKNOWN_PROMPT if found is None else Answer(text=found, model=MODEL)

    return FakeEndpoint(script=choose)


def replay(folder: Path, released: Path, repository: Path, prompts: Path) -> tuple[Path, Path]:
    """Import the records and generate the answers again. Return the files of instances and
    predictions.
    """
    data = folder / "data"
    instances, predictions = data / "instances.jsonl", folder / "predictions.jsonl"
    if not instances.is_file():
        words = ("--repo", repository, "--model", MODEL, "-o", data)
        process.check([*QUIET, "import", "swe-refactor", released, *words])
    with open_recorded_endpoint(read_released(released)) as endpoint:
        files = ("-i", instances, "-o", predictions, "--repo", repository)
        asked = ("--model", MODEL, "--base-url", endpoint.url, "--api-key-env", "-")
        process.check([*QUIET, "generate", *files, *asked, "--prompts", f"swe-refactor:{prompts}"])
    return instances, predictions


def different_answers(predictions: Path, imported: Path) -> int:
    """Count the imported answers that `generate` did not write with the same text."""
    made, recorded = (
        {(p.instance_id, p.sample): p.model_output for p in load_jsonl(Prediction, each)[0]}
        for each in (predictions, imported)
    )
    return sum(made.get(key) != text for key, text in recorded.items())


def outcomes(verdicts: Sequence[Verdict]) -> list[Outcome]:
    """Count each figure, and the first failure or open check of the answers without success."""
    figures = Counter({"success": 0, "strict success": 0, "proved success": 0})
    reasons: Counter[str] = Counter()
    for verdict in verdicts:
        figures["success"] += verdict.success == PASSED
        figures["strict success"] += verdict.strict_success == PASSED
        figures["proved success"] += verdict.proved_success == PASSED
        if verdict.success != PASSED:
            reasons[first_reason(verdict)] += 1
    return [
        Outcome(outcome=name, answers=count)
        for name, count in (*figures.items(), *sorted(reasons.items()))
    ]


def first_reason(verdict: Verdict) -> str:
    """The reason of the first check that failed or stayed open. `not asked` if none did."""
    open_checks = (c for c in verdict.checks if c.status in {"failed", "inconclusive"})
    first = next(open_checks, None)
    return "not asked" if first is None else str(first.reason)


def main(arguments: Sequence[str]) -> int:
    """Run all steps and print the outcomes. Return 1 if an answer differs from its record."""
    words = list(arguments)
    at = words.index("--") if "--" in words else len(words)
    given = _parser().parse_args(words[:at])
    given.folder.mkdir(parents=True, exist_ok=True)
    instances, predictions = replay(given.folder, given.released, given.repo, given.prompts)
    different = different_answers(predictions, instances.with_name("predictions.jsonl"))
    run = given.folder / "run"
    files = (predictions, "-i", instances, "--repo", given.repo, "--run", run)
    done = process.run([*QUIET, "verify", *files, *words[at + 1 :]])
    if done.status not in JUDGED:
        raise process.ProcessFailed(done)
    verdicts = load_jsonl(Verdict, run / "verdicts.jsonl")[0]
    sys.stdout.write(f"{as_table(outcomes(verdicts))}\n")
    sys.stdout.write(f"{len(verdicts)} answers judged, {different} differ from their records\n")
    return int(different > 0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench.replay")
    parser.add_argument("folder", type=Path)
    for name in ("released", "repo", "prompts"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    return parser


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
