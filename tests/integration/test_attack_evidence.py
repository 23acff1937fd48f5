"""Candidates that attack the evidence of a test run itself, on small projects, in the container.

No policy check runs before them here: the evidence of the run must suffice.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.support import maven_subject, poison
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, PrepareOn, StrategyChoice
from verifier.checks.tests import TestsCheck
from verifier.config import cache_folder
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.sandbox.docker import DockerSandbox
from verifier.tools.git.repository import Repository

pytestmark = [
    pytest.mark.engine,
    pytest.mark.network,
    pytest.mark.slow,
    pytest.mark.usefixtures("warm_maven"),
]

MAIN, TESTS = "src/main/java/p", "src/test/java/p"
CALC_PATH = f"{MAIN}/Calc.java"
HEAD = "public class Calc {\n"
PLUS = "return a + b;"
CALC = f"package p;\n{HEAD}  public int add(int a, int b) {{ {PLUS} }}\n}}\n"
DATA = "src/test/resources/p/data.txt"

# Classes run in the order of their names: Calc is loaded by the first, before the others' classes.
BOTH = {
    f"{MAIN}/Calc.java": CALC,
    DATA: "4",
    f"{TESTS}/ATest.java": """package p;
import static {assert}.*;
import {test};
public class ATest {
  @Test public void adds() { assertEquals(3, new Calc().add(1, 2)); }
}
""",
    f"{TESTS}/DataTest.java": """package p;
import static {assert}.*;
import java.nio.file.*;
import {test};
public class DataTest {
  @Test public void readsTheFile() throws Exception {
    String text = new String(Files.readAllBytes(Paths.get("src/test/resources/p/data.txt")));
    assertEquals(Integer.parseInt(text.trim()), new Calc().add(2, 2));
  }
  @Test public void readsTheResource() throws Exception {
    try (java.util.Scanner in = new java.util.Scanner(getClass().getResourceAsStream("data.txt"))) {
      assertEquals(in.nextInt(), new Calc().add(3, 1));
    }
  }
}
""",
    f"{TESTS}/KeywordTest.java": """package p;
import {test};
public class KeywordTest {
  @Test public void asserts() { assert new Calc().add(1, 1) == 2; }
}
""",
    f"{TESTS}/OrderFirstTest.java": """package p;
import {test};
public class OrderFirstTest {
  @Test public void leavesAState() { System.setProperty("order", "kept"); }
}
""",
    f"{TESTS}/OrderSecondTest.java": """package p;
import static {assert}.*;
import {test};
public class OrderSecondTest {
  @Test public void needsTheState() {
    assertEquals("kept", System.getProperty("order"));
    assertEquals(7, new Calc().add(3, 4));
  }
}
""",
}


def with_junit(names: Mapping[str, str]) -> dict[str, str]:
    found = dict(BOTH)
    for path, text in BOTH.items():
        for word, name in names.items():
            found[path] = found[path] if path == DATA else text.replace(f"{{{word}}}", name)
            text = found[path]  # noqa: PLW2901 - the words are replaced one after the other
    return found


JUPITER = {
    **with_junit(
        {"assert": "org.junit.jupiter.api.Assertions", "test": "org.junit.jupiter.api.Test"}
    ),
    "pom.xml": maven_subject.JUPITER,
    f"{TESTS}/OuterTest.java": """package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;
class OuterTest {
  @BeforeAll static void setUp() { new Calc().add(10, 20); }
  @Test void outer() { }
  @Nested class Inner { @Test void inner() { } }
}
""",
    f"{TESTS}/NamesTest.java": """package p;
import static org.junit.jupiter.api.Assertions.*;
import java.util.*;
import org.junit.jupiter.api.*;
class NamesTest {
  @TestFactory List<DynamicTest> made() {
    List<DynamicTest> found = new ArrayList<>();
    char[] long_ = new char[70000];
    Arrays.fill(long_, 'x');
    String[] names = {"two\\nlines", "p.ATest#adds", "\\u2028\\ud83d\\ude00 }{\\"", new String(long_), ""};
    for (String name : names) {
      found.add(DynamicTest.dynamicTest(name + "!", () -> assertEquals(5, new Calc().add(2, 3))));
    }
    return found;
  }
  @DisplayName("p.ATest#adds\\n@Test") @RepeatedTest(2) void again() { new Calc().add(0, 0); }
}
""",
}
ODD_NAMES = {
    *(f"p.NamesTest#made[{n}]" for n in (1, 2, 3, 4, 5)),
    *(f"p.NamesTest#again[{n}]" for n in (1, 2)),
}
JUNIT4 = {
    **with_junit({"assert": "org.junit.Assert", "test": "org.junit.Test"}),
    "pom.xml": maven_subject.JUNIT4,
    f"{TESTS}/SetUpTest.java": """package p;
import org.junit.*;
public class SetUpTest {
  @BeforeClass public static void setUp() { new Calc().add(10, 20); }
  @Test public void one() { }
}
""",
    f"{TESTS}/OldTest.java": """package p;
public class OldTest extends junit.framework.TestCase {
  private final int sum = new Calc().add(30, 40);
  public void testSum() { assertEquals(70, sum); }
}
""",
    f"{TESTS}/InitTest.java": """package p;
import org.junit.*;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
@RunWith(Parameterized.class)
public class InitTest {
  @Parameterized.Parameters public static Object[] data() {
    return new Object[] {new Calc().add(50, 60)};
  }
  @Parameterized.Parameter public int sum;
  @Test public void sums() { Assert.assertEquals(110, sum); }
}
""",
}
MOCKITO = """<dependency>
      <groupId>org.mockito</groupId>
      <artifactId>mockito-core</artifactId>
      <version>5.14.2</version>
      <scope>test</scope>
    </dependency>
  </dependencies>"""
MOCKING = {
    "pom.xml": maven_subject.JUPITER.replace("</dependencies>", MOCKITO),
    CALC_PATH: CALC.replace("public class", "public final class"),
    f"{TESTS}/MockTest.java": """package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
class MockTest {
  @Test void mocksAFinalClass() {
    Calc calc = Mockito.mock(Calc.class);
    Mockito.when(calc.add(1, 1)).thenReturn(5);
    assertEquals(5, calc.add(1, 1));
  }
}
""",
}
BASES = {"jupiter": JUPITER, "junit4": JUNIT4}


def calc(body: str = PLUS, members: str = "") -> dict[str, str | None]:
    return {CALC_PATH: CALC.replace(HEAD, f"{HEAD}{members}\n").replace(PLUS, body)}


def wrong_for(first: int, second: int, members: str = "") -> dict[str, str | None]:
    return calc(f"if (a == {first} && b == {second}) return -1; {PLUS}", members)


def throws_for(first: int, second: int) -> dict[str, str | None]:
    return calc(f"if (a == {first} && b == {second}) throw new IllegalStateException(); {PLUS}")


SNEAK = """static <T extends Throwable> void sneak(Throwable t) throws T { throw (T) t; }
static class Bomb {
  public String toString() { throw new IllegalStateException(); }
  public int hashCode() { throw new IllegalStateException(); }
}
"""
ASSUMPTION = """
if (a == 1 && b == 2) {
  Throwable made = null;
  try {
    made = (Throwable) Class.forName("org.junit.AssumptionViolatedException")
        .getConstructor(String.class, Object.class, Class.forName("org.hamcrest.Matcher"))
        .newInstance("x", new Bomb(), null);
  } catch (ReflectiveOperationException e) { }
  Calc.<RuntimeException>sneak(made);
}
return a + b;
"""
ASSERTIONS_OFF = "static { Calc.class.getClassLoader().setDefaultAssertionStatus(false); }"
ASSERTIONS_CLEARED = "static { Calc.class.getClassLoader().clearAssertionStatus(); }"
KEYWORD_OFF_FOR_ONE = (
    'static { Calc.class.getClassLoader().setClassAssertionStatus("p.KeywordTest", false); }'
)


def writes(path: str) -> str:
    return f"""static {{
  try {{
    java.nio.file.Files.write(java.nio.file.Paths.get("{path}"), "-1".getBytes());
  }} catch (java.io.IOException e) {{ }}
}}"""


PUT_BACK = """static {
  try {
    final java.nio.file.Path data = java.nio.file.Paths.get("src/test/resources/p/data.txt");
    final java.nio.file.attribute.FileTime time = java.nio.file.Files.getLastModifiedTime(data);
    java.nio.file.Files.write(data, "-1".getBytes());
    Thread later = new Thread(() -> {
      while (System.getProperty("order") == null) Thread.yield();
      try {
        java.nio.file.Files.write(data, "4".getBytes());
        java.nio.file.Files.setLastModifiedTime(data, time);
      } catch (java.io.IOException e) { }
    });
    later.setDaemon(true);
    later.start();
  } catch (java.io.IOException e) { }
}"""
MOVED_AWAY = """static {
  try {
    java.nio.file.Path folder = java.nio.file.Paths.get("src/test/resources/p");
    java.nio.file.Files.move(folder, java.nio.file.Paths.get("src/test/resources/q"));
    java.nio.file.Files.createDirectory(folder);
    java.nio.file.Files.write(folder.resolve("data.txt"), "-1".getBytes());
  } catch (java.io.IOException e) { }
}"""
THREADS = """
if (a == 1) {
  for (int i = 0; i < 20000; i++) {
    Thread each = new Thread(() -> {
      try { Thread.sleep(60000); } catch (InterruptedException e) { }
    });
    each.setDaemon(true);
    each.start();
  }
}
return a + b;
"""
PROCESSES = """
if (a == 1) {
  try {
    for (int i = 0; i < 3000; i++) new ProcessBuilder("sleep", "60").start();
  } catch (java.io.IOException e) { throw new IllegalStateException(e); }
}
return a + b;
"""
KILLS = """static {
  try {
    new ProcessBuilder("bash", "-c", "kill -9 $(cut -d' ' -f4 /proc/$PPID/stat) $PPID")
        .start().waitFor();
  } catch (Exception e) { }
}"""

HALTS_LATE = """static {
  Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0)));
}"""
HALTS_EARLY = """static final Thread EARLY = new Thread(() -> {
  while (System.getProperty("order") == null) Thread.yield();
  Runtime.getRuntime().halt(0);
});
static {
  EARLY.setDaemon(true);
  EARLY.start();
}
static void waitFor(int a) {
  if (a == 3 && System.getProperty("order") != null) {
    try { EARLY.join(); } catch (InterruptedException never) { }
  }
}"""
"""A busy machine may give the thread no turn before the last test: one test waits for it."""
FORGES = """static {
  try {
    java.io.OutputStream out = new java.io.FileOutputStream(java.io.FileDescriptor.out);
    for (int n = 0; n < 99; n++) {
      out.write(("@event " + n + " 00 {\\"test\\":\\"p.ATest#adds\\",\\"outcome\\":\\"passed\\"}\\n")
          .getBytes());
    }
  } catch (java.io.IOException e) { }
  Runtime.getRuntime().halt(0);
}"""
FILLS_THE_HEAP = """
if (a == 1 && b == 2) {
  java.util.List<long[]> all = new java.util.ArrayList<>();
  while (true) all.add(new long[Integer.MAX_VALUE - 8]);
}
return a + b;
"""
CHILD_FILLS_MEMORY = """
if (a == 1 && b == 2) {
  try {
    new ProcessBuilder("bash", "-c", "head -c 9G /dev/zero | tail -c 9G").start().waitFor();
  } catch (Exception e) { }
}
return a + b;
"""
FILLS_THE_DISK = """
if (a == 1 && b == 2) {
  byte[] block = new byte[1 << 22];
  try (java.io.OutputStream out = new java.io.FileOutputStream("full")) {
    while (true) out.write(block);
  } catch (java.io.IOException e) { }
}
return a + b;
"""
CRASHES = """static {
  try {
    new ProcessBuilder("bash", "-c", "kill -SEGV $PPID").start().waitFor();
  } catch (Exception e) { }
}"""


@dataclass(frozen=True, kw_only=True)
class Attack:
    """A candidate on one of the bases, and what it must become."""

    files: Mapping[str, str | None]
    reasons: frozenset[Reason]
    base: str = "jupiter"


def attack(files: Mapping[str, str | None], *reasons: Reason, base: str = "jupiter") -> Attack:
    return Attack(files=files, reasons=frozenset(reasons), base=base)


ATTACKS: dict[str, Attack] = {
    "an assumption that cannot be printed is no pass": attack(
        calc(ASSUMPTION, SNEAK), Reason.TEST_MISSING, base="junit4"
    ),
    "the keyword assert is silenced by a default": attack(
        wrong_for(1, 1, ASSERTIONS_OFF), Reason.TAMPER
    ),
    "the keyword assert is silenced for everything": attack(
        wrong_for(1, 1, ASSERTIONS_CLEARED), Reason.TAMPER, base="junit4"
    ),
    "the keyword assert is silenced in one test class": attack(
        wrong_for(1, 1, KEYWORD_OFF_FOR_ONE), Reason.TAMPER
    ),
    "a file of test data is written": attack(wrong_for(2, 2, writes(DATA)), Reason.TAMPER),
    "a file of test data is written and put back": attack(wrong_for(2, 2, PUT_BACK), Reason.TAMPER),
    "a folder of test data is moved away": attack(wrong_for(2, 2, MOVED_AWAY), Reason.TAMPER),
    "17 a hook ends the JVM with status 0": attack(
        wrong_for(1, 2, HALTS_LATE), Reason.TAMPER, Reason.TEST_FAILED
    ),
    "17 a thread ends the JVM with status 0 before the last canary": attack(
        calc(f"waitFor(a); {PLUS}", HALTS_EARLY), Reason.TAMPER
    ),
    "18 forges events, then ends the JVM": attack(calc(PLUS, FORGES), Reason.TAMPER),
    "32 a test fills the heap": attack(calc(FILLS_THE_HEAP), Reason.TEST_FAILED, base="junit4"),
    "33 a child takes more memory than there is": attack(calc(CHILD_FILLS_MEMORY), Reason.RESOURCE),
    "35 fills the disk": attack(calc(FILLS_THE_DISK), Reason.RESOURCE),
    "41 the supervisor and the JVM are killed": attack(calc(PLUS, KILLS), Reason.TAMPER),
    "41 the JVM crashes": attack(calc(PLUS, CRASHES), Reason.TAMPER),
    "53 a test that needs another one before it fails": attack(wrong_for(3, 4), Reason.TEST_FAILED),
    "58 @BeforeAll fails: its nested classes' tests fail with it": attack(
        throws_for(10, 20), Reason.TEST_FAILED
    ),
    "58 @BeforeClass fails": attack(throws_for(10, 20), Reason.TEST_FAILED, base="junit4"),
    "58 a JUnit 3 test cannot be made": attack(
        throws_for(30, 40), Reason.TEST_FAILED, base="junit4"
    ),
    "58 a runner cannot be made": attack(throws_for(50, 60), Reason.TEST_FAILED, base="junit4"),
    "31 20,000 threads": attack(calc(THREADS), Reason.RESOURCE),
    "31 3,000 processes": attack(calc(PROCESSES), Reason.RESOURCE),
}

# Each is wrong where it can do what it tries: a pass shows that it could not.
READS_ITS_MEMORY = """
for (String name : new String[] {"/proc/self/mem", "/proc/thread-self/mem"}) {
  try (java.io.RandomAccessFile memory = new java.io.RandomAccessFile(name, "r")) {
    return -1;
  } catch (java.io.IOException e) { }
}
return a + b;
"""
CHILD_READS_MEMORY = """
try {
  Process child = new ProcessBuilder("bash", "-c", "exec 3</proc/$PPID/mem").start();
  if (child.waitFor() == 0) return -1;
} catch (Exception e) { }
return a + b;
"""
LETS_ITSELF_BE_ATTACHED = """
try {
  String pid = new java.io.File("/proc/self").getCanonicalFile().getName();
  java.io.File asks = new java.io.File("/tmp/.attach_pid" + pid);
  asks.createNewFile();
  new ProcessBuilder("bash", "-c", "kill -QUIT $PPID").start().waitFor();
  Thread.sleep(500);
  if (new java.io.File("/tmp/.java_pid" + pid).exists()) return -1;
} catch (Exception e) { }
return a + b;
"""
LOOKS_AROUND = """
StringBuilder seen = new StringBuilder();
for (String name : new String[] {"META-INF/maven/org.refverify", "org/refverify/runner"}) {
  if (ClassLoader.getSystemResource(name) != null) return -1;
}
seen.append(System.getProperties()).append(System.getenv());
for (StackTraceElement each : new Throwable().getStackTrace()) seen.append(each);
for (String folder : new String[] {"/", "/mnt", "/work", "/tmp", "..", "."}) {
  seen.append(java.util.Arrays.toString(new java.io.File(folder).list()));
}
for (String name : new String[] {"refverify", "runner.jar"}) {
  int at = seen.indexOf(name);
  if (at >= 0) throw new IllegalStateException(seen.substring(Math.max(0, at - 99), at + 30));
}
if (new java.io.File("/in").exists()) return -1;
return a + b;
"""
CALLS = """
String[] hosts = {"1.1.1.1", "169.254.169.254", "172.17.0.1", "127.0.0.1", "localhost"};
for (String host : hosts) {
  for (int port : new int[] {53, 80, 2375}) {
    try (java.net.Socket socket = new java.net.Socket()) {
      socket.connect(new java.net.InetSocketAddress(host, port), 300);
      return -1;
    } catch (java.io.IOException e) { }
  }
}
try {
  java.net.InetAddress.getByName("example.com");
  return -1;
} catch (java.net.UnknownHostException e) { }
return new java.io.File("/var/run/docker.sock").exists() ? -1 : a + b;
"""
FLOODS = """
if (a == 1 && b == 2) {
  byte[] block = new byte[1 << 20];
  java.util.Arrays.fill(block, (byte) 0xff);
  for (int n = 0; n < 64; n++) System.out.write(block, 0, block.length);
  System.out.println("\\u001b[2J\\u001b]0;title\\u0007");
  System.out.flush();
}
return a + b;
"""
UNABLE: dict[str, Attack] = {
    "36 floods its output with one line": attack(calc(FLOODS)),
    "37 calls out": attack(calc(CALLS)),
    "40 writes to the store, the JDK and the system": attack(calc(poison.WRITES)),
    "40 finds what another candidate has written": attack(calc(poison.FINDS)),
    "reads its own memory": attack(calc(READS_ITS_MEMORY)),
    "lets a child read its memory": attack(calc(CHILD_READS_MEMORY)),
    "lets itself be attached": attack(calc(LETS_ITSELF_BE_ATTACHED)),
    "looks for names of ours": attack(calc(LOOKS_AROUND)),
    "looks for names of ours, JUnit 4": attack(calc(LOOKS_AROUND), base="junit4"),
}


@pytest.fixture(scope="module")
def subjects(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Repository]]:
    folder = tmp_path_factory.mktemp("bases")
    opened = {}
    for name, files in BASES.items():
        (folder / name).mkdir()
        opened[name] = maven_subject.commit(folder / name, files)
    yield opened
    for repository in opened.values():
        repository.close()


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with DockerSandbox() as opened:
        yield opened


@pytest.fixture(scope="module")
def builders(subjects: Mapping[str, Repository], sandbox: Sandbox) -> Mapping[str, Builder]:
    options = BuildOptions(
        prepare_on=PrepareOn.HOST,
        strategy=StrategyChoice.DIRECT,
        cache=cache_folder(),
        base_runs=1,
        limits=JobLimits(wall_seconds=120),
    )
    return {
        name: open_builder(subject, subject.resolve("HEAD"), options, sandbox)
        for name, subject in subjects.items()
    }


def judge_attack(
    subjects: Mapping[str, Repository],
    builders: Mapping[str, Builder],
    what: Attack,
    folder: Path,
) -> CheckResult:
    subject = subjects[what.base]
    tree = java_tree(subject.tree(subject.resolve("HEAD")))
    return maven_subject.judge(builders[what.base], tree, maven_subject.changes(what.files), folder)


def test_a_mocking_library_that_attaches_an_agent_still_works(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    options = BuildOptions(
        prepare_on=PrepareOn.HOST, strategy=StrategyChoice.DIRECT, cache=cache_folder(), base_runs=1
    )
    with maven_subject.commit(tmp_path, MOCKING) as subject:
        builder = open_builder(subject, subject.resolve("HEAD"), options, sandbox)

        assert builder.measure().stable_pass == {"p.MockTest#mocksAFinalClass"}


def test_55_odd_names_have_plain_and_stable_ids(builders: Mapping[str, Builder]) -> None:
    measured = builders["jupiter"].measure()

    assert {t for t in measured.stable_pass if "NamesTest" in t} == ODD_NAMES
    assert (measured.flaky, measured.stable_fail) == (frozenset(), frozenset())


@pytest.mark.parametrize("base", BASES)
def test_exactly_the_tests_that_we_break_fail(
    subjects: Mapping[str, Repository],
    builders: Mapping[str, Builder],
    tmp_path: Path,
    base: str,
) -> None:
    subject = subjects[base]
    tree = java_tree(subject.tree(subject.resolve("HEAD")))
    what = maven_subject.changes(calc("int sum = a + b; return sum;"))
    case = maven_subject.case_of(builders[base], tree, what, tmp_path)

    result = TestsCheck().run(replace(case, planting_seed="seed"))

    assert (result.status, result.details) == (Status.PASSED, ""), result.data.get("failures")
    planted = result.data["planted"]
    assert "p.ATest#adds" in planted["tests"]
    assert "p.OrderFirstTest#leavesAState" in planted["tests"]
    assert len(planted["tests"]) >= 6
    assert planted["green"] == planted["disturbed"] == []


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_gets_its_verdict(
    subjects: Mapping[str, Repository],
    builders: Mapping[str, Builder],
    tmp_path: Path,
    name: str,
) -> None:
    what = ATTACKS[name]

    result = judge_attack(subjects, builders, what, tmp_path)

    assert (result.check, result.status) == (CheckName.TESTS, Status.FAILED), result.details
    assert result.reason in what.reasons, result.details


@pytest.mark.parametrize("name", UNABLE)
def test_a_candidate_cannot_do_what_it_tries(
    subjects: Mapping[str, Repository],
    builders: Mapping[str, Builder],
    tmp_path: Path,
    name: str,
) -> None:
    result = judge_attack(subjects, builders, UNABLE[name], tmp_path)

    assert (result.status, result.details) == (Status.PASSED, ""), result.data.get("failures")
