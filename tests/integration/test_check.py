"""The gate on a developer's own change, on a small project: the good change and the bad ones."""

import json
import re
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from junitparser import JUnitXml

from tests.conftest import MakeRepository
from tests.support.maven_subject import cache_with
from tests.support.repository import Repository
from tests.support.shop import CALL, HELPER, LOOP, SHOP
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.cli.main import main
from verifier.config import cache_folder
from verifier.console import Console
from verifier.domain.gate import (
    BehaviourAnswer,
    ClaimOutcome,
    Decision,
    Demand,
    Extent,
    FindingLevel,
    GateReport,
    Level,
    NextStep,
    Question,
)
from verifier.fuzzing.request import FuzzingBudget
from verifier.gates.change.selection import Source, SourceKind
from verifier.gates.check import check
from verifier.gates.request import CheckAnswer, CheckRequest
from verifier.judging.options import ToolsetOptions
from verifier.tools.records import from_json
from verifier.tools.sarif import read_sarif

PRICES, TESTS = "src/main/java/shop/Prices.java", "src/test/java/shop/PricesTest.java"
LABEL = '        return "EUR " + amount;\n'


@pytest.fixture
def shop(
    make_repository: MakeRepository,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    libraries: Path,
) -> Repository:
    """The shop as one commit; nothing of an earlier run is known."""
    monkeypatch.setenv("REFVERIFY_CACHE", str(cache_with(libraries, tmp_path / "cache")))
    repository = make_repository("shop")
    files = [path for path in SHOP.rglob("*") if path.is_file()]
    repository.commit({str(p.relative_to(SHOP)): p.read_bytes() for p in files}, "start")
    return repository


def text(shop: Repository, path: str = PRICES) -> str:
    return (shop.path / path).read_text(encoding="utf-8")


def write(shop: Repository, content: str, path: str = PRICES) -> None:
    (shop.path / path).write_text(content, encoding="utf-8")


def extract(source: str) -> str:
    """The loop as a method of its own, behind the method that it was in."""
    end = source.index("    /** The amount with")
    return (source[:end] + HELPER.strip("\n") + "\n\n" + source[end:]).replace(LOOP, CALL, 1)


def static(
    shop: Repository,
    source: Source | None = None,
    *,
    claims: bool = False,
    allowed: tuple[str, ...] = (),
) -> GateReport:
    return check(replace(asked_of(shop, source), claims=claims, allowed=allowed)).report


def answer(shop: Repository, *, residual: bool) -> CheckAnswer:
    return check(replace(asked_of(shop), residual=residual))


def asked_of(shop: Repository, source: Source | None = None) -> CheckRequest:
    return CheckRequest(repository=shop.path, source=source or Source(), level=Level.STATIC)


def rules(report: GateReport) -> Sequence[str]:
    return [finding.rule_id for finding in report.findings]


def test_a_tour_good_change_bad_change_mended_change(shop: Repository) -> None:
    clean = text(shop)
    write(shop, extract(clean))

    good = static(shop)
    assert good.behaviour is BehaviourAnswer.PROVED
    assert (good.head, good.refactoring, good.cached) == ("worktree", Extent.ONLY, False)
    assert good.decision is Decision.PASSED
    found = good.units[0].refactorings[0]
    assert (found.type, found.behaviour, found.file) == (
        "Extract Method",
        BehaviourAnswer.PROVED,
        PRICES,
    )
    assert good.behaviour_by == ("proof of 1 changed method (sources, by the prover's compiler)",)
    assert good.units[0].assumptions
    assert good.sandbox is not None
    assert (good.sandbox.name, good.sandbox.image, good.units[0].jdk) == ("none", None, None)

    write(shop, extract(clean).replace("discount / 100;", "discount / 1000;"))
    bad = answer(shop, residual=True)
    assert bad.report.behaviour is BehaviourAnswer.OPEN
    assert bad.report.refactoring is Extent.MORE
    assert bad.report.decision is Decision.OPEN
    assert bad.report.units[0].assumptions == ()
    assert any(f.message.startswith("likely different: ") for f in bad.report.findings)
    (finding, *_) = bad.report.findings
    assert (finding.rule_id, finding.file) == ("IMPURE", PRICES)
    # Not 8, where the call stands instead of the loop.
    assert (finding.line, finding.next_step) == (9, NextStep.FIX_AS_ADVISED)
    assert bad.report.residual is not None
    assert bad.report.residual.files == (PRICES,)
    assert b"discount / 1000" in bad.residual

    write(shop, extract(clean))
    again = answer(shop, residual=False).report
    assert (again.behaviour, again.cached) == (BehaviourAnswer.PROVED, True)


def test_a_wrong_line_of_extracted_code_comes_first(shop: Repository) -> None:
    write(shop, extract(text(shop)).replace("sum += price;", "sum -= price;"))

    (finding, *_) = static(shop).findings

    assert (finding.line, finding.next_step) == (19, NextStep.FIX_AS_ADVISED)
    assert (finding.before, finding.after) == ("sum += price;", "sum -= price;")


def test_what_is_staged_and_a_range_are_judged_alike(shop: Repository) -> None:
    write(shop, extract(text(shop)))
    shop.git("add", PRICES)
    write(shop, "broken {")
    staged = static(shop, Source(kind=SourceKind.STAGED))
    shop.git("commit", "-q", "-m", "refactor: sum of its own")
    by_range = static(shop, Source(kind=SourceKind.RANGE, revision="HEAD~1..HEAD"))
    by_commit = static(shop, Source(kind=SourceKind.COMMIT, revision="HEAD"))

    assert [r.behaviour for r in (staged, by_range, by_commit)] == [BehaviourAnswer.PROVED] * 3
    assert (staged.head, staged.head_tree) == ("staged", by_range.head_tree)
    (claim,) = by_commit.claims
    assert (claim.text, claim.outcome) == ("refactor: sum of its own", ClaimOutcome.UPHELD)


def test_claims_are_upheld_or_refuted_by_their_own_commits(shop: Repository) -> None:
    start = shop.git("rev-parse", "HEAD")
    shop.commit({PRICES: extract(text(shop))}, (
        "Sum apart\n\nRefactoring: Extract Method: shop.Prices#total(int[], int)\n"
        "Refactoring: Inline Method: shop.Prices#label(int)"
    ))  # fmt: skip
    shop.commit({PRICES: text(shop).replace("EUR ", "USD ")}, "refactor(shop): other words")
    shop.commit({PRICES: text(shop).replace("USD ", "CHF ")}, "feat: francs")
    report = static(shop, Source(kind=SourceKind.RANGE, revision=f"{start}..HEAD"), claims=True)

    assert report.decision is Decision.FAILED
    assert [c.outcome for c in report.claims] == [
        ClaimOutcome.UPHELD, ClaimOutcome.REFUTED, ClaimOutcome.OPEN,
    ]  # fmt: skip
    assert "detected instead: Extract Method" in report.claims[1].reason
    assert len(report.units) == 2


def test_an_edit_that_is_taken_back_is_nothing_to_check(shop: Repository) -> None:
    start, before = shop.git("rev-parse", "HEAD"), text(shop)
    shop.commit({PRICES: before.replace("EUR ", "USD ")}, "fix")
    shop.commit({PRICES: before}, "Revert fix")
    report = static(shop, Source(kind=SourceKind.RANGE, revision=f"{start}..HEAD"))

    assert report.decision is Decision.NOTHING_TO_CHECK


def test_what_a_level_leaves_open_comes_with_the_level_that_may_answer(shop: Repository) -> None:
    clean = text(shop)
    write(shop, clean.replace("EUR ", "USD "))
    differs = static(shop)
    write(shop, clean.replace("class Prices {", "class Prices {\n    int more;\n"))
    more = static(shop)

    assert (differs.behaviour, more.behaviour) == (BehaviourAnswer.OPEN, BehaviourAnswer.OPEN)
    (met, likely), (behaviour,), (tests,) = differs.findings, differs.notes, more.notes
    assert (met.rule_id, met.file, met.line) == ("NOT_DETECTED", PRICES, 21)
    assert (likely.rule_id, likely.file, likely.line) == ("NOT_PROVED", PRICES, 21)
    assert behaviour.startswith("left open at level static: --level behaviour may answer, ")
    assert tests.startswith("left open at level static: --level tests may answer, ")


def test_pure_commits_prove_a_range_and_an_impure_one_does_not(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    start = shop.git("rev-parse", "HEAD")
    shop.commit({PRICES: extract(text(shop))}, "refactor: extract")
    shop.commit({PRICES: text(shop).replace("EUR ", "USD ")}, "fix: dollars")
    source = Source(kind=SourceKind.RANGE, revision=f"{start}...HEAD")
    request = CheckRequest(repository=shop.path, source=source, level=Level.STATIC)
    report = check(request, Console(plain=True)).report

    commits = shop.git("rev-list", "--reverse", f"{start}..HEAD").split()
    steps = [line.partition(": ")[0] for line in capsys.readouterr().err.splitlines()]
    assert list(dict.fromkeys(steps)) == ["check", *(f"check {commit[:10]}" for commit in commits)]
    assert (report.behaviour, report.refactoring) == (BehaviourAnswer.OPEN, Extent.MORE)
    assert [unit.behaviour for unit in report.units] == [
        BehaviourAnswer.OPEN, BehaviourAnswer.PROVED, BehaviourAnswer.OPEN,
    ]  # fmt: skip


def test_documentation_does_not_matter_and_a_build_file_is_named(shop: Repository) -> None:
    write(shop, "# Shop\n", "README.md")
    assert static(shop).decision is Decision.NOTHING_TO_CHECK

    write(shop, extract(text(shop)))
    assert static(shop).behaviour is BehaviourAnswer.PROVED

    write(shop, text(shop, "pom.xml").replace("</project>", "<!-- x --></project>"), "pom.xml")
    named = answer(shop, residual=True)
    assert named.report.behaviour is BehaviourAnswer.OPEN
    (finding,) = named.report.findings
    assert (finding.rule_id, finding.file) == ("build-file", "pom.xml")
    assert "--allow" in finding.message
    assert named.report.notes == ()
    assert named.report.residual is not None
    assert named.report.residual.files == ("pom.xml",)

    allowed = static(shop, allowed=("pom.xml",))
    assert allowed.behaviour is BehaviourAnswer.PROVED
    assert [(a.path, str(a.why)) for a in allowed.aside] == [
        ("README.md", "documentation"), ("pom.xml", "allowed"),
    ]  # fmt: skip


def test_a_build_file_is_never_run_though_tests_were_asked_for(shop: Repository) -> None:
    write(shop, extract(text(shop)))
    write(shop, "<project/>", "pom.xml")
    tools = ToolsetOptions(sandbox="docker", image="no-such-image")
    report = check(CheckRequest(repository=shop.path, level=Level.TESTS, tools=tools)).report

    assert report.behaviour is BehaviourAnswer.OPEN
    assert rules(report) == ["build-file"]


def test_where_reading_shows_that_it_fails_nothing_is_built(shop: Repository) -> None:
    clean, tools = text(shop), ToolsetOptions(sandbox="docker", image="no-such-image")
    asked = CheckRequest(repository=shop.path, level=Level.TESTS, tools=tools)
    write(shop, extract(clean).replace("return sum;", "return;"))
    broken = check(asked).report
    write(shop, extract(clean).replace("EUR ", "USD "))
    more = check(replace(asked, demand=Demand(require=(Question.REFACTORING,)))).report

    assert (broken.behaviour, broken.decision) == (BehaviourAnswer.REFUTED, Decision.FAILED)
    assert broken.notes[-1] == "nothing was built: the change does not compile"
    assert (more.behaviour, more.refactoring) == (BehaviourAnswer.OPEN, Extent.MORE)
    assert more.decision is Decision.FAILED
    assert more.notes[-1] == "nothing was built: the change is more than refactoring"
    assert more.refactoring_by == (f"1 edit beyond: {PRICES}:26",)
    (edit, *_) = more.findings
    assert (edit.level, edit.question) == (FindingLevel.ERROR, Question.REFACTORING)


def test_tests_may_follow_a_refactoring_and_may_not_be_weakened(
    shop: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # No library lies in this home.
    monkeypatch.setenv("HOME", str(tmp_path))
    for path in (PRICES, TESTS):
        write(shop, text(shop, path).replace("label(", "caption("), path)
    renamed = static(shop)
    # What the tests call is known with JUnit's jar alone; nothing speaks against it.
    assert renamed.behaviour is BehaviourAnswer.OPEN
    (finding,) = renamed.findings
    assert finding.rule_id == "NOT_PROVED"
    assert "shop/PricesTest.java" in finding.message
    assert "--level build" in finding.message

    write(shop, text(shop, TESTS).replace("assertEquals(6,", "assertEquals(new Prices().total(new int[] {1, 2, 3}, 0),"), TESTS)  # fmt: skip
    weakened = static(shop)
    assert (weakened.behaviour, weakened.refactoring) == (BehaviourAnswer.OPEN, Extent.MORE)
    assert TESTS in {finding.file for finding in weakened.findings}


def test_comments_alone_are_nothing_to_check(shop: Repository) -> None:
    write(shop, text(shop).replace("/** Totals", "/** All totals"))
    assert static(shop).decision is Decision.NOTHING_TO_CHECK


def test_a_residual_applies_on_the_base_with_what_is_explained(shop: Repository) -> None:
    shop.commit({"src/main/java/shop/Tax.java": "package shop;\n\nclass Tax {\n    int of(int x) {\n        return x / 5;\n    }\n}\n"})  # fmt: skip
    write(shop, extract(text(shop)))
    tax = text(shop, "src/main/java/shop/Tax.java").replace("x / 5", "x / 4")
    write(shop, tax, "src/main/java/shop/Tax.java")
    found = answer(shop, residual=True)
    assert found.report.refactoring is Extent.MORE
    assert found.report.residual is not None
    assert found.report.residual.files == ("src/main/java/shop/Tax.java",)
    assert (found.report.residual.added, found.report.residual.removed) == (1, 1)

    shop.git("checkout", "-q", "src/main/java/shop/Tax.java")
    applied = subprocess.run(
        ["git", "apply", "-"], cwd=shop.path, input=found.residual, check=False
    )
    assert applied.returncode == 0
    assert text(shop, "src/main/java/shop/Tax.java") == tax


def test_the_command_writes_every_form_in_one_run_and_runs_nothing_of_the_repository(
    shop: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    canary, script = tmp_path / "canary", tmp_path / "touch.sh"
    script.write_text(f"#!/bin/sh\ntouch {canary}\ncat\n")
    script.chmod(0o755)
    write(shop, extract(text(shop)).replace("EUR ", "USD "))
    for key in ("core.fsmonitor", "filter.evil.clean", "diff.evil.textconv", "diff.external"):
        shop.git("config", key, str(script))
    write(shop, "* filter=evil diff=evil\n", ".git/info/attributes")
    write(shop, '[check]\nlevel = "tests"\nallow = ["*"]\n', "refverify.toml")
    before = _state(shop.path / ".git")
    words = ["check", "--repo", str(shop.path), "--level", "static", "--format", "github"]
    for name in ("sarif", "junit", "gitlab", "json"):
        words += ["--report", f"{name}={tmp_path / name}"]

    assert main([*words, "--residual", str(tmp_path / "left.patch")]) == 3
    assert not canary.exists()
    assert _state(shop.path / ".git") == before
    out = capsys.readouterr().out
    assert (
        f"::warning file={PRICES},title=refverify IMPURE (refactoring),line=26,endLine=26::" in out
    )
    assert "title=refverify outside-main-sources" in out
    (finding, *_) = read_sarif((tmp_path / "sarif").read_bytes()).findings
    assert (finding.path, finding.start_line) == (PRICES, 26)
    assert from_json(GateReport, (tmp_path / "json").read_bytes()).refactoring is Extent.MORE
    suites = JUnitXml.fromstring((tmp_path / "junit").read_bytes())
    assert (suites.failures, suites.errors) == (0, 2)
    assert len(json.loads((tmp_path / "gitlab").read_text())) == 3
    assert b"USD" in (tmp_path / "left.patch").read_bytes()


@pytest.mark.engine
def test_tests_refute_what_reading_alone_cannot_and_uphold_what_is_right(shop: Repository) -> None:
    clean = text(shop)
    write(shop, extract(clean))
    # The choice of a strategy, which runs Maven in containers, is shown in test_prefetch.
    build = BuildOptions(cache=cache_folder(), strategy=StrategyChoice.DIRECT)
    direct = ToolsetOptions(build=build)
    tests = CheckRequest(repository=shop.path, level=Level.TESTS, tools=direct)
    good = check(tests).report
    assert good.behaviour is BehaviourAnswer.PROVED
    assert "tests: all 6 that passed before" in good.behaviour_by
    assert good.sandbox is not None
    assert (good.sandbox.name, good.sandbox.isolated) == ("docker", True)
    assert good.sandbox.runtime
    (whole,) = good.units
    assert whole.strategy == "direct"
    assert whole.jdk
    assert whole.assumptions

    write(shop, extract(clean).replace("sum += price", "sum -= price"))
    bad = check(tests).report
    assert bad.behaviour is BehaviourAnswer.REFUTED
    assert "TEST_FAILED" in rules(bad)

    write(shop, extract(clean).replace("return sum;", "return;"))
    broken = check(replace(tests, level=Level.BUILD)).report
    assert broken.behaviour is BehaviourAnswer.REFUTED
    compile_error = next(f for f in broken.findings if f.rule_id == "COMPILE_ERROR")
    assert (compile_error.file, compile_error.next_step) == (PRICES, NextStep.FIX_COMPILE)
    assert compile_error.line

    quick = replace(direct, fuzzing=FuzzingBudget(executions=300, seconds=60))
    fuzzed = CheckRequest(repository=shop.path, level=Level.BEHAVIOUR, tools=quick)
    write(shop, extract(clean))
    alike = check(fuzzed).report
    assert alike.behaviour is BehaviourAnswer.PROVED
    assert any(re.fullmatch(r"no difference in [\d,]+ inputs", by) for by in alike.behaviour_by)

    # No proof, since another call is made; what ran behaves as before.
    write(shop, clean.replace('"EUR " + amount', '"EUR ".concat(Integer.toString(amount))'))
    tested = check(fuzzed).report
    assert (tested.behaviour, tested.decision) == (BehaviourAnswer.TESTED, Decision.PASSED)
    assert tested.refactoring is Extent.OPEN
    assert any(by.startswith("changed lines that ran: ") for by in tested.behaviour_by)

    # No test has such a price.
    write(shop, extract(clean).replace("sum += price;", "sum += price > 65535 ? 0 : price;"))
    other = check(fuzzed).report
    assert other.behaviour is BehaviourAnswer.REFUTED
    assert "BEHAVIOUR_CHANGED" in rules(other)
    assert "TEST_FAILED" not in rules(other)
    assert other.counterexample is not None
    assert other.counterexample.expected != other.counterexample.actual


def _state(folder: Path) -> dict[Path, tuple[int, bytes]]:
    """Contents and times; a file that came and went has changed the time of its folder."""
    return {
        path: (path.stat().st_mtime_ns, b"" if path.is_dir() else path.read_bytes())
        for path in (folder, *folder.rglob("*"))
    }
