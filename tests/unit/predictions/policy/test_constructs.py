"""Constructs by token: what an import is counted as, and that no text takes the square of its length."""

from tests.support.cpu import LINEAR, growth
from verifier.predictions.policy.constructs import new_constructs, occurrences

UNSAFE, SIGNAL = "import sun.misc.Unsafe;\n", "import sun.misc.Signal;\n"


def test_an_import_of_one_type_counts_once_and_one_of_another_is_new() -> None:
    assert new_constructs([UNSAFE, ""], [UNSAFE, UNSAFE]) == frozenset()
    assert new_constructs([UNSAFE], [UNSAFE + SIGNAL]) == {"sun.misc"}


def test_what_stands_behind_an_import_is_a_use() -> None:
    found = [(o.what, o.imported) for o in occurrences(UNSAFE + "class A { Unsafe u; }")]
    assert found == [
        ("sun.misc", "sun.misc.Unsafe"), ("Unsafe", "sun.misc.Unsafe"), ("Unsafe", ""),
    ]  # fmt: skip


def test_imports_without_an_end_do_not_take_the_square_of_their_length() -> None:
    assert growth(lambda text: list(occurrences(text)), "import ") < LINEAR
