"""Which methods of two versions differ, on which lines, and through which entries that is seen."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.fuzzer_driver import Driver
from verifier.tools.jdk import Jdk

COUNTER = """package p;
public class Counter {
  private int count;
  public int add(int amount) {
    int sum = count + amount;
    count = sum;
    return sum;
  }
  public int twice(int amount) {
    return add(amount) + add(amount);
  }
}
"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory, jdk: Jdk) -> Driver:
    return Driver.build(jdk, tmp_path_factory.mktemp("driver"))


def list_seen(
    driver: Driver, place: Path, command: str, versions: Sequence[Sequence[str]], *renames: str
) -> list[str]:
    old = driver.compile(place / "old", *versions[0])
    new = driver.compile(place / "new", *versions[1])
    return driver(command, old, new, *renames)


def test_other_names_of_locals_and_other_lines_are_no_change(
    driver: Driver, tmp_path: Path
) -> None:
    other = COUNTER.replace("sum", "total").replace("  private", "\n\n  private")
    assert list_seen(driver, tmp_path, "difference", ([COUNTER], [other])) == []


def test_nothing_changed_is_said_where_no_entry_is(driver: Driver, tmp_path: Path) -> None:
    assert list_seen(driver, tmp_path, "entries", ([COUNTER], [COUNTER])) == [
        "none: no method's byte code differs"
    ]


def test_a_changed_operator_changes_its_line_alone(driver: Driver, tmp_path: Path) -> None:
    other = COUNTER.replace("count + amount", "count - amount")
    assert list_seen(driver, tmp_path, "difference", ([COUNTER], [other])) == [
        "old p.Counter#add(I)I",
        "new p.Counter#add(I)I",
        "old lines p.Counter [5]",
        "new lines p.Counter [5]",
    ]


def test_callers_of_an_extracted_private_method_are_entries(driver: Driver, tmp_path: Path) -> None:
    other = COUNTER.replace(
        "int sum = count + amount;\n    count = sum;\n    return sum;\n  }",
        "return put(count + amount);\n  }\n  private int put(int sum) {\n"
        "    count = sum;\n    return sum;\n  }",
    )
    assert list_seen(driver, tmp_path, "entries", ([COUNTER], [other])) == [
        "0 p.Counter#add(I)I on p.Counter",
        "1 p.Counter#twice(I)I on p.Counter",
    ]


def test_a_changed_private_method_is_a_hint_behind_its_callers(
    driver: Driver, tmp_path: Path
) -> None:
    hiding = COUNTER.replace("public int add", "private int add")
    other = hiding.replace("count + amount", "count - amount")
    assert list_seen(driver, tmp_path, "entries", ([hiding], [other])) == [
        "1 p.Counter#twice(I)I on p.Counter",
        "0 p.Counter#add(I)I on p.Counter hidden",
    ]


def test_a_private_method_without_callers_is_only_a_hint(driver: Driver, tmp_path: Path) -> None:
    unused = "package p;\nclass Unused { private static int f() { return 1; } }"
    changed = unused.replace("1", "2")
    assert list_seen(driver, tmp_path, "entries", ([unused], [changed])) == [
        "0 p.Unused#f()I hidden"
    ]


def test_an_added_lambda_before_another_renumbers_but_does_not_change_it(
    driver: Driver, tmp_path: Path
) -> None:
    text = """package p;
public class Tasks {
  ADDED
  public static Runnable print() { return () -> System.out.println("x"); }
}
"""
    added = "public static Runnable none() { return () -> {}; }"
    versions = ([text.replace("ADDED", "")], [text.replace("ADDED", added)])
    assert list_seen(driver, tmp_path, "difference", versions) == [
        "new p.Tasks#none()Ljava/lang/Runnable;",
        "new lines p.Tasks [3]",
    ]


def test_a_change_in_a_lambda_is_one_of_the_method_around_it(
    driver: Driver, tmp_path: Path
) -> None:
    text = """package p;
public class Tasks {
  public static java.util.function.IntUnaryOperator step() {
    return n ->
        n + 1;
  }
}
"""
    method = "p.Tasks#step()Ljava/util/function/IntUnaryOperator;"
    versions = ([text], [text.replace("n + 1", "n + 2")])
    assert list_seen(driver, tmp_path / "a", "difference", versions) == [
        f"old {method}",
        f"new {method}",
        "old lines p.Tasks [5]",
        "new lines p.Tasks [5]",
    ]
    assert list_seen(driver, tmp_path / "b", "entries", versions) == [f"0 {method}"]


def test_an_anonymous_class_that_got_another_number_is_no_change(
    driver: Driver, tmp_path: Path
) -> None:
    text = """package p;
public class Named {
  ADDED
  public static Object b() { return new Object() { public String toString() { return "b"; } }; }
}
"""
    added = (
        'static Object a() { return new Object() { public String toString() { return "a"; } }; }'
    )
    versions = ([text.replace("ADDED", "")], [text.replace("ADDED", added)])
    lines = list_seen(driver, tmp_path, "difference", versions)
    assert [line for line in lines if line.startswith("old")] == []
    assert "new p.Named#a()Ljava/lang/Object;" in lines
    assert "new p.Named#b()Ljava/lang/Object;" not in lines


def test_another_initial_value_changes_constructor_or_static_initialiser(
    driver: Driver, tmp_path: Path
) -> None:
    text = "package p;\npublic class Start {\n  int a = 1;\n  static int b = 2;\n}\n"
    other = text.replace("1", "11").replace("2", "22")
    assert list_seen(driver, tmp_path, "difference", ([text], [other])) == [
        "old p.Start#<clinit>()V",
        "old p.Start#<init>()V",
        "new p.Start#<clinit>()V",
        "new p.Start#<init>()V",
        "old lines p.Start [3, 4]",
        "new lines p.Start [3, 4]",
    ]


def test_code_whose_field_is_hidden_by_another_one_has_changed(
    driver: Driver, tmp_path: Path
) -> None:
    base = "package p;\npublic class Base { int rate = 1; }"
    middle = "package p;\npublic class Middle extends Base {}"
    hiding = "package p;\npublic class Middle extends Base { int rate = 2; }"
    user = "package p;\npublic class User extends Middle { int f() { return rate; } }"
    versions = ([base, middle, user], [base, hiding, user])
    assert list_seen(driver, tmp_path, "difference", versions)[:4] == [
        "old p.Middle#<init>()V",
        "old p.User#f()I",
        "new p.Middle#<init>()V",
        "new p.User#f()I",
    ]


def test_a_field_that_is_pulled_up_changes_no_reader(driver: Driver, tmp_path: Path) -> None:
    base = "package p;\npublic class Base { int rate; }"
    user = "package p;\npublic class User extends Base { int f() { return rate; } }"
    own = "package p;\npublic class User extends Base { int rate; int f() { return rate; } }"
    empty = "package p;\npublic class Base { }"
    assert list_seen(driver, tmp_path, "difference", ([empty, own], [base, user])) == []


def test_constructors_are_entries(driver: Driver, tmp_path: Path) -> None:
    text = "package p;\npublic class Start {\n  final int a;\n  Start(int a) { this.a = a; }\n}\n"
    other = text.replace("= a;", "= -a;")
    assert list_seen(driver, tmp_path, "entries", ([text], [other])) == ["0 p.Start#<init>(I)V"]


def test_every_concrete_class_that_does_not_override_is_a_receiver(
    driver: Driver, tmp_path: Path
) -> None:
    base = "package p;\npublic abstract class Base { public int f() { return 1; } }"
    sources = [
        base,
        "package p;\npublic class One extends Base {}",
        "package p;\npublic class Two extends Base { public int f() { return 2; } }",
        "package p;\npublic class Use { static int use(Base b) { return b.f(); } }",
    ]
    changed = [base.replace("1", "3"), *sources[1:]]
    assert list_seen(driver, tmp_path, "entries", (sources, changed)) == [
        "0 p.Base#f()I on p.One",
        "1 p.Use#use(Lp/Base;)I",
    ]


def test_callers_through_an_interface_and_a_method_reference_are_entries(
    driver: Driver, tmp_path: Path
) -> None:
    sources = [
        "package p;\npublic interface Shape { int area(); }",
        "package p;\npublic class Square implements Shape { public int area() { return 4; } }",
        """package p;
public class Use {
  static int a(Shape s) { return s.area(); }
  static java.util.function.ToIntFunction<Square> b() { return Square::area; }
}
""",
    ]
    changed = [sources[0], sources[1].replace("4", "5"), sources[2]]
    assert list_seen(driver, tmp_path, "entries", (sources, changed)) == [
        "0 p.Square#area()I on p.Square",
        "1 p.Use#a(Lp/Shape;)I",
        "1 p.Use#b()Ljava/util/function/ToIntFunction;",
    ]


def test_a_renamed_class_is_the_same_by_the_rename(driver: Driver, tmp_path: Path) -> None:
    renamed = COUNTER.replace("Counter", "Tally").replace("count + amount", "count - amount")
    versions = ([COUNTER], [renamed])
    assert list_seen(driver, tmp_path, "entries", versions, "p.Counter", "p.Tally") == [
        "0 p.Counter#add(I)I on p.Counter -> p.Tally#add(I)I SAME",
        "1 p.Counter#twice(I)I on p.Counter -> p.Tally#twice(I)I SAME",
    ]


def test_a_pulled_up_method_is_called_on_the_class_that_inherits_it(
    driver: Driver, tmp_path: Path
) -> None:
    method = "public int f() { return 1; }"
    old = [
        "package p;\npublic class Top {}",
        f"package p;\npublic class Sub extends Top {{ {method} }}",
    ]
    new = [
        f"package p;\npublic class Top {{ {method} }}",
        "package p;\npublic class Sub extends Top {}",
    ]
    assert list_seen(driver, tmp_path, "entries", (old, new)) == [
        "0 p.Sub#f()I on p.Sub -> p.Top#f()I SAME"
    ]


def test_a_moved_method_without_callers_gets_an_adapter(driver: Driver, tmp_path: Path) -> None:
    method = "public static int f(int a) { return a + 1; }"
    first = "package p;\npublic class First { BODY }"
    second = "package p;\npublic class Second { BODY }"
    old = [first.replace("BODY", method), second.replace("BODY", "")]
    new = [first.replace("BODY", ""), second.replace("BODY", method)]
    assert list_seen(driver, tmp_path, "entries", (old, new)) == [
        "0 p.First#f(I)I -> p.Second#f(I)I STATIC_TO_STATIC"
    ]


def test_a_receiver_that_became_a_parameter_gets_an_adapter(driver: Driver, tmp_path: Path) -> None:
    first = "package p;\npublic class First { int x; BODY }"
    second = "package p;\npublic class Second { BODY }"
    old = [
        first.replace("BODY", "public int f(int a) { return a + x; }"),
        second.replace("BODY", ""),
    ]
    new = [
        first.replace("BODY", ""),
        second.replace("BODY", "public static int f(First first, int a) { return a + first.x; }"),
    ]
    assert list_seen(driver, tmp_path, "entries", (old, new)) == [
        "0 p.First#f(I)I on p.First -> p.Second#f(Lp/First;I)I RECEIVER_TO_PARAMETER"
    ]


def test_every_open_method_of_a_tree_is_an_entry_of_identical_code(
    driver: Driver, tmp_path: Path
) -> None:
    assert driver("everything", driver.compile(tmp_path, COUNTER)) == [
        "0 p.Counter#<init>()V",
        "0 p.Counter#add(I)I on p.Counter",
        "0 p.Counter#twice(I)I on p.Counter",
    ]
