"""Reading any repository: whatever its shape, its owner and its configuration."""

import os
import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.repository import Repository as Subject
from verifier.domain.source import FileChange
from verifier.errors import RepositoryError
from verifier.tools.git.address import is_url, without_credentials
from verifier.tools.git.clone import clone
from verifier.tools.git.repository import CommitLine, Repository


@pytest.fixture
def subject(make_repository: MakeRepository) -> Subject:
    repository = make_repository("subject")
    repository.commit({"src/a/A.java": "class A {}\n", "README": "one\n"}, "first")
    repository.commit({"src/a/A.java": "class A { int x; }\n"}, "second")
    return repository


def test_reads_the_tree_of_a_commit(subject: Subject) -> None:
    with Repository.open(subject.path) as repository:
        tree = repository.tree("HEAD")
        assert tree.id == subject.git("rev-parse", "HEAD")
        assert tree.paths() == {"src/a/A.java", "README"}
        assert tree.read("src/a/A.java") == b"class A { int x; }\n"
        assert repository.tree("HEAD~1").read("src/a/A.java") == b"class A {}\n"


def test_a_path_that_is_not_a_file_reads_as_none(subject: Subject) -> None:
    with Repository.open(subject.path) as repository:
        tree = repository.tree("HEAD")
        assert [tree.read(p) for p in ("src", "src/a", "nope", "README/x", "src/a/B.java")] == [
            None
        ] * 5


def test_a_link_is_a_file_with_its_target_and_a_submodule_is_none(subject: Subject) -> None:
    (subject.path / "link").symlink_to("README")
    commit = subject.git("rev-parse", "HEAD")
    subject.git("update-index", "--add", "--cacheinfo", f"160000,{commit},sub")
    subject.git("add", "link")
    subject.git("commit", "-qm", "odd modes")
    with Repository.open(subject.path) as repository:
        tree = repository.tree("HEAD")
        assert tree.paths() == {"src/a/A.java", "README", "link"}
        assert (tree.read("link"), tree.mode("link")) == (b"README", "120000")
        assert (tree.read("sub"), tree.mode("README")) == (None, "100644")
        assert tree.leads_to() == {"link": "120000", "sub": f"160000 {commit}"}


def _bare(subject: Subject) -> Path:
    return subject.bare_clone(subject.path.parent / "bare.git")


def _link_worktree(subject: Subject) -> Path:
    path = subject.path.parent / "linked"
    subject.git("worktree", "add", "-q", str(path), "HEAD")
    return path


def _borrowing(subject: Subject) -> Path:
    path = subject.path.parent / "borrowing"
    subject.git("clone", "-q", "--shared", str(subject.path), str(path))
    return path


def _inside(subject: Subject) -> Path:
    return subject.path / "src"


def _hostile_name(subject: Subject) -> Path:
    path = subject.path.parent / 'od"d: näme #1'
    shutil.move(subject.path, path)
    return path


@pytest.mark.parametrize(
    "shape", [_bare, _link_worktree, _borrowing, _inside, _hostile_name], ids=lambda f: f.__name__
)
def test_every_shape_of_repository_reads_the_same(subject: Subject, shape: object) -> None:
    assert callable(shape)
    head = subject.git("rev-parse", "HEAD")
    with Repository.open(shape(subject)) as repository:
        assert repository.resolve("HEAD") == head
        assert repository.tree(head).read("README") == b"one\n"
        assert len(list(repository.rev_list(*repository.resolve_range("HEAD")))) == 2


def test_a_repository_of_another_owner_can_be_read(subject: Subject) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder away")
    for folder, _, files in os.walk(subject.path):
        for name in (folder, *(f"{folder}/{f}" for f in files)):
            os.chown(name, 12345, 12345)
    with Repository.open(subject.path) as repository:
        assert repository.tree("HEAD").read("README") == b"one\n"


def test_the_repositorys_own_configuration_runs_nothing_and_changes_nothing(
    subject: Subject, tmp_path: Path
) -> None:
    with Repository.open(subject.path) as repository:
        before = repository.patch("HEAD~1", "HEAD")
    script = tmp_path / "evil"
    script.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\necho lie\n")
    script.chmod(0o755)
    for key in ("diff.external", "diff.evil.textconv", "core.fsmonitor", "core.pager"):
        subject.git("config", key, str(script))
    for key, value in {
        "diff.noprefix": "true", "diff.context": "0", "diff.algorithm": "patience",
        "core.quotepath": "true", "apply.whitespace": "fix", "core.hooksPath": str(tmp_path),
    }.items():  # fmt: skip
        subject.git("config", key, value)
    (subject.path / ".git/info/attributes").write_text("*.java diff=evil\n")
    with Repository.open(subject.path) as repository:
        assert repository.patch("HEAD~1", "HEAD") == before
        patch = before.replace("int x;", "int x;  ").encode()
        changes = repository.apply_patch("HEAD~1", patch)
        assert [c.content for c in changes] == [b"class A { int x;   }\n"]
    assert not (tmp_path / "ran").exists()


def test_replacement_objects_do_not_change_what_is_read(subject: Subject) -> None:
    subject.git("replace", "HEAD", "HEAD~1")
    with Repository.open(subject.path) as repository:
        assert repository.tree("HEAD").read("src/a/A.java") == b"class A { int x; }\n"


def test_patches_rename_quote_nothing_and_keep_binary_bytes(subject: Subject) -> None:
    subject.commit({"data.bin": bytes(range(256)), "ä b.txt": "naïve 😀\n"})
    subject.git("mv", "src/a/A.java", "src/a/B.java")
    subject.git("commit", "-qm", "rename")
    with Repository.open(subject.path) as repository:
        renaming = repository.patch("HEAD~1", "HEAD")
        assert "rename from src/a/A.java\nrename to src/a/B.java\n" in renaming
        raw = repository.patch_bytes("HEAD~2", "HEAD~1")
        assert "+++ b/ä b.txt" in raw.decode()
        assert repository.apply_patch("HEAD~2", raw) == (
            FileChange(path="data.bin", content=bytes(range(256))),
            FileChange(path="ä b.txt", content="naïve 😀\n".encode()),
        )


def test_a_patch_of_bytes_that_are_not_utf8_is_exact_as_bytes(subject: Subject) -> None:
    subject.commit({"src/L.java": "// caf\xe9\n".encode("latin-1")})
    with Repository.open(subject.path) as repository:
        assert b"+// caf\xe9\n" in repository.patch_bytes("HEAD~1", "HEAD")
        assert "+// caf�\n" in repository.patch("HEAD~1", "HEAD")


def test_applying_says_what_changes_and_writes_nothing_to_the_repository(subject: Subject) -> None:
    patch = (
        b"diff --git a/README b/README\ndeleted file mode 100644\n--- a/README\n+++ /dev/null\n"
        b"@@ -1 +0,0 @@\n-one\n"
        b"diff --git a/run.sh b/run.sh\nnew file mode 100755\n--- /dev/null\n+++ b/run.sh\n"
        b"@@ -0,0 +1 @@\n+true\n"
    )
    before = _snapshot(subject.path)
    with Repository.open(subject.path) as repository:
        assert repository.apply_patch("HEAD", patch) == (
            FileChange(path="README", content=None, mode="000000"),
            FileChange(path="run.sh", content=b"true\n", mode="100755"),
        )
    assert _snapshot(subject.path) == before


def _snapshot(folder: Path) -> dict[str, int]:
    return {str(p): p.lstat().st_mtime_ns for p in folder.rglob("*")}


@pytest.mark.parametrize(
    ("patch", "message"),
    [
        (b"not a patch\n", "No valid patches in input"),
        (b"--- a/README\n+++ b/README\n@@ -1 +1 @@\n-two\n+three\n", "patch failed: README:1"),
        (b"--- a/NOPE\n+++ b/NOPE\n@@ -1 +1 @@\n-two\n+three\n", "NOPE: does not exist in index"),
        (b"--- /dev/null\n+++ b/../out\n@@ -0,0 +1 @@\n+x\n", "invalid path '../out'"),
    ],
    ids=["garbage", "other text", "no such file", "outside"],
)
def test_a_patch_that_does_not_apply_gives_gits_message(
    subject: Subject, patch: bytes, message: str
) -> None:
    with (
        Repository.open(subject.path) as repository,
        pytest.raises(RepositoryError, match="the patch does not apply") as caught,
    ):
        repository.apply_patch("HEAD", patch)
    assert message in caught.value.message


def test_revisions_and_ranges_become_commit_ids(subject: Subject) -> None:
    first, second = subject.git("rev-list", "--reverse", "HEAD").split()
    subject.git("tag", "-a", "v1", "-m", "v1", first)
    with Repository.open(subject.path) as repository:
        assert repository.resolve("v1") == first
        assert repository.resolve_range("HEAD~1..main") == (second, f"^{first}")
        lines = list(repository.rev_list(*repository.resolve_range("v1..main")))
        assert lines == [CommitLine(id=second, parents=(first,), time=1704067200)]


@pytest.mark.parametrize("revision", ["nope", "--help", "HEAD:README", "0" * 40, ""])
def test_an_unknown_revision_is_named(subject: Subject, revision: str) -> None:
    with (
        Repository.open(subject.path) as repository,
        pytest.raises(RepositoryError, match="unknown revision") as caught,
    ):
        repository.resolve(revision)
    assert caught.value.exit_code == 6


def test_what_is_no_repository_is_said_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "broken/.git/objects").mkdir(parents=True)
    for name in ("missing", "plain", "broken"):
        with pytest.raises(RepositoryError) as caught:
            Repository.open(tmp_path / name)
        assert caught.value.exit_code == 6
        assert caught.value.hint


def _sha256(path: Path, *words: str) -> Path:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(path)]
    path.mkdir()
    subprocess.run([*git, "init", "--quiet", "--object-format=sha256", *words], check=True)
    if "--bare" not in words:
        subprocess.run([*git, "commit", "--quiet", "--allow-empty", "-m", "first"], check=True)
    return path


def _sha256_linked(path: Path) -> Path:
    linked = path.parent / "linked"
    main = _sha256(path)
    subprocess.run(["git", "-C", str(main), "worktree", "add", "--quiet", str(linked)], check=True)
    return linked


def _sha256_inside(path: Path) -> Path:
    folder = _sha256(path) / "src"
    folder.mkdir()
    return folder


@pytest.mark.parametrize(
    "make",
    [_sha256, lambda path: _sha256(path, "--bare"), _sha256_linked, _sha256_inside],
    ids=["work-tree", "bare", "linked", "inside"],
)
def test_a_repository_with_sha256_names_is_refused(
    tmp_path: Path, make: Callable[[Path], Path]
) -> None:
    with pytest.raises(RepositoryError, match="sha256 object names are not read") as caught:
        Repository.open(make(tmp_path / "sha256"))

    assert caught.value.exit_code == 6
    assert "git fast-export" in caught.value.hint


def test_the_name_is_the_origin_without_credentials_or_the_folder(subject: Subject) -> None:
    def name() -> str:
        with Repository.open(subject.path) as repository:
            return repository.name

    assert name() == "subject"
    subject.git("remote", "add", "origin", "https://me:secret@example.org/a/b.git")
    assert name() == "https://example.org/a/b.git"
    subject.git("remote", "set-url", "origin", "git@example.org:a/b.git")
    assert name() == "git@example.org:a/b.git"
    for local in (str(subject.path), subject.path.as_uri(), "../elsewhere"):
        subject.git("remote", "set-url", "origin", local)
        assert name() == "subject"


def test_a_bare_folder_gives_its_name_without_the_ending(subject: Subject) -> None:
    with Repository.open(_bare(subject)) as repository:
        assert repository.name == "bare"


def test_a_linked_worktree_is_named_after_its_repository(subject: Subject) -> None:
    with Repository.open(_link_worktree(subject)) as repository:
        assert repository.name == "subject"


def test_changed_blobs_leave_out_commits_that_cannot_be_read(subject: Subject) -> None:
    third = subject.commit({"src/a/A.java": "class A { int y; }\n"})
    fourth = subject.commit({"README": "two\n"})
    first, second = subject.git("rev-list", "--reverse", "HEAD").split()[:2]
    folder = subject.git("rev-parse", f"{third}:src")
    (subject.path / ".git/objects" / folder[:2] / folder[2:]).unlink()
    pairs = [(first, second), (second, third), (third, fourth)]
    with Repository.open(subject.path) as repository:
        blobs = repository.list_changed_blobs(pairs, "*.java")
        assert {commit: len(oids) for commit, oids in blobs.items()} == {second: 2, fourth: 0}
        assert sorted(repository.sizes(blobs[second]).values()) == [11, 19]
        with pytest.raises(RepositoryError, match="missing"):
            repository.tree(third).read("src/a/A.java")


def test_a_shallow_clone_names_the_commits_without_parents(subject: Subject) -> None:
    path = subject.bare_clone(subject.path.parent / "shallow.git", "--depth=1")
    head = subject.git("rev-parse", "HEAD")
    with Repository.open(path) as repository:
        assert repository.shallow_commits == {head}
        lines = list(repository.rev_list(*repository.resolve_range("HEAD")))
        assert [(line.id, line.parents) for line in lines] == [(head, ())]


def test_an_empty_repository_has_no_commits(make_repository: MakeRepository) -> None:
    with Repository.open(make_repository("empty").path) as repository:
        assert not repository.has_commits()


def test_one_reader_serves_several_threads(subject: Subject) -> None:
    with Repository.open(subject.path) as repository:
        tree, wrong = repository.tree("HEAD"), list[bytes | None]()

        def read() -> None:
            for _ in range(200):
                if (content := tree.read("README")) != b"one\n":
                    wrong.append(content)

        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert wrong == []


def test_a_corrupt_object_is_an_error_and_the_next_read_works(subject: Subject) -> None:
    oid = subject.git("rev-parse", "HEAD:README")
    path = subject.path / ".git/objects" / oid[:2] / oid[2:]
    path.chmod(0o644)
    path.write_bytes(b"garbage")
    with Repository.open(subject.path) as repository:
        with pytest.raises(RepositoryError, match=oid):
            repository.tree("HEAD").read("README")
        assert repository.tree("HEAD").read("src/a/A.java") == b"class A { int x; }\n"


def test_a_clone_is_bare_and_is_brought_up_to_date_the_next_time(subject: Subject) -> None:
    into = subject.path.parent / "cache/clone.git"
    with clone(subject.path.as_uri(), into) as repository:
        assert repository.resolve("HEAD") == subject.git("rev-parse", "HEAD")
    newer = subject.commit({"README": "two\n"})
    with clone(subject.path.as_uri(), into) as repository:
        assert repository.resolve("HEAD") == newer
    assert [p.name for p in into.parent.iterdir()] == ["clone.git"]


@pytest.mark.parametrize(
    "url", ["file:///nowhere/at/all", "ext::sh -c touch% ran", "--upload-pack"]
)
def test_a_clone_that_fails_leaves_nothing(tmp_path: Path, url: str) -> None:
    with pytest.raises(RepositoryError, match="clone of") as caught:
        clone(url, tmp_path / "cache/x.git")
    assert caught.value.exit_code == 6
    assert list((tmp_path / "cache").iterdir()) == []
    assert not Path("ran").exists()


def test_credentials_are_taken_out_of_messages() -> None:
    text = "fatal: https://me:secret@example.org/x.git and ssh://git@example.org/y"
    assert without_credentials(text) == "fatal: https://example.org/x.git and ssh://example.org/y"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://example.org/a.git", True),
        ("git@example.org:a/b.git", True),
        ("file:///tmp/x", True),
        ("../relative", False),
        ("C:/windows", False),
        ("with:colon", False),
    ],
)
def test_a_clone_address_is_told_from_a_path(text: str, expected: bool) -> None:
    assert is_url(text) is expected


def test_closing_leaves_no_folder_behind(subject: Subject, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tempfile.tempdir", str(tmp_path / "t"))
        (tmp_path / "t").mkdir()
        with Repository.open(subject.path) as repository:
            repository.tree("HEAD").paths()
            assert len(list((tmp_path / "t").iterdir())) == 1
        assert list((tmp_path / "t").iterdir()) == []


def test_the_first_commits_tell_projects_of_one_name_apart(make_repository: MakeRepository) -> None:
    one, other = make_repository("x/same"), make_repository("y/same")
    first = one.commit({"a": "1"}, "one")
    one.commit({"a": "2"}, "two")
    other.commit({"b": "1"}, "other")
    with Repository.open(one.path) as mine, Repository.open(other.path) as another:
        assert mine.name == another.name
        assert mine.first_commits("HEAD") == (first,)
        assert mine.first_commits("HEAD") != another.first_commits(another.resolve("HEAD"))


def test_the_lines_that_differ_between_two_files(make_repository: MakeRepository) -> None:
    subject = make_repository("hunks")
    files: dict[str, str | bytes] = {
        "a b\t.txt": "1\n2\n3\n4\n5\n",
        "other.txt": "1\nx\n3\n5\n6",
        "data": b"\0\1",
    }
    commit = subject.commit(files)

    with Repository.open(subject.path) as repository:
        found = repository.list_hunks((commit, "a b\t.txt"), (commit, "other.txt"))
        same = repository.list_hunks((commit, "other.txt"), (commit, "other.txt"))
        binary = repository.list_hunks((commit, "other.txt"), (commit, "data"))

    assert found == (((1, 2), (1, 2)), ((3, 4), (3, 3)), ((5, 5), (4, 5)))
    assert (same, binary) == ((), ())
