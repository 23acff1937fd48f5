"""Base runs become classes of ids; two runners' views of one tree are compared."""

import pytest

from verifier.builds.measuring.stability import classify, difference
from verifier.domain.testrun import TestOutcome, TestRun

P, F, S = TestOutcome.PASSED, TestOutcome.FAILED, TestOutcome.SKIPPED


def run(conflicts: tuple[str, ...] = (), **outcomes: TestOutcome) -> TestRun:
    named = {f"p.T#{name}": outcome for name, outcome in outcomes.items()}
    return TestRun(outcomes=named, failures={}, conflicts=conflicts)


def make_run(*pairs: tuple[str, TestOutcome]) -> TestRun:
    return TestRun(outcomes=dict(pairs), failures={})


def test_an_id_that_changes_its_outcome_is_flaky() -> None:
    found = classify([run(a=P, b=F, c=S, d=P), run(a=P, b=F, c=S, d=F)])

    assert found.stable_pass == {"p.T#a"}
    assert found.stable_fail == {"p.T#b"}
    assert found.skipped == {"p.T#c"}
    assert found.flaky == {"p.T#d"}


def test_an_id_that_one_run_lacks_is_flaky() -> None:
    assert classify([run(a=P, b=P), run(a=P)]).flaky == {"p.T#b"}


def test_an_id_in_conflict_is_flaky() -> None:
    assert classify([run(conflicts=("p.T#a",), a=P)]).flaky == {"p.T#a"}


def test_all_invocations_of_a_test_with_a_flaky_one_are_flaky() -> None:
    first = make_run(
        ("p.T#m(int)[1]", P), ("p.T#m(int)[2]", P), ("p.T#m(int)[3]", S), ("p.T#n[1]", P)
    )
    second = make_run(
        ("p.T#m(int)[1]", S), ("p.T#m(int)[2]", P), ("p.T#m(int)[3]", S), ("p.T#n[1]", P)
    )

    found = classify([first, second])

    assert found.flaky == {"p.T#m(int)[1]", "p.T#m(int)[2]", "p.T#m(int)[3]"}
    assert found.stable_pass == {"p.T#n[1]"}


@pytest.mark.parametrize("flaky", ["p.T#made", "p.T#made[2]"])
def test_so_they_are_where_a_report_numbers_all_but_the_first(flaky: str) -> None:
    ids = ("p.T#made", "p.T#made[2]", "p.T#made[3]", "p.T#mad")
    runs = [make_run(*((t, o if t == flaky else P) for t in ids)) for o in (P, F)]

    found = classify(runs)

    assert found.flaky == {"p.T#made", "p.T#made[2]", "p.T#made[3]"}
    assert found.stable_pass == {"p.T#mad"}


def test_an_invocation_that_always_fails_stays_so_beside_a_flaky_one() -> None:
    runs = [make_run(("p.T#m[1]", P), ("p.T#m[2]", F)), make_run(("p.T#m[1]", F), ("p.T#m[2]", F))]

    assert classify(runs).stable_fail == {"p.T#m[2]"}


def test_no_run_gives_no_class() -> None:
    assert classify([]).stable_pass == frozenset()


def test_names_of_parameterised_tests_may_differ_between_runners() -> None:
    ours = make_run(("p.T#m(int)[1]", P), ("p.T#m(int)[2]", F))
    theirs = make_run(("p.T#m(int)[1] first", P), ("p.T#m{int}[2]", F))

    assert difference(ours, theirs) == ""


def test_display_names_are_compared_by_outcomes_alone() -> None:
    ours = make_run(("p.T#adds", P), ("p.T#fails", F))
    theirs = make_run(("p.T#adds two numbers", P), ("p.T#fails on purpose", F))

    assert difference(ours, theirs) == ""


def test_a_class_that_fails_as_a_whole_has_another_name_with_gradle() -> None:
    ours = make_run(("p.T#<class>", F), ("p.T#m", P))

    assert difference(ours, make_run(("p.T#classMethod", F), ("p.T#m", P))) == ""
    assert difference(ours, make_run(("p.T#classMethod", P), ("p.T#m", P))) != ""


def test_a_class_that_is_ignored_may_have_an_entry_for_each_method() -> None:
    ours = make_run(("p.T#<class>", S), ("p.U#m", P))
    theirs = make_run(("p.T#one", S), ("p.T#two", S), ("p.U#m", P))

    assert difference(ours, theirs) == difference(theirs, ours) == ""


def test_what_ran_of_an_ignored_class_is_a_difference() -> None:
    ours = make_run(("p.T#<class>", S))

    assert difference(ours, make_run(("p.T#one", S), ("p.T#two", P))) == (
        "p.T: nothing against 1 x one skipped, 1 x two passed"
    )
    assert (
        difference(make_run(), make_run(("p.T#one", S))) == "p.T: nothing against 1 x one skipped"
    )


def test_another_number_of_invocations_is_a_difference() -> None:
    ours = make_run(("p.T#m[1]", P))
    theirs = make_run(("p.T#m[1]", P), ("p.T#m[2]", P))

    assert difference(ours, theirs) == "p.T: nothing against 1 x m passed"


def test_another_outcome_is_a_difference() -> None:
    assert difference(make_run(("p.T#m", P)), make_run(("p.T#m", F))) == (
        "p.T: 1 x m passed against 1 x m failed"
    )


def test_a_class_that_only_one_runner_sees_is_a_difference() -> None:
    assert difference(make_run(("p.T#m", P)), make_run()) == "p.T: 1 x m passed against nothing"
