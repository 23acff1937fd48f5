"""What stands around an instance's methods, as a person reads it."""

from dataclasses import replace

from tests.support.contexts import CALLER, CONTEXT, SURROUNDINGS
from tests.support.instances import make_mined
from verifier.domain.context_text import context_texts
from verifier.mining.instance_text import instance_lines


def test_each_list_has_a_line_an_entry_and_says_what_is_left_out() -> None:
    assert list(context_texts(CONTEXT)) == [
        "bindings: sources; 2.5% of names unresolved; 2 files read",
        "3 files that mention a name were not read: entries may lack",
        "with errors of syntax: src/p/B.java",
        "p.A#f(I)V  src/p/A.java:3",
        "  called by p.B#use()V (as p.Shape)  src/p/B.java:2, line 2",
        "  called by 7 more",
        "  overrides java.lang.Runnable#f(I)V  of a library",
        "  writes int p.A#x, line 3, 4",
        "  above its class java.lang.Runnable",
        "  below its class p.C  src/p/C.java",
        "not found: p.A#g()",
        "project: 5 Java files, 2 not listed",
    ]


def test_the_short_form_shows_five_entries_and_the_whole_one_all_with_their_texts() -> None:
    many = replace(
        CONTEXT, methods=(replace(SURROUNDINGS, callers=(CALLER,) * 6, left_out={}),), missing=()
    )
    short, whole = list(context_texts(many)), list(context_texts(many, whole=True))

    assert len([t for t in short if t.startswith("  called by p.B")]) == 5
    assert "  called by 1 more" in short
    assert len([t for t in whole if t.startswith("  called by p.B")]) == 6
    assert whole.count("    | void use() { a.f(1 … 4 characters more") == 6
    assert whole[-2:] == ["  .: Main.java", "  src/p: A.java, B.java"]


def test_without_names_there_is_no_share() -> None:
    empty = replace(CONTEXT, names_asked=0, names_unresolved=0, unresolved_share=None)

    assert next(context_texts(empty)) == "bindings: sources; no names were asked; 2 files read"


def test_a_single_file_is_one_file() -> None:
    assert next(context_texts(replace(CONTEXT, files_read=1))).endswith("; 1 file read")


def test_an_instance_shows_its_context_only_where_it_has_one() -> None:
    titles = [line.text for line in instance_lines(make_mined(context=CONTEXT))]

    assert "Context on the base" in titles
    assert "Context on the base" not in [line.text for line in instance_lines(make_mined())]
