import pytest

from verifier.java_text.keywords import CONTEXTUAL, PRIMITIVES, RESERVED


@pytest.mark.parametrize("word", ["class", "goto", "strictfp", "int", "true", "null"])
def test_a_reserved_word_names_nothing(word: str) -> None:
    assert word in RESERVED


@pytest.mark.parametrize("word", ["var", "yield", "record", "sealed", "permits"])
def test_a_contextual_keyword_may_be_a_name(word: str) -> None:
    assert word in CONTEXTUAL
    assert word not in RESERVED


def test_there_are_eight_primitive_types_and_all_are_reserved() -> None:
    assert len(PRIMITIVES) == 8
    assert PRIMITIVES < RESERVED
