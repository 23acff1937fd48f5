"""The map of a base is cached with its measurements, found by commit, and made again if damaged."""

import os
from pathlib import Path

import pytest

from tests.support.maven_subject import NoAnalysis
from tests.support.scripted_builder import ScriptedBuilder, make_measurement, ran
from verifier.builds.builder import ClassFiles
from verifier.builds.evidence.reach_maps import KnownReach, keep_reach, read_reach, read_reach_maps
from verifier.domain.coverage import Coverage, CoverageRequest, MethodCoverage, Recording
from verifier.domain.instance import StableId
from verifier.domain.reach import ReachMap
from verifier.errors import AnalysisError
from verifier.tools.storage.cache_seal import write_sealed

ONE = ReachMap(tests=("p.T#a",), methods={"p.A#m()V": "0"})
OTHER = ReachMap(tests=("p.T#b",), methods={"p.A#m()V": "0"})
COMMIT = "c0ffee"


def never() -> ReachMap | None:
    raise AssertionError("it is kept")


def test_a_map_is_read_once_and_found_by_its_commit(tmp_path: Path) -> None:
    key = StableId.of("measurement")

    assert keep_reach(tmp_path, COMMIT, key, lambda: ONE) == ONE
    assert keep_reach(tmp_path, COMMIT, key, never) == ONE
    assert list(read_reach_maps(tmp_path, COMMIT)) == [ONE]
    assert list(read_reach_maps(tmp_path, "0ther")) == []


def test_a_map_that_cannot_be_read_is_asked_for_again(tmp_path: Path) -> None:
    key = StableId.of("measurement")

    assert keep_reach(tmp_path, COMMIT, key, lambda: None) is None
    assert keep_reach(tmp_path, COMMIT, key, lambda: ONE) == ONE


def test_of_several_measurements_the_newest_comes_first(tmp_path: Path) -> None:
    keep_reach(tmp_path, COMMIT, StableId.of("old"), lambda: ONE)
    (old,) = (tmp_path / "reach").iterdir()
    os.utime(old, (1, 1))
    keep_reach(tmp_path, COMMIT, StableId.of("new"), lambda: OTHER)

    assert list(read_reach_maps(tmp_path, COMMIT)) == [OTHER, ONE]


def test_a_damaged_map_is_passed_over_and_made_anew(tmp_path: Path) -> None:
    key = StableId.of("measurement")
    keep_reach(tmp_path, COMMIT, key, lambda: ONE)
    (file,) = (tmp_path / "reach").iterdir()
    file.write_bytes(b"{}")

    assert list(read_reach_maps(tmp_path, COMMIT)) == []
    assert keep_reach(tmp_path, COMMIT, key, lambda: OTHER) == OTHER


def test_a_map_of_another_form_is_passed_over(tmp_path: Path) -> None:
    write_sealed(tmp_path / "reach" / f"{COMMIT}-0123.json", b'{"tests": 1}')

    assert list(read_reach_maps(tmp_path, COMMIT)) == []


@pytest.mark.parametrize("commit", ["/etc", "*", "../reach/c0ffee", ""])
def test_a_record_whose_commit_is_a_path_or_a_pattern_finds_nothing(
    tmp_path: Path, commit: str
) -> None:
    keep_reach(tmp_path, COMMIT, StableId.of("measurement"), lambda: ONE)

    assert list(read_reach_maps(tmp_path, commit)) == []


class Reads(NoAnalysis):
    """An analysis that reads what is laid out for it."""

    def __init__(self, forged: str = "") -> None:
        self.forged = forged

    def coverage(self, request: CoverageRequest) -> Coverage:
        main, test = request.folders
        assert (main / "p/A.class").read_bytes() == b"main"
        assert (test / "p/T.class").read_bytes() == b"test"
        assert request.recording.read_bytes() == b"data"
        assert not request.sources
        ran = MethodCoverage(
            class_name="p.A", name="m", descriptor="()V", file="p/A.java", tests=(0,)
        )
        return Coverage(methods=(ran,), tests=("p.T#a",), forged=self.forged)


def test_all_class_files_of_the_base_are_read_and_a_forged_recording_gives_no_map() -> None:
    classes = ClassFiles(main={"p/A.class": b"main"}, test={"p/T.class": b"test"})
    recording = Recording(data=b"data", by_test=True)

    assert read_reach(Reads(), recording, classes) == ONE
    assert read_reach(Reads("it ends within a block"), recording, classes) is None


class Dies(NoAnalysis):
    """An analysis that dies of what it reads."""

    def __init__(self) -> None:
        self.asked = 0

    def coverage(self, request: CoverageRequest) -> Coverage:
        del request
        self.asked += 1
        raise AnalysisError("the worker died")


def test_a_map_that_cannot_be_had_is_no_error_and_not_tried_again(tmp_path: Path) -> None:
    builder = ScriptedBuilder(
        base=make_measurement("p.T#a"),
        run=ran({}),
        recorded=Recording(data=b"data", by_test=True),
        base_classes=ClassFiles(main={}, test={}),
    )
    known, analysis = KnownReach(tmp_path, COMMIT), Dies()

    for _ in range(2):
        assert known.of(builder, analysis, lambda: StableId.of("measurement")) is None
    assert analysis.asked == 1


def test_a_recording_of_whole_runs_has_no_map(tmp_path: Path) -> None:
    builder = ScriptedBuilder(
        base=make_measurement(), run=ran({}), recorded=Recording(data=b"data")
    )

    known = KnownReach(tmp_path, COMMIT)

    assert known.of(builder, NoAnalysis(), lambda: StableId.of("measurement")) is None
