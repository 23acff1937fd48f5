"""A journal line is whole or it is not there, whatever ended the run."""

import resource
import signal
from pathlib import Path

import pytest

from verifier.domain.refactoring_traits import DEFAULT_TYPES, RefactoringType
from verifier.errors import InputError, StorageError, UsageError
from verifier.mining.commit import CommitStatus, MinedCommit
from verifier.mining.journal import Journal, JournalHeader

HEADER = JournalHeader(repo="r", types=DEFAULT_TYPES, versions={"tool": "1"})


def make_mined(
    name: str, status: CommitStatus = CommitStatus.NONE, reason: str = ""
) -> MinedCommit:
    return MinedCommit(commit=name * 40, parent="0" * 40, status=status, reason=reason)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.journal.jsonl"


def test_what_was_appended_is_there_after_reopening(path: Path) -> None:
    with Journal(path, HEADER) as journal:
        journal.append(make_mined("a"))
        journal.append(make_mined("b", CommitStatus.TIMEOUT, "60 s"))
        journal.sync()
    with Journal(path, HEADER) as journal:
        assert journal.statuses == {"a" * 40: "none", "b" * 40: "timeout"}
        assert journal.read("b" * 40) == make_mined("b", CommitStatus.TIMEOUT, "60 s")


def test_the_last_line_of_a_commit_counts(path: Path) -> None:
    with Journal(path, HEADER) as journal:
        journal.append(make_mined("a", CommitStatus.TIMEOUT, "60 s"))
        journal.append(make_mined("a"))
        assert journal.read("a" * 40) == make_mined("a")
    with Journal(path, HEADER) as journal:
        assert journal.statuses == {"a" * 40: "none"}


def test_at_whatever_byte_a_run_was_killed_whole_lines_stay_and_the_rest_goes(path: Path) -> None:
    with Journal(path, HEADER) as journal:
        journal.append(make_mined("a"))
        middle = path.stat().st_size
        journal.append(make_mined("b"))
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    borders = {header - 1, header, middle - 1, middle, len(whole) - 1}
    for cut in sorted({*range(0, len(whole), 41), *borders}):
        path.write_bytes(whole[:cut])
        with Journal(path, HEADER) as journal:
            assert list(journal.statuses) == (["a" * 40] if cut >= middle else [])
            journal.append(make_mined("b"))
        kept = whole[header:middle] if cut >= middle else b""
        assert path.read_bytes() == whole[:header] + kept + whole[middle:]


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (
            JournalHeader(repo="s", types=DEFAULT_TYPES, versions={"tool": "1"}),
            "repository r, now s",
        ),
        (JournalHeader(repo="r", types=DEFAULT_TYPES, versions={"tool": "2"}), "tool 1, now 2"),
        (
            JournalHeader(repo="r", types=(RefactoringType.MOVE_METHOD,), versions={"tool": "1"}),
            "now Move Method",
        ),
    ],
    ids=["repository", "version", "types"],
)
def test_other_settings_are_refused_and_named(
    path: Path, other: JournalHeader, difference: str
) -> None:
    with Journal(path, HEADER) as journal:
        journal.append(make_mined("a"))
    with pytest.raises(UsageError, match=difference) as caught:
        Journal(path, other)
    assert caught.value.exit_code == 2
    assert "--force" in caught.value.hint
    with Journal(path, other, fresh=True) as journal:
        assert journal.statuses == {}


def test_a_second_run_may_not_write_the_same_journal(path: Path) -> None:
    with Journal(path, HEADER) as journal:
        journal.append(make_mined("a"))
        with pytest.raises(UsageError, match="another run is writing"):
            Journal(path, HEADER, fresh=True)
        assert list(journal.statuses) == ["a" * 40]


@pytest.mark.parametrize("line", [b"not json\n", b"{}\n", b'{"commit":"a","status":"good"}\n'])
def test_a_damaged_line_is_named_by_number(path: Path, line: bytes) -> None:
    with Journal(path, HEADER):
        pass
    whole = path.read_bytes() + line
    path.write_bytes(whole)
    with pytest.raises(InputError, match=r"journal\.jsonl:2: not a line of a mining journal"):
        Journal(path, HEADER)
    assert path.read_bytes() == whole


def test_a_file_that_is_no_journal_is_left_alone(path: Path) -> None:
    path.write_bytes(b"my thesis\n")
    with pytest.raises(InputError, match=r":1: not a line of a mining journal"):
        Journal(path, HEADER)
    assert path.read_bytes() == b"my thesis\n"


def test_a_folder_that_cannot_be_written_is_a_storage_error(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot write") as caught:
        Journal(tmp_path / "no/such/folder/x", HEADER)
    assert caught.value.exit_code == 10


def test_a_full_disk_keeps_what_was_written_before(path: Path) -> None:
    """A limit on the size of files simulates a full disk: writes come back short, then fail."""
    with Journal(path, HEADER) as journal:
        journal.append(make_mined("a"))
        size = path.stat().st_size
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20, before[1]))
        try:
            with pytest.raises(StorageError, match="cannot write") as caught:
                journal.append(make_mined("b"))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, ignored)
        assert caught.value.exit_code == 10
        assert path.stat().st_size == size
        journal.append(make_mined("c"))
    with Journal(path, HEADER) as journal:
        assert list(journal.statuses) == ["a" * 40, "c" * 40]


def test_a_line_of_brackets_is_damage(path: Path) -> None:
    with Journal(path, HEADER):
        pass
    path.write_bytes(path.read_bytes() + b"[" * 100_000 + b"\n")

    with pytest.raises(InputError, match=r"jsonl:2: not a line of a mining journal"):
        Journal(path, HEADER)
