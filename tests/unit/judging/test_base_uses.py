"""A base is released after the last unit that needs it, and never earlier."""

import logging
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.repository import Repository as Subject
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from tests.unit.validation.test_run import Desk, green
from verifier.builds.options import BuildOptions
from verifier.errors import CacheError
from verifier.judging.base_uses import BaseUses
from verifier.judging.toolset import Toolset, _Builders
from verifier.tools.git.repository import Repository
from verifier.tools.storage.cache_usage import hold, list_used


class Released(list[str]):
    """The bases that were released."""

    @property
    def tools(self) -> Toolset:
        return replace(Desk(green).toolset, release_base=self.append)


def test_a_base_is_released_after_its_last_unit() -> None:
    released = Released()
    uses = BaseUses(released.tools, ["a", "b", "a"])

    with uses.use("a"):
        pass
    assert released == []
    with uses.use("b"):
        pass
    assert released == ["b"]
    with uses.use("a"):
        assert released == ["b"]
    assert released == ["b", "a"]


def test_a_unit_of_two_bases_needs_both_and_its_failure_ends_it_too() -> None:
    released = Released()
    uses = BaseUses(released.tools, ["before", "after", "after", "later"])

    with pytest.raises(ZeroDivisionError), uses.use("before", "after"):
        raise ZeroDivisionError
    assert released == ["before"]
    with uses.use("after", "later"):
        pass
    assert released == ["before", "after", "later"]


def test_under_a_ceiling_a_base_that_no_running_unit_needs_is_released_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE_SIZE", "1G")
    released = Released()
    uses = BaseUses(released.tools, ["a", "b", "c", "a", "b"])

    with uses.use("a", "b"):
        with uses.use("c"):
            assert released == []
        assert released == ["c"]
    with uses.use("b"):
        assert released == ["c", "a"]
    with uses.use("a"):
        pass
    assert released == ["c", "a", "b", "a"]


def test_the_result_of_a_unit_counts_if_its_base_cannot_be_released(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def refuse(commit: str) -> None:
        raise CacheError(f"the disk is full at {commit}")

    uses = BaseUses(replace(Desk(green).toolset, release_base=refuse), ["a"])

    with caplog.at_level(logging.WARNING), uses.use("a"):
        pass

    assert "a base is not released: the disk is full at a" in caplog.text


def test_a_released_base_is_opened_afresh_and_no_service_reads_it(tmp_path: Path) -> None:
    subject = Subject.create(tmp_path / "subject")
    first, second = (subject.commit({"pom.xml": f"<project>{n}</project>"}) for n in range(2))
    cache, closed = tmp_path / "cache", list[Path]()

    class Watched(ScriptedSandbox):
        def close_services(self, folders: object) -> None:
            assert isinstance(folders, list)
            closed.extend(folders)

    builders = _Builders(BuildOptions(cache=cache), Watched(result=make_result({})))
    with Repository.open(subject.path) as repository:
        opened = [builders.of(repository, each, frozenset()) for each in (first, second)]
        hold(cache / "prepared/one", cache, first)
        hold(cache / "repositories/store", cache, first)
        hold(cache / "repositories/store", cache, second)

        builders.release(first)

        assert closed == [cache / "prepared/one"]
        assert list_used(cache) == {"repositories/store"}
        assert builders.of(repository, second, frozenset()) is opened[1]
        assert builders.of(repository, first, frozenset()) is not opened[0]
