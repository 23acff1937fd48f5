"""Constructs by token: what an import is counted as, and that no text takes the square of its length."""

from time import process_time

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
    once, eightfold = (
        min(_seconds("import " * size) for _ in range(3)) for size in (3_000, 24_000)
    )
    assert eightfold < 30 * once


def _seconds(text: str) -> float:
    started = process_time()
    list(occurrences(text))
    return process_time() - started
