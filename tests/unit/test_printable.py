"""What others wrote is shown so that it does nothing to a terminal."""

import re
from pathlib import Path

import verifier
from verifier.printable import (
    append_count,
    count_more,
    list_first,
    pluralize,
    printable,
    printable_lines,
    shorten,
    visible,
)


def test_what_would_command_a_terminal_is_shown_as_an_escape() -> None:
    assert printable("a\x1b[2Jb\x9bc\rd\x07") == r"a\x1b[2Jb\x9bc\rd\x07"


def test_a_line_stays_one_line_and_reads_from_left_to_right() -> None:
    assert printable("a\nb\u2028c\u202ed") == r"a\nb\u2028c\u202ed"


def test_letters_of_all_scripts_stay_and_a_tab_is_a_blank() -> None:
    assert printable("Straße\t日本 \U0001f600") == "Straße 日本 \U0001f600"


def test_lines_stay_lines() -> None:
    assert printable_lines("a\n\x1bb\n") == "a\n\\x1bb\n"


def test_one_is_singular_and_every_other_number_plural() -> None:
    assert pluralize(1, "prediction") == "1 prediction"
    assert pluralize(0, "prediction") == "0 predictions"
    assert pluralize(2, "is open", "are open") == "2 are open"


def test_visible_text_keeps_lines_tabs_and_every_letter() -> None:
    assert (
        visible("a\tb\r\nStraße 日本\u3000\U0001f600\n") == "a\tb\r\nStraße 日本\u3000\U0001f600\n"
    )


def test_visible_text_shows_what_drives_a_terminal_or_turns_the_order() -> None:
    text = "\x00\x1b[2J\r\x9b\u202e\u2066\u200b\u2028\ufeff\ud800"

    assert visible(text) == r"\x00\x1b[2J\r\x9b\u202e\u2066\u200b\u2028\ufeff\ud800"


def test_what_is_left_out_is_counted() -> None:
    assert count_more(3) == "and 3 more"
    assert count_more(1, "finding") == "and 1 finding more"
    assert count_more(0) == count_more(-1) == ""
    assert append_count("first", 2) == "first (and 2 more)"
    assert append_count("first", 0) == append_count("first", -1) == "first"


def test_a_list_names_the_first_and_counts_the_others() -> None:
    assert list_first([], 2) == ""
    assert list_first(["a", "b"], 2) == "a, b"
    assert list_first(["a", "b", "c", "d"], 2) == "a, b and 2 more"
    assert list_first(["a", "b", "c"], 2, " and ") == "a and b and 1 more"
    assert list_first(["a", "b", "c"], 2, "; ") == "a; b; and 1 more"
    assert list_first(["a", "b", "c"], 2, "\n") == "a\nb\nand 1 more"


def test_one_module_counts_what_a_list_leaves_out() -> None:
    folder = Path(verifier.__file__).parent
    counting = re.compile(r"\band \{[^}]*\} more(?! \w)")
    found = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        if counting.search(path.read_text(encoding="utf-8"))
    }

    assert found == {"printable.py"}


def test_a_text_that_is_too_long_ends_after_a_word_and_says_so() -> None:
    long = "cannot fetch https://repository.example/g/b/1/b-1.pom now"

    assert shorten(long, len(long)) == long
    assert shorten(long, len(long) - 1) == long.removesuffix(" now") + " …"
    assert shorten(long, 40) == "cannot fetch …"
    assert shorten("word " * 100, 10) == "word …"
    assert shorten("", 10) == ""


def test_a_single_word_that_is_too_long_is_cut() -> None:
    assert shorten("a" * 20, 10) == "aaaaaaaa …"
    assert shorten("in " + "a" * 20, 10) == "in …"
