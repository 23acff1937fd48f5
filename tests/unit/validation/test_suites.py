"""What became of the base's tests: failed, flaky, renamed, vanished, skipped."""

from dataclasses import replace

from tests.support.scripted_builder import make_measurement
from verifier.builds.builder import BaseMeasurement
from verifier.domain.outcome import Reason, Status
from verifier.domain.refactoring import MethodId, Refactoring, RefactoringSide
from verifier.domain.validation import SuiteComparison, TreeBuild
from verifier.validation.suites import compare_suites
from verifier.validation.trees import MeasuredTree

BUILT = TreeBuild(commit="1" * 40, status=Status.PASSED)


def tree(measurement: BaseMeasurement | None, trouble: str = "") -> MeasuredTree:
    return MeasuredTree(build=BUILT, measurement=measurement, trouble=trouble)


def compare_runs(
    before: BaseMeasurement, after: BaseMeasurement, *refactorings: Refactoring
) -> SuiteComparison:
    return compare_suites(tree(before), tree(after), refactorings)


def make_rename(kind: str, old: str, new: str) -> Refactoring:
    sides = (RefactoringSide(file="T.java", method=MethodId.parse(f"{m}()")) for m in (old, new))
    before, after = sides
    return Refactoring(type_name=kind, description=kind, before=before, after=after)


def test_the_same_tests_that_pass_again_are_kept() -> None:
    found = compare_runs(
        make_measurement("p.T#a", "p.T#b"), make_measurement("p.T#a", "p.T#b", "p.T#new")
    )

    assert (found.status, found.kept, found.vanished_count) == (Status.PASSED, 2, 0)


def test_a_test_that_fails_after_is_a_loss_with_its_name() -> None:
    after = replace(make_measurement("p.T#a"), stable_fail=frozenset({"p.T#b"}))

    found = compare_runs(make_measurement("p.T#a", "p.T#b"), after)

    assert (found.status, found.reason) == (Status.FAILED, Reason.TEST_FAILED)
    assert (found.failed, found.details) == (("p.T#b",), "1 fail after: p.T#b")


def test_a_class_whose_set_up_fails_takes_its_tests_along() -> None:
    after = replace(make_measurement("p.T#a"), stable_fail=frozenset({"p.U#<class>"}))

    assert compare_runs(make_measurement("p.T#a", "p.U#b"), after).failed == ("p.U#b",)


def test_a_test_that_passes_and_fails_after_is_flaky_and_not_vanished() -> None:
    found = compare_runs(
        make_measurement("p.T#a", "p.T#b"), make_measurement("p.T#a", flaky=["p.T#b"])
    )

    assert (found.status, found.reason) == (Status.FAILED, Reason.FLAKY)
    assert (found.flaky, found.vanished) == (("p.T#b",), ())


def test_vanished_and_skipped_tests_are_listed_and_lose_nothing() -> None:
    after = replace(make_measurement("p.T#a"), skipped=frozenset({"p.T#b"}))

    found = compare_runs(make_measurement("p.T#a", "p.T#b", "p.T#c"), after)

    assert found.status is Status.PASSED
    assert (found.vanished, found.newly_skipped, found.kept) == (("p.T#c",), ("p.T#b",), 1)


def test_without_one_test_that_is_still_there_nothing_was_compared() -> None:
    found = compare_runs(make_measurement("p.T#a"), make_measurement("p.U#a"))

    assert (found.status, found.reason) == (Status.FAILED, Reason.TEST_MISSING)


def test_tests_are_found_under_the_name_that_the_commit_gave_them() -> None:
    rename = make_rename("Rename Method", "p.T#a", "p.T#better")
    moved = Refactoring(type_name="Rename Class", description="Rename Class\tp.U renamed to p.V")

    found = compare_runs(
        make_measurement("p.T#a[1]", "p.U#b"),
        make_measurement("p.T#better[1]", "p.V#b"),
        rename,
        moved,
    )

    assert found.renamed == {"p.T#a[1]": "p.T#better[1]", "p.U#b": "p.V#b"}
    assert (found.status, found.kept, found.vanished) == (Status.PASSED, 2, ())


def test_a_name_that_the_base_had_already_is_no_new_one() -> None:
    rename = make_rename("Rename Method", "p.T#a", "p.T#b")

    found = compare_runs(make_measurement("p.T#a", "p.T#b"), make_measurement("p.T#b"), rename)

    assert (found.renamed, found.vanished) == ({}, ("p.T#a",))


def test_a_suite_that_was_not_measured_leaves_it_open() -> None:
    found = compare_suites(tree(make_measurement("p.T#a")), tree(None, "0 tests"), ())

    assert (found.status, found.reason) == (Status.INCONCLUSIVE, Reason.BASE_INVALID)
    assert found.details == "the tests of the commit were not measured: 0 tests"
