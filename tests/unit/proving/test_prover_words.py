"""What the prover says of a path, as Java."""

import pytest

from verifier.proving.prover_words import describe_difference, format_fact


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("not less(field Cart.sum(this), limit)", "sum >= limit"),
        ("not less(field Cart.sum(other), I#7)", "other.sum >= int#7"),
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
    assert format_fact(fact) == said


@pytest.mark.parametrize(
    ("number", "before", "after", "said"),
    [
        (
            1,
            "return (+(a, b))",
            "return (-(a, b))",
            "the returned value differs: `a + b` became `a - b`",
        ),
        (
            1,
            "return (element 46(xs, 0))",
            "return (-(element 46(xs, 0)))",
            "the returned value differs: `xs[0]` became `-xs[0]`",
        ),
        (
            3,
            "call A.g(II)I (this, pure java/lang/String.length()I(s), 2)",
            "call A.g(II)I (this, pure java/lang/String.length()I(s), 3)",
            "argument 2 of `g` differs: `2` became `3`",
        ),
        (1, "call A.s(I)V (a)", "call A.s(I)V (b)", "argument 1 of `s` differs: `a` became `b`"),
        (
            1,
            "call A.g(I)V (a, 1)",
            "call A.g(I)V (b, 1)",
            "the object of the call of `g` differs: `a` became `b`",
        ),
        (
            2,
            "call p/Money.<init>(J)V (p/Money#18, -(J#23, 2))",
            "call p/Money.<init>(J)V (p/Money#18, -(J#23, 5))",
            "argument 1 of `Money` differs",
        ),
        (
            2,
            "put field A.n (this, v)",
            "put field A.n (this, +(v, 1))",
            "the value of the field `n` differs: `v` became `v + 1`",
        ),
        (1, "lock (a)", "lock (b)", "value 1 of `lock` differs: `a` became `b`"),
        (1, "", "", "value 1 differs"),
        (4, "return (a)", "return (b)", "value 4 differs"),
    ],
)
def test_the_value_that_differs_is_named(number: int, before: str, after: str, said: str) -> None:
    assert describe_difference(f"value {number} differs", before, after) == said


def test_another_message_stays() -> None:
    said = "the sides do something else"
    assert describe_difference(said, "return (a)", "call A.f()V (this)") == said
