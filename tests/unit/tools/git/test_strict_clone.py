"""What a list may make git do: repositories of strangers over https, from a server of the test's own."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.git_server import GitServer, serve_git, write_certificate
from tests.support.repository import Repository as Subject
from verifier.errors import RepositoryError
from verifier.tools.git.strict_clone import CloneRules, clone_strictly
from verifier.tools.git.tip import read_tip


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_certificate(tmp_path_factory.mktemp("certificate") / "local.pem")


@pytest.fixture
def server(
    tmp_path: Path, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[GitServer]:
    monkeypatch.setenv("GIT_SSL_CAINFO", str(certificate))
    with serve_git(tmp_path / "served", certificate) as running:
        yield running


@pytest.fixture
def subject(tmp_path: Path) -> Subject:
    made = Subject.create(tmp_path / "served" / "o" / "r.git")
    made.commit({"A.java": "class A { }\n"})
    return made


def rules(server: GitServer, *, most_bytes: int = 2**20, most_refs: int = 20) -> CloneRules:
    return CloneRules(hosts=frozenset({server.host}), most_bytes=most_bytes, most_refs=most_refs)


def test_a_clone_is_bare_and_is_brought_up_to_date_the_next_time(
    server: GitServer, subject: Subject, tmp_path: Path
) -> None:
    into = tmp_path / "cache/r.git"
    with clone_strictly(server.address("o/r.git"), into, rules(server)) as repository:
        assert repository.resolve("HEAD") == subject.git("rev-parse", "HEAD")
    newer = subject.commit({"A.java": "class A { int x; }\n"})
    with clone_strictly(server.address("o/r.git"), into, rules(server)) as repository:
        assert repository.resolve("HEAD") == newer
    assert read_tip(server.address("o/r.git"), rules(server)) == newer
    with pytest.raises(RepositoryError, match="is not one of the code hosts"):
        read_tip(server.address("o/r.git"))


def test_nothing_of_the_user_s_git_configuration_applies(
    server: GitServer, subject: Subject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert subject.path.is_dir()
    home, ran = tmp_path / "home", tmp_path / "ran"
    home.mkdir()
    (home / ".gitconfig").write_text(
        f'[credential]\n\thelper = "!touch {ran}"\n[url "file:///elsewhere/"]\n'
        f"\tinsteadOf = https://{server.host}/\n[http]\n\textraHeader = X-Secret: s3cret\n"
    )
    (home / ".netrc").write_text("default login me password s3cret\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "http.extraHeader")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "X-Other: s3cret")
    with clone_strictly(server.address("o/r.git"), tmp_path / "c/r.git", rules(server)):
        assert "s3cret" not in str(server.headers)
        assert "Authorization" not in server.headers
    assert not ran.exists()


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://github.com/o/r.git", "a list may only name https addresses"),
        ("file:///o/r.git", "a list may only name https addresses"),
        ("ext::sh -c touch% ran", "a list may only name https addresses"),
        ("git@github.com:o/r.git", "a list may only name https addresses"),
        ("https://example.org/o/r.git", "example.org is not one of the code hosts"),
        ("https://github.com:8443/o/r.git", "github.com:8443 is not one of the code hosts"),
        ("https://github.com@example.org/r.git", "may not contain credentials"),
        ("https://me:s3cret@github.com/o/r.git", "may not contain credentials"),
        ("https://[/o/r.git", "is no address"),
    ],
)
def test_another_address_is_refused_before_anything_is_sent(
    url: str, reason: str, tmp_path: Path
) -> None:
    with pytest.raises(RepositoryError, match=reason) as error:
        clone_strictly(url, tmp_path / "c/r.git")
    assert "s3cret" not in str(error.value)
    assert "path" in error.value.hint or reason == "is no address"
    assert not (tmp_path / "c").exists()


def test_a_repository_that_grows_above_the_limit_leaves_nothing(
    server: GitServer, subject: Subject, tmp_path: Path
) -> None:
    subject.commit({"large.bin": os.urandom(2 * 2**20)})
    with pytest.raises(RepositoryError, match=r"is too large: its pack has more than 1,048,576"):
        clone_strictly(server.address("o/r.git"), tmp_path / "c/r.git", rules(server))
    assert list((tmp_path / "c").iterdir()) == []


def test_a_clone_that_grew_above_the_limit_is_removed(
    server: GitServer, subject: Subject, tmp_path: Path
) -> None:
    into = tmp_path / "c/r.git"
    clone_strictly(server.address("o/r.git"), into, rules(server)).close()
    subject.commit({"large.bin": os.urandom(2 * 2**20)})
    with pytest.raises(RepositoryError, match="is too large"):
        clone_strictly(server.address("o/r.git"), into, rules(server))
    assert not into.exists()


def test_too_many_branches_leave_nothing(
    server: GitServer, subject: Subject, tmp_path: Path
) -> None:
    head = subject.git("rev-parse", "HEAD")
    for number in range(30):
        subject.git("update-ref", f"refs/tags/t{number}", head)
    with pytest.raises(RepositoryError, match=r"it has 31 branches and tags; 20 are allowed"):
        clone_strictly(server.address("o/r.git"), tmp_path / "c/r.git", rules(server))
    assert list((tmp_path / "c").iterdir()) == []


def test_a_repository_that_moved_is_followed_on_its_host_only(
    server: GitServer, subject: Subject, tmp_path: Path
) -> None:
    server.moved["/old/r.git"] = server.address("o/r.git")
    server.moved["/away"] = "https://127.0.0.1:9/o"
    server.moved["/loop"] = server.address("loop")
    with clone_strictly(server.address("old/r.git"), tmp_path / "c/r.git", rules(server)) as found:
        assert found.resolve("HEAD") == subject.git("rev-parse", "HEAD")
    asked = len(server.asked)
    both = CloneRules(hosts=frozenset({server.host, "127.0.0.1:9"}))
    for allowed, reason in (
        (rules(server), "is not one of the code hosts"),
        (both, "moved to another host"),
    ):
        with pytest.raises(RepositoryError, match=reason):
            clone_strictly(server.address("away/r.git"), tmp_path / "c/away.git", allowed)
    assert len(server.asked) == asked + 2
    with pytest.raises(RepositoryError, match="moved more than 3 times"):
        clone_strictly(server.address("loop/r.git"), tmp_path / "c/loop.git", rules(server))


def test_a_tree_that_leads_outside_is_refused(
    server: GitServer, subject: Subject, tmp_path: Path
) -> None:
    blob = subject.git("rev-parse", "HEAD:A.java")
    raw = b"100644 ..\0" + bytes.fromhex(blob)
    (tmp_path / "tree").write_bytes(raw)
    tree = subject.git("hash-object", "-t", "tree", "-w", "--literally", str(tmp_path / "tree"))
    subject.git("update-ref", "HEAD", subject.git("commit-tree", "-m", "bad", tree))
    with pytest.raises(RepositoryError, match="hasDotdot"):
        clone_strictly(server.address("o/r.git"), tmp_path / "c/r.git", rules(server))
    assert list((tmp_path / "c").iterdir()) == []
