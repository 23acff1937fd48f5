"""The inputs that the fuzzing engine makes, shrinks, prints as Java and captures."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.fuzzer_driver import ENGINE
from tests.support.short_lived import java
from tests.support.warm_java import javac, program
from verifier.tools import process
from verifier.tools.jdk import Jdk

PROGRAM = Path(__file__).parents[1] / "fixtures" / "fuzzer-driver" / "InputDriver.java"

SUBJECT = """package p;
import java.util.*;
public class Subject {
  enum Color { RED, GREEN }
  static class Node {
    int value; Node next;
    Node(int value) { this.value = value; }
    void setNext(Node next) { this.next = next; }
  }
  private static class Hidden { int q; private Hidden(int q) { this.q = q; } }
  interface Unknown { int size(); }
  static abstract class Never { private Never(Thread thread) {} }
  public static int number(int n) { return n == 7919 ? 1 : 0; }
  public static int length(int[] values) { return values.length; }
  public static String text(String text) { return text; }
  public static long overloaded(Object o) { return 1; }
  public static long overloaded(String o) { return 2; }
  public static long overloaded(List<String> o) { return 3; }
  public static int first(Node node) { return node.value; }
  static int many(Map<String, List<Integer>> map, Color color, Hidden hidden, char[][] grid,
      Unknown unknown, Comparator<String> order, Iterator<Long> rest, Optional<String> maybe,
      double d, float f, long l, byte b, short s, StringBuilder builder, Object any) {
    return map.size() + color.ordinal() + hidden.q + unknown.size();
  }
  static int never(Never never) { return 0; }
  public static int sum(List<Integer> list, int from) { return list.get(from); }
  public static void main(String[] none) {
    sum(new ArrayList<>(Arrays.asList(3, 4)), 1);
    Node node = new Node(5);
    node.setNext(node);
    first(node);
    text("\\ud800\\n");
  }
}
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Inputs:
    """The compiled driver and the compiled subject."""

    jdk: Jdk
    driver: Path
    classes: Path

    def __call__(self, command: str, method: str, *words: str | Path) -> list[str]:
        name, descriptor = method.split("(")
        subject = (self.classes, "p.Subject", name, f"({descriptor}")
        return program(self.jdk, self.driver, "InputDriver", command, *subject, *words).splitlines()

    def compile(self, sources: list[Path], into: Path) -> None:
        """Compile on Java 8's language level, as a subject might."""
        release = ["--release", "8"] if self.jdk.feature > 8 else []
        level = [*release, "-Xlint:none", "-nowarn"]
        javac(self.jdk, *level, "-cp", self.classes, "-d", into, *sources)

    def run(self, name: str, *options: str, path: Path) -> list[str]:
        called = java(self.jdk, *options, "-cp", f"{self.classes}:{path}", name)
        return process.check(called).text.splitlines()


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory, jdk: Jdk) -> Inputs:
    folder = tmp_path_factory.mktemp("inputs")
    driver, classes = folder / "driver", folder / "classes"
    driver.mkdir()
    classes.mkdir()
    source = folder / "Subject.java"
    source.write_text(SUBJECT, encoding="utf-8")
    javac(jdk, "-nowarn", "-cp", ENGINE, "-d", driver, PROGRAM)
    javac(jdk, "-nowarn", "-d", classes, source)
    return Inputs(jdk=jdk, driver=driver, classes=classes)


MANY = (
    "many(Ljava/util/Map;Lp/Subject$Color;Lp/Subject$Hidden;[[CLp/Subject$Unknown;"
    "Ljava/util/Comparator;Ljava/util/Iterator;Ljava/util/Optional;DFJBS"
    "Ljava/lang/StringBuilder;Ljava/lang/Object;)I"
)


def test_the_same_seed_gives_the_same_inputs(inputs: Inputs) -> None:
    first = inputs("calls", MANY, "5", "200", "NONE")
    assert first == inputs("calls", MANY, "5", "200", "NONE")
    assert first != inputs("calls", MANY, "6", "200", "NONE")


def test_the_first_input_is_the_simplest(inputs: Inputs) -> None:
    assert inputs("calls", "number(I)I", "1", "1", "NONE") == ["Subject.number(0)"]


def test_constants_of_the_byte_code_and_their_neighbours_are_tried(inputs: Inputs) -> None:
    calls = inputs("calls", "number(I)I", "1", "500", "NONE")
    assert {f"Subject.number({n})" for n in (7918, 7919, 7920)} <= set(calls)


def test_without_the_value_model_constants_are_not_tried(inputs: Inputs) -> None:
    assert "Subject.number(7919)" not in inputs("calls", "number(I)I", "1", "500", "NO_VALUES")


def test_shrinking_reaches_the_smallest_array(inputs: Inputs) -> None:
    three = r".*\{[^,}]+,[^,}]+,[^}]+\}.*"
    assert inputs("shrink", "length([I)I", three) == ["Subject.length(new int[] {0, 0, 0})"]


def test_shrinking_reaches_a_cycle_of_one_node(inputs: Inputs) -> None:
    cycle = r".*\bnode\.setNext\(node\).*"
    assert inputs("shrink", "first(Lp/Subject$Node;)I", cycle) == [
        "Subject.Node node = new Subject.Node(0); node.setNext(node); Subject.first(node)"
    ]


def test_a_type_that_cannot_be_made_is_named(inputs: Inputs) -> None:
    assert inputs("unsupported", "never(Lp/Subject$Never;)I") == [
        "p.Subject$Never: no constructor, factory or constant",
        "p.Subject$Never: no constructor, factory or subclass",
    ]


@pytest.mark.parametrize(
    "method", [MANY, "first(Lp/Subject$Node;)I", "overloaded(Ljava/lang/Object;)J"]
)
def test_emitted_sources_compile_and_run(inputs: Inputs, method: str, tmp_path: Path) -> None:
    assert inputs("probes", method, tmp_path / "p", "40") == []
    inputs.compile(sorted(tmp_path.glob("p/*.java")), tmp_path)
    seen = inputs.run("p.Probe3", path=tmp_path)
    assert [line.split("\t")[:2] for line in seen][:2] == [
        ["observed", "returned"],
        ["observed", "thrown"],
    ]


def test_an_overload_is_called_by_its_own_parameter_type(inputs: Inputs, tmp_path: Path) -> None:
    inputs("probes", "overloaded(Ljava/lang/Object;)J", tmp_path / "p", "10")
    inputs.compile(sorted(tmp_path.glob("p/*.java")), tmp_path)
    for number in range(3):
        seen = inputs.run(f"p.Probe{number}", path=tmp_path)
        assert seen[0] == "observed\treturned\t1L"


@pytest.mark.parametrize(
    ("unit", "literal"),
    [
        ("000a", r"\n"),
        ("0000", r"\u0000"),
        ("005c", "\\\\"),
        ("0022", r"\""),
        ("d800", r"\ud800"),
        ("00e9", r"\u00e9"),
        ("ffff", r"\uffff"),
        ("0041", "A"),
    ],
)
def test_every_utf16_unit_survives_as_source(
    inputs: Inputs, unit: str, literal: str, tmp_path: Path
) -> None:
    text = f'"{literal}\\"{literal}"'
    method = "text(Ljava/lang/String;)Ljava/lang/String;"
    assert inputs("character", method, unit, tmp_path / "p") == [f"Subject.text({text})"]
    inputs.compile([tmp_path / "p" / "Probe.java"], tmp_path)
    assert inputs.run("p.Probe", path=tmp_path)[0] == f"observed\treturned\t{text}"


@pytest.mark.parametrize(
    ("flavour", "imported"),
    [("JUNIT4", "org.junit.Assert"), ("JUNIT5", "org.junit.jupiter.api.Assertions")],
)
def test_a_test_asserts_what_the_old_version_returned(
    inputs: Inputs, flavour: str, imported: str
) -> None:
    lines = inputs("test", "number(I)I", "1", "0", flavour)
    assert f"import static {imported}.assertEquals;" in lines
    assert [line for line in lines if "result" in line] == [
        "    int result = Subject.number(7);",
        "    assertEquals(1, result);",
    ]


def test_no_test_is_written_where_nothing_differs(inputs: Inputs) -> None:
    assert inputs("test", "number(I)I", "1", "1", "JUNIT4") == ["null"]


@pytest.fixture(scope="module")
def captured(inputs: Inputs, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("captured")
    entries, seen = folder / "entries", folder / "seen"
    entries.write_text(
        "p.Subject#sum(Ljava/util/List;I)I\np.Subject#first(Lp/Subject$Node;)I\n"
        "p.Subject#text(Ljava/lang/String;)Ljava/lang/String;\n",
        encoding="utf-8",
    )
    inputs.run("p.Subject", f"-javaagent:{ENGINE}={entries},{seen}", path=folder)
    with seen.open("a", encoding="utf-8") as file:
        file.write('{"entry": "p.Subject#sum(Ljava/util/List;I)I", "inp')
    return seen


def _read(inputs: Inputs, method: str, captured: Path) -> list[str]:
    return inputs("captured", method, captured)


CAPTURED: list[tuple[str, Callable[[str], bool]]] = [
    (
        "sum(Ljava/util/List;I)I",
        lambda call: call == "Subject.sum(new ArrayList(Arrays.asList(3, 4)), 1)",
    ),
    (
        "text(Ljava/lang/String;)Ljava/lang/String;",
        lambda call: call == r'Subject.text("\ud800\n")',
    ),
    (
        "first(Lp/Subject$Node;)I",
        lambda call: '"next", node)' in call and '"value", 5)' in call,
    ),
]


@pytest.mark.parametrize(("method", "holds"), CAPTURED)
def test_what_a_program_gives_to_an_entry_is_captured(
    inputs: Inputs, captured: Path, method: str, holds: Callable[[str], bool]
) -> None:
    (call,) = _read(inputs, method, captured)
    assert holds(call), call
