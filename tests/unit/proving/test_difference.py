"""What differs between two trees, as code and as files."""

import hashlib

from tests.support.answers import MemoryTree
from verifier.proving.difference import find_changed_files, is_compiled

OLD = MemoryTree.of(
    {"a/A.java": "1", "a/B.java": "1", "module-info.java": "module a {}", "x.xml": "<x/>", "y": "y"}
)
NEW = MemoryTree.of(
    {"a/A.java": "2", "a/C.java": "1", "module-info.java": "module b {}", "z.xml": "<x/>", "y": "y"}
)


def test_changed_added_and_removed_sources_are_compared_as_code() -> None:
    assert find_changed_files(OLD, NEW).sources == {"a/A.java", "a/B.java", "a/C.java"}


def test_everything_else_is_compared_by_its_content_and_a_module_too() -> None:
    found = find_changed_files(OLD, NEW)

    assert set(found.other_before) == {"module-info.java", "x.xml"}
    assert set(found.other_after) == {"module-info.java", "z.xml"}
    assert found.other_before["x.xml"] == hashlib.sha256(b"<x/>").hexdigest()


def test_equal_trees_differ_in_nothing() -> None:
    assert find_changed_files(OLD, OLD).sources == frozenset()
    assert find_changed_files(OLD, OLD).other_after == {}


def test_a_source_among_the_resources_is_a_file_and_a_package_of_that_name_is_code() -> None:
    assert not is_compiled("m/src/main/resources/p/A.java")
    assert is_compiled("m/src/main/java/p/resources/A.java")
