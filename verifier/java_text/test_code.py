"""Recognise test code in Java source: by annotation, by JUnit 3's names, and by assertions."""

import re
from collections.abc import Iterable
from itertools import pairwise

from verifier.domain.test_frameworks import TEST_FRAMEWORKS
from verifier.java_text.outline import head
from verifier.java_text.tokens import token_texts

_ANNOTATION = r"(?:Parameterized|Repeated)?Test|Test(?:Factory|Template)"
_FIXTURE = r"(?:Before|After)(?:All|Each|Class)?"
_JUNIT_3 = r"test[A-Z_]\w*"
_ASSERTION = r"assert\w*|fail|verify\w*|expect\w*"

_TEST = re.compile(_ANNOTATION)
_ANY = re.compile(f"{_ASSERTION}|{_JUNIT_3}|{_ANNOTATION}|{_FIXTURE}")
_JUNIT_3_CLASS = ("extends", "TestCase")


def is_of_a_test(words: Iterable[str]) -> bool:
    """Whether any of these words declares a test or a fixture, or asserts something."""
    return any(_ANY.fullmatch(word) for word in words)


def declares_tests(source: str) -> bool:
    """Whether a source has a test annotation, or a class that extends JUnit 3's TestCase.

    A class that inherits its tests from a superclass of the project is not recognised.
    """
    return any(
        pair == _JUNIT_3_CLASS or (pair[0] in {"@", "."} and _TEST.fullmatch(pair[1]) is not None)
        for pair in pairwise(token_texts(source))
    )


def holds_tests(source: str) -> bool:
    """Whether a source declares tests or names a test framework, without being part of a framework."""
    if any(_is_below(head(source).package, each) for each in TEST_FRAMEWORKS):
        return False
    # Match whole names regardless of spaces, and not in comments.
    code = f" {' '.join(token_texts(source))} "
    return any(name in code for name in _NAMED) or declares_tests(source)


_NAMED = tuple(
    f" {each.replace('.', ' . ')} . "
    for each in ("junit.framework", *TEST_FRAMEWORKS)
    if each != "junit"
)
"""As tokens; `junit` alone may be a variable."""


def _is_below(name: str, package: str) -> bool:
    return f"{name}.".startswith(f"{package}.")
