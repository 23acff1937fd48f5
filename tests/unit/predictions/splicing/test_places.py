"""Which file of the base a class name leads to."""

import pytest

from tests.support.answers import MemoryTree
from verifier.predictions.splicing.places import file_of_class


@pytest.mark.parametrize(
    ("paths", "found"),
    [
        (("src/main/java/p/A.java",), "src/main/java/p/A.java"),
        (("src/main/java/p/A.java", "src/test/java/p/A.java"), "src/main/java/p/A.java"),
        (("java/p/A.java", "javatests/p/A.java"), "java/p/A.java"),
        (("one/src/main/java/p/A.java", "two/src/main/java/p/A.java"), None),
        (("src/main/java/p/B.java",), None),
    ],
)
def test_of_several_files_the_only_one_that_is_no_test_is_meant(
    paths: tuple[str, ...], found: str | None
) -> None:
    assert file_of_class("p.A", MemoryTree.of(dict.fromkeys(paths, ""))) == found


def test_a_nested_class_leads_to_the_file_around_it() -> None:
    assert file_of_class("p.A.B", MemoryTree.of({"src/p/A.java": ""})) == "src/p/A.java"
