"""Which compiled classes are tests by what they hold."""

from tests.support.class_files import class_file
from verifier.builds.described.launching import Launcher
from verifier.builds.direct.test_detection import detect

TEST, RUN_WITH = "Lorg/junit/Test;", "Lorg/junit/runner/RunWith;"
FILES = {
    "p/Marked.class": class_file("p/Marked", mentions=TEST),
    "p/Runs.class": class_file("p/Runs", mentions=RUN_WITH),
    "p/Base.class": class_file("p/Base", mentions=TEST, abstract=True),
    "p/Child.class": class_file("p/Child", superclass="p/Base"),
    "p/Old.class": class_file("p/Old", superclass="junit/framework/TestCase"),
    "p/Older.class": class_file("p/Older", superclass="p/Old"),
    "p/Helper.class": class_file("p/Helper"),
    "p/Outer$Inner.class": class_file("p/Outer$Inner", mentions=TEST),
    "p/Jupiter.class": class_file("p/Jupiter", mentions="Lorg/junit/jupiter/api/Test;"),
    "p/Jupiter$Nested.class": class_file(
        "p/Jupiter$Nested", mentions="Lorg/junit/jupiter/api/Test;"
    ),
    "p/Broken.class": b"no class file",
    "p/words.txt": b"Lorg/junit/Test;",
}
NAMES = [p.removesuffix(".class").replace("/", ".") for p in FILES if p.endswith(".class")]


def test_junit_4_tests_are_marked_run_inherited_or_of_junit_3() -> None:
    assert detect(NAMES, FILES, Launcher.JUNIT4) == [
        "p.Marked",
        "p.Runs",
        "p.Child",
        "p.Old",
        "p.Older",
        "p.Outer$Inner",
    ]


def test_junit_platform_gets_the_outer_classes_that_name_junit() -> None:
    found = detect(NAMES, FILES, Launcher.PLATFORM)

    assert "p.Jupiter" in found
    assert not any("$" in name for name in found)
    assert "p.Helper" not in found


def test_a_circle_of_superclasses_ends() -> None:
    files = {
        "p/A.class": class_file("p/A", superclass="p/B"),
        "p/B.class": class_file("p/B", superclass="p/A"),
    }

    assert detect(["p.A", "p.B"], files, Launcher.JUNIT4) == []


def test_a_name_without_a_file_is_no_test() -> None:
    assert detect(["p.Gone"], {}, Launcher.JUNIT4) == []
