"""A proof in words."""

from dataclasses import replace

import pytest

from verifier.domain.proof import (
    CodePlace,
    CompileError,
    Condition,
    ConditionKind,
    Difference,
    DifferenceReason,
    ErrorSide,
    MethodProof,
    MethodStatus,
    Proof,
    ProofOutcome,
    ResidueItem,
    ResidueKind,
)
from verifier.proving.wording import difference_line, in_full, in_one_line, residue_line, to_dotted

PLACE = CodePlace(class_name="p/A", method="f()V", path="p/A.java", line=7)
UNKNOWN = CodePlace(class_name="p/A$B", method="f()V", path="", line=0)
DIFFERENCE = Difference(
    reason=DifferenceReason.OTHER_CALL,
    message="calls differ",
    before=PLACE,
    after=UNKNOWN,
    before_event="call p.A.g()",
    after_event="call p.A.h()",
    path=("x < 3",),
)
SAME = MethodProof(status=MethodStatus.IDENTICAL, before="p/A.e()V", after="p/A.e()V")
MOVED = MethodProof(status=MethodStatus.PROVED, before="p/A.g()V", after="p/B.g()V")
OPEN = MethodProof(
    status=MethodStatus.NOT_PROVED, before="p/A.f()V", after="p/A.f()V", difference=DIFFERENCE
)


def test_a_difference_is_one_line_with_both_places() -> None:
    assert difference_line(DIFFERENCE) == (
        "other-call: calls differ (before p/A.java:7, after p.A$B)"
    )


def test_a_proof_in_one_line_says_nothing_more() -> None:
    assert in_one_line(Proof(outcome=ProofOutcome.PROVED, methods=(MOVED,))) == (
        "proved: the two versions behave the same"
    )


def test_a_condition_is_the_reason_where_no_difference_is() -> None:
    condition = Condition(
        kind=ConditionKind.OPEN_WORLD, where="p/A.f()V", why="it can be overridden"
    )
    proof = Proof(outcome=ProofOutcome.CLOSED_WORLD, conditions=(condition,))

    assert in_one_line(proof) == (
        "proved in a closed world: no class outside the tree overrides what was removed;"
        " open-world: p.A.f()V: it can be overridden"
    )


def test_the_full_text_leaves_identical_methods_out() -> None:
    proof = Proof(outcome=ProofOutcome.NOT_PROVED, methods=(SAME, MOVED, OPEN))

    assert in_full(proof).splitlines() == [
        "not proved, which is no evidence of a changed behaviour",
        "  methods:",
        "    proved p.A.g()V -> p.B.g()V",
        "    not-proved p.A.f()V: other-call: calls differ (before p/A.java:7, after p.A$B)",
        "      before: call p.A.g()",
        "      after: call p.A.h()",
        "      when x < 3",
    ]


def test_assumptions_are_printed_with_a_proof_and_not_without() -> None:
    rests = ("there is no data race",)

    assert "    there is no data race" in in_full(
        Proof(outcome=ProofOutcome.PROVED, assumptions=rests)
    )
    assert "data race" not in in_full(Proof(outcome=ProofOutcome.NOT_PROVED, assumptions=rests))


def test_long_lists_are_cut_and_counted() -> None:
    text = in_full(Proof(outcome=ProofOutcome.PROVED, methods=(MOVED,) * 25))

    assert text.count("p.A.g()V") == 20
    assert "and 5 more (--format json has all)" in text


def test_names_have_dots_before_the_descriptor_only() -> None:
    assert to_dotted("a/b/C.run(La/D;)V") == "a.b.C.run(La/D;)V"


def test_what_is_left_of_a_file_is_its_path_and_of_code_its_name() -> None:
    of_class = ResidueItem(kind=ResidueKind.CLASS_REMOVED, where="a/B", before="", after="")

    assert residue_line(of_class) == "class-removed a.B"


def _make_unresolved(name: str) -> MethodProof:
    missing = Difference(reason=DifferenceReason.UNRESOLVED, message="compile errors")
    where = f"p/A.{name}()V"
    return MethodProof(
        status=MethodStatus.UNRESOLVED, before=where, after=where, difference=missing
    )


def test_what_was_seen_to_differ_comes_before_what_could_not_be_read() -> None:
    gave_up = _make_unresolved("a")
    proof = Proof(outcome=ProofOutcome.NOT_PROVED, methods=(gave_up, OPEN))

    assert proof.first_difference == DIFFERENCE
    assert difference_line(DIFFERENCE) in in_one_line(proof)
    assert "not-proved p.A.f()V" in in_full(proof).splitlines()[2]
    assert Proof(outcome=ProofOutcome.UNRESOLVED, methods=(gave_up,)).first_difference is not None
    assert Proof(outcome=ProofOutcome.PROVED, methods=(MOVED,)).first_difference is None


@pytest.mark.parametrize("reason", DifferenceReason)
def test_a_reason_by_which_the_prover_gives_up_is_never_before_another(
    reason: DifferenceReason,
) -> None:
    other = replace(OPEN, difference=Difference(reason=reason, message="other"))
    proof = Proof(outcome=ProofOutcome.NOT_PROVED, methods=(other, OPEN))
    gave_up = {DifferenceReason.BUDGET, DifferenceReason.UNSUPPORTED, DifferenceReason.UNRESOLVED}

    assert (proof.first_difference == DIFFERENCE) is (reason in gave_up)


def test_a_difference_is_shown_though_there_are_more_methods_than_are_listed() -> None:
    many = tuple(_make_unresolved(f"a{n}") for n in range(15)) + (MOVED,) * 15
    proof = Proof(outcome=ProofOutcome.NOT_PROVED, methods=(*many, OPEN))

    assert "    not-proved p.A.f()V: other-call" in in_full(proof)


def error(side: ErrorSide, file: str = "src/p/A.java", doubt: str = "") -> CompileError:
    return CompileError(
        side=side,
        message="no value",
        file=file,
        line=4,
        certain=side is ErrorSide.NEW and not doubt,
        doubt=doubt,
    )


UNRESOLVED = MethodProof(
    status=MethodStatus.UNRESOLVED,
    before="p/A.f()V",
    after="p/A.f()V",
    difference=Difference(
        reason=DifferenceReason.UNRESOLVED, message="compile errors", before=PLACE, after=PLACE
    ),
)


@pytest.mark.parametrize(
    ("found", "line"),
    [
        (
            error(ErrorSide.NEW),
            "unresolved: the new version does not compile: no value (src/p/A.java:4)",
        ),
        (
            error(ErrorSide.NEW, doubt="a jar"),
            "unresolved: the new version does not compile here: no value (src/p/A.java:4); a jar",
        ),
        (
            error(ErrorSide.OLD),
            "unresolved: the old version does not compile here: no value (src/p/A.java:4)",
        ),
        (
            error(ErrorSide.BOTH),
            "unresolved: neither version compiles here: no value (src/p/A.java:4)",
        ),
    ],
)
def test_the_first_line_says_which_version_does_not_compile(found: CompileError, line: str) -> None:
    for methods in [(), (UNRESOLVED,)]:
        proof = Proof(outcome=ProofOutcome.UNRESOLVED, methods=methods, compile_errors=(found,))

        assert in_full(proof).splitlines()[0] == line
        assert in_one_line(proof).startswith(line)
        assert f"    {found.side.value} no value (src/p/A.java:4)" in in_full(proof)


def test_of_several_errors_that_is_told_which_is_in_the_file_of_the_difference() -> None:
    errors = (error(ErrorSide.BOTH, "src/p/B.java"), error(ErrorSide.BOTH))
    proof = Proof(outcome=ProofOutcome.UNRESOLVED, methods=(UNRESOLVED,), compile_errors=errors)

    assert "neither version compiles here: no value (src/p/A.java:4)" in in_one_line(proof)


def test_an_error_that_is_new_comes_before_a_difference() -> None:
    doubted = error(ErrorSide.NEW, doubt="a jar")
    proof = Proof(outcome=ProofOutcome.NOT_PROVED, methods=(OPEN,), compile_errors=(doubted,))

    assert in_one_line(proof) == (
        "not proved, which is no evidence of a changed behaviour;"
        " the new version does not compile here: no value (src/p/A.java:4); a jar;"
        " other-call: calls differ (before p/A.java:7, after p.A$B)"
    )


def test_an_error_of_both_versions_is_not_told_where_nothing_rests_on_it() -> None:
    both = (error(ErrorSide.BOTH),)
    for outcome, methods in [(ProofOutcome.PROVED, (MOVED,)), (ProofOutcome.NOT_PROVED, (OPEN,))]:
        proof = Proof(outcome=outcome, methods=methods, compile_errors=both)

        assert "compile" not in in_full(proof)


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("1", "2", "the file a/b.xml changed; no compiler reads it"),
        ("1", "", "the file a/b.xml is gone; no compiler reads it"),
        ("", "2", "the file a/b.xml is new; no compiler reads it"),
        ("", "nested too deeply to compile", "the file a/b.xml: nested too deeply to compile"),
    ],
)
def test_a_file_that_no_compiler_reads_is_told_without_its_hashes(
    before: str, after: str, line: str
) -> None:
    of_file = ResidueItem(kind=ResidueKind.OTHER_FILE, where="a/b.xml", before=before, after=after)

    assert residue_line(of_file) == line
