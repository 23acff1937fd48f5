"""Surefire's patterns, on class files."""

from verifier.builds.direct.test_classes import nearest, reaching, select, select_nearest
from verifier.builds.maven.effective_pom import SUREFIRE_EXCLUDES, SUREFIRE_INCLUDES
from verifier.domain.reach import ReachMap

CLASSES = (
    "p/TestA.class",
    "p/BTest.class",
    "p/BTest$Inner.class",
    "p/CTests.class",
    "p/DTestCase.class",
    "p/Helper.class",
    "p/q/ETest.class",
    "FTest.class",
)


def choose_classes(*includes: str, excludes: tuple[str, ...] = SUREFIRE_EXCLUDES) -> list[str]:
    return select(CLASSES, includes, excludes)


def test_the_defaults_take_the_four_name_patterns_and_no_nested_class() -> None:
    assert choose_classes(*SUREFIRE_INCLUDES) == [
        "FTest", "p.BTest", "p.CTests", "p.DTestCase", "p.TestA", "p.q.ETest",
    ]  # fmt: skip


def test_a_star_stays_within_a_folder() -> None:
    assert choose_classes("p/*Test.java") == ["p.BTest"]


def test_a_pattern_without_a_folder_matches_anywhere() -> None:
    assert choose_classes("*Test.java") == ["FTest", "p.BTest", "p.q.ETest"]


def test_several_patterns_stand_in_one_element() -> None:
    assert choose_classes("**/TestA.java, **/CTests.java") == ["p.CTests", "p.TestA"]


def test_an_exclamation_mark_excludes() -> None:
    assert choose_classes("**/*Test.java", "!**/ETest.java") == ["FTest", "p.BTest"]


def test_a_regular_expression_is_taken_as_it_is() -> None:
    assert choose_classes("%regex[p/[BC].*]") == ["p.BTest", "p.CTests"]


def test_nested_classes_come_with_custom_excludes() -> None:
    assert choose_classes("**/BTest*", excludes=("**/Helper.java",)) == ["p.BTest", "p.BTest$Inner"]


def test_no_class_gives_no_test() -> None:
    assert select((), SUREFIRE_INCLUDES, SUREFIRE_EXCLUDES) == []


def test_only_tests_that_name_a_class_concern_it() -> None:
    # Class files are searched for the internal name; what else is in them does not matter.
    files = {
        "p/CartTest.class": b"..Lp/Cart;..",
        "p/CartsTest.class": b"..Lp/Carts;..",
        "p/NestedTest.class": b"..",
        "p/NestedTest$Inner.class": b"..p/Cart$Item..",
        "p/AbstractCart.class": b"..p/Cart..",
        "p/ConcreteTest.class": b"..p/AbstractCart..",
        "p/OtherTest.class": b"..p/Cart/q..",
    }
    tests = ["p.CartTest", "p.CartsTest", "p.NestedTest", "p.ConcreteTest", "p.OtherTest"]

    assert select_nearest(files, tests, ["p.Cart"]) == [
        "p.CartTest",
        "p.NestedTest",
        "p.ConcreteTest",
    ]


def test_where_no_test_names_a_class_all_of_them_may_reach_it() -> None:
    files = {"p/ATest.class": b"..", "p/BTest.class": b".."}

    assert select_nearest(files, ["p.ATest", "p.BTest"], ["p.Cart"]) == ["p.ATest", "p.BTest"]
    assert select_nearest(files, ["p.ATest", "p.BTest"], []) == ["p.ATest", "p.BTest"]


def test_the_nearest_test_is_called_after_the_class_and_helpers_come_last() -> None:
    files = {
        "p/AllTest.class": b"..Lp/Cart;..",
        "p/ByHelperTest.class": b"..p/Helper..",
        "p/CartTest.class": b"..Lp/Cart;..",
        "p/FarTest.class": b"..Lp/Carts;..",
        "p/Helper.class": b"..p/Cart..",
    }
    tests = ["p.FarTest", "p.ByHelperTest", "p.AllTest", "p.CartTest"]

    assert nearest(files, tests, ["p.Cart"]) == ["p.CartTest", "p.AllTest", "p.ByHelperTest"]
    assert nearest(files, tests, ["p.Nobody"]) == []
    assert nearest(files, tests, []) == []


REACH = ReachMap(
    tests=("p.WideTest#a", "p.NarrowTest#b", "p.BothTest$In#c", "p.GoneTest#d"),
    methods={"p.A#m()V": "0-3", "p.A#n()V": "2", "p.B#x()V": "0", "p.B#y()V": "0"},
)


def test_the_tests_that_reach_most_of_a_change_come_first_then_those_that_reach_little_else() -> (
    None
):
    tests = ["p.OtherTest", "p.WideTest", "p.NarrowTest", "p.BothTest"]

    assert reaching(REACH, ["p.A#m()V", "p.A#n()V"], tests) == [
        "p.BothTest", "p.NarrowTest", "p.WideTest",
    ]  # fmt: skip
    assert reaching(REACH, ["p.A#n()V"], tests) == ["p.BothTest"]
    assert reaching(REACH, ["p.A#never()V"], tests) == []
