"""Which folders a server reads: real paths, and all that a repository leads to."""

import os
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from verifier.errors import UsageError
from verifier.mcp_server.allowed import AllowedFolders


def test_a_repository_inside_is_admitted_by_its_real_path(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    repository = make_repository("projects/one")
    allowed = AllowedFolders.of([tmp_path / "projects"], tmp_path)

    assert allowed.admit(f"{tmp_path}/projects/../projects/one/") == repository.path
    bare = repository.bare_clone(tmp_path / "projects" / "bare")
    assert allowed.admit(str(bare)) == bare


def test_a_tilde_is_the_home_folder_because_hosts_use_no_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    assert AllowedFolders.of([Path("~")], tmp_path / "other").folders == (tmp_path.resolve(),)


def test_a_linked_work_tree_is_admitted_where_its_repository_knows_it(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    main = make_repository("elsewhere/main")
    main.commit({"A.java": "class A {}\n"})
    linked = tmp_path / "projects" / "linked"
    main.git("worktree", "add", "--quiet", str(linked))
    allowed = AllowedFolders.of([tmp_path / "projects"], tmp_path)
    assert allowed.admit(str(linked)) == linked

    forged = tmp_path / "projects" / "forged"
    forged.mkdir()
    (forged / ".git").write_bytes((linked / ".git").read_bytes())
    with pytest.raises(UsageError, match="its git directory"):
        allowed.admit(str(forged))


def test_without_words_the_start_folder_and_its_work_trees_are_allowed(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    main = make_repository("main")
    main.commit({"A.java": "class A {}\n"})
    linked = tmp_path / "linked"
    main.git("worktree", "add", "--quiet", str(linked))

    assert set(AllowedFolders.of([], main.path).folders) == {main.path, linked}
    assert set(AllowedFolders.of([], linked).folders) == {main.path, linked}
    assert AllowedFolders.of([], tmp_path).folders == (tmp_path,)


def test_what_is_lent_from_elsewhere_is_refused_at_any_depth(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    secret, lender = make_repository("secret"), make_repository("projects/lender")
    borrower = make_repository("projects/borrower")
    for one, other in ((borrower, lender), (lender, secret)):
        place = one.path / ".git/objects/info/alternates"
        place.write_text(f"# a word\n{other.path}/.git/objects\n")
    allowed = AllowedFolders.of([tmp_path / "projects"], tmp_path)

    with pytest.raises(UsageError, match="borrows objects"):
        allowed.admit(str(borrower.path))


@pytest.mark.parametrize(
    "place", ["objects/pack", "refs/heads", "refs", "packed-refs", "index", "HEAD"]
)
def test_a_link_inside_a_git_directory_leads_nowhere_else(
    make_repository: MakeRepository, tmp_path: Path, place: str
) -> None:
    secret, asked = make_repository("secret"), make_repository("projects/asked")
    for repository in (secret, asked):
        repository.commit({"A.java": "class A {}\n"})
        repository.git("gc", "--quiet")
    allowed = AllowedFolders.of([tmp_path / "projects"], tmp_path)
    allowed.admit(str(asked.path))
    own = asked.path / ".git" / place
    own.rename(tmp_path / "old")
    own.symlink_to(secret.path / ".git" / place)

    with pytest.raises(UsageError, match="a link in its git directory leads"):
        allowed.admit(str(asked.path))


def test_a_link_to_one_object_leads_nowhere_else(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    secret, asked = make_repository("secret"), make_repository("projects/asked")
    head = secret.commit({"A.java": "class A {}\n"})
    place = f".git/objects/{head[:2]}"
    (asked.path / place).mkdir()
    (asked.path / place / head[2:]).symlink_to(secret.path / place / head[2:])
    allowed = AllowedFolders.of([tmp_path / "projects"], tmp_path)

    with pytest.raises(UsageError, match="a link in its git directory leads"):
        allowed.admit(str(asked.path))


def test_a_pipe_where_objects_are_borrowed_keeps_nobody_waiting(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    asked = make_repository("projects/asked")
    os.mkfifo(asked.path / ".git/objects/info/alternates")
    allowed = AllowedFolders.of([tmp_path / "projects"], tmp_path)

    assert allowed.admit(str(asked.path)) == asked.path


def test_a_folder_that_is_not_there_cannot_be_allowed(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        AllowedFolders.of([tmp_path / "none"], tmp_path)
