"""The growth of CPU time tells a quadratic reader from a linear one."""

from tests.support.cpu import LINEAR, growth


def scan_again_from_each_letter(text: str) -> int:
    return sum(text.count("b", start) for start in range(0, len(text), 8))


def test_the_square_of_a_length_is_seen() -> None:
    assert growth(scan_again_from_each_letter, "a", length=80_000) > LINEAR


def test_the_length_alone_is_linear() -> None:
    assert 0 < growth(lambda text: sum(letter == "b" for letter in text * 8), "a") < LINEAR


def test_what_takes_too_little_to_measure_does_not_grow() -> None:
    assert growth(len, "a") == 0
