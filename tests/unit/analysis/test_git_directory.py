"""Where a repository's objects are, for every shape a repository can have on disk."""

from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from verifier.analysis.git_directory import object_home
from verifier.errors import RepositoryError


def test_a_work_tree_keeps_its_objects_in_dot_git(make_repository: MakeRepository) -> None:
    repository = make_repository("work")
    assert object_home(repository.path) == repository.path / ".git"


def test_a_git_directory_is_its_own_home(make_repository: MakeRepository, tmp_path: Path) -> None:
    repository = make_repository("work")
    repository.commit({"A.java": "class A {}"})
    bare = repository.bare_clone(tmp_path / "bare")
    assert object_home(bare) == bare


def test_a_linked_worktree_shares_the_objects_of_the_first(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    repository = make_repository("work")
    repository.commit({"A.java": "class A {}"})
    repository.git("worktree", "add", "--quiet", str(tmp_path / "linked"), "-b", "other")
    assert object_home(tmp_path / "linked") == repository.path / ".git"


def test_a_folder_without_objects_is_no_repository(tmp_path: Path) -> None:
    with pytest.raises(RepositoryError, match="not a git repository"):
        object_home(tmp_path)
