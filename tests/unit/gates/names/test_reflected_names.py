"""Names that a library may read from classes with its annotations."""

import pytest

from tests.support.answers import MemoryTree
from verifier.gates.names.changed_names import ChangedNames
from verifier.gates.names.reflected_names import find_reflected_names

FIELD = ChangedNames(
    owners={"cost": frozenset({"p.Food"})},
    kept=frozenset({"cost"}),
    fields=frozenset({"cost"}),
    hidden=frozenset({"cost"}),
    paths=frozenset({"p/Food.java"}),
)
GETTER = ChangedNames(
    owners={"getCost": frozenset({"p.Food"})},
    kept=frozenset({"getCost"}),
    paths=frozenset({"p/Food.java"}),
)
HELPER = ChangedNames(
    owners={"sum": frozenset({"p.Food"}), "getAll": frozenset({"p.Food"})},
    kept=frozenset({"sum", "getAll"}),
    hidden=frozenset({"getAll"}),
    paths=frozenset({"p/Food.java"}),
)
CLASS = ChangedNames(
    types=frozenset({"p.Meal"}),
    owners={"Meal": frozenset({"p"})},
    all=frozenset({"Meal", "Food"}),
    paths=frozenset({"p/Food.java"}),
)
ANNOTATED = [
    "package p; import lib.Json; @Json class Food { private int price; }",
    "package p; @lib.Json(order = {1}) class Food { private int price; }",
    "package p; @Deprecated @lib.Json final class Food { private int price; }",
    "package p; public @Json class Food { private int price; }",
    "package p; class Food { @Json private int price; }",
    "package p; class Food { private @Json int price; }",
    "package p; class Food { private int price; @Id int key; }",
    "package p; record Food(@Json int price) { }",
    "package p; import javax.annotation.Resource; class Food { @Resource private Object price; }",
    "package p; import org.jspecify.annotations.*; class Food { @Nullable private Object price; }",
]
PLAIN = [
    "package p; class Food { private int price; }",
    'package p; @Deprecated @SuppressWarnings("x") class Food { private int price; }',
    "package p; class Food { private int price; @Override public int hashCode() { return 1; } }",
    "package p; class Food { private int price; @Test void t() { @Json int x = 1; } }",
    "package p; class Food { private int price; @Json static class Other { int x; } }",
    "package p; import own.Mark; @Mark class Food { private int price; }",
    "package p; @Note class Food { private int price; @interface Note {} }",
    "package p; import java.beans.Transient; class Food { @Transient private int price; }",
    "package p; import own.Marks.Inner; @Inner class Food { private int price; }",
    "package p; import org.jspecify.annotations.Nullable; class Food { private @Nullable Object price; }",
    "package p; @com.google.errorprone.annotations.Immutable class Food { private int price; }",
    "package p; import javax.annotation.Nonnull; class Food { @Nonnull private Object price; }",
]  # fmt: skip
OWN = {
    "own/Mark.java": "package own; public @interface Mark { }",
    "own/Marks.java": "package own; class Marks { @interface Inner { } }",
}


def _list_found(text: str, names: ChangedNames) -> list[str]:
    return list(find_reflected_names(names, MemoryTree.of({"p/Food.java": text, **OWN})))


@pytest.mark.parametrize("text", ANNOTATED)
@pytest.mark.parametrize("names", [FIELD, GETTER, CLASS])
def test_a_name_of_a_class_with_a_librarys_annotation_may_be_read(
    text: str, names: ChangedNames
) -> None:
    assert len(_list_found(text, names)) == 1


@pytest.mark.parametrize("text", PLAIN)
@pytest.mark.parametrize("names", [FIELD, GETTER, CLASS])
def test_no_other_class_is_read(text: str, names: ChangedNames) -> None:
    assert _list_found(text, names) == []


@pytest.mark.parametrize("text", ANNOTATED)
def test_a_method_that_names_no_property_is_not_read(text: str) -> None:
    assert _list_found(text, HELPER) == []


def test_the_sentence_says_what_may_read_which_name() -> None:
    assert _list_found(ANNOTATED[0], FIELD) == [
        "p/Food.java: a library may read cost by its name, since p.Food has @Json"
    ]


def test_a_renamed_constant_of_an_enum_may_be_read() -> None:
    assert _list_found("package p; @Json enum Food { PRICE }", FIELD)
    assert _list_found("package p; enum Food { @Json PRICE }", FIELD)


GIVEN = [
    "package p; import com.google.gson.Gson; class Food { String text() { return new Gson().toJson(this); } }",
    "package p; import lib.Reader; class Other { Object f() { return Reader.read(Food.class); } }",
    "package p; class Other { Object f(Food x) { return new org.json.JSONObject(x); } }",
]
KEPT = [
    "package p; import org.slf4j.LoggerFactory; class Food { Object log = LoggerFactory.getLogger(Food.class); }",
    "package p; import java.util.List; class Other { Object f() { return Food.class; } }",
    "package p; import com.google.gson.Gson; class Other { String f(Seafood x) { return new Gson().toJson(x); } }",
]


@pytest.mark.parametrize("text", GIVEN)
@pytest.mark.parametrize("names", [FIELD, GETTER])
def test_a_class_that_a_file_gives_to_a_library_may_be_read(text: str, names: ChangedNames) -> None:
    tree = MemoryTree.of({"p/Any.java": text})

    (said,) = find_reflected_names(names, tree)

    assert "of p.Food by its name" in said


@pytest.mark.parametrize("text", KEPT)
@pytest.mark.parametrize("names", [FIELD, GETTER, HELPER])
def test_a_class_that_no_file_gives_to_a_library_is_not_read(
    text: str, names: ChangedNames
) -> None:
    assert list(find_reflected_names(names, MemoryTree.of({"p/Any.java": text}))) == []
