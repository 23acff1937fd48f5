"""Which test classes the base runs only through suites."""

import pytest

from tests.support.class_files import class_file, constants
from verifier.builds.direct.suite_members import suite_members, without_suites

RUN_WITH = ("Lorg/junit/runner/RunWith;", "Lorg/junit/runners/Suite;")
MADE = ("java/lang/Object.<init>",)


def suite(
    name: str, *members: str, calls: tuple[str, ...] = MADE, fields: tuple[str, ...] = ()
) -> bytes:
    """A class that names others, as an annotation does."""
    texts = (*RUN_WITH, *(f"Lp/{each};" for each in members))
    return class_file(f"p/{name}", constants=constants(*texts, calls=calls, fields=fields))


TESTS = ("ATest", "BTest", "BTest$Inner", "Holder", "Holder$CTest", "Unused")
FILES = {
    **{f"p/{name}.class": class_file(f"p/{name}", mentions="Lorg/junit/Test;") for name in TESTS},
    "p/AllTests.class": suite("AllTests", "AllTests", "Inner", "ATest"),
    "p/Inner.class": suite("Inner", "Innermost"),
    "p/Innermost.class": suite("Innermost", "BTest", "Holder", "Unused"),
}
RAN = ("p.ATest#a", "p.ATest#b[2]", "p.BTest#<class>", "p.BTest$Inner#b", "p.Holder$CTest#c")


def test_members_are_found_through_suites_of_any_depth() -> None:
    # A class around tests that ran is run as a line of the plan would be.
    assert suite_members(RAN, ["p.AllTests"], FILES) == ("p.ATest", "p.BTest", "p.Holder")


def test_what_a_line_names_is_no_member_nor_what_the_base_never_ran() -> None:
    assert suite_members(RAN, ["p.AllTests", "p.BTest"], FILES) == ("p.ATest", "p.Holder")
    assert suite_members(["p.ATest#a"], ["p.AllTests"], FILES) == ("p.ATest",)
    assert suite_members((), ["p.AllTests"], FILES) == ()
    assert suite_members(RAN, ["p.ATest"], FILES) == ()


def test_a_class_that_a_suite_names_runs_with_the_one_around_it_where_that_runs() -> None:
    files = {**FILES, "p/Inner.class": suite("Inner", "BTest", "BTest$Inner")}

    assert suite_members(RAN, ["p.AllTests"], files) == ("p.ATest", "p.BTest")


def test_suites_that_name_each_other_come_to_an_end() -> None:
    files = {**FILES, "p/Innermost.class": suite("Innermost", "Inner", "BTest")}

    assert suite_members(RAN, ["p.AllTests"], files) == ("p.ATest", "p.BTest")


SUITE_METHOD = ("p/BTest.suite", "junit/framework/TestSuite.<init>", *MADE)


@pytest.mark.parametrize(
    ("inner", "found"),
    [
        pytest.param(suite("Inner", "BTest", calls=SUITE_METHOD), True, id="a suite of JUnit 3"),
        pytest.param(suite("Inner", "BTest", calls=("p/BTest.<init>",)), False, id="makes a test"),
        pytest.param(suite("Inner", "BTest", calls=("p/BTest.set",)), False, id="calls another"),
        pytest.param(suite("Inner", "BTest", calls=("java/lang/System.exit",)), False, id="more"),
        pytest.param(suite("Inner", "BTest", fields=("p/BTest.mode",)), False, id="has state"),
        pytest.param(suite("Inner", "BTest", "../../org/junit/BeforeClass"), False, id="set-up"),
        pytest.param(b"no class file", False, id="unreadable"),
    ],
)
def test_a_suite_that_does_more_than_name_others_has_no_member(inner: bytes, found: bool) -> None:
    members = suite_members(RAN, ["p.AllTests"], {**FILES, "p/Inner.class": inner})

    assert ("p.BTest" in members) is found
    assert "p.ATest" in members


def test_a_line_without_a_test_of_its_name_is_a_suite() -> None:
    ran = ["p.ATest#a", "p.BTest$Inner#b"]

    assert without_suites(ran, ["p.AllTests", "p.ATest", "p.BTest"]) == ["p.ATest", "p.BTest"]
    assert without_suites((), ["p.AllTests"]) == []
