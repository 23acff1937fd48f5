"""What a campaign leaves on disk goes into its folder, and nowhere else."""

from pathlib import Path

import pytest

from verifier.domain.behaviour import Behaviour, BehaviourVerdict, DifferenceTag, Witness
from verifier.errors import StorageError
from verifier.fuzzing.outcome import file_stem, prepare, write_outcome
from verifier.fuzzing.replay import read_replay
from verifier.fuzzing.request import Versions


def difference(test_class: str = "p.CodeBehaviourTest") -> Behaviour:
    witness = Witness(
        entry="p.Code#one()I",
        tags=(DifferenceTag.RETURN,),
        call="new Code().one()",
        old="returned 1",
        new="returned 2",
        test_class=test_class,
        test="package p; // \ud800",
        replay={"input": "recorded"},
    )
    return Behaviour(verdict=BehaviourVerdict.NON_EQUIVALENT, seed=1, witnesses=(witness,))


def test_a_difference_leaves_record_replay_file_and_test(tmp_path: Path) -> None:
    versions = Versions(old=tmp_path / "old", new=tmp_path / "new")
    written = write_outcome(difference(), tmp_path / "out", versions)

    assert [path.name for path in written] == [
        "result.json",
        "replay.json",
        "CodeBehaviourTest.java",
    ]
    assert written[2].read_text() == "package p; // \\ud800"
    assert read_replay(written[1]).old == "../old"


def test_no_link_in_the_folder_is_followed(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    out = tmp_path / "out"
    out.mkdir()
    for name in ("result.json", "replay.json", "CodeBehaviourTest.java"):
        (out / name).symlink_to(precious)

    write_outcome(difference(), out)

    assert precious.read_text() == "mine"
    assert not any(path.is_symlink() for path in out.iterdir())


def test_a_folder_that_is_a_file_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    with pytest.raises(StorageError, match="cannot write"):
        write_outcome(difference(), tmp_path / "out")


@pytest.mark.parametrize(
    ("class_name", "name"),
    [
        ("p.q.Outer$Inner", "Outer$Inner"),
        ("../../etc/cron", "_etc_cron"),
        ("p.Stra\u00dfe", "Stra\u00dfe"),
        ("p.", "_"),
        ("p." + "\u00fc" * 150, "\u00fc" * 100),
    ],
)
def test_a_test_is_named_so_that_it_stays_in_its_folder(class_name: str, name: str) -> None:
    assert file_stem(class_name) == name


def test_a_folder_that_cannot_be_is_refused_before_anything_runs(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file", encoding="utf-8")

    with pytest.raises(StorageError):
        prepare(tmp_path / "out")
