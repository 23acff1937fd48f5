"""The coverage of the refactored code on one side, and both sides together as facts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from verifier.builds.builder import ClassFiles
from verifier.builds.evidence.twin_classes import unlike_twins
from verifier.checks.parts.refactored_lines import MOST_LISTED, Stretch, side_fact
from verifier.domain.coverage import Coverage, CoverageRequest, Recording
from verifier.domain.facts.coverage import CoverageFacts
from verifier.domain.source import Analysis
from verifier.java_text.names import to_dotted
from verifier.tools.class_file import class_name
from verifier.tools.own_jar import JACOCO_VERSION
from verifier.tools.storage.scratch import scratch_folder

_DATA = "recording.exec"


@dataclass(frozen=True, kw_only=True, slots=True)
class MeasuredSide:
    """The refactored code of one version, and the coverage of its tests.

    `twins` are classes that exist differently in several modules; see `side_by_side`.
    """

    stretches: Sequence[Stretch]
    coverage: Coverage
    twins: frozenset[str] = frozenset()

    @property
    def mismatch(self) -> str:
        """Why the recording says nothing about its classes; empty if it does."""
        owners = {stretch.method.class_name for stretch in self.stretches}
        if twin := sorted({to_dotted(owner) for owner in owners} & self.twins):
            return f"what ran is unknown, since the class {twin[0]} differs between modules"
        if other := sorted(owners.intersection(self.coverage.unmatched)):
            return f"other class files ran than were compiled: {other[0]}"
        return ""

    @property
    def trouble(self) -> str:
        """Why nothing can be said about this side; empty if something can."""
        if self.mismatch:
            return self.mismatch
        refactored = (s for s in self.stretches if s.part == "refactored")
        if not any(s.measure(self.coverage) for s in refactored):
            return "no line of the refactored code has byte code"
        return ""


def read_recording(
    analysis: Analysis,
    recording: Recording,
    classes: ClassFiles,
    stretches: Iterable[Stretch],
    expected: frozenset[str],
) -> Coverage:
    """Read a recording with the class files of its tree; `expected` are classes that must have run."""
    with scratch_folder() as scratch:
        folders = classes.write_to(scratch)
        (scratch / _DATA).write_bytes(recording.data)
        # No sources would mean all sources, so there is always at least one name.
        sources = frozenset(stretch.source for stretch in stretches) or frozenset({"-"})
        return analysis.coverage(
            CoverageRequest(
                recording=scratch / _DATA,
                folders=folders,
                sources=sources,
                expected=expected,
            )
        )


def twin_names(classes: ClassFiles) -> frozenset[str]:
    """Return the classes that exist differently in several modules, by their names in sources.

    Copies with the same byte code are not included: the agent identifies classes by their content.
    """
    return frozenset(to_dotted(class_name(path)) for path in unlike_twins(classes))


def side_by_side(sides: Sequence[MeasuredSide]) -> list[MeasuredSide]:
    """Give both sides the twins of either side.

    A class that differs between modules on one side is ambiguous on both.
    """
    twins = frozenset[str]().union(*(side.twins for side in sides))
    return [replace(side, twins=twins) for side in sides]


def classes_of(tests: Iterable[str]) -> frozenset[str]:
    """Return the classes of tests, from their ids."""
    return frozenset(test.partition("#")[0] for test in tests)


def facts_without_figures(why: str) -> CoverageFacts:
    """Return facts without figures, with the reason."""
    return CoverageFacts(measured=False, reason=why, agent=JACOCO_VERSION)


def facts_of_sides(before: MeasuredSide, after: MeasuredSide, *, by_test: bool) -> CoverageFacts:
    """Return the figures of both sides.

    With `by_test` they include the tests that reach the code on the side before.
    """
    facts = CoverageFacts(
        measured=True,
        reason="",
        agent=JACOCO_VERSION,
        before=side_fact(before.stretches, before.coverage),
        after=side_fact(after.stretches, after.coverage),
    )
    return _with_tests(facts, before) if by_test else facts


def never_ran(facts: CoverageFacts) -> str:
    """Return on which sides no line of the refactored code ran; empty if one ran on both."""
    sides = (("before", facts.before), ("after", facts.after))
    idle = [which for which, side in sides if side is None or not side.lines.covered]
    return f"tests passed, refactored code never ran {' and '.join(idle)}" if idle else ""


def write_shares(facts: CoverageFacts, what: str = "lines of the refactored code") -> str:
    """Return the shares of both sides as text for people."""
    sides = (("before", facts.before), ("after", facts.after))
    shares = (f"{w} {s.lines.covered}/{s.lines.total}" for w, s in sides if s is not None)
    return f"{what} that ran: {', '.join(shares)}"


def _with_tests(facts: CoverageFacts, side: MeasuredSide) -> CoverageFacts:
    code = [m for s in side.stretches if s.part == "refactored" for m in s.code(side.coverage)]
    tests = [test for test in side.coverage.tests_of(code) if test]
    classes = dict.fromkeys(test.partition("#")[0] for test in tests)
    return replace(
        facts,
        reached_by=tuple(classes)[:MOST_LISTED],
        reached_by_tests=tuple(tests[:MOST_LISTED]),
        reached_by_count=len(tests),
    )
