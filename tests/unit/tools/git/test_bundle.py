"""A bundle opens like the clone that it was made from; a damaged or foreign file is refused."""

import os
import re
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.repository import Repository as Subject
from verifier.errors import CacheError, RepositoryError, StorageError
from verifier.tools.git import bundle as bundle_module
from verifier.tools.git.bundle import SIGNATURE
from verifier.tools.git.bundle_writing import write_bundle
from verifier.tools.git.repository import Repository


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def subject(tmp_path: Path) -> Subject:
    made = Subject.create(tmp_path / "shop")
    (made.path / "submodule").mkdir()  # without it git would remove the submodule
    made.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},submodule")
    for number in range(6):
        made.commit(
            {"A.java": f"class A {{ int a{number}; }}\n", "lib/x.bin": bytes([number]) * 9},
            f"change {number}",
            date=f"2024-01-0{number + 1}T00:00:00Z",
        )
    return made


def commits_of(subject: Subject) -> list[str]:
    """Return the commits, oldest first."""
    return subject.git("rev-list", "--reverse", "HEAD").split()


def write(subject: Subject, commits: Sequence[str], name: str = "shop.bundle") -> Path:
    file = subject.path.parent / name
    with Repository.open(subject.path) as repository:
        write_bundle(repository, commits, file)
    return file


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


def test_what_later_steps_read_is_the_same_as_in_the_clone(subject: Subject) -> None:
    first, second, base, commit, *_ = commits_of(subject)
    file = write(subject, [commit, base])
    with Repository.open(subject.path) as clone, Repository.open(file) as bundle:
        for each in (base, commit):
            assert bundle.resolve(each) == each
            assert bundle.tree(each).blobs() == clone.tree(each).blobs()
            assert bundle.tree(each).leads_to() == {"submodule": f"160000 {'1' * 40}"}
            assert bundle.message(each) == clone.message(each)
            assert bundle.first_commits(each) == clone.first_commits(each) == (first,)
            (line,) = bundle.rev_list(each, options=["--no-walk"])
            (same,) = clone.rev_list(each, options=["--no-walk"])
            assert (line.id, line.committed) == (same.id, same.committed)
        assert bundle.patch_bytes(base, commit) == clone.patch_bytes(base, commit)
        assert line.parents == (base,)
        assert bundle.name == clone.name == "shop"
        assert bundle.shallow_commits == {base}
        made = bundle.commit_on(base, ())
        assert bundle.first_commits(made) == (first,)
        with pytest.raises(RepositoryError, match="unknown revision") as raised:
            bundle.resolve(second)
        assert raised.value.hint is not None
        assert "only the commits of the instances" in raised.value.hint


def test_each_history_keeps_its_own_first_commits(subject: Subject) -> None:
    first, *_, last = commits_of(subject)
    subject.git("checkout", "--quiet", "--orphan", "other")
    other = subject.commit({"B.java": "class B { }\n"}, "other")
    subject.commit({"B.java": "class B { int b; }\n"}, "more")
    own = subject.commit({"B.java": "class B { int c; }\n"}, "own")
    subject.git("merge", "--quiet", "--allow-unrelated-histories", "-X", "ours", "-m", "both", last)
    both = subject.git("rev-parse", "HEAD")

    with Repository.open(write(subject, [first, own, both])) as bundle:
        assert bundle.first_commits(first) == (first,)
        assert bundle.first_commits(own) == (other,)
        assert bundle.first_commits(both) == tuple(sorted((first, other)))
        # One parent of the merge is missing.
        assert bundle.shallow_commits == {own, both}


def test_the_bytes_depend_on_the_commits_alone(subject: Subject) -> None:
    chosen = commits_of(subject)[2:4]
    first = write(subject, chosen).read_bytes()
    subject.git("repack", "-a", "-d", "-f", "--depth=1", "--window=1")
    subject.commit({"C.java": "class C { }\n"}, "later")
    file = write(subject, [*reversed(chosen), chosen[0]], "again.bundle")

    assert file.read_bytes() == first
    with Repository.open(file) as bundle:
        write_bundle(bundle, chosen, file.with_name("from-bundle.bundle"))
    assert file.with_name("from-bundle.bundle").read_bytes() == first
    assert sorted(path.name for path in file.parent.iterdir() if path.is_file()) == [
        "again.bundle",
        "from-bundle.bundle",
        "shop.bundle",
    ]


def test_git_alone_reads_it(subject: Subject, tmp_path: Path) -> None:
    base, commit = commits_of(subject)[2:4]
    file = write(subject, [base, commit])
    git(tmp_path, "init", "--quiet", "--bare", "plain.git")
    plain = tmp_path / "plain.git"
    git(plain, "bundle", "verify", str(file))
    refs = git(plain, "bundle", "unbundle", str(file)).splitlines()
    shallow = [line.split()[0] for line in refs if "refs/refverify/shallow/" in line]
    (plain / "shallow").write_text("".join(f"{each}\n" for each in shallow))

    assert shallow == [base]
    git(plain, "fsck", "--strict")
    assert git(plain, "show", f"{commit}:A.java") == "class A { int a3; }\n"


def test_a_shallow_clone_is_bundled_with_the_border_that_it_has(
    subject: Subject, tmp_path: Path
) -> None:
    base, commit = commits_of(subject)[4:]
    clone = subject.bare_clone(tmp_path / "shallow.git", "--depth=2")
    with Repository.open(clone) as repository:
        write_bundle(repository, [base, commit], tmp_path / "b.bundle")
        expected = repository.first_commits(commit)
    with Repository.open(tmp_path / "b.bundle") as bundle:
        assert bundle.first_commits(commit) == expected == (base,)


def test_an_opened_bundle_is_kept_in_the_cache_by_its_hash_and_made_again_if_damaged(
    subject: Subject, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    base, commit = commits_of(subject)[2:4]
    file = write(subject, [base, commit])
    with ThreadPoolExecutor(4) as threads:
        for found in threads.map(lambda _: Repository.open(file), range(4)):
            with found as bundle:
                assert bundle.resolve(commit) == commit
    (folder,) = (cache / "bundles").iterdir()
    copied = file.rename(file.with_name("moved.bundle"))
    (pack,) = folder.glob("objects/pack/*.pack")
    pack.write_bytes(pack.read_bytes()[:-1] + b"!")
    with Repository.open(copied) as bundle:
        assert bundle.message(commit) == "change 3\n"

    assert "is damaged" in caplog.text
    assert len(list((cache / "bundles").iterdir())) == 2


def test_a_commit_that_the_clone_lacks_leaves_no_file(subject: Subject, tmp_path: Path) -> None:
    with pytest.raises(RepositoryError, match="unknown revision"):
        write(subject, ["0" * 40])
    blob = subject.git("rev-parse", "HEAD:A.java")
    (subject.path / f".git/objects/{blob[:2]}/{blob[2:]}").unlink()
    with pytest.raises(RepositoryError, match=blob):
        write(subject, [subject.git("rev-parse", "HEAD")])
    assert [path.name for path in tmp_path.iterdir() if path.name != "cache"] == ["shop"]


def test_a_tree_that_leads_out_of_its_folder_is_refused(subject: Subject) -> None:
    blob = subject.git("rev-parse", "HEAD:A.java")
    content = b"100644 ..\0" + bytes.fromhex(blob)
    command = ["git", "hash-object", "-t", "tree", "-w", "--literally", "--stdin"]
    done = subprocess.run(command, cwd=subject.path, input=content, check=True, capture_output=True)
    commit = subject.git("commit-tree", "-m", "out", done.stdout.decode().strip())
    with pytest.raises(RepositoryError, match=r"no bundle can be made of it: .*hasDotdot"):
        write(subject, [commit])


def test_a_full_disk_says_nothing_about_the_bundle(
    subject: Subject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(subject, commits_of(subject)[2:4])
    full = tmp_path / "programs/git"
    full.parent.mkdir()
    full.write_text("#!/bin/sh\necho 'fatal: write error: No space left on device' >&2\nexit 128\n")
    full.chmod(0o755)
    monkeypatch.setenv("PATH", f"{full.parent}:{os.environ['PATH']}")
    with pytest.raises(CacheError, match="No space left on device"):
        Repository.open(file)


def replace_refs(content: bytes, old: bytes, new: bytes) -> bytes:
    """Return a bundle with another list of refs."""
    assert re.search(old, content)
    return re.sub(old, new, content, count=1)


FOREIGN = [
    (b"# v2 git bundle\n", b"# v3 git bundle\n", "another version of the format"),
    (b"# v2 git bundle\n", b"\\g<0>-" + b"1" * 40 + b" base\n", "needs commits that it does not"),
    (b"refs/refverify/commits/", b"refs/heads/../../", "its list of refs has"),
    (b"refs/refverify/commits/\\w+", b"refs/refverify/commits/" + b"1" * 40, "list of refs has"),
    (b"[^\n]+facts\n", b"", "its list of refs is incomplete"),
    (b"[^\n]+facts\n", b"\\g<0>\\g<0>", "its list of refs has"),
    (
        b"(\\w+) refs/refverify/commits/\\w+\n",
        b"\\g<0>\\1 refs/refverify/shallow/\\1\n",
        "incomplete",
    ),
    (b"refs/refverify/shallow/", b"refs/refverify/commits/", "did not receive expected object"),
    (b"refs/refverify/commits/", b"refs/refverify/shallow/", "lack the first commits"),
    (b"\\w+ refs/refverify/facts", b"1" * 40 + b" refs/refverify/facts", "no object of the right"),
]


@pytest.mark.parametrize(("old", "new", "reason"), FOREIGN)
def test_a_bundle_with_other_refs_is_refused_and_leaves_nothing(
    subject: Subject, cache: Path, old: bytes, new: bytes, reason: str
) -> None:
    file = write(subject, commits_of(subject)[2:4])
    file.write_bytes(replace_refs(file.read_bytes(), old, new))
    with pytest.raises(RepositoryError, match=reason) as raised:
        Repository.open(file)

    assert raised.value.exit_code == 6
    assert not (cache / "bundles").exists() or not list((cache / "bundles").iterdir())


@pytest.mark.parametrize("kept", [0, 8, 16, 60, 300, -400, -20, -1])
def test_a_truncated_bundle_is_refused_and_leaves_nothing(
    subject: Subject, cache: Path, kept: int
) -> None:
    file = write(subject, commits_of(subject)[2:4])
    file.write_bytes(file.read_bytes()[:kept])
    with pytest.raises(RepositoryError):
        Repository.open(file)

    assert not (cache / "bundles").exists() or not list((cache / "bundles").iterdir())


def test_a_file_of_five_gigabytes_without_a_pack_is_refused_before_it_is_read(
    subject: Subject,
) -> None:
    file = write(subject, commits_of(subject)[2:4])
    content = file.read_bytes()
    file.write_bytes(content[: content.index(b"\n\nPACK") + 2])
    with file.open("r+b") as stream:
        stream.truncate(5 * 1024**3)
    with pytest.raises(RepositoryError, match="it has no pack"):
        Repository.open(file)


def test_a_pack_that_claims_four_billion_objects_is_refused(subject: Subject) -> None:
    file = write(subject, commits_of(subject)[2:4])
    content = file.read_bytes()
    at = content.index(b"\n\nPACK") + 10
    file.write_bytes(content[:at] + b"\xff" * 4 + content[at + 4 :])
    with pytest.raises(RepositoryError, match="is damaged"):
        Repository.open(file)


def test_a_file_of_another_kind_and_a_bundle_of_git_are_refused(
    subject: Subject, tmp_path: Path
) -> None:
    (tmp_path / "text").write_text("no bundle\n")
    with pytest.raises(RepositoryError, match="a file, not a repository or a bundle"):
        Repository.open(tmp_path / "text")
    subject.git("bundle", "create", str(tmp_path / "whole.bundle"), "--all")
    with pytest.raises(RepositoryError, match="its list of refs has") as raised:
        Repository.open(tmp_path / "whole.bundle")
    assert raised.value.hint is not None
    assert "git clone" in raised.value.hint


def test_limits_of_size_and_number_hold(
    subject: Subject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(subject, commits_of(subject)[2:4])
    monkeypatch.setattr(bundle_module, "MOST_COMMITS", 1)
    with pytest.raises(RepositoryError, match="more than 1 commits"):
        Repository.open(file)
    (tmp_path / "large").write_bytes(SIGNATURE)
    monkeypatch.setattr(bundle_module, "MOST_BYTES", 10)
    with pytest.raises(RepositoryError, match="more than 10 bytes"):
        Repository.open(tmp_path / "large")


def test_places_that_cannot_be_written_are_named(
    subject: Subject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(subject, commits_of(subject)[2:4])
    (tmp_path / "occupied").write_text("")
    with Repository.open(subject.path) as repository, pytest.raises(StorageError):
        write_bundle(repository, commits_of(subject), tmp_path / "occupied" / "x.bundle")
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "occupied"))
    with pytest.raises(CacheError):
        Repository.open(file)
