"""Finding instances by what they are and by id, and showing one to a person."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.assignments import a_method
from tests.unit.mining.test_merging import IMPURE, PURE, extraction
from verifier.cli.main import cli, main
from verifier.domain.instance import Instance, Provenance, SideSources
from verifier.domain.purity import Purity, PurityTier, PurityVerdict
from verifier.domain.refactoring import Refactoring
from verifier.domain.refactoring_traits import RefactoringClass, RefactoringType
from verifier.errors import InputError, UnknownInstanceError
from verifier.mining.instance_text import Kind, instance_lines
from verifier.mining.selection import InstanceFilter, find_instance, read_instances
from verifier.tools.records import to_json

PATCH = """\
diff --git a/Other.java b/Other.java
--- a/Other.java
+++ b/Other.java
@@ -1 +1 @@
-old
+new
diff --git a/T.java b/T.java
--- a/T.java
+++ b/T.java
@@ -1 +1 @@
-class T {}
+class T { }
"""

FILE = Path("i.jsonl")


def instance(
    name: str, purity: Purity = PURE, kind: RefactoringType = RefactoringType.EXTRACT_METHOD
) -> Instance:
    detected = extraction(name, 3)
    assert detected.before is not None
    assert detected.after is not None
    return Instance(
        id=f"{name}234567890abcdef",
        group="g",
        repo="r",
        commit="c" * 40,
        parent="b" * 40,
        type=kind,
        description=detected.description,
        before=detected.before,
        after=detected.after,
        before_sources=SideSources(method="void a() {\n}", partner="", class_="", file_sha256=""),
        after_sources=SideSources(
            method="void a() {\n  made();\n}", partner="void made() {}", class_="", file_sha256=""
        ),
        purity=purity,
        patch=PATCH,
        others=(Refactoring(type_name="Rename Class", description="x renamed to y"),),
        provenance=Provenance(refverify="0", refactoring_miner="0", java="0"),
    )


CHECKER = replace(PURE, tier=PurityTier.CHECKER, tolerated=("type replacement",))
INSTANCES = (
    instance("a"),
    instance("b", IMPURE),
    instance("c", CHECKER),
    instance("d", kind=RefactoringType.MOVE_AND_INLINE_METHOD),
)


@pytest.mark.parametrize(
    ("chosen", "names"),
    [
        (InstanceFilter(), "abcd"),
        (InstanceFilter(types=frozenset({RefactoringType.EXTRACT_METHOD})), "abc"),
        (InstanceFilter(refactoring_class=RefactoringClass.COMPOUND), "d"),
        (InstanceFilter(refactoring_class=RefactoringClass.ATOMIC), "abc"),
        (InstanceFilter(pure=True), "acd"),
        (InstanceFilter(pure=False), "b"),
        (InstanceFilter(tier=PurityTier.STRICT), "ad"),
        (InstanceFilter(tier=PurityTier.CHECKER), "c"),
        (InstanceFilter(text="t#B("), "b"),
        (InstanceFilter(text="cccccccc"), "abcd"),
        (InstanceFilter(text="nowhere"), ""),
        (InstanceFilter(pure=True, text="#a"), "a"),
    ],
)
def test_every_condition_must_hold(chosen: InstanceFilter, names: str) -> None:
    assert "".join(i.id[0] for i in INSTANCES if chosen.matches(i)) == names


def test_an_instance_is_found_by_id_or_by_a_beginning_that_no_other_has() -> None:
    twin = replace(INSTANCES[0], id="a2")
    assert find_instance([*INSTANCES, twin], "b", FILE) == INSTANCES[1]
    assert find_instance([*INSTANCES, twin], "a2", FILE) == twin
    with pytest.raises(UnknownInstanceError, match="'a' fits several: a234567890abcdef, a2"):
        find_instance([*INSTANCES, twin], "a", FILE)


@pytest.mark.parametrize("wanted", ["zz", ""])
def test_an_unknown_id_has_an_exit_code_of_its_own(wanted: str) -> None:
    with pytest.raises(UnknownInstanceError, match=r"in i\.jsonl") as caught:
        find_instance(INSTANCES, wanted, FILE)
    assert caught.value.exit_code == 5
    assert caught.value.hint == "`refverify instances -i i.jsonl` lists the ids."


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "instances.jsonl"
    path.write_text("".join(to_json(i) + "\n" for i in INSTANCES))
    return path


def test_a_line_that_cannot_be_read_is_named_or_left_out(path: Path) -> None:
    path.write_text(path.read_text() + "{}\n")
    with pytest.raises(InputError, match=r"instances\.jsonl:5: "):
        list(read_instances(path))
    assert len(list(read_instances(path, skip_bad=True))) == 4


def test_the_list_is_tab_separated_off_a_terminal(path: Path) -> None:
    result = CliRunner().invoke(cli, ["instances", "-i", str(path), "--impure"])
    assert (result.exit_code, result.output) == (
        0,
        "b234567890abcdef\tExtract Method\timpure\tcccccccccc\tT#b()\t\t\n",
    )


def test_the_list_can_be_counted_and_printed_as_records(path: Path) -> None:
    counted = CliRunner().invoke(
        cli, ["instances", "-i", str(path), "--class", "atomic", "--count"]
    )
    assert counted.output == "3\n"
    records = CliRunner().invoke(
        cli, ["instances", "-i", str(path), "--tier", "checker", "--format", "json"]
    )
    assert records.output == to_json(INSTANCES[2]) + "\n"


def test_types_are_named_without_regard_to_case(path: Path) -> None:
    words = ["--type", "extract method", "--type", "Move And Inline Method", "--count"]
    assert CliRunner().invoke(cli, ["instances", "-i", str(path), *words]).output == "4\n"
    assert CliRunner().invoke(cli, ["instances", "-i", str(path), *words[2:]]).output == "1\n"


def test_showing_an_unknown_id_ends_with_5_and_an_unreadable_file_with_4(path: Path) -> None:
    assert main(["show", "zz", "-i", str(path)]) == 5
    assert main(["show", "zz", "-i", str(path.parent / "nope")]) == 4
    assert main(["instances", "-i", str(path.parent / "nope")]) == 4


def test_one_instance_is_shown_whole_without_colours_off_a_terminal(path: Path) -> None:
    result = CliRunner().invoke(cli, ["show", "c2", "-i", str(path)])
    assert result.exit_code == 0
    assert result.output == (
        """\
Extract Method (atomic)  c234567890abcdef
made extracted from c at 3
repository  r
commit      cccccccccccccccccccccccccccccccccccccccc
parent      bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

Purity
pure, tier checker: PurityChecker says pure, and may have tolerated edits
tolerated: type replacement

Proof
not tried: `refverify mine --prove` looks for a proof

Validation
not validated: `refverify validate` builds and tests both sides

Before: T#c()  T.java
void a() {
}

After: T#c()  T.java
void a() {
  made();
}

After: T#made()  T.java
void made() {}

Diff of the refactored files
diff --git a/T.java b/T.java
--- a/T.java
+++ b/T.java
@@ -1 +1 @@
-class T {}
+class T { }

What else the commit did
1 Rename Class
x renamed to y
"""
    )


def test_the_whole_patch_is_shown_on_request() -> None:
    lines = instance_lines(INSTANCES[0], whole_patch=True)
    assert "\n".join(line.text for line in lines if line.kind is Kind.DIFF) == PATCH.rstrip()


def test_why_it_is_not_pure_is_said_in_words() -> None:
    texts = [line.text for line in instance_lines(INSTANCES[1])]
    at = texts.index("Purity")
    assert texts[at + 1 : at + 4] == [
        "impure",
        "PurityChecker's comment: changed",
        "mapping state 2: leaf statements are left unmapped",
    ]
    unknown = replace(INSTANCES[0], purity=Purity(verdict=PurityVerdict.NOT_APPLICABLE))
    assert "PurityChecker does not cover this refactoring." in [
        line.text for line in instance_lines(unknown)
    ]


def test_that_every_statement_is_mapped_is_said_on_request() -> None:
    text = "There is no replacement! - all mapped"
    usual = replace(INSTANCES[0].purity, mapping_state=1, description=text)
    instance = replace(INSTANCES[0], purity=usual, committed="2024-05-06T07:08:09Z")

    short = [line.text for line in instance_lines(instance)]
    whole = [line.text for line in instance_lines(instance, in_full=True)]

    said = [text, "mapping state 1: every statement is mapped"]
    assert [line for line in short if line in said] == []
    assert [line for line in whole if line in said] == said
    assert f"commit      {instance.commit}  2024-05-06T07:08:09Z" in short


def test_a_commit_that_did_nothing_else_says_so_and_a_long_list_is_cut() -> None:
    alone = replace(INSTANCES[0], others=())
    assert [line.text for line in instance_lines(alone)][-1] == "No other refactoring was detected."
    many = replace(INSTANCES[0], others=INSTANCES[0].others * 25)
    texts = [line.text for line in instance_lines(many)]
    assert "25 Rename Class" in texts
    assert texts[-1] == "... and 5 more"


def test_a_source_cannot_steer_the_terminal() -> None:
    hostile = SideSources(method="a\x1b[2Jb\r\n\tc\x0cd\n", partner="", class_="", file_sha256="")
    texts = [line.text for line in instance_lines(replace(INSTANCES[0], before_sources=hostile))]
    assert texts[texts.index("a�[2Jb") + 1] == "\tc�d"
    assert not [text for text in texts if "\x1b" in text or "\r" in text]


def test_an_assignment_among_instances_is_called_one(tmp_path: Path) -> None:
    file = tmp_path / "tasks.jsonl"
    file.write_text(f"{to_json(a_method())}\n")

    with pytest.raises(InputError, match=r"tasks\.jsonl:1: not an instance.*\n.*an assignment"):
        list(read_instances(file))
