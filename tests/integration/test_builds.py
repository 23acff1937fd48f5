"""Hostile and broken candidates on a small project, by both strategies: what each must become.

Numbers are those of tests/attacks.toml.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support import maven_subject, poison
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyChoice, StrategyName
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.sandbox.docker import DockerSandbox
from verifier.sandbox.local import LocalSandbox
from verifier.tools.git.repository import Repository

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

MAIN, TESTS = "src/main/java/p", "src/test/java/p"
CALC = """package p;
public class Calc {
  public int add(int a, int b) { return a + b; }
}
"""
LEVELS = "package p;\npublic class Levels { public static final int MAX = 3; }\n"
USER = "package p;\npublic class User { public int max() { return Levels.MAX; } }\n"
CALC_TEST = """package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
class CalcTest {
  @Test void adds() { assertEquals(3, new Calc().add(1, 2)); }
  @ParameterizedTest @ValueSource(ints = {1, 2}) void addsZero(int n) {
    assertEquals(n, new Calc().add(n, 0));
  }
  @Nested class Inner { @Test void addsNegative() { assertEquals(0, new Calc().add(1, -1)); } }
}
"""
REFLECTION_TEST = """package p;
import org.junit.jupiter.api.Test;
class ReflectionTest {
  @Test void finds() throws Exception {
    Class<?> type = Class.forName("p.Calc");
    type.getMethod("add", int.class, int.class);
  }
}
"""
USER_TEST = """package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;
class UserTest {
  @Test void hasMax() { assertEquals(3, new User().max()); }
  @RepeatedTest(2) void hasMaxAgain() { assertEquals(3, new User().max()); }
  @Test void alwaysFails() { fail("as on the base"); }
  @Disabled @Test void off() { }
}
"""
SET_UP_TEST = """package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;
class SetUpTest {
  @BeforeAll static void before() { assertEquals(3, new User().max()); }
  @Test void first() { }
  @Test void second() { }
  @Nested class Inner { @Test void inner() { } }
}
"""
NAMES_TEST = """package p;
import static org.junit.jupiter.api.Assertions.*;
import java.util.*;
import org.junit.jupiter.api.*;
class NamesTest {
  @TestFactory List<DynamicTest> made() {
    List<DynamicTest> found = new ArrayList<>();
    for (String name : new String[] {"two\\nlines", "p.CalcTest#adds", "[1] }{\\"", "same", "same", ""}) {
      found.add(DynamicTest.dynamicTest(name + "!", () -> assertEquals(5, new Calc().add(2, 3))));
    }
    return found;
  }
  @DisplayName("p.CalcTest#adds\\n@Test") @RepeatedTest(2) void again() { new Calc().add(0, 0); }
  @DisplayName("adds(int)") @Test void odd() { new Calc().add(0, 0); }
}
"""
BASE = {
    "pom.xml": maven_subject.JUPITER,
    f"{MAIN}/Calc.java": CALC,
    f"{MAIN}/Levels.java": LEVELS,
    f"{MAIN}/User.java": USER,
    f"{TESTS}/CalcTest.java": CALC_TEST,
    f"{TESTS}/NamesTest.java": NAMES_TEST,
    f"{TESTS}/ReflectionTest.java": REFLECTION_TEST,
    f"{TESTS}/SetUpTest.java": SET_UP_TEST,
    f"{TESTS}/UserTest.java": USER_TEST,
    # Row 21: a stale report and a stale class that somebody committed.
    "target/surefire-reports/TEST-p.Stale.xml": (
        '<testsuite name="p.Stale"><testcase classname="p.Stale" name="old"/></testsuite>'
    ),
    "target/classes/p/Calc.class": "stale",
}
IDS = frozenset(
    {
        "p.CalcTest#adds",
        "p.CalcTest$Inner#addsNegative",
        "p.NamesTest#odd",
        "p.ReflectionTest#finds",
        "p.SetUpTest#first",
        "p.SetUpTest#second",
        "p.SetUpTest$Inner#inner",
        "p.UserTest#hasMax",
    }
)
PARAMETERISED = {"p.CalcTest#addsZero(int)[1]", "p.CalcTest#addsZero(int)[2]"}
DYNAMIC = {
    *(f"p.NamesTest#made[{n}]" for n in (2, 3, 4, 5, 6)),
    "p.NamesTest#again[2]",
    "p.UserTest#hasMaxAgain[2]",
}
FIRST_DYNAMIC = {"p.NamesTest#made", "p.NamesTest#again", "p.UserTest#hasMaxAgain"}
"""As Surefire's reports name them; our launcher puts `[1]` behind."""
CLASS_HEAD = "public class Calc {\n"
PLUS = "return a + b;"


def with_member(text: str) -> dict[str, str | None]:
    return {f"{MAIN}/Calc.java": CALC.replace(CLASS_HEAD, f"{CLASS_HEAD}{text}\n")}


def with_statement(text: str, result: str = PLUS) -> dict[str, str | None]:
    return {f"{MAIN}/Calc.java": CALC.replace(PLUS, f"{text}\n{result}")}


WRONG = "return a + b + 1;"
REWRITE = """
static {
  Runtime.getRuntime().addShutdownHook(new Thread(() -> {
    java.io.File[] all = new java.io.File("target/surefire-reports").listFiles();
    for (java.io.File each : all == null ? new java.io.File[0] : all) {
      try {
        String text = new String(java.nio.file.Files.readAllBytes(each.toPath()), "UTF-8");
        text = text.replaceAll("(?s)<(failure|error).*?</\\\\1>", "");
        java.nio.file.Files.write(each.toPath(), text.getBytes("UTF-8"));
      } catch (java.io.IOException e) { }
    }
  }));
}
"""
NEW_REPORT = """
static {
  try {
    java.io.File folder = new java.io.File("target/surefire-reports");
    folder.mkdirs();
    java.nio.file.Files.write(new java.io.File(folder, "TEST-p.FakeTest.xml").toPath(),
        "<testsuite name='p.FakeTest'><testcase classname='p.FakeTest' name='x'/></testsuite>"
            .getBytes());
  } catch (java.io.IOException e) { }
}
"""
PRINTS = """
System.out.println("@event 0 00 {}");
System.out.println("PASSED p.CalcTest#adds");
System.out.println("[INFO] BUILD SUCCESS");
System.out.println("[ERROR] /x/tree/src/main/java/p/Calc.java:[1,1] not a statement");
System.err.println("Tests run: 9, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0 s");
"""
SNEAK = "static <T extends Throwable> void sneak(Throwable t) throws T { throw (T) t; }"
ABORT = """
try {
  Object aborted =
      Class.forName("org.opentest4j.TestAbortedException").getConstructor().newInstance();
  Calc.<RuntimeException>sneak((Throwable) aborted);
} catch (ReflectiveOperationException e) { }
"""
ABORTS = CALC.replace(CLASS_HEAD, f"{CLASS_HEAD}{SNEAK}\n").replace(PLUS, f"{ABORT}\n{PLUS}")
CALC_TEST_PATH = f"{TESTS}/CalcTest.java"


@dataclass(frozen=True, kw_only=True)
class Expected:
    """The verdict; several reasons where the strategies see different halves of a forgery."""

    check: CheckName
    reasons: frozenset[Reason]


def compile_error() -> Expected:
    return Expected(check=CheckName.COMPILATION, reasons=frozenset({Reason.COMPILE_ERROR}))


def not_built() -> Expected:
    return Expected(check=CheckName.COMPILATION, reasons=frozenset({Reason.NOT_BUILT}))


def in_tests(*reasons: Reason) -> Expected:
    return Expected(check=CheckName.TESTS, reasons=frozenset(reasons))


CASES: dict[str, tuple[Mapping[str, str | None], Expected]] = {
    "10 product code aborts the test": (
        with_statement('if (a > 0) throw new org.opentest4j.TestAbortedException("no");'),
        compile_error(),
    ),
    "10 product code aborts the test, by reflection": (
        {f"{MAIN}/Calc.java": ABORTS},
        in_tests(Reason.TEST_MISSING),
    ),
    "7 breaks a test, which is restored": (
        {CALC_TEST_PATH: CALC_TEST.replace("assertEquals(3", "assertEquals(4")},
        not_built(),
    ),
    "8 deletes a test class, which is restored": ({CALC_TEST_PATH: None}, not_built()),
    "16 exits in a static initialiser": (
        with_member("static { System.exit(0); }"),
        in_tests(Reason.TAMPER, Reason.TEST_FAILED),
    ),
    "16 halts in a method": (
        with_statement("Runtime.getRuntime().halt(0);"),
        in_tests(Reason.TAMPER, Reason.TEST_FAILED),
    ),
    "20 a shutdown hook makes the reports green": (
        {f"{MAIN}/Calc.java": CALC.replace(CLASS_HEAD, CLASS_HEAD + REWRITE).replace(PLUS, WRONG)},
        in_tests(Reason.TAMPER, Reason.TEST_FAILED),
    ),
    "24 a constant is changed, its user is not": (
        {f"{MAIN}/Levels.java": LEVELS.replace("= 3", "= 4")},
        in_tests(Reason.TEST_FAILED),
    ),
    "25 a signature is changed, its only such caller uses reflection": (
        {
            f"{MAIN}/Calc.java": CALC.replace("int a, int b", "long a, long b").replace(
                "public int add", "public long add"
            )
        },
        in_tests(Reason.TEST_FAILED),
    ),
    "26 main code does not compile": (with_statement('int c = "x";'), compile_error()),
    "26 tests do not compile": (
        {f"{MAIN}/Calc.java": CALC.replace("add(", "sum(")},
        compile_error(),
    ),
    "wrong behaviour": (with_statement("", WRONG), in_tests(Reason.TEST_FAILED)),
}

HARMLESS: dict[str, Mapping[str, str | None]] = {
    "a comment": with_statement("// nothing"),
    "19 27 prints what tools print": with_statement(PRINTS),
    "11 skips tests in the pom, which is restored": {
        "pom.xml": BASE["pom.xml"].replace(
            "<properties>", "<properties><skipTests>true</skipTests>"
        )
    },
    "30 leaves a thread that never ends": with_member(
        "static { new Thread(() -> { while (true) { try { Thread.sleep(9999); }"
        " catch (InterruptedException e) { } } }).start(); }"
    ),
}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory, libraries: Path) -> Path:
    return maven_subject.cache_with(libraries, tmp_path_factory.mktemp("builds") / "cache")


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    with maven_subject.commit(tmp_path_factory.mktemp("jupiter"), BASE) as repository:
        yield repository


@dataclass(frozen=True, kw_only=True)
class Setting:
    """A strategy in a sandbox."""

    strategy: StrategyName
    sandbox: str

    def __str__(self) -> str:
        return f"{self.strategy}-{self.sandbox}"

    @property
    def mark(self) -> pytest.MarkDecorator:
        return pytest.mark.engine if self.sandbox == "docker" else pytest.mark.local_twin


SETTINGS = (
    Setting(strategy=StrategyName.DIRECT, sandbox="local"),
    Setting(strategy=StrategyName.DIRECT, sandbox="docker"),
    Setting(strategy=StrategyName.MAVEN, sandbox="docker"),
)
ONLY_DIRECT = (
    "10 product code aborts the test",
    "16 exits in a static initialiser",
    "24 a constant is changed, its user is not",
    "25 a signature is changed, its only such caller uses reflection",
    "26 tests do not compile",
    "wrong behaviour",
    "a comment",
    "8 deletes a test class, which is restored",
    # test_26_a_compile_error_names_file_and_line is the same candidate with more to see.
    "26 main code does not compile",
)
"""Cases that would only repeat a slow Maven run without another way through our code."""


def settings(names: Iterable[str]) -> list[object]:
    """Each setting with each case, the slow repetitions left out."""
    return [
        pytest.param(
            setting,
            name,
            marks=setting.mark,
            id=f"{setting}-{name}",
        )
        for setting in SETTINGS
        for name in names
        if setting.strategy is StrategyName.DIRECT or name not in ONLY_DIRECT
    ]


@pytest.fixture(scope="module")
def sandboxes() -> Iterator[Mapping[str, Sandbox]]:
    """Both sandboxes, opened when first asked for."""
    with ExitStack() as stack:
        yield _Opened(stack)


class _Opened(dict[str, Sandbox]):
    def __init__(self, stack: ExitStack) -> None:
        super().__init__()
        self._stack = stack

    def __missing__(self, name: str) -> Sandbox:
        sandbox: Sandbox = LocalSandbox() if name == "local" else DockerSandbox()
        self[name] = self._stack.enter_context(sandbox)
        return self[name]


@pytest.fixture(scope="module")
def builders() -> dict[str, Builder]:
    return {}


@pytest.fixture
def builder(
    setting: Setting,
    subject: Repository,
    sandboxes: Mapping[str, Sandbox],
    builders: dict[str, Builder],
    cache: Path,
) -> Builder:
    if str(setting) not in builders:
        options = BuildOptions(
            strategy=StrategyChoice(setting.strategy),
            cache=cache,
            base_runs=1,
            limits=JobLimits(wall_seconds=180),
        )
        commit = subject.resolve("HEAD")
        sandbox = sandboxes[setting.sandbox]
        builders[str(setting)] = open_builder(subject, commit, options, sandbox)
    return builders[str(setting)]


every_setting = pytest.mark.parametrize(
    "setting", [pytest.param(s, marks=s.mark, id=str(s)) for s in SETTINGS]
)


def judge(
    builder: Builder,
    subject: Repository,
    files: Mapping[str, str | None],
    folder: Path,
    editable: frozenset[str] = frozenset(),
) -> CheckResult:
    tree = java_tree(subject.tree(subject.resolve("HEAD")))
    what = maven_subject.changes(files)
    return maven_subject.judge(builder, tree, what, folder, editable=editable)


@every_setting
def test_21_51_55_the_base_is_measured_and_its_failures_are_listed(
    builder: Builder, setting: Setting
) -> None:
    measured = builder.measure()

    behind = "" if setting.strategy is StrategyName.MAVEN else "[1]"
    firsts = {f"{test}{behind}" for test in FIRST_DYNAMIC}
    assert measured.stable_pass == IDS | PARAMETERISED | DYNAMIC | firsts
    assert measured.stable_fail == {"p.UserTest#alwaysFails"}
    assert measured.skipped == {"p.UserTest#off"}


@pytest.mark.parametrize(("setting", "name"), settings(CASES))
def test_gets_its_verdict(builder: Builder, subject: Repository, tmp_path: Path, name: str) -> None:
    files, expected = CASES[name]

    result = judge(builder, subject, files, tmp_path)

    assert result.status is Status.FAILED
    assert result.check is expected.check, result.details
    assert result.reason in expected.reasons, result.details


@pytest.mark.parametrize(("setting", "name"), settings(HARMLESS))
def test_passes_as_the_base_does(
    builder: Builder, subject: Repository, tmp_path: Path, name: str
) -> None:
    result = judge(builder, subject, HARMLESS[name], tmp_path)

    assert (result.status, result.details) == (Status.PASSED, "")


@every_setting
def test_20_an_added_report_does_not_help(
    builder: Builder, subject: Repository, tmp_path: Path
) -> None:
    files = {f"{MAIN}/Calc.java": CALC.replace(CLASS_HEAD, CLASS_HEAD + NEW_REPORT)}

    result = judge(builder, subject, files, tmp_path)

    if result.data["evidence"] == "surefire-xml":
        assert result.reason is Reason.TAMPER
    else:
        assert result.status is Status.PASSED


@every_setting
def test_26_a_compile_error_names_file_and_line(
    builder: Builder, subject: Repository, tmp_path: Path
) -> None:
    files = {f"{MAIN}/Calc.java": CALC.replace(PLUS, "return missing;")}

    result = judge(builder, subject, files, tmp_path)

    error = result.data["errors"][0]
    assert (error["file"], error["line"]) == (f"{MAIN}/Calc.java", 3)
    assert "cannot find symbol" in error["message"]


@every_setting
def test_8_a_test_of_the_instances_own_file_may_not_vanish(
    builder: Builder, subject: Repository, tmp_path: Path
) -> None:
    without = CALC_TEST.replace("@Test void adds()", "private void adds()")

    result = judge(
        builder, subject, {CALC_TEST_PATH: without}, tmp_path, frozenset({CALC_TEST_PATH})
    )

    assert result.reason is Reason.TEST_MISSING
    assert result.data["missing"] == ["p.CalcTest#adds"]


@every_setting
def test_8_a_deleted_test_class_of_the_instance_is_missing(
    builder: Builder, subject: Repository, tmp_path: Path
) -> None:
    result = judge(builder, subject, {CALC_TEST_PATH: None}, tmp_path, frozenset({CALC_TEST_PATH}))

    assert result.reason is Reason.TEST_MISSING
    assert result.data["missing_count"] == 4


@every_setting
def test_57_a_candidate_with_which_no_test_is_found_has_lost_them_all(
    builder: Builder, subject: Repository, tmp_path: Path
) -> None:
    tests = {path: None for path in BASE if path.startswith(TESTS)}

    result = judge(builder, subject, tests, tmp_path, frozenset(tests))

    assert result.reason is Reason.TEST_MISSING
    assert result.data["missing_count"] == len(builder.measure().stable_pass) == 20


@pytest.mark.engine
@pytest.mark.parametrize("setting", [pytest.param(SETTINGS[2], id="maven-docker")])
def test_40_what_a_candidate_writes_is_refused_or_not_found_by_the_next(
    builder: Builder, subject: Repository, tmp_path: Path
) -> None:
    for body in (poison.WRITES, poison.FINDS):
        files = {f"{MAIN}/Calc.java": CALC.replace(PLUS, body)}

        result = judge(builder, subject, files, tmp_path)

        assert (result.status, result.details) == (Status.PASSED, ""), result.data.get("failures")


PAST, FUTURE = 946_684_800, 4_102_444_800


@pytest.mark.parametrize(
    ("setting", "date"),
    [
        pytest.param(setting, date, id=f"{setting}-{name}", marks=setting.mark)
        for setting in SETTINGS
        for name, date in {"past": PAST, "future": FUTURE}.items()
        if setting.strategy is StrategyName.DIRECT or name == "future"
    ],
)
def test_23_58_the_dates_of_files_decide_nothing_and_a_failed_set_up_fails_its_class(  # noqa: PLR0917
    builder: Builder,
    subject: Repository,
    tmp_path: Path,
    cache: Path,
    date: int,
    setting: Setting,
) -> None:
    builder.measure()
    for path in cache.glob("prepared/*/**/*"):
        if path.is_file():
            os.utime(path, (date, date))
    wrong = {f"{MAIN}/Levels.java": LEVELS.replace("= 3", "= 4")}

    result = judge(builder, subject, wrong, tmp_path)

    assert result.reason is Reason.TEST_FAILED
    assert result.data["missing_count"] == 0
    assert sorted(result.data["failed"]) == [
        "p.SetUpTest#first",
        "p.SetUpTest#second",
        "p.SetUpTest$Inner#inner",
        "p.UserTest#hasMax",
        "p.UserTest#hasMaxAgain" if setting is SETTINGS[2] else "p.UserTest#hasMaxAgain[1]",
        "p.UserTest#hasMaxAgain[2]",
    ]
