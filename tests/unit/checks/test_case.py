"""What checks share about a case: made once, and no case waits for another one's."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from tests.support.answers import MemoryTree, a_case, with_changes
from tests.support.counted_work import COMPARISONS, count_work
from tests.support.maven_subject import NoAnalysis
from verifier.checks.parts.readings import Readings
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import Detection, SourceTrees
from verifier.predictions.trees import source_trees


class Meeting(NoAnalysis):
    """Detects in two cases at the same time, or in none."""

    def __init__(self) -> None:
        self._door = threading.Barrier(2)

    def detect(self, trees: SourceTrees) -> Detection:
        self._door.wait(10)
        return super().detect(trees)


def test_what_is_made_for_one_case_keeps_no_other_case_waiting() -> None:
    analysis, base = Meeting(), MemoryTree.of({"A.java": "class A {}"})
    cases = [
        a_case(with_changes({"A.java": f"class A {{ int a{n}; }}"}), base, analysis=analysis)
        for n in range(2)
    ]

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda case: case.detection, cases))

    assert found == [Detection(refactorings=())] * 2


class Counting(NoAnalysis):
    """Counts how often it is asked to detect."""

    asked = 0

    def detect(self, trees: SourceTrees) -> Detection:
        self.asked += 1
        return super().detect(trees)


def test_cases_of_one_change_with_other_wishes_share_one_detection() -> None:
    analysis, base = Counting(), MemoryTree.of({"A.java": "class A {}"})
    candidate = with_changes({"A.java": "class A { int a; }"})
    readings = Readings(base=base, candidate=candidate, analysis=analysis, trees_of=source_trees)
    first = replace(a_case(candidate, base, analysis=analysis), readings=readings)
    second = replace(first, wanted=WantedRefactoring.parse("Inline Method:p.A#g()"))

    assert first.detection is second.detection
    assert first.trees is second.trees
    assert analysis.asked == 1


def test_what_an_earlier_analysis_detected_is_not_asked_again() -> None:
    base, candidate = MemoryTree.of({}), with_changes({})
    known = Detection(refactorings=())
    readings = Readings(
        base=base, candidate=candidate, analysis=Counting(), trees_of=source_trees, known=known
    )

    assert readings.detection is known


def test_two_checks_share_one_search_for_edits_beyond_the_refactoring() -> None:
    case = a_case(with_changes({}), MemoryTree.of({}), analysis=Counting())

    with count_work() as found:
        edits = [case.left_over.edits, case.left_over.edits]

    assert edits[0] is edits[1]
    assert found[COMPARISONS] == 1
