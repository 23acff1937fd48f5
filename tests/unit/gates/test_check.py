"""What an answer says of words of the user that mean nothing here."""

from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from verifier.builds.options import BuildOptions
from verifier.domain.gate import Decision
from verifier.gates.check import check
from verifier.gates.request import CheckRequest
from verifier.judging.options import ToolsetOptions


@pytest.mark.java
def test_a_module_that_is_not_there_is_told_where_nothing_is_built(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    subject = make_repository("subject")
    subject.commit({"core/src/main/java/p/A.java": "package p; class A { }\n"}, "start")

    for modules, notes in [
        ((".", "core"), ()),
        (("core", "cora"), ("--modules: there is no folder cora in the base",)),
    ]:
        build = BuildOptions(modules=modules, cache=tmp_path / "cache")
        request = CheckRequest(repository=subject.path, tools=ToolsetOptions(build=build))

        report = check(request).report

        assert report.decision is Decision.NOTHING_TO_CHECK
        assert report.notes == notes
