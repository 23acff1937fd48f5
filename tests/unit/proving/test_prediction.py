"""A candidate on its base commit becomes a request."""

from pathlib import Path

from tests.support.answers import MemoryTree, with_changes
from tests.support.proof_requests import changed_in
from verifier.builds.build_tools import java_tree
from verifier.domain.proof_request import CommitSources, SourceVersion
from verifier.proving.prediction import source_request
from verifier.tools.folder_tree import FolderTree

BASE = CommitSources(repository=Path("r"), commit="0" * 40)


def test_a_candidate_lies_on_top_of_its_base() -> None:
    tree = MemoryTree.of({"A.java": "old", "B.java": "gone", "pom.xml": "<p/>"})
    candidate = with_changes({"A.java": "new", "B.java": None, "pom.xml": "<q/>", "n.txt": "n"})

    request = source_request(BASE, tree, candidate)

    assert request.before == SourceVersion(root=BASE)
    assert request.after == SourceVersion(root=BASE, changes={"A.java": "new", "B.java": None})
    assert changed_in(request).sources == {"A.java", "B.java"}
    assert set(changed_in(request).other_before) == {"pom.xml"}
    assert set(changed_in(request).other_after) == {"pom.xml", "n.txt"}


def test_both_sides_of_a_change_are_read_in_the_encoding_that_the_build_declares() -> None:
    tree = MemoryTree.of({"A.java": "\u30bd"}, declared="Shift_JIS")
    candidate = with_changes({"A.java": "\u30bd\u30bd".encode("shift_jis")})

    request = source_request(BASE, tree, candidate)

    assert request.before == SourceVersion(root=BASE, changes={"A.java": "\u30bd"})
    assert request.after == SourceVersion(root=BASE, changes={"A.java": "\u30bd\u30bd"})


def test_what_did_not_change_is_read_in_that_encoding_too() -> None:
    tree = MemoryTree.of({"A.java": "1", "U.java": "\u30bd", "V.java": "V"}, declared="Shift_JIS")

    request = source_request(BASE, tree, with_changes({"A.java": b"2"}))

    assert request.before == SourceVersion(root=BASE, changes={"A.java": "1", "U.java": "\u30bd"})
    assert request.after == SourceVersion(root=BASE, changes={"A.java": "2", "U.java": "\u30bd"})


def test_a_letter_that_gets_another_spelling_is_no_text_alone() -> None:
    tree = MemoryTree.of({"A.java": "// \xe9", "B.java": "class B {}"})
    candidate = with_changes({"A.java": b"// \xe9", "B.java": "class B { }"})

    changed = changed_in(source_request(BASE, tree, candidate))

    assert changed.sources == {"A.java", "B.java"}
    assert set(changed.other_before) == {"A.java"} == set(changed.other_after)


def test_a_source_into_which_git_writes_its_hash_is_no_text_alone() -> None:
    tree = MemoryTree.of({".gitattributes": "*.java ident", "A.java": "// $Id$", "B.java": "B"})
    candidate = with_changes({"A.java": "// $Id$ ", "B.java": "C"})

    changed = changed_in(source_request(BASE, tree, candidate))

    assert changed.sources == {"A.java", "B.java"}
    assert set(changed.other_before) == {"A.java"} == set(changed.other_after)


def test_a_link_that_only_compilers_read_is_left_over(tmp_path: Path) -> None:
    (tmp_path / "A.java").write_text("class A {}")
    (tmp_path / "B.txt").write_text("class B {}")
    (tmp_path / "src/test/resources").mkdir(parents=True)
    for place in ("B.java", "src/test/resources/C.java"):
        (tmp_path / place).symlink_to(tmp_path / "B.txt")
    tree = java_tree(FolderTree(tmp_path))

    changed = changed_in(source_request(BASE, tree, with_changes({"A.java": "class A { }"})))

    assert changed.sources == {"A.java", "B.java"}
