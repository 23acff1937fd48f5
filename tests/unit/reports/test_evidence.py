from pathlib import Path

from tests.support.verdicts import passing, verdict, write_evidence
from verifier.reports.evidence import Excerpt, candidate_patch, locate, read_head, read_tail
from verifier.reports.ledger import LedgerEntry


def test_a_log_is_read_from_its_end_and_a_diff_from_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("0123456789", encoding="utf-8")

    assert read_tail(path, 4) == Excerpt(text="6789", left_out=6)
    assert read_head(path, 4) == Excerpt(text="0123", left_out=6)
    assert read_tail(path, 40) == Excerpt(text="0123456789", left_out=0)


def test_bytes_that_are_no_text_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"a\xff\x00b")

    assert read_head(path, 10).text == "a\N{REPLACEMENT CHARACTER}\x00b"


def test_a_file_that_cannot_be_read_is_said_to_be_so(tmp_path: Path) -> None:
    assert read_tail(tmp_path / "gone.log", 10) == Excerpt(
        text="gone.log cannot be read: No such file or directory", left_out=0
    )


def test_evidence_lies_inside_the_run_or_is_not_shown(tmp_path: Path) -> None:
    run = tmp_path / "run"
    judged = verdict(passing(), instance="a/b", model="x/y")
    relative = write_evidence(run, judged, "tests.log", "log")
    (tmp_path / "secret").write_text("s", encoding="utf-8")
    entry = LedgerEntry(verdict=judged, run=run)

    assert locate(entry, relative) == (run / relative).resolve()
    assert locate(entry, "../secret") is None
    assert locate(entry, str(tmp_path / "secret")) is None
    assert locate(entry, "nothing\x00here") is None
    assert candidate_patch(entry) is None


def test_a_link_is_not_followed_even_to_a_file_of_the_run(tmp_path: Path) -> None:
    run = tmp_path / "run"
    judged = verdict(passing(), instance="a")
    relative = write_evidence(run, judged, "tests.log", "log")
    entry = LedgerEntry(verdict=judged, run=run)
    (run / "linked.log").symlink_to(run / relative)
    (run / "folder").symlink_to(run / "evidence")

    assert locate(entry, "linked.log") is None
    assert locate(entry, relative.replace("evidence", "folder", 1)) is None
    assert locate(entry, relative) is not None


def test_the_judged_diff_is_found_for_any_names(tmp_path: Path) -> None:
    judged = verdict(passing(), instance="a/b", model="../x")
    relative = write_evidence(tmp_path, judged, "candidate.diff", "+")

    found = candidate_patch(LedgerEntry(verdict=judged, run=tmp_path))

    assert found == (tmp_path / relative).resolve()
