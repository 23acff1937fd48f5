"""A commit becomes the same candidate as its patch, and is rejected for the same reasons."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.conftest import MakeRepository
from tests.support.repository import Repository as Subject
from verifier.builds.build_tools import java_tree
from verifier.domain.outcome import Reason
from verifier.domain.source import Candidate, Rejection
from verifier.predictions.commit_form import from_commit
from verifier.predictions.patches.patch_form import from_patch
from verifier.predictions.resolve import finish
from verifier.tools.git.repository import Repository

A, B = "src/A.java", "src/b/B.java"
TEXT = "class A {\n" + "".join(f"    int a{n} = {n};\n" for n in range(9)) + "}\n"
LATIN = TEXT.replace("int a1", "/* \u00e9 */ int a1").encode("latin-1")

Files = Mapping[str, str | bytes | None]


def by_commit(subject: Subject, revision: str = "HEAD") -> Candidate | Rejection:
    with Repository.open(subject.path) as repository:
        base = java_tree(repository.tree(repository.resolve(f"{revision}~1")))
        return from_commit(repository, base, repository.resolve(revision))


def by_patch(subject: Subject) -> Candidate | Rejection:
    with Repository.open(subject.path) as repository:
        base = java_tree(repository.tree(repository.resolve("HEAD~1")))
        patch = repository.patch_bytes("HEAD~1", "HEAD").decode("utf-8", "surrogateescape")
        found = from_patch(patch, base, repository)
        return found if isinstance(found, Rejection) else finish(base, found)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({A: TEXT}, {A: TEXT.replace("a1", "b1")}),
        ({A: TEXT}, {A: None, B: TEXT.replace("A", "B", 1)}),
        ({A: TEXT}, {B: "class B {}\n"}),
        ({A: TEXT, B: "class B {}"}, {A: TEXT.replace("a1", "b1"), B: None}),
        ({A: TEXT.replace("\n", "\r\n")}, {A: TEXT.replace("\n", "\r\n").replace("a1", "b1")}),
        ({A: LATIN}, {A: LATIN.replace(b"a2", b"b2")}),
        ({A: TEXT.rstrip()}, {A: TEXT.replace("a1", "b1").rstrip()}),
        ({A: TEXT}, {A: TEXT.replace("a1", "b1"), "logo.png": b"\0\1\2"}),
        ({A: TEXT}, {A: "// a word\n" + TEXT}),
        ({A: TEXT}, {A: "class A {" * 1_001}),
    ],
)
def test_a_commit_and_its_patch_give_the_same_candidate(
    make_repository: MakeRepository, before: Files, after: Files
) -> None:
    subject = make_repository("subject")
    subject.commit(before, "before")
    subject.commit(after, "after")

    found, expected = by_commit(subject), by_patch(subject)

    if isinstance(expected, Candidate):
        expected = replace(expected, patch="")
    assert found == expected


def test_an_executable_file_that_stays_executable_has_no_mode_of_its_own(
    make_repository: MakeRepository,
) -> None:
    subject = make_repository("subject")
    subject.commit({A: TEXT, B: TEXT}, "before")
    (subject.path / A).chmod(0o755)
    subject.commit({}, "executable")
    (subject.path / B).chmod(0o755)
    subject.commit({A: TEXT.replace("a1", "b1"), B: TEXT.replace("a1", "b1")}, "after")

    found = by_commit(subject)

    assert isinstance(found, Candidate)
    assert {c.path: c.mode for c in found.changes} == {A: "100644", B: "100755"}
    patched = by_patch(subject)
    assert isinstance(patched, Candidate)
    assert found == replace(patched, patch="")


def test_a_link_in_place_of_a_source_is_refused(make_repository: MakeRepository) -> None:
    subject = make_repository("subject")
    subject.commit({A: TEXT, B: TEXT}, "before")
    (subject.path / A).unlink()
    (subject.path / A).symlink_to("b/B.java")
    subject.commit({}, "after")
    new = by_commit(subject)
    (subject.path / A).unlink()
    subject.commit({A: TEXT.replace("a1", "b1")}, "again")
    gone = by_commit(subject)

    for found in (new, gone):
        assert isinstance(found, Rejection)
        assert found.reason is Reason.POLICY
        assert A in found.details
        assert "120000" in found.details


@pytest.mark.parametrize("sides", [("", "\0"), ("\0", "")])
def test_a_source_with_a_nul_is_no_text(
    make_repository: MakeRepository, sides: tuple[str, str]
) -> None:
    subject = make_repository("subject")
    for side in sides:
        subject.commit({A: f"class A {{ /*{side}*/ int {'b' if side else 'a'}; }}\n"}, "next")

    found = by_commit(subject)

    assert found == Rejection(reason=Reason.APPLY_FAILED, details=f"{A} is binary; Java is text")
    patched = by_patch(subject)
    assert isinstance(patched, Rejection)
    assert patched.reason is Reason.APPLY_FAILED


def test_a_commit_that_removes_a_byte_order_mark_is_taken_byte_for_byte(
    make_repository: MakeRepository,
) -> None:
    """Its patch could be read as text too, and then the mark would stay."""
    subject = make_repository("subject")
    subject.commit({A: b"\xef\xbb\xbf" + TEXT.encode()}, "before")
    subject.commit({A: TEXT.replace("a1", "b1")}, "after")

    found = by_commit(subject)

    assert isinstance(found, Candidate)
    assert [c.content for c in found.changes] == [TEXT.replace("a1", "b1").encode()]


def test_a_commit_without_changes_changes_nothing(make_repository: MakeRepository) -> None:
    subject = make_repository("subject")
    subject.commit({A: TEXT}, "before")
    subject.git("commit", "-q", "--allow-empty", "-m", "nothing")

    found = by_commit(subject)

    assert isinstance(found, Rejection)
    assert found.reason is Reason.NO_CHANGE
