"""Lower bounds for a verdict's time: the one step that no verdict can omit, measured alone.

The measurements run in one warm process, as in the run whose verdicts they are compared to.
"""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.spoiling import ACCEPTED, NOT_APPLYING, WAYS
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder
from verifier.domain.prediction import Prediction
from verifier.domain.source import Candidate, JavaTree
from verifier.domain.testrun import TestOutcome
from verifier.errors import VerifierError
from verifier.judging.options import ToolsetOptions
from verifier.judging.toolset import Toolset, open_toolset
from verifier.predictions.resolve import from_files
from verifier.predictions.trees import source_trees
from verifier.sandbox.base import Job
from verifier.sandbox.choice import open_sandbox
from verifier.tools import process
from verifier.tools.git.repository import Repository

TIMES = 3
"""Number of runs for the median, after one run that does not count."""
DETECTION, COMPILATION, TESTS = WAYS
IMPORTS = "import verifier.cli.main, verifier.cli.check, verifier.gates.check"
"""The imports of `refverify check --patch`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Floors:
    """Seconds for each outcome of a prediction, and for the start of our command with one
    container.
    """

    of: Mapping[str, float]
    start: float

    def many(self, predictions: int, cores: int) -> float:
        """Seconds for predictions with an equal share of each outcome, on this number of cores."""
        return sum(self.of.values()) / len(self.of) * predictions / cores


def floors(repository: Path, commit: str, made: Mapping[str, Sequence[Prediction]]) -> Floors:
    """Measure the bounds with some predictions of each outcome.

    Raises:
        VerifierError: a prediction does not have its intended outcome.
    """
    with (
        Repository.open(repository) as opened,
        open_toolset(ToolsetOptions()) as tools,
    ):
        base = java_tree(opened.tree(commit))
        steps = {
            DETECTION: _time_detection,
            COMPILATION: _time_compiler,
            TESTS: _time_failing,
            ACCEPTED: _time_suite,
        }
        found = {NOT_APPLYING: 0.0}
        for outcome, step in steps.items():
            seconds = []
            for prediction in made[outcome][: TIMES + 1]:
                candidate = from_files(prediction.files or {}, base)
                if not isinstance(candidate, Candidate):
                    raise VerifierError(
                        f"a prediction of the benchmark does not apply: {candidate}"
                    )
                files = frozenset(change.path for change in candidate.changes)
                at = _At(
                    tools=tools,
                    base=base,
                    candidate=candidate,
                    builder=tools.open_builder(opened, commit, files),
                )
                seconds.append(step(at))
            found[outcome] = median(seconds[1:])
    return Floors(of=found, start=_start())


@dataclass(frozen=True, kw_only=True, slots=True)
class _At:
    """One candidate and the tools for it."""

    tools: Toolset
    base: JavaTree
    candidate: Candidate
    builder: Builder


def _time_detection(at: _At) -> float:
    """Time RefactoringMiner alone."""
    trees = source_trees(at.base, at.candidate)
    return _clock(lambda: at.tools.analysis.detect(trees))


def _time_compiler(at: _At) -> float:
    """Time the warm compiler alone."""
    at.builder.measure()
    return at.builder.compile(at.candidate).seconds


def _time_failing(at: _At) -> float:
    """Time the failing test classes alone, in one JVM."""
    passing = at.builder.measure().stable_pass
    tests = at.builder.build(at.candidate).tests
    outcomes = {} if tests is None else tests.outcomes
    failing = tuple(t for t, o in outcomes.items() if o is TestOutcome.FAILED and t in passing)
    if not failing:
        raise VerifierError("no test of the benchmark fails where one should")
    return at.builder.rerun(at.candidate, failing[:1]).test_seconds


def _time_suite(at: _At) -> float:
    """Time the whole suite in one JVM."""
    return at.builder.build(at.candidate).test_seconds


def _start() -> float:
    """Time Python with our imports, then an empty container."""
    with open_sandbox("docker") as opened:
        container = [_clock(lambda: opened.run(Job(command=("true",)))) for _ in range(TIMES + 1)]
    command = (sys.executable, "-c", IMPORTS)
    python = [_clock(lambda: process.check(command)) for _ in range(TIMES + 1)]
    return median(container[1:]) + median(python[1:])


def _clock(work: Callable[[], object]) -> float:
    started = time.monotonic()
    work()
    return time.monotonic() - started
