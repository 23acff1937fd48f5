"""Which commits a run looks at, and what is known of them before any analysis."""

from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.repository import Repository as Subject
from verifier.errors import InputError, RepositoryError, UsageError
from verifier.mining.commit import CommitStatus, Ending, ListedCommit
from verifier.mining.history import Selection, list_commits, longest_first, parse_day
from verifier.tools.git.repository import Repository

NO_JAVA = Ending(status=CommitStatus.SKIPPED, reason="no Java file changed")
MERGE = Ending(status=CommitStatus.SKIPPED, reason="merge")
ROOT = Ending(status=CommitStatus.SKIPPED, reason="root: no parent to compare with")


EVERYTHING = Selection()


def list_with(
    subject: Subject | Path, selection: Selection = EVERYTHING
) -> tuple[ListedCommit, ...]:
    path = subject.path if isinstance(subject, Subject) else subject
    with Repository.open(path) as repository:
        return list_commits(repository, selection)


def endings(
    subject: Subject | Path, selection: Selection = EVERYTHING
) -> list[tuple[str, Ending | None]]:
    return [(c.id, c.ending) for c in list_with(subject, selection)]


def test_every_commit_is_listed_oldest_first_with_what_is_known(
    make_repository: MakeRepository,
) -> None:
    subject = make_repository("subject")
    root = subject.commit({"A.java": "class A {}"})
    text = subject.commit({"README": "x"})
    java = subject.commit({"A.java": "class A { }"})
    subject.git("checkout", "-q", "-b", "side", text)
    side = subject.commit({"deep/er/B.java": "class B {}"}, date="2024-01-02T00:00:00Z")
    subject.git("checkout", "-q", "main")
    subject.git("merge", "-q", "--no-ff", "side", "-m", "merge", date="2024-01-03T00:00:00Z")
    merge = subject.git("rev-parse", "HEAD")
    found = dict(endings(subject))
    assert found == {root: ROOT, text: NO_JAVA, java: None, side: None, merge: MERGE}
    assert list(found)[:2] == [root, text]
    assert list(found)[-1] == merge


def test_commits_that_history_simplification_would_lose_are_listed(
    make_repository: MakeRepository,
) -> None:
    subject = make_repository("subject")
    subject.commit({"A.java": "class A {}"})
    subject.git("checkout", "-q", "-b", "side")
    there = subject.commit({"A.java": "class A { int x; }"})
    back = subject.commit({"A.java": "class A {}"})
    subject.git("checkout", "-q", "main")
    subject.commit({"README": "x"})
    subject.git("merge", "-q", "--no-ff", "side", "-m", "merge")
    simplified = subject.git("rev-list", "HEAD", "--", "*.java").split()
    assert {there, back}.isdisjoint(simplified)
    to_do = [c.id for c in list_with(subject) if c.ending is None]
    assert to_do == [there, back]


def test_only_files_named_java_count(make_repository: MakeRepository) -> None:
    subject = make_repository("subject")
    subject.commit({"x": "x"})
    for name in ("A.JAVA", "java", "A.java.txt", "A.kt", "src.java/B.kt"):
        subject.commit({name: "x"})
    subject.commit({"module-info.java": "module m {}"})
    assert [e for _, e in endings(subject)] == [ROOT, *[NO_JAVA] * 5, None]


def test_a_renamed_file_is_a_changed_file(make_repository: MakeRepository) -> None:
    subject = make_repository("subject")
    subject.commit({"A.java": "class A {}"})
    subject.git("mv", "A.java", "b.java")
    subject.git("commit", "-qm", "rename")
    assert [e for _, e in endings(subject)] == [ROOT, None]


def test_dates_are_inclusive_and_do_not_stop_at_a_wrong_clock(
    make_repository: MakeRepository,
) -> None:
    subject = make_repository("subject")
    days = ("2024-01-01", "2024-01-02", "2020-01-01", "2024-01-04")
    ids = [subject.commit({"f": day}, date=f"{day}T12:00:00Z") for day in days]
    since, until = parse_day("2024-01-01", end=False), parse_day("2024-01-04", end=True)
    assert [c for c, _ in endings(subject, Selection(since=since))] == [ids[0], ids[1], ids[3]]
    assert [c for c, _ in endings(subject, Selection(until=until))] == ids
    assert [
        c for c, _ in endings(subject, Selection(since=parse_day("2024-01-02", end=False)))
    ] == [
        ids[1],
        ids[3],
    ]
    assert [c for c, _ in endings(subject, Selection(until=parse_day("2024-01-01", end=True)))] == [
        ids[0],
        ids[2],
    ]


@pytest.mark.parametrize(
    ("text", "end", "seconds"),
    [
        ("2024-01-01", False, 1704067200),
        ("2024-01-01", True, 1704153599),
        ("2024-01-01T00:00:00", True, 1704067200),
        ("2024-01-01T02:00:00+02:00", False, 1704067200),
    ],
)
def test_a_date_is_a_moment_in_utc(text: str, end: bool, seconds: int) -> None:
    assert parse_day(text, end=end) == seconds


def test_a_relative_date_is_refused_because_it_means_something_else_tomorrow() -> None:
    with pytest.raises(UsageError, match="not a date: '2 weeks ago'"):
        parse_day("2 weeks ago", end=False)


def test_the_limit_counts_commits_to_analyse_from_the_newest(
    make_repository: MakeRepository,
) -> None:
    subject = make_repository("subject")
    subject.commit({"A.java": "1"})
    ids = [subject.commit({name: name}) for name in ("B.java", "x", "C.java", "y", "D.java", "z")]
    assert [c for c, _ in endings(subject, Selection(max_commits=2))] == ids[2:]
    assert len(list_with(subject, Selection(max_commits=3))) == 6
    assert len(list_with(subject, Selection(max_commits=4))) == 7


def test_a_range_leaves_out_what_it_says(make_repository: MakeRepository) -> None:
    subject = make_repository("subject")
    ids = [subject.commit({"A.java": str(n)}) for n in range(4)]
    assert [c for c, _ in endings(subject, Selection(revisions="HEAD~2..HEAD"))] == ids[2:]
    assert [c for c, _ in endings(subject, Selection(revisions="HEAD ^HEAD~1"))] == ids[3:]
    assert [c for c, _ in endings(subject, Selection(revisions="--all"))] == ids


def test_a_file_of_commits_gives_the_list_and_its_order(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    subject = make_repository("subject")
    ids = [subject.commit({"A.java": str(n)}) for n in range(4)]
    path = tmp_path / "commits.txt"
    path.write_text(f"# chosen\n{ids[3]}\n\nHEAD~2  # by name\n{ids[3]}\n{ids[0][:10]}\n")
    assert endings(subject, Selection(revisions=str(path))) == [
        (ids[3], None),
        (ids[1], None),
        (ids[0], ROOT),
    ]


def test_an_unknown_commit_in_the_file_is_named_with_its_line(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    subject = make_repository("subject")
    subject.commit({"A.java": "1"})
    path = tmp_path / "commits.txt"
    path.write_text("HEAD\nnope\n")
    with pytest.raises(InputError, match=r"commits\.txt:2: .*unknown revision 'nope'"):
        list_with(subject, Selection(revisions=str(path)))


def test_a_shallow_border_is_an_error_with_its_reason(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    subject = make_repository("subject")
    ids = [subject.commit({"A.java": str(n)}) for n in range(4)]
    shallow = subject.bare_clone(tmp_path / "shallow.git", "--depth=2")
    (first, ending), second = endings(shallow)
    assert (first, second) == (ids[2], (ids[3], None))
    assert ending is not None
    assert ending.status is CommitStatus.ERROR
    assert "shallow clone" in ending.reason


def test_a_missing_folder_is_the_error_of_its_commits_only(
    make_repository: MakeRepository,
) -> None:
    subject = make_repository("subject")
    ids = [subject.commit({"src/A.java": str(n)}) for n in range(4)]
    folder = subject.git("rev-parse", f"{ids[1]}:src")
    (subject.path / ".git/objects" / folder[:2] / folder[2:]).unlink()
    found = [e.status if e else None for _, e in endings(subject)]
    assert found == [CommitStatus.SKIPPED, CommitStatus.ERROR, CommitStatus.ERROR, None]


def test_an_empty_repository_has_nothing_to_mine(make_repository: MakeRepository) -> None:
    with pytest.raises(RepositoryError, match="the repository has no commits") as caught:
        list_with(make_repository("empty"))
    assert caught.value.exit_code == 6


def test_the_heaviest_commit_goes_first_and_ties_keep_their_order(
    make_repository: MakeRepository,
) -> None:
    subject = make_repository("subject")
    subject.commit({"x": "x"})
    small = subject.commit({"A.java": "1"})
    also_small = subject.commit({"B.java": "2"})
    large = subject.commit({"C.java": "x" * 100})
    larger = subject.commit({"C.java": "x" * 100 + "y"})
    order = longest_first(list_with(subject))
    assert [(c.id, c.weight) for c in order] == [
        (larger, 201),
        (large, 100),
        (small, 1),
        (also_small, 1),
    ]
