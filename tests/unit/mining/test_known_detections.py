"""What a journal holds about a commit is used, if the same tools would find the same again."""

from dataclasses import replace
from pathlib import Path

import pytest

from verifier.domain.refactoring import Refactoring
from verifier.domain.source import Detection, SkippedFile
from verifier.mining.commit import CommitStatus, MinedCommit
from verifier.mining.journal import Journal, JournalHeader
from verifier.mining.known_detections import KnownDetections

COMMIT, PARENT = "c" * 40, "b" * 40
VERSIONS = {"refverify": "1", "refactoring-miner": "3"}
FOUND = Refactoring(type_name="Rename Class", description="Rename Class A renamed to B")
MINED = MinedCommit(commit=COMMIT, parent=PARENT, status=CommitStatus.OK, refactorings=(FOUND,))


def journal_of(folder: Path, *mined: MinedCommit) -> Path:
    path = folder / "i.journal.jsonl"
    header = JournalHeader(repo="r", types=(), versions={**VERSIONS, "proved-against": "no jars"})
    with Journal(path, header) as journal:
        for each in mined:
            journal.append(each)
    return path


def test_the_last_line_of_a_commit_is_returned(tmp_path: Path) -> None:
    failed = replace(MINED, status=CommitStatus.TIMEOUT, refactorings=())
    other = replace(MINED, commit="d" * 40, refactorings=())
    known = KnownDetections(journal_of(tmp_path, failed, other, MINED, other), VERSIONS)

    assert known.of(COMMIT, PARENT) == Detection(refactorings=(FOUND,))
    assert known.of("d" * 40, PARENT) == Detection(refactorings=())
    assert known.of("e" * 40, PARENT) is None


@pytest.mark.parametrize(
    "mined",
    [
        replace(MINED, parent="a" * 40),
        replace(MINED, status=CommitStatus.SAME_METHODS),
        replace(MINED, status=CommitStatus.TIMEOUT),
        replace(MINED, skipped_files=(SkippedFile(path="A.java", reason="too large"),)),
    ],
)
def test_a_commit_that_was_not_compared_as_a_whole_is_unknown(
    tmp_path: Path, mined: MinedCommit
) -> None:
    assert KnownDetections(journal_of(tmp_path, mined), VERSIONS).of(COMMIT, PARENT) is None


def test_other_versions_of_the_tools_may_detect_other_refactorings(tmp_path: Path) -> None:
    journal = journal_of(tmp_path, MINED)

    for versions in ({**VERSIONS, "refactoring-miner": "4"}, {**VERSIONS, "java": "21"}):
        assert KnownDetections(journal, versions).of(COMMIT, PARENT) is None


def test_without_a_readable_journal_nothing_is_known(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged"
    damaged.write_bytes(b"\xff\n")
    torn = journal_of(tmp_path, MINED)
    torn.write_bytes(torn.read_bytes()[:-3])

    for path in (tmp_path / "none", damaged, torn):
        assert KnownDetections(path, VERSIONS).of(COMMIT, PARENT) is None
