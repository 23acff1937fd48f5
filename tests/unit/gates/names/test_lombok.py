"""Where Lombok may make members that the prover's compiler does not see."""

import pytest

from tests.support.answers import MemoryTree
from verifier.gates.names.changed_names import ChangedNames
from verifier.gates.names.lombok import lombok_doubts

FOOD = "package p; @lombok.Data class Food { int n; }"
IMPORTED = "package p; import lombok.Getter; @Getter class Food { int n; }"


@pytest.mark.parametrize("text", [FOOD, IMPORTED])
def test_a_changed_file_that_uses_it_is_named(text: str) -> None:
    names = ChangedNames(paths=frozenset({"Food.java"}))
    assert list(lombok_doubts(names, MemoryTree.of({"Food.java": text})))


@pytest.mark.parametrize(
    ("name", "made"),
    [("getN", True), ("builder", True), ("log", True), ("toString", True), ("cook", False)],
)
def test_another_file_matters_where_it_may_have_a_changed_name(name: str, made: bool) -> None:
    names = ChangedNames(all=frozenset({name}), paths=frozenset({"Cook.java"}))
    tree = MemoryTree.of({"Cook.java": "class Cook {}", "Food.java": FOOD})

    assert bool(list(lombok_doubts(names, tree))) is made


def test_a_word_in_a_comment_or_a_text_is_no_use() -> None:
    names = ChangedNames(all=frozenset({"getN"}), paths=frozenset({"A.java"}))
    text = 'class A { /* lombok.Data */ String s = "lombok"; int lombok; }'

    assert list(lombok_doubts(names, MemoryTree.of({"A.java": text}))) == []
