"""Pairs that only a proof may call proved: libraries that are missing, names in other files."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from bench.proof_pairs import Expectation, ProofPair, proof_pairs
from tests.conftest import MakeRepository
from verifier.analysis.pool import AnalysisPool
from verifier.domain.gate import BehaviourAnswer, GateReport, Level
from verifier.gates.change.selection import Source, SourceKind
from verifier.gates.check import check
from verifier.gates.request import CheckRequest

PAIRS = {pair.slug: pair for pair in proof_pairs(Path(__file__).parents[1] / "fixtures/gate-pairs")}
LEVEL_STATIC = {
    Expectation.NEVER: {BehaviourAnswer.OPEN, BehaviourAnswer.REFUTED},
    Expectation.PROVABLE: {BehaviourAnswer.PROVED},
}


@pytest.mark.parametrize("slug", PAIRS)
def test_the_gate_says_proved_with_a_proof_and_never_without(
    make_repository: MakeRepository,
    analysis: AnalysisPool,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    slug: str,
) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    report = _report(make_repository, analysis, PAIRS[slug])

    assert report.behaviour in LEVEL_STATIC[PAIRS[slug].expect], report
    proved = report.behaviour is BehaviourAnswer.PROVED
    refactorings = [each.behaviour for unit in report.units for each in unit.refactorings]
    assert (BehaviourAnswer.PROVED in refactorings) is (proved and bool(refactorings))
    assert any(by.startswith("proof") for by in report.behaviour_by) is proved
    assert proved or report.findings


def test_what_is_missing_and_what_would_settle_it_are_named(
    make_repository: MakeRepository,
    analysis: AnalysisPool,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    pair = PAIRS["libraries-lost-result-beside-a-library"]
    (finding,) = _report(make_repository, analysis, pair).findings

    assert "org.slips.Slip" in finding.message
    assert "--level build" in finding.message


def _report(make_repository: MakeRepository, analysis: AnalysisPool, pair: ProofPair) -> GateReport:
    made = make_repository("subject")
    made.commit(_place_files(pair.before), "before")
    gone = dict.fromkeys(pair.before.keys() - pair.after.keys())
    made.commit({**_place_files(pair.after), **_place_files(gone)}, "after")
    source = Source(kind=SourceKind.COMMIT, revision="HEAD")
    request = CheckRequest(repository=made.path, source=source, level=Level.STATIC)
    return check(request, analysis=analysis).report


def _place_files(files: Mapping[str, str | None]) -> dict[str, str | bytes | None]:
    return {
        f"src/main/java/{path}" if path.endswith(".java") else path: text
        for path, text in files.items()
    }
