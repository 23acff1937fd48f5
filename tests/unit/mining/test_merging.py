"""What one instance is, what one refactoring act is, and which are pure (ADR 3)."""

from dataclasses import replace

from verifier.domain.purity import Purity, PurityTier, PurityVerdict
from verifier.domain.refactoring import CodeRange, MethodId, Refactoring, RefactoringSide
from verifier.domain.refactoring_traits import RefactoringType
from verifier.mining.merging import Merged, merge

COMMIT = "c" * 40
PURE = Purity(verdict=PurityVerdict.PURE, tier=PurityTier.STRICT)
IMPURE = Purity(verdict=PurityVerdict.IMPURE, comment="changed", mapping_state=2)
UNKNOWN = Purity(verdict=PurityVerdict.NOT_APPLICABLE)


def place(line: int, role: str, file: str = "T.java") -> CodeRange:
    return CodeRange(
        file=file, start_line=line, start_column=1, end_line=line, end_column=9, role=role
    )


def extraction(source: str, line: int, *, to: str = "made", purity: Purity = PURE) -> Refactoring:
    return Refactoring(
        type_name="Extract Method",
        description=f"{to} extracted from {source} at {line}",
        before=RefactoringSide(
            file="T.java",
            method=MethodId.parse(f"T#{source}()"),
            ranges=(place(1, "source method declaration before extraction"), place(line, "code")),
        ),
        after=RefactoringSide(
            file="T.java",
            method=MethodId.parse(f"T#{source}()"),
            partner=MethodId.parse(f"T#{to}()"),
            partner_file="T.java",
            ranges=(place(90, "extracted method declaration"), place(line, "invocation")),
        ),
        purity=purity,
    )


def inlining(target: str) -> Refactoring:
    return Refactoring(
        type_name="Inline Method",
        description=f"gone inlined to {target}",
        before=RefactoringSide(
            file="T.java",
            method=MethodId.parse("T#gone()"),
            partner=MethodId.parse(f"T#{target}()"),
            partner_file="T.java",
        ),
        after=RefactoringSide(file="T.java", method=MethodId.parse(f"T#{target}()")),
        purity=PURE,
    )


def merge_commit(*refactorings: Refactoring, commit: str = COMMIT) -> tuple[Merged, ...]:
    return merge(
        commit, refactorings, [RefactoringType.EXTRACT_METHOD, RefactoringType.INLINE_METHOD]
    )


def renaming(old: str, line: int) -> Refactoring:
    sides = [
        RefactoringSide(
            file="T.java",
            method=MethodId.parse("T#m()"),
            ranges=(place(line, "variable declaration"),),
            variable=name,
            variable_type="int",
        )
        for name in (old, old * 2)
    ]
    return Refactoring(
        type_name="Rename Variable",
        description=f"{old} to {old * 2}",
        before=sides[0],
        after=sides[1],
        purity=Purity(verdict=PurityVerdict.NOT_APPLICABLE),
    )


def test_two_renamed_variables_of_one_method_are_two_instances() -> None:
    found = merge(COMMIT, [renaming("a", 3), renaming("b", 4)], [RefactoringType.RENAME_VARIABLE])

    assert [one.description for one in found] == ["a to aa", "b to bb"]
    assert len({one.id for one in found}) == len({one.group for one in found}) == 2


def test_the_same_variable_declared_twice_in_one_method_is_one_instance() -> None:
    found = merge(COMMIT, [renaming("a", 3), renaming("a", 9)], [RefactoringType.RENAME_VARIABLE])

    assert [len(one.parts) for one in found] == [2]


def test_several_ranges_of_one_extraction_are_one_instance() -> None:
    (one,) = merge_commit(extraction("a", 7), extraction("a", 3))
    assert [r.start_line for r in one.before.ranges] == [1, 3, 7]
    assert [r.start_line for r in one.after.ranges] == [3, 7, 90]
    assert [p.description for p in one.parts] == [
        "made extracted from a at 3",
        "made extracted from a at 7",
    ]
    assert one.description == "made extracted from a at 3"


def test_sixty_places_of_one_extraction_are_sixty_instances_and_one_act() -> None:
    found = merge_commit(*(extraction(f"test{n}", n + 2) for n in range(60)))
    assert len({m.id for m in found}) == 60
    assert len({m.group for m in found}) == 1


def test_two_extracted_methods_are_two_acts() -> None:
    found = merge_commit(extraction("a", 3, to="one"), extraction("a", 5, to="two"))
    assert len({m.group for m in found}) == 2


def test_inlining_one_method_into_several_is_one_act() -> None:
    found = merge_commit(inlining("a"), inlining("b"))
    assert (len({m.id for m in found}), len({m.group for m in found})) == (2, 1)


def test_ids_rest_on_content_and_not_on_the_order_of_detection() -> None:
    parts = [extraction("a", 3), extraction("b", 4), extraction("a", 7), inlining("c")]
    assert merge_commit(*parts) == merge_commit(*reversed(parts))


def test_an_id_changes_with_the_commit_and_with_a_range_of_either_side() -> None:
    one = extraction("a", 3)
    assert one.after is not None
    moved = replace(
        one, after=replace(one.after, ranges=(place(91, "extracted method declaration"),))
    )
    ids = {
        merge_commit(one)[0].id,
        merge_commit(moved)[0].id,
        merge_commit(one, commit="d" * 40)[0].id,
    }
    assert len(ids) == 3


def test_an_id_is_the_same_for_ever() -> None:
    assert merge_commit(extraction("a", 3))[0].id == "936802aaa783cbfe"


def test_methods_of_the_same_name_in_two_files_are_two_instances() -> None:
    one = extraction("a", 3)
    assert one.before is not None
    other = replace(one, before=replace(one.before, file="copy/T.java"))
    assert len(merge_commit(one, other)) == 2


def test_other_types_and_refactorings_without_methods_are_left_out() -> None:
    rename = Refactoring(type_name="Rename Class", description="x")
    bare = Refactoring(type_name="Extract Method", description="no sides")
    move = replace(inlining("a"), type_name="Move Method")
    assert merge_commit(rename, bare, move) == ()


def test_instances_come_in_source_order() -> None:
    found = merge_commit(extraction("b", 9), inlining("a"), extraction("a", 3))
    assert [m.description for m in found] == [
        "gone inlined to a",
        "made extracted from a at 3",
        "made extracted from b at 9",
    ]


def test_an_instance_is_as_pure_as_its_worst_part() -> None:
    (one,) = merge_commit(extraction("a", 3), extraction("a", 7, purity=IMPURE))
    assert one.purity == IMPURE
