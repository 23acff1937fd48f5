"""Annotations are stepped over with whatever they hold."""

import pytest

from tests.support.cpu import cpu_seconds
from verifier.java_text.annotations import behind_annotation, behind_annotations
from verifier.java_text.tokens import scan


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("@A void m(int a)", "void m(int a)"),
        ("@p.q.A void m()", "void m()"),
        ('@A(value = {1, 2}, b = @B(")")) void m()', "void m()"),
        ("@A ( ) class C", "class C"),
        ("@A(", ""),
        ("@", ""),
        ("@A", ""),
    ],
)
def test_an_annotation_ends_behind_its_name_or_its_bracket(text: str, rest: str) -> None:
    tokens = list(scan(text))

    assert tokens[behind_annotation(tokens, 0) :] == list(
        scan(" " * (len(text) - len(rest)) + rest)
    )


def test_all_annotations_in_front_go_and_an_annotation_type_is_none() -> None:
    tokens = list(scan("@A @B(1) @p.C package p;"))

    assert [t.text for t in behind_annotations(tokens)] == ["package", "p", ";"]
    assert len(behind_annotations(list(scan("@interface A {}")))) == 5


def test_many_annotations_take_no_longer_than_their_number() -> None:
    tokens = list(scan("@A() " * 20_000 + "class C {}"))

    assert cpu_seconds(lambda: behind_annotations(tokens)) < 1
    assert [t.text for t in behind_annotations(tokens)] == ["class", "C", "{", "}"]
