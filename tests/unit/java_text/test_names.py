"""Binary names are taken apart in one place."""

import pytest

from verifier.java_text.names import (
    class_chain,
    classes_of,
    is_type_like,
    list_named_classes,
    outermost,
    package_of,
    simple_name,
    to_dotted,
)


@pytest.mark.parametrize(
    ("name", "package", "chain", "outer", "simple"),
    [
        ("p.q.Outer$Inner", "p.q", "Outer$Inner", "p.q.Outer", "Inner"),
        ("p.A", "p", "A", "p.A", "A"),
        ("A$B$C", "", "A$B$C", "A", "C"),
        ("A", "", "A", "A", "A"),
    ],
)
def test_a_binary_name_falls_into_package_and_classes(
    name: str, package: str, chain: str, outer: str, simple: str
) -> None:
    assert (package_of(name), class_chain(name), outermost(name), simple_name(name)) == (
        package, chain, outer, simple,
    )  # fmt: skip


def test_classes_come_from_the_outermost_on() -> None:
    assert classes_of("p.A$B$1") == ("A", "B", "1")
    assert list_named_classes("p.A$1Local$2") == ("A", "Local")
    assert to_dotted("p.A$B") == "p.A.B"


def test_the_simple_name_of_an_import_is_what_it_binds() -> None:
    assert [simple_name(n) for n in ("java.util.Map.Entry", "a.B.*", "c")] == ["Entry", "*", "c"]


def test_convention_tells_types_from_constants_variables_and_type_variables() -> None:
    names = ["Entry", "URI", "Utf8", "T", "entry", "MAX_SIZE", "_A", ""]
    assert [name for name in names if is_type_like(name)] == ["Entry", "URI", "Utf8"]
