"""The page of a data set is written from its file, its funnel and the repositories."""

from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.instance_sets import AFTER, BEFORE, extraction
from tests.unit.publishing.test_licences import GPL
from verifier.cli.main import main
from verifier.domain.funnel import Stage
from verifier.mining.funnel import Funnel
from verifier.tools.records import to_line


@pytest.fixture
def source(make_repository: MakeRepository, tmp_path: Path) -> Path:
    """Two instances, one a copy, of a repository under a licence that is not permissive, and their funnel."""
    writer = make_repository("subject")
    parent = writer.commit({"A.java": BEFORE, "LICENSE": GPL})
    commit = writer.commit({"A.java": AFTER})
    made = [
        extraction(id=each, commit=commit, parent=parent, patch="whole") for each in ("i1", "i2")
    ]
    path = tmp_path / "i.jsonl"
    path.write_bytes(b"".join(map(to_line, made)))
    stages = (Stage(name="listed stage", unit="commits", count=7),)
    funnel = Funnel(repo="r", types={}, endings=(), stages=stages, skipped_files={})
    (tmp_path / "i.funnel.json").write_bytes(to_line(funnel))
    return path


def page(source: Path, *words: str) -> str:
    out = source.with_name("set.html")
    options = ["-i", str(source), "--format", "html", "-o", str(out)]
    assert main(["-q", "instances", *options, *words]) == 0
    return out.read_text(encoding="utf-8")


def test_without_repositories_there_is_code_and_nobody_asked_for_licences(source: Path) -> None:
    text = page(source)

    assert "listed stage" in text
    assert "return g(a);" in text
    assert 'id="licences"' not in text
    assert "the same methods as i1" in text


def test_a_licence_is_that_at_the_base_and_keeps_code_off_the_page_where_it_is_asked(
    source: Path,
) -> None:
    words = ("--repo", str(source.with_name("subject")))

    assert "return g(a);" in page(source, *words)
    text = page(source, *words, "--licences", "permissive")
    assert "return g(a);" not in text
    assert "GPL-2.0-only" in text


def test_filters_of_the_list_hold_for_the_page(source: Path) -> None:
    assert "no instances" in page(source, "--type", "Move Method")


@pytest.mark.parametrize(
    "words",
    [
        ["--format", "html"],
        ["--format", "html", "-o", "x.html", "--count"],
        ["--repo", "subject"],
        ["--funnel", "i.funnel.json", "--format", "csv"],
    ],
    ids=" ".join,
)
def test_what_belongs_to_the_page_alone_is_refused_elsewhere(
    source: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(source.parent)

    assert main(["-q", "instances", "-i", str(source), *words]) == 2


def test_a_funnel_that_is_named_and_is_none_is_refused(source: Path) -> None:
    options = ["--format", "html", "-o", str(source.with_name("x.html")), "--funnel", str(source)]

    assert main(["-q", "instances", "-i", str(source), *options]) == 4
