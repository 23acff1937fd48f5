"""Wrong code that hides behind what another module gives to the tests: its helpers, its contracts, its rules."""

from collections.abc import Mapping

import pytest

from tests.support.chained_reactor import MODULE, TEST_JAR, parent
from tests.support.repository import Repository as Subject
from tests.support.single_task import single
from verifier.builds.options import BuildOptions, PrepareOn, StrategyChoice
from verifier.config import cache_folder
from verifier.console import Console
from verifier.domain.outcome import DEFAULT_CHECKS, CheckName, Reason, Status
from verifier.domain.prediction import Prediction
from verifier.domain.verdict import Verdict
from verifier.judging.options import JudgeOptions, ToolsetOptions
from verifier.judging.run import RunSettings, judge_all
from verifier.tools.git.repository import Repository

pytestmark = [
    pytest.mark.engine,
    pytest.mark.network,
    pytest.mark.slow,
    pytest.mark.usefixtures("warm_maven"),
]

WANTED = "Extract Method:p.app.App#total(int[], int)"
APP = "app/src/main/java/p/app/App.java"
EXPECT, HELPERS = "p/util/Expect.java", "util/src/main/java/p/util/Helpers.java"
CONTRACT, RULE = (
    "util/src/main/java/p/util/SumContract.java",
    "util/src/main/java/p/util/Timed.java",
)

PARENT = parent("core", "util", "app").replace("<scope>test</scope>", "")
NEEDS = "<dependencies>{}</dependencies>".format(
    "".join(
        f"<dependency><groupId>subject</groupId><artifactId>{name}</artifactId>"
        f"<version>1</version>{more}<scope>test</scope></dependency>"
        for name, more in (("core", "<type>test-jar</type>"), ("util", ""))
    )
)
LOOP = """    int sum = 0;
    for (int price : prices) {
      sum += price;
    }
"""
OLD = f"""package p.app;

/** An app. */
public class App {{
  /** The total. */
  public int total(int[] prices, int fee) {{
{LOOP}    return sum + fee;
  }}
}}
"""
RIGHT = (
    OLD.replace(LOOP, "    int sum = sum(prices);\n").removesuffix("}\n")
    + f"\n  private int sum(int[] prices) {{\n{LOOP}    return sum;\n  }}\n}}\n"
)
WRONG = RIGHT.replace("sum += price", "sum += price + 1")
SILENT = "public static void same(int one, int other) {\n  }"
BASE = {
    "pom.xml": PARENT,
    "core/pom.xml": MODULE.format("core", TEST_JAR),
    "core/src/test/java/p/Expected.java": """package p;
public class Expected {
  public static class Inner {
    public static void same(int a, int b) { if (a != b) throw new AssertionError(a); }
  }
}
""",
    "util/pom.xml": MODULE.format("util", ""),
    HELPERS: """package p.util;

/** Helps. */
public class Helpers {
  /** Compares. */
  public static void same(int one, int other) {
    Same.same(one, other);
  }
}
""",
    "util/src/main/java/elsewhere/Same.java": """package p.util;

class Same {
  static void same(int one, int other) {
    if (one != other) {
      throw new AssertionError(one + " is not " + other);
    }
  }
}
""",
    f"util/src/main/java/{EXPECT}": """package p.util;

/** Compares. */
public class Expect {
  /** Compares. */
  public static void same(int one, int other) {
    Helpers.same(one, other);
  }
}
""",
    CONTRACT: """package p.util;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** What a sum promises. */
public abstract class SumContract {
  /** The sum. */
  protected abstract int sum(int[] numbers);

  /** Sums. */
  @Test
  public void sums() {
    assertEquals(6, sum(new int[] {1, 2, 3}));
  }
}
""",
    RULE: """package p.util;

import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;

/** Tells how long. */
public class Timed implements TestRule {
  @Override
  public Statement apply(Statement base, Description what) {
    return new Statement() {
      @Override
      public void evaluate() throws Throwable {
        long start = System.nanoTime();
        try {
          base.evaluate();
        } finally {
          System.out.println(System.nanoTime() - start);
        }
      }
    };
  }
}
""",
    "app/pom.xml": MODULE.format("app", NEEDS),
    APP: OLD,
}


def app_test(code: str) -> str:
    return f"""package p.app;
import org.junit.*;
public class AppTest extends p.util.SumContract {{
  @Rule public p.util.Timed timed = new p.util.Timed();
  @Override protected int sum(int[] n) {{ return 6; }}
  @Test public void totals() {{ {code} }}
}}
"""


TOTAL = "new App().total(new int[] {1, 2, 3}, 1)"
BY = {
    "expect": app_test(f"p.util.Expect.same(7, {TOTAL});"),
    "inner": app_test(f"p.Expected.Inner.same(7, {TOTAL});"),
    "contract": app_test("").replace("return 6", "return new App().total(n, 0)"),
    "rule": app_test(f"Assert.assertEquals(7, {TOTAL});"),
}
"""What notices the wrong code: all bases differ in this test alone."""

CASES: Mapping[str, tuple[str, Mapping[str, str | None], CheckName, Reason, str]] = {
    "brings the name of another module's class": (
        "expect",
        {
            f"app/src/main/java/{EXPECT}": f"package p.util;\n\npublic class Expect {{\n  {SILENT}\n}}\n"
        },
        CheckName.POLICY,
        Reason.POLICY,
        "shadowed-name",
    ),
    "brings the name of a class whose file is not in its package's folder": (
        "expect",
        {
            "app/src/main/java/p/util/Same.java": f"package p.util;\n\nclass Same {{\n  {SILENT}\n}}\n"
        },
        CheckName.POLICY,
        Reason.POLICY,
        "shadowed-name",
    ),
    "brings the compiler's name of a class in another module's tests": (
        "inner",
        {
            "app/src/main/java/p/Expected$Inner.java": f"package p;\n\npublic class Expected$Inner {{\n  {SILENT}\n}}\n"
        },
        CheckName.POLICY,
        Reason.POLICY,
        "shadowed-name",
    ),
    "edits a test that lies in main code": (
        "contract",
        {CONTRACT: BASE[CONTRACT].replace("assertEquals(6,", "assertEquals(9,")},
        CheckName.TESTS,
        Reason.TAMPER,
        "util/src/main/java/p/util/SumContract.java",
    ),
    "makes a rule in main code swallow what tests throw": (
        "rule",
        {RULE: BASE[RULE].replace("} finally", "} catch (Throwable t) {\n        } finally")},
        CheckName.TESTS,
        Reason.TAMPER,
        "util/src/main/java/p/util/Timed.java",
    ),
}


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Verdict]:
    folder = tmp_path_factory.mktemp("modules")
    subject = Subject.create(folder / "subject")
    subject.git("commit", "--quiet", "--allow-empty", "--message", "Begin")
    bases = {
        by: subject.commit({**BASE, "app/src/test/java/p/app/AppTest.java": test}, by)
        for by, test in BY.items()
    }
    options = BuildOptions(
        prepare_on=PrepareOn.HOST,
        cache=cache_folder(),
        base_runs=1,
        strategy=StrategyChoice.DIRECT,
    )
    asked: dict[str, tuple[str, Mapping[str, str | None]]] = {
        **{name: (by, {APP: WRONG, **files}) for name, (by, files, *_) in CASES.items()},
        **{f"right: {by}": (by, {APP: RIGHT}) for by in BY},
        **{f"wrong: {by}": (by, {APP: WRONG}) for by in BY},
    }
    with Repository.open(subject.path) as repository:
        tasks = [
            single(
                repository,
                bases[by],
                WANTED,
                Prediction(instance_id="app", model_name_or_path=name, files=files),
            )
            for name, (by, files) in asked.items()
        ]
        found = judge_all(
            tasks,
            RunSettings(folder=folder / "run"),
            toolset=ToolsetOptions(build=options),
            judge=JudgeOptions(checks=DEFAULT_CHECKS),
            console=Console(quiet=True),
        )
    return dict(zip(asked, found, strict=True))


@pytest.mark.parametrize("name", [name for name in CASES if name.startswith("brings")])
def test_h36_a_module_takes_no_name_of_another_one(
    verdicts: Mapping[str, Verdict], name: str
) -> None:
    is_refused(verdicts, name)


@pytest.mark.parametrize("name", [name for name in CASES if not name.startswith("brings")])
def test_h37_tests_in_main_code_stay_as_they_are(
    verdicts: Mapping[str, Verdict], name: str
) -> None:
    is_refused(verdicts, name)


def is_refused(verdicts: Mapping[str, Verdict], name: str) -> None:
    _, _, check, reason, words = CASES[name]
    found = verdicts[name].check(check)

    assert found is not None
    assert (found.status, found.reason) == (Status.FAILED, reason), verdicts[name]
    assert words in found.details
    assert verdicts[name].success is Status.FAILED


@pytest.mark.parametrize("by", BY)
def test_the_refactoring_alone_is_judged_by_these_tests(
    verdicts: Mapping[str, Verdict], by: str
) -> None:
    right, wrong = verdicts[f"right: {by}"], verdicts[f"wrong: {by}"].check(CheckName.TESTS)

    assert right.strict_success is Status.PASSED, right
    assert wrong is not None
    assert wrong.reason is Reason.TEST_FAILED, wrong
