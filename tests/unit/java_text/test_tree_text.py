"""Java in a tree is read as its build reads it, and so is a change to it."""

from tests.support.answers import MemoryTree
from verifier.domain.source import FileChange
from verifier.java_text.tree_text import text_after, text_of

SO = "\u30bd"
TREE = MemoryTree.of({"A.java": f'"{SO}"'}, declared="Shift_JIS")


def test_a_file_is_read_in_the_encoding_that_the_tree_declares() -> None:
    assert text_of(TREE, "A.java") == f'"{SO}"'
    assert text_of(MemoryTree(TREE.files), "A.java") == '"\x83\\"'
    assert text_of(TREE, "B.java") is None


def test_a_changed_file_is_read_like_the_one_in_its_place() -> None:
    change = FileChange(path="A.java", content=f"// {SO}".encode("shift_jis"))

    assert text_after(TREE, change) == f"// {SO}"
    assert text_after(TREE, FileChange(path="A.java", content=None)) is None
