"""Methods of class files and methods of sources are one where descriptor and types agree."""

import pytest

from verifier.domain.coverage import Coverage, MethodCoverage, names, parameters_of
from verifier.domain.refactoring import MethodId


@pytest.mark.parametrize(
    ("descriptor", "types"),
    [
        ("()V", []),
        ("(ILjava/lang/String;[J)V", ["int", "java.lang.String", "long[]"]),
        ("([[Ljava/util/Map$Entry;ZBCSFD)I", ["java.util.Map$Entry[][]", "boolean", "byte",
                                             "char", "short", "float", "double"]),
    ],
)  # fmt: skip
def test_a_descriptor_names_its_parameter_types(descriptor: str, types: list[str]) -> None:
    assert parameters_of(descriptor) == types


@pytest.mark.parametrize(
    ("key", "method", "same"),
    [
        ("p.A#m(Ljava/util/List;)V", "p.A#m(List<String>)", True),
        ("p.A#m([Ljava/lang/String;)V", "p.A#m(String...)", True),
        ("p.A#m(J)V", "p.A#m(int)", False),
        ("p.A#m()V", "p.B#m()", False),
        ("p.A#n()V", "p.A#m()", False),
        ("p.A$B#m(Ljava/util/Map$Entry;)V", "p.A.B#m(Map.Entry)", True),
        # The compiler hands an inner class its outer object, an enum constant its name.
        ("p.A$B#<init>(Lp/A;I)V", "p.A$B#<init>(int)", True),
        ("p.A$B#<init>(Lp/A;I)V", "p.A$B#<init>(long)", False),
    ],
)
def test_a_method_is_found_by_its_source_name(key: str, method: str, *, same: bool) -> None:
    assert names(key, MethodId.parse(method)) is same


@pytest.mark.parametrize(
    ("key", "method", "same"),
    [
        ("p.A#put(Ljava/lang/Object;I)V", "p.A#put(T, int)", True),
        ("p.A#put([Ljava/lang/Object;)V", "p.A#put(T...)", True),
        ("p.A#put(Ljava/lang/Object;)V", "p.A#put(T[])", False),
        ("p.A#put(Ljava/lang/Object;)V", "p.A#put(int)", False),
        ("p.A#put(Ljava/lang/String;)V", "p.A#put(T)", False),
    ],
)
def test_a_type_variable_is_object_in_a_descriptor(key: str, method: str, *, same: bool) -> None:
    assert names(key, MethodId.parse(method), variables=True) is same
    assert not names(key, MethodId.parse(method))


def method(name: str, *tests: int, within: tuple[str, ...] = ()) -> MethodCoverage:
    return MethodCoverage(
        class_name="p.A", name=name, descriptor="()V", file="p/A.java", within=within, tests=tests
    )


def test_code_within_a_method_is_part_of_it() -> None:
    body = method("lambda$m$0", within=("p.A#lambda$m$1()V", "p.A#m()V"))
    assert body.is_part_of(MethodId(class_name="p.A", name="m"))
    assert not body.is_part_of(MethodId(class_name="p.A", name="n"))


def test_tests_come_once_and_in_the_order_of_the_run() -> None:
    coverage = Coverage(methods=(method("m", 2, 0), method("n", 0)), tests=("a", "b", "c"))
    assert coverage.tests_of(coverage.methods) == ("a", "c")
