"""Deep nesting in flow style is refused before it costs time."""

import pytest
import yaml

from tests.support.cpu import cpu_seconds
from verifier.tools.shallow_yaml import MOST_LEVELS, ShallowScanner


class _Loader(ShallowScanner, yaml.SafeLoader):
    pass


def load(text: str) -> object:
    return yaml.load(text, Loader=_Loader)


@pytest.mark.parametrize(("start", "end"), [("[", "]"), ("{a: ", "}")])
def test_nesting_is_bounded_and_quoted_brackets_are_no_nesting(start: str, end: str) -> None:
    allowed = start * MOST_LEVELS + end * MOST_LEVELS

    assert load(allowed)
    assert load(f"- '{start * 1000}'\n- [{'[], ' * 1000}]\n")
    with pytest.raises(yaml.YAMLError, match=f"more than {MOST_LEVELS} levels"):
        load(f"[{allowed}]")


def test_open_brackets_without_an_end_cost_little() -> None:
    def read() -> None:
        with pytest.raises(yaml.YAMLError):
            load("{" * 60_000)

    assert cpu_seconds(read) < 1
