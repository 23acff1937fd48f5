"""What a built page must not have: links that lead nowhere, and parts from a network."""

from pathlib import Path

import pytest

from website.faults import find_faults


def write_site(folder: Path, body: str, style: str = "") -> None:
    (folder / "page.html").write_text(f"<html><body>{body}</body></html>", encoding="utf-8")
    (folder / "other.html").write_text('<h1 id="there">Other</h1>', encoding="utf-8")
    (folder / "style.css").write_text(style, encoding="utf-8")


@pytest.mark.parametrize(
    "body",
    [
        '<a href="other.html#there">x</a>',
        '<p id="here"></p><a href="#here">x</a>',
        '<a href="https://example.org/a#b">x</a>',
        '<a href="mailto:a@example.org">x</a>',
        '<script src="style.css?v=1"></script>',
        '<img src="data:image/png;base64,AA==">',
        '<link rel="canonical" href="https://example.org/page.html">',
    ],
)
def test_a_right_page_has_no_fault(tmp_path: Path, body: str) -> None:
    write_site(tmp_path, body, "p { background: url(picture.png) } /* https://example.org */")

    assert find_faults(tmp_path) == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="none.html">x</a>', "none.html: no such file"),
        ('<a href="other.html#gone">x</a>', "other.html#gone: no such anchor"),
        ('<a href="#gone">x</a>', "#gone: no such anchor"),
        ('<img src="none.png">', "none.png: no such file"),
        ('<a href="htps://example.org">x</a>', "htps://example.org: an unknown scheme"),
        ('<a href="https:///a">x</a>', "https:///a: no host"),
        (
            '<script src="https://example.org/a.js"></script>',
            "loads https://example.org/a.js from the network",
        ),
        (
            '<link rel="stylesheet" href="//example.org/a.css">',
            "loads //example.org/a.css from the network",
        ),
    ],
)
def test_a_fault_is_named_with_its_page(tmp_path: Path, body: str, fault: str) -> None:
    write_site(tmp_path, body)

    assert f"page.html: {fault}" in find_faults(tmp_path)


@pytest.mark.parametrize(
    "style", ["@import '//example.org/a.css';", "p { src: url(https://example.org/f) }"]
)
def test_a_style_sheet_loads_nothing_from_a_network(tmp_path: Path, style: str) -> None:
    write_site(tmp_path, "", style)

    assert find_faults(tmp_path) == ["style.css: loads from the network"]
