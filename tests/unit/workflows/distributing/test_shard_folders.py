"""The folder of a distributed job: held by one, continued by the same command, never half removed."""

from pathlib import Path

import pytest

from verifier.errors import InputError, UsageError
from verifier.workflows.distributing.shard_folders import (
    name_folder,
    open_folders,
    prepare_start,
    write_exit_code,
)

MINE = ("mine", "clone")


def test_the_folder_is_next_to_the_output(tmp_path: Path) -> None:
    assert name_folder(tmp_path / "i.jsonl") == tmp_path / "i.shards"
    assert name_folder(tmp_path / "run") == tmp_path / "run.shards"


def test_a_job_that_continues_keeps_its_number_of_shards_and_its_name(tmp_path: Path) -> None:
    output = tmp_path / "i.jsonl"
    with open_folders(output, MINE, 8) as first:
        pass
    with open_folders(output, MINE, 40) as again:
        assert (again.count, again.job) == (8, first.job)


def test_another_command_is_refused(tmp_path: Path) -> None:
    with open_folders(tmp_path / "i.jsonl", MINE, 8):
        pass
    other = open_folders(tmp_path / "i.jsonl", ("mine", "other"), 8)
    with pytest.raises(UsageError, match="the shards of another command: mine clone"), other:
        pass


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    output = tmp_path / "i.jsonl"
    with (
        open_folders(output, MINE, 8),
        pytest.raises(UsageError, match="another process works in"),
        open_folders(output, MINE, 8),
    ):
        pass


@pytest.mark.parametrize("text", ["", "[]", '{"count": "x"}'])
def test_a_damaged_job_is_refused(tmp_path: Path, text: str) -> None:
    output = tmp_path / "i.jsonl"
    with open_folders(output, MINE, 8) as folders:
        (folders.root / "job.json").write_text(text)
    with pytest.raises(InputError, match=r"job\.json"), open_folders(output, MINE, 8):
        pass


def test_the_last_start_counts_and_is_complete_only_after_exit_code_0(tmp_path: Path) -> None:
    with open_folders(tmp_path / "i.jsonl", MINE, 12) as folders:
        assert (folders.last_start(1), folders.is_complete(1)) == (0, False)
        prepare_start(folders.start(1, 1), None)
        prepare_start(folders.start(11, 4), None)
        write_exit_code(folders.start(1, 1), 3)
        assert (folders.last_start(1), folders.is_complete(1)) == (1, False)

        prepare_start(folders.start(1, 2), folders.start(1, 1))
        assert not folders.is_complete(1)
        write_exit_code(folders.start(1, 2), 0)

        assert (folders.last_start(1), folders.is_complete(1)) == (2, True)
        assert folders.output(1) == folders.root / "1-2" / "i.jsonl"
        assert folders.last_start(11) == 4


def test_a_start_has_what_the_one_before_wrote_but_not_its_end(tmp_path: Path) -> None:
    first, second = tmp_path / "0-1", tmp_path / "0-2"
    (first / "inner").mkdir(parents=True)
    (first / "inner" / "a").write_text("kept")
    write_exit_code(first, 3)

    prepare_start(second, first)

    assert sorted(p.relative_to(second).as_posix() for p in second.rglob("*")) == [
        "inner",
        "inner/a",
    ]
    (second / "inner" / "a").write_text("changed")
    assert (first / "inner" / "a").read_text() == "kept"


def test_a_folder_that_is_removed_has_another_name_at_once(tmp_path: Path) -> None:
    with open_folders(tmp_path / "i.jsonl", MINE, 2) as folders:
        (tmp_path / "i.shards.done").mkdir()
        folders.remove()
    assert list(tmp_path.iterdir()) == []
