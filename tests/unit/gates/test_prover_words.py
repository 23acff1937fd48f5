"""What the prover says of a path, as Java."""

import pytest

from verifier.gates.prover_words import readable


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("not less(field Cart.sum(Lp/Cart;#2), I#3)", "sum >= int#3"),
        ("less(0, I#4)", "0 < int#4"),
        ("equal(null, Ljava/lang/String;#3)", "String#3 == null"),
        (
            "not equal(pure java/lang/String.isEmpty()Z(Ljava/lang/String;#3), 0)",
            "String#3.isEmpty()",
        ),
        (
            "equal(pure java/lang/String.indexOf(I)I(Ljava/lang/String;#3, 120), 0)",
            "String#3.indexOf(120) == 0",
        ),
        ("not less(0, array length([I#3))", "0 >= int[]#3.length"),
        (
            "not equal(instance of java/lang/NumberFormatException(value#25), 0)",
            "value#25 instanceof NumberFormatException",
        ),
        ("less(*(field Lp.sum(Lp/Other;#7), 2), I#3)", "(Other#7.sum * 2) < int#3"),
        ('equal("a, (b", Ljava/lang/String;#3)', '"a, (b" == String#3'),
        ("odd(", "odd("),
        ("", ""),
    ],
)
def test_a_fact_reads_like_java(fact: str, said: str) -> None:
    assert readable(fact) == said
