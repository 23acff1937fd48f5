"""The notes of an answer on what the user named, and on files that git does not track."""

from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from verifier.builds.options import BuildOptions
from verifier.domain.gate import Decision, GateReport
from verifier.gates.change.selection import Source, SourceKind
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


@pytest.mark.java
def test_an_untracked_file_that_is_not_judged_is_named_with_what_to_do(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    subject = make_repository("subject")
    subject.commit({"p/A.java": "package p; class A { }\n", "known.xml": "<a/>\n"}, "start")
    for path in ["parts/rest.patch", "README.md", "known.xml"]:
        (subject.path / path).parent.mkdir(exist_ok=True)
        (subject.path / path).write_text("new\n", encoding="utf-8")

    def report(kind: SourceKind, *allowed: str) -> GateReport:
        tools = ToolsetOptions(build=BuildOptions(cache=tmp_path / "cache"))
        source = Source(kind=kind)
        return check(
            CheckRequest(repository=subject.path, source=source, allowed=allowed, tools=tools)
        ).report

    found = report(SourceKind.WORKTREE)
    assert found.decision is Decision.OPEN
    assert found.notes == (
        (
            "git does not track parts/rest.patch: list what is not part of the change in .gitignore"
            " or .git/info/exclude"
        ),
    )
    assert report(SourceKind.WORKTREE, "parts/*").notes == ()
    assert report(SourceKind.STAGED).notes == ()
