"""A tree's id is the one that git itself gives a commit of the same files."""

from collections.abc import Sequence

import pytest

from tests.conftest import MakeRepository
from verifier.domain.source import FileChange
from verifier.tools.git.repository import Repository

BASE = {
    "a.txt": "a",
    "a/b/C.java": "class C {}",
    "a/b/D.java": "class D {}",
    "a.b": "between the file and the folder",
    "docs/only.md": "x",
}


def change(path: str, content: bytes | None = None, mode: str = "100644") -> FileChange:
    return FileChange(path=path, content=content, mode=mode)


@pytest.mark.parametrize(
    "files",
    [
        [],
        [change("a/b/C.java", b"class C { int f; }")],
        [change("a/b/C.java"), change("a/b/E.java", b"class E {}")],
        [change("new/deep/F.java", b"class F {}"), change("a/run", b"x", "100755")],
        [change("docs/only.md")],
        [change("a.b"), change("a.b/inside", b"a folder in place of a file")],
        [change("a/b/C.java"), change("a/b/D.java"), change("a/b", b"a file in place of a folder")],
        [change("a/\u00fc.txt", b"\xff\x00"), change("a/link", b"../a.txt", "120000")],
        [change("not/there")],
        [change(path) for path in BASE],
    ],
    ids=lambda files: ",".join(file.path for file in files) or "nothing",
)
def test_the_id_is_that_of_a_commit_with_the_same_files(
    files: Sequence[FileChange], make_repository: MakeRepository
) -> None:
    made = make_repository("r")
    base = made.commit(BASE, "start")
    with Repository.open(made.path) as repository:
        ours = repository.tree_id_with(base, files)

        assert ours == repository.tree_id(repository.commit_on(base, files))
