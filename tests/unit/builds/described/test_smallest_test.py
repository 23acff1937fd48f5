from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import MODULE
from verifier.builds.described.smallest_test import smallest_test, smallest_test_of_each

CLASSES = {
    "core/test/TinyTest.java": "class TinyTest { @Test void a() {} }",
    "app/test/AppTest.java": "class AppTest { @Test void runs() {} }",
    "app/test/HasTest.java": "interface HasTest { @Test void a(); }",
    "app/test/BaseTest.java": "abstract class BaseTest { @Test void a() {} }",
    "app/test/MoreTest.java": "class MoreTest extends BaseTest {}",
    "app/test/Helper.java": "class Helper { @Test void a() {} }",
    "idle/test/OnlyTest.java": "class OnlyTest extends BaseTest {}",
}
CORE, APP, IDLE, EMPTY = (
    replace(MODULE, folder=folder, test_sources=(f"{folder}/test",))
    for folder in ("core", "app", "idle", "empty")
)


@pytest.fixture
def base(tmp_path: Path) -> Path:
    for path, text in CLASSES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def test_the_smallest_test_is_one_of_the_modules_that_are_tested(base: Path) -> None:
    assert smallest_test(base, [CORE, APP]) == "TinyTest"
    assert smallest_test(base, [APP, EMPTY]) == "AppTest"
    assert smallest_test(base, [IDLE, EMPTY]) is None


def test_each_module_with_a_class_has_one_that_declares_tests_where_there_is_one(
    base: Path,
) -> None:
    assert smallest_test_of_each(base, [CORE, APP, IDLE, EMPTY]) == (
        "TinyTest",
        "AppTest",
        "OnlyTest",
    )
