"""What a prepared base of several modules says of them together."""

from dataclasses import replace

import pytest

from tests.support.prepared_bases import MODULE, PREPARED


@pytest.mark.parametrize(
    ("levels", "newest"), [((8, None, 11), 11), ((8,), 8), ((None, None), None)]
)
def test_the_newest_source_level_of_its_modules_is_its_own(
    levels: tuple[int | None, ...], newest: int | None
) -> None:
    modules = tuple(
        replace(MODULE, folder=f"m{n}", main=replace(MODULE.main, level=level))
        for n, level in enumerate(levels)
    )

    assert replace(PREPARED, modules=modules).level == newest
