"""What the parts of proposed rules match, checked with the real engine."""

from verifier.domain.refactoring import MethodId
from verifier.domain.rules import Rule, RuleKind
from verifier.rules.java_names import Use, UseKind
from verifier.rules.java_patterns import (
    Clause,
    Form,
    declaration,
    inside,
    inside_class,
    inside_package,
    outside_class,
    use,
)
from verifier.tools.opengrep.scan import find_engine

SOURCE = b"""\
package p;
class Outer {
  Outer(Class<?> k) { super(k); }                          // 3
  Outer(Box b) { this.k = b; }                             // 4
  void f(Map<String, List<T>> m, final File[] x) { g(); }  // 5
  void f(Other m, File[] x) { g(); }                       // 6
  void f(Other m, File... x) { g((File) null); }           // 7
  class Inner { void h(int a) { } }                        // 8
  interface Part {
    void h(int a);                                         // 10
    class Made implements Part {
      public void h(int a) { }                             // 12
    }
  }
}
class Other {
  class Inner { void h(int a) { } }                        // 17
  byte[] g() { return new byte[9]; }                       // 18
  byte[] g(int a) { return new byte[] {1}; }               // 19
  byte[] g(byte a) { return new byte[0][a]; }              // 20
}
"""


def lines(*clauses: Clause) -> list[int]:
    definition: dict[str, object] = {
        "id": "r",
        "languages": ["java"],
        "severity": "INFO",
        "message": "m",
    }
    definition |= {"patterns": list(clauses)}
    rule = Rule(id="r", kind=RuleKind.ADDITIVE, definition=definition)
    return [f.start_line for f in find_engine().scan([rule], {"Outer.java": SOURCE}).findings]


def method(class_name: str, name: str, *types: str) -> MethodId:
    return MethodId(class_name=f"p.{class_name}", name=name, parameter_types=types)


def list_declared(wanted: MethodId) -> list[int]:
    return lines(*inside_class(wanted), declaration(wanted, Form.TYPED))


def test_erased_parameter_types_find_generic_ones() -> None:
    assert list_declared(method("Outer", "f", "Map", "File[]")) == [5]
    assert list_declared(method("Outer", "<init>", "Class")) == [3]


def test_an_array_at_the_end_may_be_a_varargs_parameter() -> None:
    assert list_declared(method("Outer", "f", "Other", "File[]")) == [6, 7]


def test_a_nested_class_is_the_one_of_its_own_outer_class() -> None:
    assert list_declared(method("Outer$Inner", "h", "int")) == [8]
    assert list_declared(method("Other$Inner", "h", "int")) == [17]


def test_a_method_without_a_body_is_declared_too() -> None:
    wanted = method("Outer$Part", "h", "int")
    assert list_declared(wanted) == [10, 12]
    assert lines(*inside_class(wanted), outside_class("Made"), declaration(wanted)) == [10]


def test_uses_are_sought_in_the_one_overload() -> None:
    def list_uses(kind: UseKind, name: str, *scope: Clause) -> list[int]:
        return lines(*scope, use(Use(kind=kind, name=name)))

    overload = inside(method("Outer", "f", "Map", "File[]"), Form.TYPED)
    assert list_uses(UseKind.CALL, "g", *overload) == [5]
    assert list_uses(UseKind.FIELD, "k", *inside(method("Outer", "<init>"))) == [4]
    assert list_uses(UseKind.NAME, "File", *inside(method("Outer", "f"))) == [7]
    assert list_uses(UseKind.ARRAY, "byte") == [18, 19]


def test_a_class_is_told_from_one_of_its_name_in_another_package() -> None:
    wanted = method("Other$Inner", "h", "int")
    elsewhere = MethodId(class_name="q.Other$Inner", name="h", parameter_types=("int",))
    assert lines(*inside_package(wanted), *inside_class(wanted), declaration(wanted)) == [17]
    assert lines(*inside_package(elsewhere), *inside_class(wanted), declaration(wanted)) == []
