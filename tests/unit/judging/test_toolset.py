"""A measure that this Python lacks is part of a verdict's key."""

import sys
from importlib.util import find_spec

import pytest

from verifier.judging.toolset import name_missing_measures


@pytest.mark.skipif(find_spec("codebleu") is None, reason="Python 3.13 and newer have none")
def test_a_python_with_codebleu_names_nothing() -> None:
    assert name_missing_measures() == {}


def test_a_python_without_codebleu_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "codebleu", None)

    assert name_missing_measures() == {"codebleu": "none"}
