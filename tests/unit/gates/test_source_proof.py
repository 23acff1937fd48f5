"""Whether a change needs libraries: its imports mostly say."""

import pytest

from tests.support.answers import MemoryTree
from verifier.gates.source_proof import imports_libraries

TREE = MemoryTree.of({"m/src/main/java/org/own/a/A.java": "", "src/B.java": ""})


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import java.util.List;", False),
        ("import org.own.a.A;", False),
        ("import org.own.a.*;", False),
        ("import org.own.a.A.Inner;", False),
        ("import static org.own.a.A.of;", False),
        ("class A {}", False),
        ("import org.junit.Test;", True),
        ("import static org.junit.Assert.*;", True),
        ("import org.own.b.B;", True),
    ],
)
def test_an_import_of_another_package_asks_for_a_library(source: str, expected: bool) -> None:
    assert imports_libraries([source], TREE) is expected
