"""The last commit of a repository that is not cloned."""

import pytest

from tests.conftest import MakeRepository
from verifier.errors import RepositoryError
from verifier.tools.git.address import read_host
from verifier.tools.git.tip import read_tip


def test_the_tip_is_the_last_commit_of_the_default_branch(make_repository: MakeRepository) -> None:
    subject = make_repository("subject")
    subject.commit({"a": "1"}, "start")

    assert read_tip(str(subject.path)) == subject.git("rev-parse", "HEAD")


def test_a_repository_that_is_empty_or_not_there_is_an_error(
    make_repository: MakeRepository,
) -> None:
    subject = make_repository("empty")

    with pytest.raises(RepositoryError, match="has no commit"):
        read_tip(str(subject.path))
    with pytest.raises(RepositoryError):
        read_tip(str(subject.path / "absent"))
    with pytest.raises(RepositoryError):
        read_tip("--upload-pack=touch it")


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://u:p@Host.example/o/r", "host.example"),
        ("ssh://git@example.org:22/o/r", "example.org"),
        ("git@host:o/r", "host"),
        ("file:///a/b", ""),
    ],
)
def test_the_host_of_an_address(address: str, host: str) -> None:
    assert read_host(address) == host
