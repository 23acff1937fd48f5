"""The parameters of a declaration are read from its tokens, as they are written there."""

import pytest

from verifier.java_text.signature import read_parameters


@pytest.mark.parametrize(
    ("declaration", "types"),
    [
        ("void m() {}", ()),
        ("<A extends Appendable> A m(A to, int... at) { m(1); }", ("A", "int[]")),
        ("/** m(long) */ @M(m(1)) public static void m(final Map.Entry<K, V> e);", ("Entry",)),
        (
            "@p.Q void m(@Size(min = 1, max = 2) List<String>[] all, int rest[]) {}",
            ("List[]", "int[]"),
        ),
        ("void m(C this, T t) {}", ("T",)),
        ("int other;", ()),
    ],
)
def test_types_are_as_written(declaration: str, types: tuple[str, ...]) -> None:
    assert read_parameters(declaration, "m") == types
