"""One check = one file + one test + one page, and a place in ALL_CHECKS."""

import re
from pathlib import Path

import pytest

from verifier.checks.case import Check
from verifier.checks.registry import ALL_CHECKS
from verifier.domain.outcome import CheckName, Reason

ROOT = Path(__file__).parents[2]


def test_every_check_is_listed_in_the_order_of_its_cost() -> None:
    assert [check.name for check in ALL_CHECKS] == list(CheckName)


@pytest.mark.parametrize("name", list(CheckName))
def test_every_check_has_its_file_its_test_and_its_page(name: CheckName) -> None:
    wanted = (
        f"verifier/checks/{name}.py",
        f"tests/unit/checks/test_{name}.py",
        f"docs/checks/{name}.md",
    )
    assert [path for path in wanted if not (ROOT / path).is_file()] == []


@pytest.mark.parametrize("check", ALL_CHECKS, ids=lambda check: check.name)
def test_a_check_needs_only_what_comes_before_it(check: Check) -> None:
    order = list(CheckName)
    assert all(order.index(needed) < order.index(check.name) for needed in check.needs)
    assert check.summary


def test_no_page_describes_a_check_that_does_not_exist() -> None:
    pages = {p.stem for p in (ROOT / "docs" / "checks").glob("*.md")} - {"README", "index"}
    assert pages == set(CheckName)


def test_every_reason_is_explained_on_a_page() -> None:
    pages = "".join(
        p.read_text(encoding="utf-8") for p in sorted((ROOT / "docs" / "checks").glob("*.md"))
    )
    assert [reason for reason in Reason if not re.search(rf"\b{reason}\b", pages)] == []
