"""Functions are named with verbs: few names begin with a participle, such as `settled` or `_told`."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("verifier", "bench", "website", "tests")
MOST = 0.04
"""The share that is left for properties and predicates that read well, such as `truncated`."""

IRREGULAR = re.compile(
    "begun|born|bought|broken|brought|built|caught|chosen|done|drawn|driven|fallen|felt|forgotten|"
    "found|frozen|given|gone|grown|held|hidden|kept|known|laid|led|left|lent|lost|made|meant|met|paid|"
    "proven|said|seen|sent|shown|sold|sought|spent|spoken|stolen|sworn|taken|taught|thought|thrown|"
    "told|torn|understood|undone|withheld|worn|wound|written"
)
NO_PARTICIPLES = frozenset(
    {"bed", "embed", "exceed", "feed", "need", "proceed", "seed", "shed", "speed"}
)


def begins_with_participle(name: str) -> bool:
    word = name.strip("_").split("_")[0]
    return IRREGULAR.fullmatch(word) is not None or (
        word.endswith("ed") and word not in NO_PARTICIPLES
    )


def function_names(folder: str) -> list[str]:
    """The functions and methods of a folder, without tests."""
    return [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not node.name.startswith("test_")
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_few_function_names_begin_with_a_participle(folder: str) -> None:
    names = function_names(folder)
    found = [name for name in names if begins_with_participle(name.rpartition(" ")[2])]
    assert len(found) <= MOST * len(names), found


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("_told", True),
        ("changed_lines", True),
        ("left_over", True),
        ("seed", False),
        ("_read", False),
    ],
)
def test_participles_are_recognised(name: str, expected: bool) -> None:
    assert begins_with_participle(name) is expected
