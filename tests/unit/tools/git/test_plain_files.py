"""A pipe or a device in the place of git's files is refused before anybody reads it."""

import os
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from verifier.errors import RepositoryError
from verifier.tools.git.plain_files import plain_text
from verifier.tools.git.repository import Repository

PLACES = (
    "HEAD", "config", "packed-refs", "shallow", "index", "sharedindex.aa", "objects/info/alternates",
    "info/exclude",
)  # fmt: skip
NAMES = ("refs/heads/main", "refs/heads/other")
CASES = [
    *((place, kind) for place in PLACES for kind in ("pipe", "device", "folder")),
    *((place, kind) for place in NAMES for kind in ("pipe", "device")),
]


@pytest.mark.parametrize(("place", "kind"), CASES)
def test_a_special_file_ends_at_once(
    make_repository: MakeRepository, place: str, kind: str
) -> None:
    made = make_repository("subject")
    made.commit({"A.java": "class A {}\n"})
    (made.path / "below").mkdir()
    file = made.path / ".git" / place
    file.parent.mkdir(exist_ok=True)
    file.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "device":
        file.symlink_to("/dev/zero")
    else:
        file.mkdir()

    for folder in (made.path, made.path / "below", made.path / ".git"):
        with pytest.raises(RepositoryError, match=rf"{place} is not a plain file"):
            Repository.open(folder)


def test_what_a_linked_work_tree_shares_is_looked_at_too(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    made = make_repository("subject")
    made.commit({"A.java": "class A {}\n"})
    made.git("worktree", "add", "--quiet", str(tmp_path / "linked"))
    os.mkfifo(made.path / ".git/packed-refs")

    with pytest.raises(RepositoryError, match="packed-refs is not a plain file"):
        Repository.open(tmp_path / "linked")


def test_text_is_read_of_plain_files_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_text("text")

    assert [plain_text(tmp_path / name) for name in ("pipe", "file", "none")] == ["", "text", ""]
