"""The page of the public names, and docstrings as Sphinx reads them."""

import re

import verifier
from website.public_names import edit_docstring, format_errors, write_public_names


def test_the_page_has_exactly_the_public_names_and_each_once() -> None:
    named = re.findall(
        r"^\.\. auto(?:function|class):: verifier\.(\w+)$", write_public_names(), re.MULTILINE
    )

    assert sorted(named) == sorted(name for name in verifier.__all__ if name != "__version__")


def test_each_error_of_a_docstring_is_a_field_with_its_whole_text() -> None:
    docstring = [
        "Do it.",
        "",
        "Raises:",
        "    InputError: it cannot be",
        "        read.",
        "    UsageError, StorageError: why.",
        "",
    ]

    assert format_errors(docstring) == [
        "Do it.",
        "",
        ":raises InputError: it cannot be",
        "    read.",
        ":raises UsageError, StorageError: why.",
        "",
    ]


def test_a_docstring_without_errors_stays() -> None:
    assert format_errors(["Do it: now."]) == ["Do it: now."]


def test_a_closed_set_shows_its_values() -> None:
    lines = ["The outcomes."]

    edit_docstring(verifier.Status, lines)

    assert lines[2] == "Values: ``passed``, ``failed``, ``not_applicable``, ``inconclusive``"
