"""How a change is cut into hunks, and which tree they make if some go back."""

from collections.abc import Iterator

import pytest

from tests.conftest import MakeRepository
from verifier.gates.split.hunks import Middle, read_change
from verifier.tools.git.repository import Repository

A = "src/main/java/p/A.java"
BEFORE = "class A {\n  a\n  b\n  c\n  d\n}\n"
MEMBERS = "class A {\n  a\n  m1 {\n  }\n  m2 {\n  }\n  b\n  c\n  d\n}\n"


def members(text: str) -> Iterator[int]:
    yield from (n for n, line in enumerate(text.splitlines()) if line.startswith("  m"))


def read(
    make: MakeRepository, before: str, after: str, path: str = A
) -> tuple[Repository, str, Middle]:
    subject = make("subject")
    base = subject.commit({A: before}, "base")
    head = subject.commit({A: None, path: after} if path != A else {A: after}, "head")
    repository = Repository.open(subject.path)
    return repository, base, read_change(repository, base, head, members)


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        (BEFORE, BEFORE.replace("  a\n", "  x\n"), [2]),
        (BEFORE, BEFORE.replace("  a\n  b\n", "  x\n  y\n"), [2, 3]),
        (BEFORE, BEFORE.replace("  a\n  b\n", "  x\n  y\n  z\n"), [2]),
        (BEFORE, MEMBERS, [3, 5]),
        (MEMBERS, BEFORE, [2, 2]),
        (BEFORE, BEFORE.replace("  d\n", ""), [4]),
        ("class A {}", "class A {}\n", [1]),
    ],
)
def test_lines_are_cut_one_by_one_or_at_members(
    make_repository: MakeRepository, before: str, after: str, lines: list[int]
) -> None:
    repository, _, middle = read(make_repository, before, after)

    assert [hunk.line for hunk in middle.kept] == lines
    repository.close()


def test_a_hunk_goes_back_and_a_line_is_rewritten(make_repository: MakeRepository) -> None:
    repository, base, whole = read(make_repository, BEFORE, MEMBERS.replace("  d\n", "  e\n"))
    first, second, last = whole.kept

    back = whole.take_back([first]).rewrite(last, (b"  f\n",))

    text = repository.tree(back.commit(repository, base)).read(A)
    assert text == b"class A {\n  a\n  m2 {\n  }\n  b\n  c\n  f\n}\n"
    assert back.kept == (second, last)
    assert whole.rewrite(last, (b"  d\n",)).kept == (first, second)
    assert whole.take_back(whole.kept).commit(repository, base) == base
    repository.close()


def test_a_line_of_each_side_leads_to_its_hunk(make_repository: MakeRepository) -> None:
    repository, _, whole = read(make_repository, BEFORE, MEMBERS.replace("  d\n", "  e\n"))
    first, second, last = whole.kept

    assert [whole.find(A, line) for line in (2, 3, 6, 7, 9)] == [
        None,
        (first, 0),
        (second, 1),
        None,
        (last, 0),
    ]
    assert whole.find(A, 5, base=True) == (last, 0)
    # Two lines less lie before it when the first method is gone.
    assert whole.take_back([first]).find(A, 7) == (last, 0)
    assert whole.find("other", 1) is None
    assert whole.nearest(A, 8) == last
    assert whole.changed_words(last) == {"d", "e"}
    repository.close()


def test_a_renamed_file_keeps_its_new_name_until_all_its_hunks_are_back(
    make_repository: MakeRepository,
) -> None:
    new = "src/main/java/p/B.java"
    after = BEFORE.replace("  a\n", "  x\n").replace("  d\n", "  e\n")
    repository, base, whole = read(make_repository, BEFORE, after, new)
    one, *others = whole.kept

    kept = repository.tree(whole.take_back([one]).commit(repository, base))

    assert kept.paths() == {new}
    assert (kept.read(new) or b"").startswith(b"class A {\n")
    assert whole.take_back([one, *others]).commit(repository, base) == base
    assert whole.find(A, 2, base=True) == (one, 0)
    repository.close()
