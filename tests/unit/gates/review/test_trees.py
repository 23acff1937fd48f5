"""The hunks between two commits are those of git's patch, and each line has its place on the other side."""

import pytest

from tests.conftest import MakeRepository
from verifier.gates.review.trees import FileDiff, list_diffs, map_line, map_range, swap, touch
from verifier.tools.git.repository import Repository

PAIRS = (((2, 2), (2, 4)), ((5, 7), (7, 8)))
"""Two lines are added in front of line 2, and lines 5 and 6 become one."""


@pytest.mark.parametrize(
    ("line", "expected"), [(0, 0), (1, 1), (2, 4), (4, 6), (5, 7), (6, 7), (7, 8), (9, 10)]
)
def test_a_line_is_found_after_the_change(line: int, expected: int) -> None:
    assert map_line(PAIRS, line) == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((0, 2), (0, 2)),  # what is added behind it does not belong to it
        ((1, 3), (1, 5)),
        ((4, 6), (6, 8)),
        ((5, 7), (7, 8)),
        ((3, 3), (5, 5)),
    ],
)
def test_a_range_includes_what_is_added_within_it(
    lines: tuple[int, int], expected: tuple[int, int]
) -> None:
    assert map_range(PAIRS, lines) == expected


def test_the_opposite_change_leads_back() -> None:
    assert [map_line(swap(PAIRS), n) for n in (0, 4, 8)] == [0, 2, 7]


def test_ranges_touch_if_they_share_a_line_or_a_gap_is_at_their_edge() -> None:
    assert touch((0, 2), (1, 3))
    assert not touch((0, 2), (2, 3))
    assert touch((2, 2), (2, 3))
    assert touch((1, 3), (2, 2))
    assert not touch((4, 4), (1, 3))


def test_changes_whose_contexts_touch_are_one_hunk() -> None:
    near, far = (((0, 1), (0, 1)), ((7, 8), (7, 9))), (((0, 1), (0, 1)), ((8, 9), (8, 9)))

    assert FileDiff(old="a", new="a", pairs=near).hunks == (((0, 8), (0, 9)),)
    assert FileDiff(old="a", new="a", pairs=far).hunks == far


def test_the_hunks_are_those_of_git_s_patch(make_repository: MakeRepository) -> None:
    subject = make_repository("subject")
    lines = [f"line {number}\n" for number in range(40)]
    long = "".join(lines)
    moved = "".join(["first\n", *lines[:10], "new\n", *lines[10:16], "near\n", *lines[16:]])
    base = subject.commit(
        {"A.java": long, "Old.java": long, "gone.txt": "x\n", "same.txt": "s"}, "one"
    )
    head = subject.commit(
        {
            "A.java": moved,
            "Old.java": None,
            "New.java": long.replace("line 3\n", "changed\n"),
            "gone.txt": None,
            "added.txt": "a\nb\n",
            "picture.png": "\0\1",
        },
        "two",
    )
    with Repository.open(subject.path) as repository:
        diffs, left = list_diffs(repository, base, head)
        patch = repository.patch_bytes(base, head)

        assert list_diffs(repository, base, base) == ((), 0)

    found = {(d.old, d.new): d.hunks for d in diffs}
    assert found == {
        ("A.java", "A.java"): (((0, 0), (0, 1)), ((10, 16), (11, 19))),
        ("Old.java", "New.java"): (((3, 4), (3, 4)),),
        ("gone.txt", ""): (((0, 1), (0, 0)),),
        ("", "added.txt"): (((0, 0), (0, 2)),),
        ("", "picture.png"): (),
    }
    assert left == 0
    assert sum(map(len, found.values())) == patch.count(b"\n@@ -")
