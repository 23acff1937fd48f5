"""Refactorings of variables and parameters are mined, wanted and judged like those of methods."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest

from tests.support.repository import Repository as Subject
from tests.support.shop import SHOP
from tests.support.verdicts import result_of
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.cli.main import main
from verifier.config import cache_folder
from verifier.console import Console
from verifier.domain.facts.purity import PurityFacts
from verifier.domain.instance import Instance
from verifier.domain.outcome import DEFAULT_CHECKS, CheckName, Reason, Status
from verifier.domain.prediction import Prediction
from verifier.domain.purity import PurityTier, PurityVerdict
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.verdict import Verdict
from verifier.judging.options import JudgeOptions, ToolsetOptions
from verifier.judging.run import RunSettings, judge_all
from verifier.judging.task import Task
from verifier.judging.tasks import Repositories, task_of
from verifier.tools.records import facts_of, load_jsonl

TYPES = "Rename Variable,Rename Parameter,Change Variable Type,Extract Variable,Inline Variable"
TILL, TEST = "src/main/java/shop/Till.java", "src/test/java/shop/TillTest.java"
SUM = """\
    public int sum(int[] values, int start) {
        int count = start;
        for (int each : values) {
            count += each * 3;
        }
        return count + total;
    }
"""
SIZE = """\
    public int size(List<String> words) {
        ArrayList<String> kept = new ArrayList<>(words);
        kept.remove("");
        return kept.size();
    }
"""
AREA = """\
    public int area(int side) {
        check(side * side + 1);
        return side * side + 1;
    }
"""
NAME = """\
    public String name(String text) {
        String trimmed = text.trim();
        return trimmed + "!";
    }
"""
CODE = f"""\
package shop;

import java.util.ArrayList;
import java.util.List;

/** A till. */
public class Till {{
    private int total = 100;

{SUM}
{SIZE}
{AREA}
{NAME}
    private void check(int value) {{
        if (value > 1000) {{
            throw new IllegalArgumentException("too large");
        }}
    }}
}}
"""
TESTS = """\
package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TillTest {
    @Test
    void works() {
        Till till = new Till();
        assertEquals(116, till.sum(new int[] {2, 3}, 1));
        assertEquals(1, till.size(Arrays.asList("", "a")));
        assertEquals(10, till.area(3));
        assertEquals("a!", till.name(" a "));
    }
}
"""
BASE = {"pom.xml": (SHOP / "pom.xml").read_text(encoding="utf-8"), TILL: CODE, TEST: TESTS}
RENAMED = SUM.replace("count", "amount")
RENAMED_PARAMETER = SUM.replace("start", "first")
RETYPED = SIZE.replace("ArrayList<String> kept", "List<String> kept")
EXTRACTED = """\
    public int area(int side) {
        int area = side * side + 1;
        check(area);
        return area;
    }
"""
INLINED = """\
    public String name(String text) {
        return text.trim() + "!";
    }
"""
GOLDEN = {
    "Rename Variable": (SUM, RENAMED),
    "Rename Parameter": (SUM, RENAMED_PARAMETER),
    "Change Variable Type": (SIZE, RETYPED),
    "Extract Variable": (AREA, EXTRACTED),
    "Inline Variable": (NAME, INLINED),
}
WANTED = {
    "Rename Variable": "Rename Variable: shop.Till#sum(int[], int) count -> amount",
    "Rename Parameter": "Rename Parameter: shop.Till#sum(int[], int) start -> first",
    "Change Variable Type": "Change Variable Type: shop.Till#size(List) kept -> List<String>",
    "Extract Variable": "Extract Variable: shop.Till#area(int) -> area",
    "Inline Variable": "Inline Variable: shop.Till#name(String) trimmed",
}


@dataclass(frozen=True)
class History:
    """A repository in which each commit makes one refactoring of the same base, and its instances."""

    path: Path
    file: Path
    instances: Mapping[str, Instance]


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> History:
    folder = tmp_path_factory.mktemp("variables")
    subject = Subject.create(folder / "subject")
    base = subject.commit(BASE, "Add the subject")
    for old, new in GOLDEN.values():
        subject.git("checkout", "--quiet", "--detach", base)
        subject.commit({TILL: CODE.replace(old, new)})
        subject.git("branch", f"b{len(subject.git('branch').splitlines())}")
    out = folder / "i.jsonl"
    return History(path=subject.path, file=out, instances=mine_instances(subject.path, out))


def mine_instances(path: Path, out: Path, *more: str) -> Mapping[str, Instance]:
    words = ["-q", "mine", str(path), "-o", str(out), "--types", TYPES, "--rev", "--all", *more]
    assert main(words) == 0
    found, _ = load_jsonl(Instance, out)
    return {str(i.type): i for i in found}


def test_each_type_is_mined_with_its_method_and_variable(history: History) -> None:
    assert {kind: str(each.wanted) for kind, each in history.instances.items()} == WANTED
    for each in history.instances.values():
        assert (each.purity.verdict, each.purity.tier) == (PurityVerdict.NOT_APPLICABLE, None)


def test_mining_proves_them_on_request(history: History, tmp_path: Path) -> None:
    proved = mine_instances(history.path, tmp_path / "i.jsonl", "--prove")

    assert {kind: each.purity.tier for kind, each in proved.items()} == dict.fromkeys(
        WANTED, PurityTier.PROVED
    )


def test_the_golden_refactoring_is_the_developers_version_of_the_method(
    history: History, tmp_path: Path
) -> None:
    out = tmp_path / "golden.jsonl"
    words = ["predictions", "golden", "-i", str(history.file), "--repo", str(history.path)]
    assert main(["-q", *words, "-o", str(out)]) == 0

    golden, _ = load_jsonl(Prediction, out)
    kinds = {each.id: kind for kind, each in history.instances.items()}
    assert {kinds[g.instance_id]: g.files for g in golden} == {
        kind: {TILL: CODE.replace(old, new)} for kind, (old, new) in GOLDEN.items()
    }
    assert all(g.closure is not None and g.closure.open == () for g in golden)


@dataclass(frozen=True)
class Case:
    """A prediction for the instance of a type, and the checks that stop it.

    `wanted` is another task than the instance's. `static` is the outcome of the checks without a
    build, `built` that of all of them.
    """

    kind: str
    old: str
    new: str
    static: tuple[CheckName, Status, Reason]
    built: tuple[CheckName, Reason] | None
    wanted: str | None = None
    as_answer: bool = False


NOT_FOUND = (CheckName.DETECTION, Status.FAILED, Reason.NOT_DETECTED)
NOT_COVERED = (CheckName.PURITY, Status.NOT_APPLICABLE, Reason.TYPE_NOT_COVERED)
NOT_COMPARED = (CheckName.PURITY, Status.INCONCLUSIVE, Reason.NOT_COMPARED)
IMPURE = (CheckName.PURITY, Status.FAILED, Reason.IMPURE)
NO_BUILD = (CheckName.DETECTION, Reason.NOT_DETECTED)
CASES = {
    **{
        f"{kind}, {'answer' if as_answer else 'file'}": Case(
            kind, old, new, NOT_COVERED, None, as_answer=as_answer
        )
        for kind, (old, new) in GOLDEN.items()
        for as_answer in (False, True)
    },
    "an extraction that replaces one use": Case(
        "Extract Variable",
        AREA,
        EXTRACTED.replace("return area", "return side * side + 1"),
        NOT_COMPARED,
        None,
    ),
    "another variable": Case(
        "Rename Variable", SUM, SUM.replace("each", "amount"), NOT_FOUND, NO_BUILD
    ),
    "another name": Case("Rename Variable", SUM, SUM.replace("count", "sum"), NOT_FOUND, NO_BUILD),
    "a renaming, and another value": Case(
        "Rename Variable",
        SUM,
        RENAMED.replace("* 3", "* 4"),
        IMPURE,
        (CheckName.TESTS, Reason.TEST_FAILED),
    ),
    "a renaming that hides a field": Case(
        "Rename Variable",
        SUM,
        SUM.replace("count", "total"),
        IMPURE,
        (CheckName.TESTS, Reason.TEST_FAILED),
        wanted="Rename Variable: shop.Till#sum(int[], int) count -> total",
    ),
    "a parameter that hides a field": Case(
        "Rename Parameter",
        SUM,
        SUM.replace("start", "total"),
        IMPURE,
        (CheckName.TESTS, Reason.TEST_FAILED),
        wanted="Rename Parameter: shop.Till#sum(int[], int) start -> total",
    ),
    "another parameter": Case(
        "Rename Parameter", SUM, SUM.replace("values", "first"), NOT_FOUND, NO_BUILD
    ),
    "another type": Case(
        "Change Variable Type",
        SIZE,
        RETYPED.replace("List<String> kept", "java.util.Collection<String> kept"),
        NOT_FOUND,
        NO_BUILD,
    ),
    "a type, and another value": Case(
        "Change Variable Type",
        SIZE,
        RETYPED.replace('""', '"b"'),
        IMPURE,
        (CheckName.TESTS, Reason.TEST_FAILED),
    ),
    "an extraction of another value": Case(
        "Extract Variable",
        AREA,
        EXTRACTED.replace("+ 1", "+ 2"),
        IMPURE,
        (CheckName.TESTS, Reason.TEST_FAILED),
    ),
    "an inlining, and another value": Case(
        "Inline Variable",
        NAME,
        INLINED.replace('"!"', '"?"'),
        IMPURE,
        (CheckName.TESTS, Reason.TEST_FAILED),
    ),
    "nothing": Case(
        "Rename Variable",
        SUM,
        SUM,
        (CheckName.APPLICATION, Status.FAILED, Reason.NO_CHANGE),
        (CheckName.APPLICATION, Reason.NO_CHANGE),
    ),
}


def prediction_of(name: str, history: History) -> Prediction:
    case = CASES[name]
    made = partial(Prediction, instance_id=history.instances[case.kind].id, model_name_or_path=name)
    if case.as_answer:
        text = f"Here is the method:\n\n```java\n{case.new}```\n"
        return made(model_output=text)
    return made(files={TILL: CODE.replace(case.old, case.new)})


def task_for(name: str, history: History, repositories: Repositories) -> Task:
    case = CASES[name]
    task = task_of(history.instances[case.kind], prediction_of(name, history), repositories)
    return replace(task, wanted=WantedRefactoring.parse(case.wanted)) if case.wanted else task


def judge_history(
    history: History, folder: Path, toolset: ToolsetOptions, checks: frozenset[CheckName]
) -> Mapping[str, Verdict]:
    with Repositories.parse([str(history.path)]) as repositories:
        tasks = [task_for(name, history, repositories) for name in CASES]
        found = judge_all(
            tasks,
            RunSettings(folder=folder),
            toolset=toolset,
            judge=JudgeOptions(checks=checks, run_all=True),
            console=Console(quiet=True),
        )
    return dict(zip(CASES, found, strict=True))


@pytest.fixture(scope="module")
def static(history: History, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Verdict]:
    checks = frozenset({CheckName.APPLICATION, CheckName.DETECTION, CheckName.PURITY})
    folder = tmp_path_factory.mktemp("static")
    return judge_history(history, folder / "run", ToolsetOptions(builds=False), checks)


@pytest.mark.parametrize("name", CASES)
def test_each_prediction_is_judged_without_a_build(
    static: Mapping[str, Verdict], name: str
) -> None:
    check, status, reason = CASES[name].static
    found = result_of(static[name], check)

    assert (found.status, found.reason) == (status, reason), static[name]
    if check is not CheckName.DETECTION and reason is not Reason.NO_CHANGE:
        assert result_of(static[name], CheckName.DETECTION).status is Status.PASSED


@pytest.fixture(scope="module")
def built(history: History, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Verdict]:
    options = BuildOptions(cache=cache_folder(), base_runs=1, strategy=StrategyChoice.DIRECT)
    folder = tmp_path_factory.mktemp("built")
    return judge_history(history, folder / "run", ToolsetOptions(build=options), DEFAULT_CHECKS)


@pytest.mark.engine
@pytest.mark.network
@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_each_prediction_is_judged_in_a_build(built: Mapping[str, Verdict], name: str) -> None:
    expected, verdict = CASES[name].built, built[name]
    failed = [(c.check, c.reason) for c in verdict.checks if c.status is Status.FAILED]

    if expected is not None:
        assert expected in failed, verdict
        assert verdict.success is Status.FAILED
        return
    purity = facts_of(verdict.check(CheckName.PURITY), PurityFacts)
    assert (failed, verdict.strict_success, verdict.proved_success) == (
        [],
        Status.PASSED,
        Status.PASSED,
    ), verdict
    assert purity is not None
    assert purity.tier is PurityTier.PROVED
