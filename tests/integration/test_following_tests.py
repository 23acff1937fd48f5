"""What tests must follow is judged: they may follow it, and nothing else of them may change."""

from collections.abc import Mapping

import pytest

from tests.support.repository import Repository as Subject
from tests.support.shop import SHOP
from tests.support.single_task import single
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.config import cache_folder
from verifier.console import Console
from verifier.domain.outcome import DEFAULT_CHECKS, CheckName, Reason, Status
from verifier.domain.prediction import Prediction
from verifier.domain.verdict import Verdict
from verifier.judging.options import JudgeOptions, ToolsetOptions
from verifier.judging.run import RunSettings, judge_all
from verifier.tools.git.repository import Repository

pytestmark = [pytest.mark.engine, pytest.mark.network, pytest.mark.slow]

CODE, TEST = "src/main/java/shop/Code.java", "src/test/java/shop/CodeTest.java"
FEES, RATES = "src/main/java/shop/Fees.java", "src/main/java/shop/rates/Rates.java"
FEES_TEST = "src/test/java/shop/FeesTest.java"
RENAME = "Rename Method:shop.Code#sum(int, int)"
MOVE = "Move Method:shop.Fees#fee(int)"
FEE = """
    /** What a sum costs. */
    public static int fee(int sum) {
        int fee = sum / 100;
        fee += 3;
        return fee;
    }
"""
BASE = {
    "pom.xml": (SHOP / "pom.xml").read_text(encoding="utf-8"),
    CODE: """package shop;

/** Numbers. */
public class Code {

    /** Sums. */
    public int sum(int one, int other) {
        int sum = one;
        sum += other;
        return sum;
    }
}
""",
    TEST: """package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CodeTest {

    static class Cached extends Code {

        public int cached(int one, int other) {
            return 3;
        }
    }

    @Test
    void sums() {
        assertEquals(3, new Code().sum(1, 2));
    }

    @Test
    void sumsBelow() {
        Code code = new Cached();
        assertEquals(7, code.sum(3, 4));
        assertEquals(4, new Cached().sum(1, 3));
    }
}
""",
    FEES: f"""package shop;

/** Fees. */
public class Fees {{

    /** The least. */
    public static final int LEAST = 3;
{FEE}}}
""",
    RATES: """package shop.rates;

/** Rates. */
public class Rates {

    /** The least. */
    public static final int LEAST = 2;
}
""",
    FEES_TEST: """package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FeesTest {

    @Test
    void costs() {
        assertEquals(Fees.LEAST, shop.Fees.fee(1));
    }
}
""",
}


def rename_class(name: str, *, wrong: bool = False, result: int = 3) -> Mapping[str, str | None]:
    code = BASE[CODE].replace("sum(", f"{name}(")
    test = BASE[TEST].replace(".sum(", f".{name}(").replace("(3, new", f"({result}, new")
    return {CODE: code.replace("+=", "-=") if wrong else code, TEST: test}


def move_class(
    *, wrong: bool = False, least: str = "Fees.LEAST", into: str = "Rates"
) -> Mapping[str, str | None]:
    fee = FEE.replace("+= 3", "+= 2") if wrong else FEE
    imported = "import org.junit.jupiter.api.Test;\n"
    test = BASE[FEES_TEST].replace("shop.Fees.fee(", f"{into}.fee(").replace("Fees.LEAST", least)
    rates = BASE[RATES].replace("LEAST = 2;\n", f"LEAST = 2;\n{fee}")
    return {
        FEES: BASE[FEES].replace(FEE, ""),
        RATES.replace("Rates", into): rates.replace("class Rates", f"class {into}"),
        FEES_TEST: test.replace(imported, f"{imported}import shop.rates.{into};\n"),
    }


def bring_class() -> Mapping[str, str | None]:
    """Within an import, for who reads no unicode escapes: a class to be tested in another one's place."""
    files = {**move_class(), CODE: rename_class("sum", wrong=True)[CODE]}
    code = "class Code { public int sum(int one, int other) { return one + other; } }"
    imported = "import shop.rates.Rates"
    test = str(files[FEES_TEST]).replace(imported, f"{imported}/*\\u002a/; {code} /**/")
    return {**files, FEES_TEST: test}


CASES: dict[str, tuple[Mapping[str, str | None], CheckName | None, Reason | None]] = {
    "follows": (rename_class("total"), None, None),
    "is wrong": (rename_class("total", wrong=True), CheckName.TESTS, Reason.TEST_FAILED),
    "expects otherwise": (
        rename_class("total", wrong=True, result=-1),
        CheckName.POLICY,
        Reason.POLICY,
    ),
    "takes the name of a method that a test overrides": (
        rename_class("cached", wrong=True),
        CheckName.REFERENCES,
        Reason.POLICY,
    ),
    "moves": (move_class(), None, None),
    "moves and is wrong": (move_class(wrong=True), CheckName.TESTS, Reason.TEST_FAILED),
    "moves and names another constant": (
        move_class(wrong=True, least="Rates.LEAST"),
        CheckName.POLICY,
        Reason.POLICY,
    ),
    "moves into a class whose import brings another constant": (
        move_class(wrong=True, into="Fees"),
        CheckName.REFERENCES,
        Reason.POLICY,
    ),
    "moves and brings a class along": (bring_class(), CheckName.POLICY, Reason.POLICY),
    "moves unasked": (move_class(), None, None),
    "moves unasked and is wrong": (move_class(wrong=True), CheckName.TESTS, Reason.TEST_FAILED),
    "moves unasked and names another constant": (
        move_class(wrong=True, least="Rates.LEAST"),
        CheckName.POLICY,
        Reason.POLICY,
    ),
}


def _text_of_wanted(name: str) -> str | None:
    if "unasked" in name:
        return None
    return MOVE if name.startswith("moves") else RENAME


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Verdict]:
    folder = tmp_path_factory.mktemp("renamed")
    subject = Subject.create(folder / "subject")
    subject.commit(BASE, "Add the subject")
    options = BuildOptions(cache=cache_folder(), base_runs=1, strategy=StrategyChoice.DIRECT)
    with Repository.open(subject.path) as repository:
        tasks = [
            single(
                repository,
                "HEAD",
                _text_of_wanted(name),
                Prediction(instance_id="shop", model_name_or_path=name, files=dict(files)),
            )
            for name, (files, _, _) in CASES.items()
        ]
        found = judge_all(
            tasks,
            RunSettings(folder=folder / "run"),
            toolset=ToolsetOptions(build=options),
            judge=JudgeOptions(checks=DEFAULT_CHECKS, run_all=True),
            console=Console(quiet=True),
        )
    return dict(zip(CASES, found, strict=True))


@pytest.mark.parametrize("name", CASES)
def test_f9_tests_may_follow_the_method_and_nothing_else(
    verdicts: Mapping[str, Verdict], name: str
) -> None:
    _, check, reason = CASES[name]
    verdict = verdicts[name]

    failed = [(c.check, c.reason) for c in verdict.checks if c.status is Status.FAILED]
    if check is None:
        assert (failed, verdict.strict_success) == ([], Status.PASSED), verdict
    else:
        assert (check, reason) in failed, verdict
        assert verdict.success is Status.FAILED
