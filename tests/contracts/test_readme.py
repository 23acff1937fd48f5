"""What the documents promise is there: links lead somewhere, commands and targets exist."""

import re
from pathlib import Path

import click
import pytest

from verifier.cli.main import COMMANDS, cli

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    p
    for p in (
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "datasets").rglob("*.md"),
    )
    if p.is_file()
)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_link_between_documents_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (document.parent / link).exists()] == []


def test_the_readme_names_every_command() -> None:
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Commands")[2]
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", table, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) == set(COMMANDS)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_call_in_a_document_names_a_command_that_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    called = set(re.findall(r"^(?:\$ |    )?refverify ([a-z]\w*)", text, re.MULTILINE))
    assert sorted(called - set(cli.list_commands(click.Context(cli)))) == []


def test_every_make_target_in_the_documents_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        called = set(re.findall(r"(?:^|`)make ([a-z-]+)", text, re.MULTILINE))
        assert called <= targets


def test_the_tour_says_that_the_repository_it_makes_has_no_work_tree() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")

    assert "`datasets build` makes a bare\nrepository" in text
