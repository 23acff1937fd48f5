"""Only the table of traits lists refactoring types; all other code asks a type for its traits."""

import ast
from collections.abc import Iterator
from pathlib import Path

from verifier.domain.refactoring_traits import RefactoringType

VERIFIER = Path(__file__).resolve().parents[2] / "verifier"
TABLE = VERIFIER / "domain" / "refactoring_traits.py"


def _find_named_types(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each type that code names, as a member or as its text."""
    texts = {str(kind) for kind in RefactoringType}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in RefactoringType.__members__:
            yield node.lineno, node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in texts:
            yield node.lineno, node.value


def test_no_code_outside_the_table_names_a_type() -> None:
    found = [
        f"{path}:{line}: {name}"
        for path in sorted(VERIFIER.rglob("*.py"))
        if path != TABLE
        for line, name in _find_named_types(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_the_search_finds_members_and_texts() -> None:
    code = 'A = {RefactoringType.EXTRACT_METHOD: 1}\nB = ["Move Method", "a Move Method"]\n'
    assert list(_find_named_types(code)) == [(1, "EXTRACT_METHOD"), (2, "Move Method")]


def test_the_page_about_mining_lists_every_type() -> None:
    page = (VERIFIER.parent / "docs" / "mining.md").read_text(encoding="utf-8")
    for kind in RefactoringType:
        traits = kind.traits
        default = "yes" if traits.by_default else ""
        purity = "PurityChecker" if traits.purity_checked else "proof, tokens"
        cells = (kind, traits.noun, traits.refactoring_class, default, purity)
        assert f"| {' | '.join(cells)} |" in page


def test_every_row_is_whole() -> None:
    for kind in RefactoringType:
        traits = kind.traits
        assert traits.subject is not None, kind
        assert traits.getters is not None, kind
        assert all((traits.noun, traits.detection_asks)), kind
