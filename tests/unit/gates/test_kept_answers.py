"""Answers are kept by what they depend on, and only those that another run would find again."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.gate_reports import PROVED, REFUTED
from verifier.domain.gate import FindingLevel, GateFinding, GateReport
from verifier.gates.kept_answers import keep_answer, keep_patch, key_of, read_answer, read_patch


def with_rule(rule: str) -> GateReport:
    finding = GateFinding(rule_id=rule, level=FindingLevel.WARNING, message="x")
    return replace(PROVED, units=(replace(PROVED.units[0], findings=(finding,)),))


def test_an_answer_is_found_again_by_its_key(tmp_path: Path) -> None:
    keep_answer(tmp_path, "k", PROVED)

    assert read_answer(tmp_path, "k") == PROVED
    assert read_answer(tmp_path, "other") is None


def test_trouble_of_the_environment_is_not_kept(tmp_path: Path) -> None:
    keep_answer(tmp_path, "disk", with_rule("INFRASTRUCTURE"))
    keep_answer(tmp_path, "impure", with_rule("IMPURE"))

    assert read_answer(tmp_path, "disk") is None
    assert read_answer(tmp_path, "impure") is not None


def test_a_kept_answer_that_was_edited_is_not_believed(tmp_path: Path) -> None:
    keep_answer(tmp_path, "k", with_rule("IMPURE"))
    (file,) = (tmp_path / "checks").iterdir()
    file.write_bytes(file.read_bytes().replace(b"IMPURE", b"OTHERS"))

    assert read_answer(tmp_path, "k") is None


def test_an_answer_of_another_form_is_none(tmp_path: Path) -> None:
    keep_answer(tmp_path, "k", PROVED)
    (file,) = (tmp_path / "checks").iterdir()
    file.unlink()
    assert read_answer(tmp_path, "k") is None


def test_names_that_are_no_text_are_asked_again(tmp_path: Path) -> None:
    keep_answer(tmp_path, "k", REFUTED)

    assert read_answer(tmp_path, "k") is None


@pytest.mark.java
def test_everything_that_was_asked_makes_another_key() -> None:
    keys = {
        key_of("base", "head", built=False),
        key_of("base", "head2", built=False),
        key_of("base2", "head", built=False),
        key_of("base", "head", "more", built=False),
        key_of("base", "head", built=True),
    }
    assert len(keys) == 5
    assert key_of("base", "head", built=False) in keys


def test_a_patch_is_kept_next_to_its_answer_and_an_edited_one_is_not_believed(
    tmp_path: Path,
) -> None:
    keep_patch(tmp_path, "k", b"diff\n\xff")
    keep_patch(tmp_path, "empty", b"")

    assert read_patch(tmp_path, "k") == b"diff\n\xff"
    assert read_patch(tmp_path, "empty") == b""
    assert read_patch(tmp_path, "other") is None
    file = tmp_path / "checks" / "k.patch"
    file.write_bytes(file.read_bytes().replace(b"diff", b"DIFF"))
    assert read_patch(tmp_path, "k") is None
