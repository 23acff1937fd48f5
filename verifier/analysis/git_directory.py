"""Find the objects of a repository: git directories, work trees and linked worktrees."""

from pathlib import Path

from verifier.errors import RepositoryError


def object_home(repository: Path) -> Path:
    """The git directory with the objects. A linked worktree shares that of its repository.

    Raises:
        RepositoryError: this is not a repository.
    """
    dot_git = repository / ".git"
    if dot_git.is_file():
        git_directory = _follow_pointer(dot_git)
    elif dot_git.is_dir():
        git_directory = dot_git
    else:
        git_directory = repository
    common = git_directory / "commondir"
    if common.is_file():
        git_directory = (git_directory / common.read_text(encoding="utf-8").strip()).resolve()
    if not (git_directory / "objects").is_dir():
        raise RepositoryError(
            f"{repository}: not a git repository", hint="Name a folder that git can read."
        )
    return git_directory


def _follow_pointer(dot_git: Path) -> Path:
    text = dot_git.read_text(encoding="utf-8").strip()
    return (dot_git.parent / text.removeprefix("gitdir:").strip()).resolve()
