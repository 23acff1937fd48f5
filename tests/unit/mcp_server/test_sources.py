"""A change that is named without `source` is understood if it is unambiguous."""

import pytest

from verifier.errors import UsageError
from verifier.mcp_server.sources import with_source


@pytest.mark.parametrize(
    ("given", "source"),
    [
        ({"range": "a..b"}, {"type": "range", "revision": "a..b"}),
        ({"commit": "HEAD"}, {"type": "commit", "revision": "HEAD"}),
        ({"patch": "diff", "base": "main"}, {"type": "patch", "patch": "diff", "base": "main"}),
    ],
)
def test_a_flat_argument_becomes_the_source(given: dict[str, str], source: dict[str, str]) -> None:
    assert with_source({"repository": "/r", **given}) == {"repository": "/r", "source": source}


def test_what_has_a_source_or_names_nothing_stays_as_it_is() -> None:
    for given in ({"source": {"type": "staged"}}, {"level": "static"}):
        assert with_source(given) is given


@pytest.mark.parametrize("more", [{"commit": "HEAD"}, {"source": {"type": "worktree"}}])
def test_two_changes_are_refused_with_the_form_to_use(more: dict[str, object]) -> None:
    with pytest.raises(UsageError) as caught:
        with_source({"range": "a..b", **more})

    assert '"source": {"type"' in caught.value.hint
