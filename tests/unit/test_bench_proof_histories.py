from bench.proof_histories import Outcome, costs, reasons, report, rows


def outcome(
    word: str, *, purity: str = "pure", reason: str = "", files: int = 1, seconds: float = 1.0
) -> Outcome:
    return Outcome(
        history="h",
        jars="0 jars",
        commit="c0ffee",
        files=files,
        type="Extract Method",
        description="Extract Method a() extracted from b()",
        purity=purity,
        outcome=word,
        reason=reason,
        details="",
        before="",
        after="",
        seconds=seconds,
    )


OUTCOMES = [
    outcome("proved"),
    outcome("refactoring-proved-residue-left"),
    outcome("proved-closed-world", reason="open-world"),
    outcome("not-proved", reason="args", files=6, seconds=7.0),
    outcome("unresolved", reason="unresolved"),
]


def test_a_proof_with_residue_left_counts_and_one_in_a_closed_world_does_not() -> None:
    by_type, together = rows(OUTCOMES)
    assert (by_type.type, together.type) == ("Extract Method", "all")
    assert (by_type.refactorings, by_type.proved) == (5, "2 (40%)")
    assert (by_type.whole_change, by_type.residue_left, by_type.closed_world) == (1, 1, 1)
    assert (by_type.not_proved, by_type.unresolved, by_type.other) == (1, 1, 0)


def test_reasons_are_those_of_the_pure_ones() -> None:
    found = reasons([*OUTCOMES, outcome("not-proved", purity="impure", reason="args")])
    assert [(row.reason, row.pairs) for row in found] == [
        ("open-world", 1),
        ("args", 1),
        ("unresolved", 1),
    ]


def test_large_commits_have_a_line_of_their_own() -> None:
    assert [(row.files, row.proofs, row.slowest_s) for row in costs(OUTCOMES)] == [
        ("1-5", 4, 1.0),
        ("more", 1, 7.0),
    ]


def test_an_impure_one_that_is_proved_is_listed() -> None:
    text = report([*OUTCOMES, outcome("proved", purity="impure")])
    assert text.endswith("impure, proved:\nc0ffee Extract Method a() extracted from b()")
    assert report(OUTCOMES).endswith("impure, proved:\nnone")
