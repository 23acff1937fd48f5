"""Earlier findings stay fixed, and the saved corpus is tried on every run."""

from pathlib import Path

import pytest

from tests.fuzz import guard
from tests.fuzz.pathological import inputs
from tests.fuzz.seeds import CORPORA
from tests.fuzz.targets import KINDS

FOUND = CORPORA / "found"
SMALL = {"answer": 1_000, "java": 1_000}
"""Bytes at which nothing takes long. For all other kinds it is `USUAL`, at which nesting overflows
a stack.
"""
USUAL = 6_000
MOST_BYTES = 300_000


@pytest.mark.parametrize("kind", KINDS)
def test_saved_inputs_keep_the_properties(kind: str) -> None:
    broken = {
        path.name: found.text
        for path in sorted((CORPORA / kind).iterdir())
        if (found := guard.try_target(KINDS[kind], path.read_bytes())) is not None
    }
    assert broken == {}


@pytest.mark.parametrize("path", sorted(FOUND.glob("*/*")), ids=lambda path: path.name)
def test_what_was_found_keeps_the_properties(path: Path) -> None:
    found = guard.try_target(KINDS[path.parent.name], path.read_bytes())

    assert found is None, found.text


@pytest.mark.parametrize("kind", KINDS)
def test_hard_inputs_keep_the_properties(kind: str) -> None:
    broken = {
        name: found.text
        for name, data in inputs(kind, SMALL.get(kind, USUAL))
        if (found := guard.try_target(KINDS[kind], data)) is not None
    }
    assert broken == {}


def test_an_undeclared_error_a_hang_and_a_lack_of_memory_are_findings() -> None:
    def fails(data: bytes) -> None:
        raise KeyError(data)

    def hangs(data: bytes) -> None:
        while data:
            pass

    def grows(data: bytes) -> None:
        raise MemoryError(data)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "SECONDS", 0.05)
        keys = [
            found.key for each in (fails, hangs, grows) if (found := guard.try_target(each, b"a"))
        ]

    assert keys == [
        "KeyError-test_replay-fails",
        "hang-test_replay-hangs",
        "memory-test_replay-grows",
    ]


def test_the_saved_inputs_are_few() -> None:
    assert sum(path.stat().st_size for path in CORPORA.rglob("*") if path.is_file()) <= MOST_BYTES
