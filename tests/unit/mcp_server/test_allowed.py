"""Which folders a server reads: real paths, and all that a repository leads to."""

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

    assert allowed.admitted(f"{tmp_path}/projects/../projects/one/") == repository.path
    bare = repository.bare_clone(tmp_path / "projects" / "bare")
    assert allowed.admitted(str(bare)) == bare


def test_a_linked_work_tree_is_admitted_where_its_repository_knows_it(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    main = make_repository("elsewhere/main")
    main.commit({"A.java": "class A {}\n"})
    linked = tmp_path / "projects" / "linked"
    main.git("worktree", "add", "--quiet", str(linked))
    allowed = AllowedFolders.of([tmp_path / "projects"], tmp_path)
    assert allowed.admitted(str(linked)) == linked

    forged = tmp_path / "projects" / "forged"
    forged.mkdir()
    (forged / ".git").write_bytes((linked / ".git").read_bytes())
    with pytest.raises(UsageError, match="its git directory"):
        allowed.admitted(str(forged))


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
        allowed.admitted(str(borrower.path))


def test_a_folder_that_is_not_there_cannot_be_allowed(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        AllowedFolders.of([tmp_path / "none"], tmp_path)
