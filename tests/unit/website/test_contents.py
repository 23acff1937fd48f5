"""The menu of the website follows from the lists of the first page."""

from website.contents import read_sections, write_menu

PAGE = """# Title

- [Before any section](other.md)

## First

- [One page](one.md): what it says
- [In a folder](folder/README.md)
- [With an anchor](one.md#part)
- [A file](../README.rst)

A sentence with [a link](two.md).

## Second

- [Again](one.md)
- [Two](two.md)

## Third
No list.
"""


def test_each_section_has_the_pages_of_its_list_and_no_page_comes_twice() -> None:
    assert list(read_sections(PAGE)) == [
        ("First", ["One page <one>", "In a folder <folder/README>"]),
        ("Second", ["Two <two>"]),
    ]


def test_a_menu_has_a_hidden_part_for_each_section() -> None:
    assert write_menu("## A\n\n- [One](one.md)\n") == (
        "\n```{toctree}\n:hidden:\n:caption: A\n\nOne <one>\n```\n"
    )
