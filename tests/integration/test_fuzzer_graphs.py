"""The canonical text of live objects: which differences it shows, the same on every JDK."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.fuzzer_driver import Driver
from verifier.tools.jdk import Jdk, find_jdks, usual_jdk

VALUES = {
    "1": "1",
    "1L": "1L",
    "(byte) -3": "(byte) -3",
    "true": "true",
    "'\\n'": "'\\n'",
    "null": "null",
    "1.5": "1.5d",
    "0.1f": "0.1f",
    "2.0E-3": "0.002d",
    "1e23": "1E+23d",
    "2.2250738585072014E-308": "2.2250738585072014E-308d",
    "0.0": "0.0d",
    "-0.0": "-0.0d",
    "Double.longBitsToDouble(0x7ff8000000000123L)": "NaNd",
    "Float.NEGATIVE_INFINITY": "-Infinityf",
    '"a\\"\\u00e9\\ud800"': '"a\\"\\u00e9\\ud800"',
    "new int[] {1, 2}": "int[][1, 2]",
    "new String[0][]": "java.lang.String[][][]",
    'new java.math.BigDecimal("1.0")': 'java.math.BigDecimal("1.0")',
    'new java.math.BigDecimal("1.00")': 'java.math.BigDecimal("1.00")',
    "java.time.LocalDate.of(2020, 2, 29)": 'java.time.LocalDate("2020-02-29")',
    "new java.util.Date(5)": 'java.util.Date("5")',
    'new StringBuilder("x")': 'java.lang.StringBuilder("x")',
    "java.util.Optional.of(1)": "java.util.Optional(1)",
    "java.util.Optional.empty()": "java.util.Optional(null)",
    "new java.util.concurrent.atomic.AtomicInteger(7)": (
        'java.util.concurrent.atomic.AtomicInteger("7")'
    ),
    "java.util.concurrent.TimeUnit.DAYS": "java.util.concurrent.TimeUnit.DAYS",
    "Colour.RED": "p.Roots$Colour.RED",
    "Roots.class": "class p.Roots",
    "int[].class": "class [I",
    "java.util.Arrays.asList(1, 2)": "list[1, 2]",
    "new java.util.LinkedList<>(java.util.Arrays.asList(1, 2))": "list[1, 2]",
    "java.util.Collections.unmodifiableList(new java.util.ArrayList<>(L))": 'list["b", "a"]',
    "java.util.Collections.emptyList()": "list[]",
    "new java.util.TreeSet<>(L)": 'ordered set{"a", "b"}',
    "new java.util.LinkedHashSet<>(L)": 'ordered set{"b", "a"}',
    "new java.util.TreeMap<>(java.util.Collections.singletonMap(1, 2))": "map{1: 2}",
    "new java.util.AbstractMap.SimpleEntry<>(1, 2)": "entry(1: 2)",
    "new Point(1, -0.0)": "p.Roots$Point{x=1, y=-0.0d}",
    "new Loop()": "p.Roots$Loop#39.0{self=same as #39.0}",
    "shared()": "java.lang.Object[][int[]#40.1[1], same as #40.1]",
    "apart()": "java.lang.Object[][int[][1], int[][1]]",
    "(Runnable) () -> {}": "some<java.lang.Runnable>",
    "new Thread()": "<java.lang.Thread>",
    "new Failure()": "p.Roots$Failure{code=3}",
    "new Words()": 'p.Roots$Words{added=1, content=list["w"]}',
}
"""Expected text by Java expression, in the order in which they are roots of one run."""

SOURCE = """package p;
public class Roots {
  enum Colour { RED { } }
  static class Point {
    final int x; final double y;
    Point(int x, double y) { this.x = x; this.y = y; }
    public String toString() { throw new IllegalStateException(); }
    public int hashCode() { throw new IllegalStateException(); }
    public boolean equals(Object other) { throw new IllegalStateException(); }
  }
  static class Loop { Object self = this; }
  static class Failure extends RuntimeException {
    int code = 3;
    public String getMessage() { throw new IllegalStateException(); }
  }
  static class Words extends java.util.ArrayList<String> {
    int added = 1;
    Words() { super.add("w"); }
  }
  static final java.util.List<String> L = java.util.Arrays.asList("b", "a");
  static Object shared() { int[] one = {1}; return new Object[] {one, one}; }
  static Object apart() { return new Object[] {new int[] {1}, new int[] {1}}; }
  public static Object[] roots() {
    return new Object[] {
      ROOTS
    };
  }
}
"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    return Driver.build(usual_jdk(), tmp_path_factory.mktemp("driver"))


def texts(driver: Driver, place: Path, roots: str) -> list[str]:
    classes = driver.compile(place, SOURCE.replace("ROOTS", roots))
    return [line.partition(" ")[2] for line in driver("graph", classes, classes, "p.Roots")]


def hashes(driver: Driver, place: Path, roots: str) -> list[str]:
    classes = driver.compile(place, SOURCE.replace("ROOTS", roots))
    return [line.partition(" ")[0] for line in driver("graph", classes, classes, "p.Roots")]


@pytest.fixture(scope="module")
def written(driver: Driver, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    place = tmp_path_factory.mktemp("values")
    found = texts(driver, place, ",\n      ".join(VALUES))
    return dict(zip(VALUES, found, strict=True))


@pytest.mark.parametrize("expression", VALUES)
def test_a_value_is_written_by_its_meaning(written: Mapping[str, str], expression: str) -> None:
    assert written[expression] == VALUES[expression]


@pytest.mark.slow
@pytest.mark.parametrize(
    "jdk", [jdk for jdk in find_jdks() if jdk.feature >= usual_jdk().feature], ids=str
)
def test_the_text_is_the_same_on_every_jdk(
    driver: Driver, tmp_path: Path, jdk: Jdk, written: Mapping[str, str]
) -> None:
    place = tmp_path
    classes = driver.compile(place, SOURCE.replace("ROOTS", ",\n      ".join(VALUES)))
    other = Driver(jdk=jdk, folder=driver.folder)
    found = [line.partition(" ")[2] for line in other("graph", classes, classes, "p.Roots")]
    assert found == list(written.values())


def test_hash_containers_are_compared_by_content(driver: Driver, tmp_path: Path) -> None:
    sets = ", ".join(
        f"new java.util.HashSet<>(java.util.Arrays.asList({elements}))"
        for elements in ("1, 100000, 17", "17, 1, 100000", "17, 1, 100001")
    )
    one = "new java.util.HashMap<>(java.util.Collections.singletonMap(new int[] {1}, 2))"
    roots = f"{sets}, {one}, {one}"
    same, again, other, map_one, map_two = hashes(driver, tmp_path, roots)
    assert same == again
    assert same != other
    assert map_one == map_two


def test_objects_with_identity_hashes_are_a_multiset(driver: Driver, tmp_path: Path) -> None:
    one = "new java.util.HashSet<Object>(java.util.Arrays.asList(new int[] {3}, new int[] {1}, R))"
    roots = ", ".join(one.replace("R", f"new int[] {{{value}}}") for value in (2, 2, 1))
    first, second, third = hashes(driver, tmp_path, roots)
    assert first == second
    assert first != third


def test_a_chain_that_is_too_deep_says_so(driver: Driver, tmp_path: Path) -> None:
    roots = (
        "java.util.stream.Stream.iterate(new Object[] {null}, o -> new Object[] {o})"
        ".skip(1000).findFirst().get()"
    )
    assert "<too deep>" in texts(driver, tmp_path, roots)[0]


def test_a_field_of_one_version_alone_is_not_compared(driver: Driver, tmp_path: Path) -> None:
    roots = SOURCE.replace("ROOTS", "new Loop()")
    old = driver.compile(
        tmp_path / "old", roots.replace("Object self", "int more = 1; Object self")
    )
    new = driver.compile(tmp_path / "new", roots)
    assert driver("graph", old, new, "p.Roots")[0].partition(" ")[2] == (
        "p.Roots$Loop#0.0{self=same as #0.0}"
    )


def test_a_class_of_one_version_alone_is_what_both_know_of_it(
    driver: Driver, tmp_path: Path
) -> None:
    gone = "static class Extra implements Runnable { int x = 1; public void run() {} }"
    base = SOURCE.replace("ROOTS", "ROOT")
    with_extra = base.replace("enum", f"{gone}\n  enum", 1).replace("ROOT", "new Extra()")
    old = driver.compile(tmp_path / "old", with_extra)
    new = driver.compile(tmp_path / "new", base.replace("ROOT", "null"))
    assert driver("graph", old, new, "p.Roots")[0].partition(" ")[2] == (
        "some<java.lang.Runnable>{}"
    )
