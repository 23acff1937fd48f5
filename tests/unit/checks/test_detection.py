"""The wanted refactoring is found by type and by the whole method, or not at all."""

from dataclasses import replace

import pytest

from tests.support.answers import Detecting, MemoryTree, a_case, an_instance, with_changes
from verifier.checks.detection import DetectionCheck
from verifier.domain.instance import Instance
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.purity import Purity, PurityVerdict
from verifier.domain.refactoring import (
    CodeRange,
    MethodId,
    Refactoring,
    RefactoringSide,
    WantedRefactoring,
)
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.source import Detection, SkippedFile
from verifier.domain.wanted_matching import matching


def make_refactoring(
    type_name: str, method: str, after: str = "p.C#m()", **more: object
) -> Refactoring:
    before = RefactoringSide(file="C.java", method=MethodId.parse(method))
    partner = more.pop("partner", None)
    side = RefactoringSide(
        file="C.java",
        method=MethodId.parse(after),
        partner=MethodId.parse(str(partner)) if partner else None,
    )
    return Refactoring(
        type_name=type_name,
        description=type_name,
        before=before,
        after=side,
        delegate=bool(more.pop("delegate", False)),
    )


def read_wanted(text: str) -> WantedRefactoring:
    return WantedRefactoring.parse(text)


def test_the_same_type_on_the_same_method_is_the_wanted_one() -> None:
    extract = make_refactoring("Extract Method", "p.C#m(int, List)")

    assert matching(
        read_wanted("Extract Method:p.C#m(int, java.util.List<String>)"), [extract]
    ) == (extract,)


def variable(kind: str, old: str | None, new: str | None, types: str = "int|int") -> Refactoring:
    one = make_refactoring(kind, "p.C#m()")
    assert one.before is not None
    assert one.after is not None
    before, after = types.split("|")
    return replace(
        one,
        before=replace(one.before, variable=old, variable_type=before),
        after=replace(one.after, variable=new, variable_type=after),
    )


@pytest.mark.parametrize(
    ("text", "one", "is_wanted"),
    [
        ("Rename Variable:p.C#m() a -> b", variable("Rename Variable", "a", "b"), True),
        ("Rename Variable:p.C#m() a", variable("Rename Variable", "a", "b"), True),
        ("Rename Variable:p.C#m()", variable("Rename Variable", "a", "b"), True),
        ("Rename Variable:p.C#m() a -> c", variable("Rename Variable", "a", "b"), False),
        ("Rename Variable:p.C#m() b -> a", variable("Rename Variable", "a", "b"), False),
        ("Rename Variable:p.C#n() a -> b", variable("Rename Variable", "a", "b"), False),
        ("Rename Parameter:p.C#m() a -> b", variable("Rename Variable", "a", "b"), False),
        ("Extract Variable:p.C#m() -> b", variable("Extract Variable", None, "b"), True),
        ("Extract Variable:p.C#m() -> a", variable("Extract Variable", None, "b"), False),
        ("Inline Variable:p.C#m() a", variable("Inline Variable", "a", None), True),
        ("Inline Variable:p.C#m() b", variable("Inline Variable", "a", None), False),
        (
            "Change Variable Type:p.C#m() a -> Map<K,V>",
            variable("Change Variable Type", "a", "a", "HashMap<K, V>|Map<K, V>"),
            True,
        ),
        (
            "Change Variable Type:p.C#m() a -> long",
            variable("Change Variable Type", "a", "a", "short|int"),
            False,
        ),
    ],
)
def test_a_wanted_variable_is_found_by_its_old_and_new_name(
    text: str,
    one: Refactoring,
    is_wanted: bool,
) -> None:
    assert matching(read_wanted(text), [one]) == ((one,) if is_wanted else ())


def test_if_none_was_named_a_variable_of_a_refactored_method_is_part_of_its_refactoring() -> None:
    renamed = variable("Rename Variable", "a", "b")
    extracted = make_refactoring("Extract Method", "p.C#m()")
    elsewhere = make_refactoring("Extract Method", "p.C#n()", after="p.C#n()")

    assert matching(None, [renamed]) == (renamed,)
    assert matching(None, [renamed, extracted]) == (extracted,)
    assert matching(None, [renamed, elsewhere]) == (renamed, elsewhere)


def test_another_overload_is_not_the_wanted_one() -> None:
    extract = make_refactoring("Extract Method", "p.C#m(long)")

    assert matching(read_wanted("Extract Method:p.C#m(int)"), [extract]) == ()


def test_the_same_method_of_another_class_is_not_the_wanted_one() -> None:
    extract = make_refactoring("Extract Method", "p.D#m(int)")

    assert matching(read_wanted("Extract Method:p.C#m(int)"), [extract]) == ()


def test_another_type_on_the_same_method_is_not_the_wanted_one() -> None:
    rename = make_refactoring("Rename Method", "p.C#m(int)")

    assert matching(read_wanted("Extract Method:p.C#m(int)"), [rename]) == ()


def test_nested_classes_match_with_either_separator() -> None:
    extract = make_refactoring("Extract Method", "p.C$Inner#m()")

    assert matching(read_wanted("Extract Method:p.C.Inner#m()"), [extract]) == (extract,)


def test_a_delegating_move_counts_for_move_method_when_the_name_stays() -> None:
    move = make_refactoring(
        "Extract And Move Method", "p.C#m(int)", partner="p.Target#m(int)", delegate=True
    )

    assert matching(read_wanted("Move Method:p.C#m(int)"), [move]) == (move,)
    assert matching(read_wanted("Move And Rename Method:p.C#m(int)"), [move]) == ()


def test_a_delegating_move_under_another_name_counts_for_move_and_rename() -> None:
    move = make_refactoring(
        "Extract And Move Method", "p.C#m(int)", partner="p.Target#other(int)", delegate=True
    )

    assert matching(read_wanted("Move And Rename Method:p.C#m(int)"), [move]) == (move,)
    assert matching(read_wanted("Move Method:p.C#m(int)"), [move]) == ()


def test_an_extraction_to_another_class_that_is_no_delegate_is_no_move() -> None:
    extract = make_refactoring("Extract And Move Method", "p.C#m(int)", partner="p.Target#m(int)")

    assert matching(read_wanted("Move Method:p.C#m(int)"), [extract]) == ()


def test_a_refactoring_without_methods_never_matches() -> None:
    rename_class = Refactoring(type_name="Rename Class", description="Rename Class")

    assert (
        matching(
            WantedRefactoring(
                type=RefactoringType.EXTRACT_METHOD, method=MethodId.parse("p.C#m()")
            ),
            [rename_class],
        )
        == ()
    )


@pytest.mark.parametrize("path", ["p/C.java", "p/Gone.java"])
def test_a_file_that_was_not_looked_at_on_either_side_leaves_it_open(path: str) -> None:
    base = MemoryTree.of({"p/C.java": "class C { }", "p/Gone.java": "class Gone { }"})
    candidate = with_changes({"p/C.java": "class C { int a; }", "p/Gone.java": None})

    unseen = Detection(refactorings=(), skipped=(SkippedFile(path=path, reason="too large"),))

    result = DetectionCheck().run(a_case(candidate, base, analysis=Detecting(unseen)))

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.ANALYSIS)
    assert result.details == f"RefactoringMiner did not read {path} (too large)"


def test_a_file_that_only_the_candidate_made_unreadable_is_its_own_fault() -> None:
    after = SkippedFile(path="p/C.java", reason="after: generated ('for FHIR')")
    before = SkippedFile(path="p/C.java", reason="before: generated ('for FHIR')")
    base = MemoryTree.of({"p/C.java": "class C { }"})
    candidate = with_changes({"p/C.java": "class C { int a; }"})

    def judge_twice(*skipped: SkippedFile) -> tuple[Status, Reason | None]:
        detecting = Detecting(Detection(refactorings=(), skipped=skipped))
        result = DetectionCheck().run(a_case(candidate, base, analysis=detecting))
        return result.status, result.reason

    assert judge_twice(after) == (Status.FAILED, Reason.NOT_DETECTED)
    assert judge_twice(before, after) == (Status.INCONCLUSIVE, Reason.ANALYSIS)


def _any(detection: Detection) -> CheckResult:
    base = MemoryTree.of({"C.java": "class C {}"})
    case = a_case(
        with_changes({"C.java": "class C { int a; }"}), base, None, analysis=Detecting(detection)
    )
    return DetectionCheck().run(case)


def test_without_a_wanted_one_every_known_refactoring_counts_and_is_named() -> None:
    extract, rename = (
        make_refactoring("Extract Method", "p.C#m()"),
        make_refactoring("Rename Class", "p.C#m()"),
    )
    result = _any(Detection(refactorings=(extract, rename)))

    assert (result.status, result.data["matched"]) == (Status.PASSED, ["Extract Method"])
    assert result.details == "Extract Method"


def test_without_a_wanted_one_some_refactoring_must_still_be_there() -> None:
    result = _any(Detection(refactorings=(make_refactoring("Rename Class", "p.C#m()"),)))

    assert (result.status, result.reason) == (Status.FAILED, Reason.NOT_DETECTED)
    assert (
        result.details
        == "what was detected in this patch is of no type that is judged: Rename Class"
    )


def test_where_nothing_at_all_was_detected_that_alone_is_said() -> None:
    result = _any(Detection(refactorings=()))

    assert result.reason is Reason.NOT_DETECTED
    assert result.details == "no refactoring was detected in this patch"


def test_where_nothing_near_was_detected_a_method_that_the_base_lacks_is_told() -> None:
    base = MemoryTree.of({"src/main/java/p/C.java": "package p;\nclass C { void run() {} }\n"})
    nothing = Detecting(Detection(refactorings=()))
    result = DetectionCheck().run(
        a_case(with_changes({}), base, "Extract Method:p.C#rum()", analysis=nothing)
    )

    assert result.details.splitlines()[1:] == [
        "no method p.C#rum() is found in the base",
        'nearest: --want "Extract Method:p.C#run()"',
    ]


@pytest.mark.parametrize(
    ("asked", "advised"),
    [
        ("Extract Method:p.C#m(long)", "Extract Method:p.C#m(Map.Entry)"),
        ("Inline Method:p.C#other()", "Inline Method:p.D#other(int)"),
        ("Extract Method:q.Gone#gone()", None),
    ],
)
def test_the_nearest_wanted_refactoring_that_was_found_can_be_pasted(
    asked: str, advised: str | None
) -> None:
    detected = (
        make_refactoring("Extract Method", "p.C#m(Map.Entry)"),
        make_refactoring("Inline Method", "p.D#other(int)"),
        make_refactoring("Rename Class", "p.E#e()"),
    )
    result = DetectionCheck().run(
        a_case(
            with_changes({}),
            MemoryTree.of({}),
            asked,
            analysis=Detecting(Detection(refactorings=detected)),
        )
    )

    assert result.reason is Reason.NOT_DETECTED
    assert result.details.partition("\nnearest: --want ")[2] == (f'"{advised}"' if advised else "")


def test_each_refactoring_that_matches_is_told_with_its_places_and_its_purity() -> None:
    place = CodeRange(
        file="C.java", start_line=7, start_column=1, end_line=9, end_column=2, role="method"
    )
    plain = make_refactoring("Extract Method", "p.C#m()")
    assert plain.before is not None
    each = replace(
        plain,
        before=replace(plain.before, ranges=(place,)),
        purity=Purity(verdict=PurityVerdict.IMPURE, comment="why"),
    )
    case = a_case(
        with_changes({"C.java": "class C { }"}),
        MemoryTree.of({"C.java": "class C {}"}),
        "Extract Method:p.C#m()",
        analysis=Detecting(Detection(refactorings=(each,))),
    )

    assert DetectionCheck().run(case).data["found"] == [
        {
            "type": "Extract Method",
            "description": "Extract Method",
            "before": {"file": "C.java", "line": 7, "method": "p.C#m()"},
            "after": {"file": "C.java", "line": 0, "method": "p.C#m()"},
            "purity": "impure",
            "comment": "why",
        }
    ]


ONE, OTHER = "core/src/main/java/p/C.java", "web/src/main/java/p/C.java"
HAS_METHOD = "package p; class C { void m() { } }"
WANTED = "Extract Method:p.C#m()"


def judge_module(
    wanted: str,
    changed: str,
    *,
    other: str = HAS_METHOD,
    instance: Instance | None = None,
) -> CheckResult:
    """Judge a change of one of two modules that have a class of the same full name."""
    base = MemoryTree.of({ONE: HAS_METHOD, OTHER: other})
    extract = make_refactoring("Extract Method", "p.C#m()")
    assert extract.before is not None
    extract = replace(extract, before=replace(extract.before, file=changed))
    detecting = Detecting(Detection(refactorings=(extract,)))
    candidate = with_changes({changed: HAS_METHOD.replace("{ }", "{ n(); } void n() { }")})
    return DetectionCheck().run(a_case(candidate, base, wanted, instance, detecting))


def test_a_method_that_two_modules_have_leaves_it_open_which_one_is_wanted() -> None:
    result = judge_module(WANTED, OTHER)

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.UNSUPPORTED)
    assert result.details == (
        f"wanted Extract Method: p.C#m(): it was done in {OTHER}, and this method is also in {ONE}"
        '\nname a folder: --want "Extract Method: web/p.C#m()"'
    )


@pytest.mark.parametrize(
    ("folder", "status"),
    [("web/", Status.PASSED), ("web/src/main/java/", Status.PASSED), ("core/", Status.FAILED)],
)
def test_a_named_folder_says_which_module_is_meant(folder: str, status: Status) -> None:
    assert judge_module(WANTED.replace("p.C", f"{folder}p.C"), OTHER).status is status


def test_a_class_of_this_name_without_the_method_is_not_meant() -> None:
    assert judge_module(WANTED, OTHER, other=HAS_METHOD).status is Status.INCONCLUSIVE
    assert judge_module(WANTED, ONE, other="package p; class C { }").status is Status.PASSED


@pytest.mark.parametrize(("changed", "status"), [(ONE, Status.PASSED), (OTHER, Status.FAILED)])
def test_an_instance_names_the_file(changed: str, status: Status) -> None:
    before = RefactoringSide(file=ONE, method=MethodId.parse("p.C#m()"))
    instance = an_instance(WANTED, before=before)

    assert judge_module(WANTED, changed, instance=instance).status is status
