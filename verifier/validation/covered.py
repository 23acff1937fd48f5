"""Whether the tests of both sides run the refactored code, by the rules of the check `coverage`."""

from verifier.checks.parts.measured_sides import (
    MeasuredSide,
    classes_of,
    facts_of_sides,
    facts_without_figures,
    never_ran,
    read_recording,
    side_by_side,
    twin_names,
    write_shares,
)
from verifier.checks.parts.refactored_lines import Stretch, stretches_after, stretches_before
from verifier.domain.instance import Instance
from verifier.domain.outcome import Reason, Status
from verifier.domain.refactoring import Refactoring
from verifier.domain.source import Analysis
from verifier.domain.validation import InstanceCoverage
from verifier.errors import BaseInvalidError
from verifier.validation.trees import MeasuredTree


def read_coverage(
    instance: Instance, before: MeasuredTree, after: MeasuredTree, analysis: Analysis
) -> InstanceCoverage:
    """Read both recordings, each with the class files of its own commit.

    Raises:
        VerifierError: an error that the instance did not cause.
    """
    own = Refactoring(
        type_name=str(instance.type),
        description=instance.description,
        before=instance.before,
        after=instance.after,
    )
    parts = stretches_before([own]), stretches_after([own])
    sides: list[MeasuredSide] = []
    for name, tree, stretches in zip(("base", "commit"), (before, after), parts, strict=True):
        try:
            found = _side(tree, stretches, analysis)
        except BaseInvalidError as error:
            return _not_measured(f"on the {name}: {error.message}")
        if isinstance(found, str):
            return _not_measured(f"on the {name}: {found}")
        sides.append(found)
    for name, side in zip(("base", "commit"), side_by_side(sides), strict=True):
        if side.trouble:
            return _not_measured(f"on the {name}: {side.trouble}")
    facts = facts_of_sides(*sides, by_test=_by_test(before))
    if before.builder is not None:
        # Kept with the base, so that `show` can name the tests that run it.
        before.builder.reach(analysis)
    if text := never_ran(facts):
        return InstanceCoverage(
            status=Status.INCONCLUSIVE, reason=Reason.NOT_COVERED, details=text, facts=facts
        )
    return InstanceCoverage(status=Status.PASSED, details=write_shares(facts), facts=facts)


def _side(
    tree: MeasuredTree, stretches: tuple[Stretch, ...], analysis: Analysis
) -> MeasuredSide | str:
    """The code that ran on one side, or the reason why this is unknown."""
    if tree.builder is None or tree.measurement is None:
        return f"its tests were not measured: {tree.trouble}"
    recording = tree.builder.recording()
    if recording.trouble:
        return recording.trouble
    expected = classes_of(tree.measurement.stable_pass)
    classes = tree.builder.classes(None)
    coverage = read_recording(analysis, recording, classes, stretches, expected)
    if coverage.forged:
        return f"the recording is unreadable: {coverage.forged}"
    side = MeasuredSide(stretches=stretches, coverage=coverage, twins=twin_names(classes))
    return side.trouble or side


def _by_test(tree: MeasuredTree) -> bool:
    return tree.builder is not None and tree.builder.recording().by_test


def _not_measured(why: str) -> InstanceCoverage:
    return InstanceCoverage(
        status=Status.INCONCLUSIVE,
        reason=Reason.NOT_MEASURED,
        details=why,
        facts=facts_without_figures(why),
    )
