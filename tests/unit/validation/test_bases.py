"""Bases are prepared once, continue after a stop, and are refused after they ended the process twice."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.unit.validation.test_run import Desk, Subject, green, subject
from verifier.builds.builder import BaseMeasurement, Builder
from verifier.console import Console
from verifier.domain.outcome import Reason, Status
from verifier.domain.shard import Shard
from verifier.errors import BaseInvalidError, RepositoryError, SandboxError
from verifier.tools.git.repository import Repository
from verifier.tools.records import load_jsonl, to_line
from verifier.validation.bases import PreparedBaseLine, PreparedCounts, PrepareRequest, prepare_with

__all__ = ["subject"]
"""A fixture that is shared."""


def request(subject: Subject, folder: Path, **more: Any) -> PrepareRequest:
    source = folder / "i.jsonl"
    source.write_bytes(b"".join(map(to_line, subject.instances)))
    fixed: dict[str, Any] = {
        "instances": source,
        "output": folder / "i.bases.jsonl",
        "repositories": (str(subject.path),),
    }
    return PrepareRequest(**{**fixed, **more})


def prepare(desk: Desk, asked: PrepareRequest) -> PreparedCounts:
    return prepare_with(desk.toolset, asked, Console(quiet=True))


def lines(asked: PrepareRequest) -> list[PreparedBaseLine]:
    return load_jsonl(PreparedBaseLine, asked.output)[0]


class Broken(Desk):
    """Raises an error in place of a builder."""

    error: Exception = SandboxError("the engine went away")

    def open(self, repository: Repository, commit: str, files: frozenset[str]) -> Builder:
        del repository, files
        self.asked.append(commit)
        raise self.error


class Invalid(Broken):
    """Its bases do not build."""

    error = BaseInvalidError("it does not compile")


def test_the_instances_of_a_base_share_its_line(subject: Subject, tmp_path: Path) -> None:
    asked = request(subject, tmp_path)

    found = prepare(Desk(green), asked)

    (line,) = lines(asked)
    assert (found.ready, found.all, found.is_open) == (1, 1, False)
    assert line.base == subject.instances[0].parent
    assert {build.status for build in line.builds} == {Status.PASSED}
    assert not asked.attempts.exists()
    again = Desk(green)
    assert prepare(again, asked) == found
    assert again.asked == []


def test_trouble_of_the_environment_is_tried_again_and_a_base_that_does_not_build_is_not(
    subject: Subject, tmp_path: Path
) -> None:
    asked = request(subject, tmp_path)
    assert prepare(Broken(green), asked).is_open

    found = prepare(Invalid(green), asked)

    assert (found.failed, found.is_open) == ({"BASE_INVALID": 1}, False)
    third = Desk(green)
    prepare(third, asked)
    assert third.asked == []
    assert prepare(third, replace(asked, retry=True)).ready == 1


def test_a_base_that_ended_the_process_twice_is_refused_until_it_is_retried(
    subject: Subject, tmp_path: Path
) -> None:
    asked = request(subject, tmp_path)
    prepare(Broken(green), asked)
    key = lines(asked)[0].key
    asked.attempts.write_text(f"started {key}\nstarted {key}\n")
    desk = Desk(green)

    found = prepare(desk, asked)

    assert (desk.asked, found.failed) == ([], {str(Reason.INFRASTRUCTURE): 1})
    assert "2 attempts ended the process" in lines(asked)[-1].builds[0].details
    assert prepare(desk, replace(asked, retry=True)).ready == 1


def test_a_shard_prepares_its_bases_only(subject: Subject, tmp_path: Path) -> None:
    one = subject.instances[0]
    sums = []
    for index in range(3):
        shard = Shard(index=index, count=3)
        found = prepare(Desk(green), request(subject, tmp_path, shard=shard, force=True))
        assert found.all == shard.holds(one.repo, one.parent)
        sums.append(found.all)
    assert sum(sums) == 1


def test_a_measurement_is_made_once_for_each_choice_of_modules(
    subject: Subject, tmp_path: Path
) -> None:
    made: dict[str, Builder] = {}
    measured: list[str] = []

    def measure(commit: str) -> BaseMeasurement:
        measured.append(commit)
        return green(commit)

    class OneBuilder(Desk):
        def open(self, repository: Repository, commit: str, files: frozenset[str]) -> Builder:
            if commit not in made:
                made[commit] = super().open(repository, commit, files)
            return made[commit]

    prepare(OneBuilder(measure), request(subject, tmp_path))

    assert len(measured) == 1
    assert len(lines(request(subject, tmp_path))[0].builds) == 1


def test_a_wrong_repository_neither_makes_a_file_nor_discards_one(
    subject: Subject, tmp_path: Path
) -> None:
    asked = request(subject, tmp_path, repositories=(str(tmp_path / "absent"),), force=True)

    with pytest.raises(RepositoryError):
        prepare(Desk(green), asked)
    assert [each.name for each in tmp_path.glob("i.*")] == ["i.jsonl"]

    asked.output.write_bytes(b"earlier bases\n")
    with pytest.raises(RepositoryError):
        prepare(Desk(green), asked)
    assert asked.output.read_bytes() == b"earlier bases\n"
