"""Copies are marked with the first one; similar code by chance is not."""

from dataclasses import replace

from tests.support.instances import NO_TEXT, make_mined
from verifier.domain.instance import Instance
from verifier.publishing.duplicates import Marks, marks_of

BODY = " ".join(f"int v{n} = compute({n});" for n in range(40))


def instance(name: str, before: str, after: str = "int f() { return 1; }") -> Instance:
    sources = (replace(NO_TEXT, method=text) for text in (before, after))
    return make_mined(id=name, before_sources=next(sources), after_sources=next(sources))


def test_the_same_methods_in_another_repository_are_a_duplicate_of_the_first() -> None:
    copies = [instance("a", BODY), replace(instance("b", BODY), repo="fork"), instance("c", BODY)]

    assert marks_of(copies) == [
        Marks(),
        Marks(duplicate_of="a"),
        Marks(duplicate_of="a"),
    ]


def test_one_renamed_name_among_many_is_a_near_duplicate() -> None:
    near = instance("b", BODY.replace("v7", "other"))

    assert marks_of([instance("a", BODY), near])[1] == Marks(near_duplicate_of="a")


def test_layout_alone_is_no_difference_of_tokens() -> None:
    spaced = instance("b", BODY.replace(" ", "\n  "))

    assert marks_of([instance("a", BODY), spaced])[1] == Marks(near_duplicate_of="a")


def test_the_share_of_common_shingles_decides() -> None:
    words = [f"w{n}" for n in range(104)]
    whole = instance("a", " ".join(words), "")

    def cut(name: str, length: int) -> Instance:
        return instance(name, " ".join(words[:length]), "")

    # 100 shingles of five words: of 84 words 80 are left, of 83 one less.
    assert marks_of([whole, cut("b", 84)])[1] == Marks(near_duplicate_of="a")
    assert marks_of([whole, cut("b", 83)])[1] == Marks()


def test_what_has_no_text_repeats_nothing() -> None:
    assert marks_of([make_mined(id="a"), make_mined(id="b")]) == [Marks(), Marks()]
