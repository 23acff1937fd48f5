"""A reviewer's questions are answered from the page: what needs eyes, where code went, what was not judged."""

import html as entities
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from tests.support.gate_reports import HOSTILE, NOTHING, REFUTED, WORDS
from verifier.domain.review import CodeLines, HunkState, MovedCode, Review, ReviewHunk
from verifier.gates.formats.registry import ReportForm, write_report


def code(file: str, line: int, *text: str, left_out: int = 0) -> CodeLines:
    numbers = tuple(range(line, line + len(text)))
    return CodeLines(
        file=file,
        line=line,
        end_line=line + len(text) - 1,
        text=text,
        numbers=numbers,
        left_out=left_out,
    )


MOVED = MovedCode(
    description="Extract Method g",
    before=code("A.java", 30, "int off = rate * 2;", "pay(off);"),
    after=code("B.java", 71, "int off = rate * 3;", "pay(off);"),
    edited=True,
)
REVIEW = Review(
    files=3,
    folded=1,
    unfolded=3,
    hunks=(
        ReviewHunk(
            state=HunkState.FINDING,
            why=("IMPURE: in `g`, literal changed: `2` became `3`",),
            before=code("A.java", 30, "int off = rate * 2;"),
            after=code("B.java", 71, "int off = rate * 3;"),
        ),
        ReviewHunk(
            state=HunkState.UNPROVEN,
            why=("left when the proved refactorings are taken away",),
            before=code("A.java", 90, "gone();"),
            after=CodeLines(file="", line=0, end_line=0),
        ),
        ReviewHunk(
            state=HunkState.NOT_JUDGED,
            why=("not judged: no Java source",),
            before=code("pom.xml", 4, "<a/>"),
            after=code("pom.xml", 4, "<b/>", left_out=7),
        ),
        ReviewHunk(
            state=HunkState.FOLDED,
            why=("Extract Method g",),
            before=code("A.java", 30, "int off = rate * 2;"),
            after=code("A.java", 30, "g();"),
        ),
    ),
    moved=(MOVED,),
    proved=True,
    evidence="proof of 2 changed methods",
    elsewhere=("C.java:5: NOT_PROVED: a name",),
)


class _Tags(HTMLParser):
    """Collects the names of tags and of their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names |= {tag, *(f"{tag} {name}" for name, _ in attrs)}


def page(review: Review | None) -> str:
    return write_report(replace(REFUTED, review=review), ReportForm.HTML).decode()


def section(name: str, review: Review = REVIEW) -> str:
    """Return what a reader sees in a section, with marked words in brackets."""
    (found,) = re.findall(
        rf'<section class="card" id="{name}">(.*?)</section>', page(review), re.DOTALL
    )
    marked = re.sub(r"<(?:del|ins)>(.*?)</(?:del|ins)>", r"[\1]", found)
    return " ".join(entities.unescape(re.sub(r"<[^>]*>", " ", marked)).split())


def test_which_hunks_need_my_eyes_and_why() -> None:
    seen = section("eyes")

    assert "B.java:71 finding IMPURE: in g , literal changed: 2 became 3" in seen
    assert "A.java:90, in the base not proved left when the proved refactorings" in seen
    assert "C.java:5: NOT_PROVED: a name" in seen
    assert "Before, with the refactorings A.java:30 30 int off = rate * [2];" in seen
    assert "After B.java:71 71 int off = rate * [3];" in seen
    assert "Extract Method" not in seen
    assert "3 files, 4 hunks: 1 folded as proved refactorings, 3 need your eyes" in page(REVIEW)


def test_where_did_this_code_go_and_was_it_edited() -> None:
    seen = section("moved")

    assert "Extract Method g A.java:30-31 → B.java:71-72 also edited" in seen
    assert "30 int off = rate * [2]; 31 pay(off);" in seen
    assert "71 int off = rate * [3]; 72 pay(off);" in seen
    alone = replace(REVIEW, moved=(replace(MOVED, after=MOVED.before, edited=False),))
    assert "no other edit" in section("moved", alone)
    assert "[" not in section("moved", alone)
    folded = section("folded")
    assert folded.startswith("Folded proved: proof of 2 changed methods A.java:30 Extract Method g")


def test_what_was_not_judged() -> None:
    assert "pom.xml:4 not judged not judged: no Java source" in section("eyes")
    assert "7 more lines are not shown" in section("eyes")
    assert f"{HOSTILE[:9]}" in section("aside")
    assert "(documentation)" in section("aside")


def test_a_page_without_folded_hunks_says_so() -> None:
    bare = replace(REVIEW, folded=0, hunks=REVIEW.hunks[:3], moved=(), evidence="", left_out=2)

    assert section("folded", bare) == "Folded No hunk is shown to be only refactoring."
    assert "Before A.java:30" in section("eyes", bare)
    assert "2 hunks are counted but not shown" in page(bare)


def test_nothing_needs_eyes_if_all_is_folded() -> None:
    done = replace(REVIEW, unfolded=0, hunks=REVIEW.hunks[3:], elsewhere=())

    assert section("eyes", done) == "Needs eyes Nothing."
    assert "nothing needs eyes" in page(done)


def test_without_hunks_the_findings_are_there() -> None:
    assert "single commits were judged" in page(None)
    assert "build-file" in page(None)
    assert "nothing_to_check" not in write_report(NOTHING, ReportForm.HTML).decode()


@pytest.mark.parametrize("text", [HOSTILE, WORDS, "</pre><script>x</script>", "<img src=//x>"])
def test_hostile_code_names_and_findings_are_only_text(text: str) -> None:
    first = replace(
        REVIEW.hunks[0],
        why=(text, f"`{text}`"),
        before=code(text, 1, text),
        after=code(text, 1, text, f"{text} {text}"),
    )
    moved = replace(MOVED, description=text, before=first.before, after=first.after)
    hostile = replace(
        REVIEW, hunks=(first, *REVIEW.hunks[1:]), moved=(moved,), elsewhere=(text,), evidence=text
    )
    found = page(hostile)

    tags = _Tags()
    tags.feed(found)
    plain = _Tags()
    plain.feed(page(REVIEW))
    assert tags.names == plain.names
    assert not {"\x1b", "\u202e", "\x00"} & set(found)


def test_the_page_is_one_file_without_a_script() -> None:
    found = page(REVIEW)

    assert found.startswith("<!DOCTYPE html>")
    assert "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'" in found
    assert re.findall(r"<(?:script|link|iframe|object|form)\b", found) == []
    assert re.findall(r'(?:href|src)="(?!#)', found) == []
