"""What check says of new versions that do not compile, where the project's own compiler is not asked."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bench.proof_pairs import ProofPair, proof_pairs
from tests.conftest import MakeRepository
from verifier.analysis.pool import AnalysisPool
from verifier.domain.gate import BehaviourAnswer, FindingLevel, GateFinding, GateReport, Level
from verifier.gates.change.selection import Source, SourceKind
from verifier.gates.check import check
from verifier.gates.request import CheckRequest
from verifier.proving.versions import CompileEnvironment, between_folders
from verifier.proving.wording import in_full

FOLDER = Path(__file__).parents[1] / "fixtures" / "compile-pairs"
PAIRS = proof_pairs(FOLDER)
SOURCES = "src/main/java/"


def of(group: str) -> list[object]:
    return [pytest.param(pair, id=pair.name) for pair in PAIRS if pair.group == group]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))


@pytest.fixture(scope="module")
def analysis() -> Iterator[AnalysisPool]:
    with AnalysisPool() as pool:
        yield pool


def report_of(make_repository: MakeRepository, pair: ProofPair, pool: AnalysisPool) -> GateReport:
    subject = make_repository("subject")
    subject.commit({SOURCES + path: text for path, text in pair.before.items()}, "start")
    gone = dict.fromkeys(SOURCES + path for path in pair.before)
    subject.commit({**gone, **{SOURCES + p: text for p, text in pair.after.items()}}, "change")
    source = Source(kind=SourceKind.COMMIT, revision="HEAD")
    request = CheckRequest(
        repository=subject.path, source=source, level=Level.STATIC, force=True, residual=True
    )
    return check(request, None, pool).report


def errors(report: GateReport) -> list[GateFinding]:
    return [each for each in report.findings if each.rule_id == "COMPILE_ERROR"]


def places(found: list[GateFinding]) -> list[str]:
    return [f"{each.file.removeprefix(SOURCES)}:{each.line}: {each.message}" for each in found]


@pytest.mark.parametrize("pair", of("refuted"))
def test_an_error_that_needs_no_library_refutes(
    pair: ProofPair, make_repository: MakeRepository, analysis: AnalysisPool
) -> None:
    report = report_of(make_repository, pair, analysis)

    assert report.behaviour is BehaviourAnswer.REFUTED
    assert pair.why.replace(": ", ": does not compile: ", 1) in places(errors(report))
    assert errors(report)[0].level is FindingLevel.ERROR
    assert not [
        r for u in report.units for r in u.refactorings if r.behaviour is BehaviourAnswer.PROVED
    ]
    assert report.residual is not None
    assert report.residual.files


@pytest.mark.parametrize("pair", of("unproven"))
def test_an_error_that_a_library_could_explain_is_never_proved(
    pair: ProofPair, make_repository: MakeRepository, analysis: AnalysisPool
) -> None:
    report = report_of(make_repository, pair, analysis)

    assert report.behaviour is BehaviourAnswer.OPEN
    named = pair.why.replace(": ", ": may not compile: ", 1)
    assert any(each.startswith(named) for each in places(errors(report))), places(errors(report))
    assert {each.level for each in errors(report)} == {FindingLevel.WARNING}
    assert all("--level build" in each.message for each in errors(report))


@pytest.mark.parametrize("pair", of("right"))
def test_what_does_not_compile_in_both_versions_is_no_news(
    pair: ProofPair, make_repository: MakeRepository, analysis: AnalysisPool
) -> None:
    report = report_of(make_repository, pair, analysis)

    assert report.behaviour is not BehaviourAnswer.REFUTED
    assert places(errors(report)) == []


@pytest.mark.parametrize("pair", [*of("refuted"), *of("unproven")])
def test_prove_names_the_error_in_its_first_line(
    pair: ProofPair, tmp_path: Path, analysis: AnalysisPool
) -> None:
    for side, files in (("old", pair.before), ("new", pair.after)):
        for path, text in files.items():
            (tmp_path / side / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / side / path).write_text(text, encoding="utf-8")
    asked = between_folders(tmp_path / "old", tmp_path / "new", CompileEnvironment())

    first, *rest = in_full(analysis.prove(replace(asked, hints=()))).splitlines()

    assert "the new version does not compile" in first
    place, _, message = pair.why.partition(": ")
    assert any(f"new {message}" in line and f"({place})" in line for line in rest)


def test_syntax_that_is_too_new_for_the_declared_java_is_not_proved(
    make_repository: MakeRepository, analysis: AnalysisPool
) -> None:
    release = "<properties><maven.compiler.release>8</maven.compiler.release></properties>"
    pom = f"<project><artifactId>a</artifactId>{release}</project>"
    old = "class A {\n  int twice(int x) {\n    int y = x + x;\n    return y;\n  }\n}\n"
    subject = make_repository("subject")
    subject.commit({"pom.xml": pom, f"{SOURCES}A.java": old}, "start")
    subject.commit({f"{SOURCES}A.java": old.replace("int y", "var y")}, "change")
    request = CheckRequest(
        repository=subject.path,
        source=Source(kind=SourceKind.COMMIT, revision="HEAD"),
        level=Level.STATIC,
        force=True,
    )
    report = check(request, None, analysis).report
    assert report.behaviour is BehaviourAnswer.OPEN
    assert any("of Java 10, and pom.xml declares Java 8" in f.message for f in report.findings)
