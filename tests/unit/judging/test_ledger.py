"""The ledger survives a kill at any moment and a full disk."""

import json
import resource
from dataclasses import replace
from pathlib import Path

import pytest

from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.prediction import Prediction, PredictionForm
from verifier.domain.refactoring_traits import RefactoringClass, RefactoringType
from verifier.domain.verdict import Verdict, VerdictProvenance
from verifier.errors import InputError, StorageError, UsageError
from verifier.judging.ledger import Ledger, read_verdicts
from verifier.tools.records import to_line
from verifier.tools.storage.chain import breaks


def verdict(key: str, *checks: CheckResult) -> Verdict:
    return Verdict(
        instance_id=f"instance-{key}",
        model_name_or_path="model",
        sample=0,
        form=PredictionForm.PATCH,
        repo="project",
        base_commit="0" * 40,
        type=RefactoringType.EXTRACT_METHOD,
        refactoring_class=RefactoringClass.ATOMIC,
        checks=checks or (CheckResult(check=CheckName.APPLICATION, status=Status.PASSED),),
        success=Status.FAILED,
        strict_success=Status.FAILED,
        provenance=VerdictProvenance(
            key=key,
            refverify="0.1.0",
            config_hash="c",
            tools={},
            sandbox="docker",
            isolated=True,
            image="sha256:1",
            jdk=None,
            strategy=None,
        ),
    )


def test_a_verdict_is_found_again_when_the_folder_is_opened_again(tmp_path: Path) -> None:
    with Ledger(folder=tmp_path) as ledger:
        ledger.append(verdict("a"))

    with Ledger(folder=tmp_path) as ledger:
        assert ledger.find_finished("a") == verdict("a")
        assert ledger.find_finished("b") is None


@pytest.mark.parametrize("kept", [1, 10, 200])
def test_a_torn_last_line_is_cut_off_and_the_rest_is_kept(tmp_path: Path, kept: int) -> None:
    with Ledger(folder=tmp_path) as ledger:
        ledger.append(verdict("a"))
        ledger.append(verdict("b"))
    path = tmp_path / "verdicts.jsonl"
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    path.write_bytes(whole[: first + kept])

    with Ledger(folder=tmp_path) as ledger:
        assert ledger.find_finished("a") is not None
        assert ledger.find_finished("b") is None
        ledger.append(verdict("b"))

    assert path.read_bytes() == whole


def test_an_inconclusive_verdict_is_tried_again(tmp_path: Path) -> None:
    broken = CheckResult(
        check=CheckName.TESTS, status=Status.INCONCLUSIVE, reason=Reason.INFRASTRUCTURE
    )
    with Ledger(folder=tmp_path) as ledger:
        ledger.append(verdict("a", broken))
        assert ledger.find_finished("a") is None
        ledger.append(verdict("a"))
        assert ledger.find_finished("a") == verdict("a")

    assert [v.provenance.key for v in read_verdicts(tmp_path)] == ["a", "a"]


@pytest.mark.parametrize("reason", [Reason.BASE_INVALID, Reason.ANALYSIS])
def test_what_another_run_would_find_again_is_only_retried_on_request(
    tmp_path: Path, reason: Reason
) -> None:
    lasting = CheckResult(check=CheckName.TESTS, status=Status.INCONCLUSIVE, reason=reason)
    with Ledger(folder=tmp_path) as ledger:
        ledger.append(verdict("a", lasting))

        assert ledger.find_finished("a") == verdict("a", lasting)
        assert ledger.find_finished("a", retry=True) is None


def test_two_runs_cannot_write_to_one_folder(tmp_path: Path) -> None:
    with Ledger(folder=tmp_path), pytest.raises(UsageError, match="in use by another run"):
        Ledger(folder=tmp_path).__enter__()


def test_a_whole_last_line_that_is_no_verdict_is_damage_and_not_torn(tmp_path: Path) -> None:
    with Ledger(folder=tmp_path) as ledger:
        ledger.append(verdict("a"))
    with (tmp_path / "verdicts.jsonl").open("ab") as stream:
        stream.write(b"{}\n")

    with pytest.raises(InputError, match=r"verdicts\.jsonl:2") as caught:
        Ledger(folder=tmp_path).__enter__()
    assert "new run folder" in caught.value.hint


def test_a_line_that_was_damaged_in_the_middle_is_refused_with_its_number(tmp_path: Path) -> None:
    with Ledger(folder=tmp_path) as ledger:
        ledger.append(verdict("a"))
        ledger.append(verdict("b"))
    path = tmp_path / "verdicts.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"{}\n" + lines[1])

    with pytest.raises(InputError, match=r"verdicts\.jsonl:1"):
        list(read_verdicts(tmp_path))


def test_a_folder_that_cannot_be_made_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(StorageError, match="cannot write"):
        Ledger(folder=tmp_path / "file" / "run").__enter__()


def test_evidence_of_two_models_never_shares_a_folder(tmp_path: Path) -> None:
    one = Prediction(instance_id="i", model_name_or_path="a/b", model_patch="")
    other = replace(one, model_name_or_path="a_b")
    escape = replace(one, model_name_or_path="../../etc")

    with Ledger(folder=tmp_path) as ledger:
        folders = {ledger.evidence_folder(p) for p in (one, other, escape)}

    assert len(folders) == 3
    assert all(f.is_relative_to(tmp_path / "evidence") for f in folders)


def test_a_full_disk_leaves_the_ledger_as_it_was_and_the_record_can_be_added_later(
    tmp_path: Path,
) -> None:
    path = tmp_path / "verdicts.jsonl"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Ledger(folder=tmp_path) as ledger:
        ledger.append(verdict("a"))
        before = path.read_bytes()
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 10, hard))
        try:
            with pytest.raises(StorageError, match="cannot write"):
                ledger.append(verdict("b"))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert path.read_bytes() == before
        assert ledger.find_finished("b") is None
        ledger.append(verdict("b"))

    assert [v.provenance.key for v in read_verdicts(tmp_path)] == ["a", "b"]


def test_a_line_that_was_edited_by_hand_is_not_believed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Ledger(folder=tmp_path / "run") as ledger:
        for key in ("a", "b", "c"):
            ledger.append(verdict(key))
    path = tmp_path / "run" / "verdicts.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b'"success":"failed"', b'"success":"passed"')
    path.write_bytes(b"".join(lines))

    with Ledger(folder=tmp_path / "run") as ledger:
        assert ledger.find_finished("a") == verdict("a")
        assert ledger.find_finished("b") is None
        assert ledger.find_finished("c") == verdict("c")
        ledger.append(verdict("b"))
    assert "run/verdicts.jsonl: the chain of hashes breaks at line 2" in caplog.text
    assert list(breaks(path)) == [2]


def test_a_verdict_without_a_hash_is_judged_again(tmp_path: Path) -> None:
    with Ledger(folder=tmp_path) as ledger:
        ledger.append(verdict("a"))
    with (tmp_path / "verdicts.jsonl").open("ab") as stream:
        stream.write(to_line(verdict("b")))

    with Ledger(folder=tmp_path) as ledger:
        assert ledger.find_finished("a") == verdict("a")
        assert ledger.find_finished("b") is None
        ledger.append(verdict("b"))

    assert list(breaks(tmp_path / "verdicts.jsonl")) == [2]


def read_end(folder: Path) -> dict[str, int | str]:
    found: dict[str, int | str] = json.loads((folder / "run.json").read_bytes())["ledger"]
    return found


def test_the_description_has_the_end_of_the_ledger_as_a_call_begins_and_as_it_ends(
    tmp_path: Path,
) -> None:
    with Ledger(folder=tmp_path) as ledger:
        ledger.describe({"refverify": "0.1.0"})
        ledger.append(verdict("a"))
        assert read_end(tmp_path) == {"lines": 0, "chain": "", "lost": 0}
        ledger.append(verdict("b"))

    last = json.loads((tmp_path / "verdicts.jsonl").read_bytes().splitlines()[-1])["chain"]
    assert read_end(tmp_path) == {"lines": 2, "chain": last, "lost": 0}
    assert json.loads((tmp_path / "run.json").read_bytes())["refverify"] == "0.1.0"


def test_lost_lines_are_said_and_their_predictions_judged_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Ledger(folder=tmp_path) as ledger:
        ledger.describe({})
        ledger.append(verdict("a"))
        ledger.append(verdict("b"))
    path = tmp_path / "verdicts.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.index(b"\n") + 1])

    with Ledger(folder=tmp_path) as ledger:
        assert "the last lines are gone: 1 are left of the 2 in run.json" in caplog.text
        assert ledger.find_finished("a") is not None
        assert ledger.find_finished("b") is None
        ledger.describe({})
        ledger.append(verdict("b"))

    assert path.read_bytes() == whole
    assert read_end(tmp_path)["lines"] == 2


def test_a_later_call_says_too_that_lines_were_lost(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Ledger(folder=tmp_path) as ledger:
        ledger.describe({})
        for name in "abc":
            ledger.append(verdict(name))
    path = tmp_path / "verdicts.jsonl"
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    for lost in (2, 3):
        with Ledger(folder=tmp_path) as ledger:
            ledger.describe({})
        caplog.clear()
        with Ledger(folder=tmp_path):
            assert f"lines were gone when an earlier call opened it, at least {lost}" in caplog.text
        path.write_bytes(b"")


def test_a_stopped_call_describes_the_end_too(tmp_path: Path) -> None:
    def stop() -> None:
        with Ledger(folder=tmp_path) as ledger:
            ledger.describe({})
            ledger.append(verdict("a"))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop()

    assert read_end(tmp_path)["lines"] == 1
