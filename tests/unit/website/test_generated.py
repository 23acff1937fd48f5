"""A comment in a page marks the place of a generated part."""

import pytest

from website.generated import fill_marks


def test_a_part_replaces_its_comment_and_the_rest_stays() -> None:
    page = fill_marks("# Names\n\n<!-- website: public-names -->\n\nEnd.\n")

    assert page.startswith("# Names\n\n## Functions\n")
    assert page.endswith("\n\nEnd.\n")
    assert "<!--" not in page


def test_a_comment_within_a_line_stays() -> None:
    assert fill_marks("as `<!-- website: schemas -->` is") == "as `<!-- website: schemas -->` is"


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(KeyError, match="nothing"):
        fill_marks("<!-- website: nothing -->\n")
