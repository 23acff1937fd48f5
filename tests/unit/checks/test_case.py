"""What checks share about a case: made once, and no case waits for another one's."""

import threading
from concurrent.futures import ThreadPoolExecutor

from tests.support.answers import MemoryTree, a_case, with_changes
from tests.support.maven_subject import NoAnalysis
from verifier.domain.source import Detection, SourceTrees


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
