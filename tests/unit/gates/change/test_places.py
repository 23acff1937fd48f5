"""Which Java files are data, and which came to a place where their build may not look for them."""

import pytest

from tests.conftest import MakeRepository
from verifier.gates.change.places import is_data, strays
from verifier.tools.git.repository import Repository


@pytest.mark.parametrize(
    "path",
    ["src/test/resources/In.java", "a/src/main/resources/x/T.java", "b/testdata/p/In.java"],
)
def test_what_lies_among_resources_is_data(path: str) -> None:
    assert is_data(path)


@pytest.mark.parametrize(
    "path",
    [
        "src/main/java/p/resources/A.java",
        "src/test/java/p/fixtures/A.java",
        "src/p/A.java",
        "A.java",
    ],
)
def test_a_package_may_be_called_like_data(path: str) -> None:
    assert not is_data(path)


CLASS = "package p;\n\nclass A {}\n"


@pytest.mark.parametrize(
    ("gone", "came", "stray"),
    [
        ("src/main/java/p/A.java", {"src/main/java/q/A.java": "package q; class A {}"}, False),
        ("src/main/java/p/A.java", {"src/test/java/p/A.java": CLASS}, True),
        (None, {"src/test/java/p/N.java": "package p; class N {}"}, False),
        (None, {"extra/src/p/N.java": "package p; class N {}"}, True),
        (None, {"src/main/java/wrong/N.java": "package p; class N {}"}, True),
    ],
)
def test_a_class_that_changes_its_source_folder_is_a_stray(
    make_repository: MakeRepository, gone: str | None, came: dict[str, str], stray: bool
) -> None:
    made = make_repository("subject")
    base = made.commit(
        {"src/main/java/p/A.java": CLASS, "src/test/java/p/T.java": "package p;\nclass T {}\n"}
    )
    head = made.commit({**({} if gone is None else {gone: None}), **came})
    with Repository.open(made.path) as repository:
        found = strays(repository, base, head, repository.list_changed_entries(base, head))

    assert bool(found) is stray
    assert set(found) <= set(came)
