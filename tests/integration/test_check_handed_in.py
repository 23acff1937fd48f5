"""A patch or an answer that is to do a wanted refactoring, at the gate: right, wrong and hostile."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.repository import Repository
from tests.support.shop import CALL, HELPER, LOOP, SHOP
from verifier.analysis.pool import AnalysisPool
from verifier.domain.gate import Decision, Demand, Extent, GateReport, Level, Question
from verifier.domain.refactoring import WantedRefactoring
from verifier.gates.change.selection import Source, SourceKind
from verifier.gates.check import check
from verifier.gates.request import CheckRequest

PRICES, PRICES_TEST = "src/main/java/shop/Prices.java", "src/test/java/shop/PricesTest.java"
BASE = (SHOP / PRICES).read_text(encoding="utf-8")
TEST = (SHOP / PRICES_TEST).read_text(encoding="utf-8")
POM = (SHOP / "pom.xml").read_text(encoding="utf-8")
WANTED = WantedRefactoring.parse("Extract Method:shop.Prices#total(int[], int)")
BOTH = Demand(require=(Question.BEHAVIOUR, Question.REFACTORING))


def extracted(source: str = BASE) -> str:
    end = source.index("    /** The amount with")
    return (source[:end] + HELPER.strip("\n") + "\n\n" + source[end:]).replace(LOOP, CALL, 1)


ANSWER = (
    f"```java\n{extracted()[extracted().index('    public int total') :].rstrip().rstrip('}')}```\n"
)
EXIT = CALL + "        if (sum < 0) { System.exit(0); }\n"
HOSTILE: Mapping[str, tuple[dict[str, str], str]] = {
    "a test is edited": (
        {PRICES: extracted(), PRICES_TEST: TEST.replace("class PricesTest", "class  PricesTest")},
        "test-file",
    ),
    "a test is added": (
        {
            PRICES: extracted(),
            "src/test/java/shop/NewTest.java": "package shop;\n\nclass NewTest {\n}\n",
        },
        "test-file",
    ),
    "the build is edited": ({PRICES: extracted(), "pom.xml": f"{POM}<!-- -->\n"}, "build-file"),
    "the process ends": ({PRICES: extracted().replace(CALL, EXIT)}, "process-exit"),
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    subject = Repository.create(tmp_path_factory.mktemp("handed-in") / "shop")
    files = [path for path in SHOP.rglob("*") if path.is_file()]
    subject.commit({str(p.relative_to(SHOP)): p.read_bytes() for p in files}, "start")
    return subject


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    # Nothing may be built: no engine answers.
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:1")


def patch_of(shop: Repository, files: Mapping[str, str]) -> str:
    for path, text in files.items():
        (shop.path / path).write_text(text, encoding="utf-8")
    shop.git("add", "--all")
    patch = shop.git("diff", "--cached", "HEAD") + "\n"
    shop.git("reset", "--quiet", "--hard")
    return patch


def judged(
    shop: Repository,
    analysis: AnalysisPool,
    source: Source,
    *wanted: WantedRefactoring,
    demand: Demand = BOTH,
    level: Level = Level.STATIC,
) -> GateReport:
    request = CheckRequest(
        repository=shop.path, source=source, wanted=wanted, demand=demand, level=level
    )
    return check(request, analysis=analysis).report


def test_the_wanted_refactoring_passes_as_patch_and_as_answer(
    shop: Repository, analysis: AnalysisPool
) -> None:
    patch = Source(kind=SourceKind.PATCH, patch=patch_of(shop, {PRICES: extracted()}))
    answer = Source(kind=SourceKind.ANSWER, answer=ANSWER)

    reports = [judged(shop, analysis, source, WANTED) for source in (patch, answer)]

    assert [each.decision for each in reports] == [Decision.PASSED, Decision.PASSED]
    assert [each.head for each in reports] == ["patch", "answer"]
    assert reports[0].head_tree == reports[1].head_tree


@pytest.mark.parametrize("name", HOSTILE)
def test_a_patch_for_a_task_that_breaks_a_rule_fails_and_nothing_is_built(
    shop: Repository, analysis: AnalysisPool, name: str
) -> None:
    files, rule = HOSTILE[name]
    patch = Source(kind=SourceKind.PATCH, patch=patch_of(shop, files))

    report = judged(shop, analysis, patch, WANTED, demand=Demand(), level=Level.TESTS)
    own = judged(shop, analysis, patch, demand=Demand())

    assert report.decision is Decision.FAILED, report
    assert rule in {finding.rule_id for finding in report.findings}
    assert own.decision is not Decision.FAILED


def test_an_answer_that_breaks_a_rule_fails(shop: Repository, analysis: AnalysisPool) -> None:
    answer = Source(kind=SourceKind.ANSWER, answer=ANSWER.replace(CALL, EXIT))

    report = judged(shop, analysis, answer, WANTED, demand=Demand())

    assert report.decision is Decision.FAILED
    assert "process-exit" in {finding.rule_id for finding in report.findings}


def test_another_refactoring_and_another_edit_fail(
    shop: Repository, analysis: AnalysisPool
) -> None:
    other = WantedRefactoring.parse("Inline Method:shop.Prices#total(int[], int)")
    right = Source(kind=SourceKind.PATCH, patch=patch_of(shop, {PRICES: extracted()}))
    more = extracted().replace('"EUR " + amount', '"EUR ".concat(String.valueOf(amount))')
    with_edit = Source(kind=SourceKind.PATCH, patch=patch_of(shop, {PRICES: more}))

    for level in (Level.STATIC, Level.TESTS):
        absent = judged(shop, analysis, right, other, demand=Demand(), level=level)
        assert absent.decision is Decision.FAILED
        assert "NOT_DETECTED" in {finding.rule_id for finding in absent.findings}
    assert judged(shop, analysis, right, WANTED, other).decision is Decision.FAILED
    found = judged(shop, analysis, with_edit, WANTED)
    assert (found.decision, found.refactoring) == (Decision.FAILED, Extent.MORE)


EMPTY: Mapping[str, dict[str, str]] = {
    "a comment": {PRICES: f"{BASE}// a comment\n"},
    "documentation": {"README.md": "text\n"},
}


@pytest.mark.parametrize("name", EMPTY)
def test_a_patch_without_code_is_not_a_refactoring(
    shop: Repository, analysis: AnalysisPool, name: str
) -> None:
    patch = Source(kind=SourceKind.PATCH, patch=patch_of(shop, EMPTY[name]))

    for level in (Level.STATIC, Level.TESTS):
        wanted = judged(shop, analysis, patch, WANTED, demand=Demand(), level=level)
        assert wanted.decision is Decision.FAILED
    assert judged(shop, analysis, patch).decision is Decision.FAILED
    assert judged(shop, analysis, patch, demand=Demand()).decision is Decision.NOTHING_TO_CHECK


def test_a_patch_that_does_not_apply_or_leaves_the_tree_fails(
    shop: Repository, analysis: AnalysisPool
) -> None:
    right = patch_of(shop, {PRICES: extracted()})

    for patch, rule in (
        (right.replace("int sum = 0;", "int sum = 1;"), "APPLY_FAILED"),
        (right.replace(PRICES, "../Prices.java"), "POLICY"),
    ):
        report = judged(
            shop, analysis, Source(kind=SourceKind.PATCH, patch=patch), level=Level.TESTS
        )

        assert report.decision is Decision.FAILED
        assert [finding.rule_id for finding in report.findings] == [rule]
