"""A plan keeps what the filters want, pins it, estimates it, and does not change."""

import itertools
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.unit.workflows.test_repository_list import write_list
from verifier.console import Console
from verifier.errors import InputError, RepositoryError, UsageError
from verifier.tools.git.tip import read_tip
from verifier.workflows.repository_list import read_list
from verifier.workflows.repository_plan import (
    ANALYSED_SHARE,
    SECONDS_PER_COMMIT,
    Plan,
    PlanFilters,
    PlanRequest,
    make_plan,
)

COLUMNS = "name,isFork,commits,mainLanguage,license,stargazers,pushedAt,lastCommitSHA,isDisabled"
TABLE = f"""{COLUMNS}
o/small,false,10,Java,MIT License,5,2020-01-01T00:00:00,aa,false
o/large,false,3000,Java,MIT License,900,2026-01-01T00:00:00,bb,false
o/fork,true,2000,Java,MIT License,10,2026-01-01T00:00:00,cc,false
o/other,false,2000,Kotlin,MIT License,10,2026-01-01T00:00:00,dd,false
o/gone,false,2000,Java,MIT License,10,2026-01-01T00:00:00,ee,true
o/unknown,,,,,,,,
"""


def plan(
    folder: Path,
    text: str = TABLE,
    filters: PlanFilters | None = None,
    tip: Callable[[str], str] = lambda address: f"tip-of-{address[-5:]}",
    max_commits: int | None = None,
) -> Plan:
    request = PlanRequest(
        list_file=write_list(folder, text),
        output=folder / "plan.jsonl",
        filters=filters or PlanFilters(),
        max_commits=max_commits,
    )
    return make_plan(request, Console(quiet=True), tip)


def names(found: Plan) -> list[str]:
    return [each.repository.rpartition("/")[2].removesuffix(".git") for each in found.repositories]


def test_without_filters_only_what_is_not_java_or_disabled_is_left_out(tmp_path: Path) -> None:
    found = plan(tmp_path)

    assert names(found) == ["large", "fork", "small", "unknown"]
    assert found.header.stages[2].losses == {"disabled": 1, "not mainly Java": 1}
    assert [each.revisions for each in found.repositories] == ["bb", "cc", "aa", "tip-of-n.git"]


@pytest.mark.parametrize(
    ("filters", "kept"),
    [
        (PlanFilters(min_stars=10), ["large", "fork"]),
        (PlanFilters(min_commits=2000), ["large", "fork"]),
        (PlanFilters(no_forks=True), ["large", "small"]),
        (PlanFilters(licenses=("mit license",)), ["large", "fork", "small"]),
        (PlanFilters(pushed_after=date(2025, 12, 31)), ["large", "fork"]),
    ],
)
def test_a_filter_keeps_what_the_list_shows_and_not_what_is_unknown(
    tmp_path: Path, filters: PlanFilters, kept: list[str]
) -> None:
    assert names(plan(tmp_path, filters=filters)) == kept


def test_every_stage_is_the_one_before_less_its_losses(tmp_path: Path) -> None:
    def tip(address: str) -> str:
        raise RepositoryError(f"no {address}")

    stages = plan(tmp_path, f"{TABLE}o/small,,,,,,,,\n", tip=tip).header.stages

    for before, after in itertools.pairwise(stages):
        assert before.count == after.count + after.lost
    assert [each.name for each in stages] == ["named", "listed", "wanted", "pinned"]
    assert stages[-1].losses == {"no answer": 1}


def test_the_estimate_has_no_value_for_what_is_unknown(tmp_path: Path) -> None:
    found = plan(tmp_path)

    assert found.header.all_commits == 5010
    assert found.header.all_to_analyse == 5010 * ANALYSED_SHARE
    assert found.header.all_seconds == pytest.approx(5010 * ANALYSED_SHARE * SECONDS_PER_COMMIT)
    assert found.header.without_estimate == 1
    assert found.repositories[-1].mining_seconds is None
    longest = 3000 * ANALYSED_SHARE * SECONDS_PER_COMMIT
    assert found.estimate_seconds(1) == pytest.approx(longest * 5010 / 3000)
    assert found.estimate_seconds(1000) == pytest.approx(longest)


def test_a_window_limits_the_estimate_and_is_part_of_the_plan(tmp_path: Path) -> None:
    found = plan(tmp_path, max_commits=100)

    assert [each.to_analyse for each in found.repositories] == [100, 100, 6, None]
    assert found.header.all_seconds == pytest.approx(206 * SECONDS_PER_COMMIT)
    assert {each.max_commits for each in read_list(tmp_path / "plan.jsonl")} == {100}


def test_a_list_without_commits_has_no_estimate(tmp_path: Path) -> None:
    found = plan(tmp_path, "https://github.com/o/a.git\n")

    assert (found.header.all_commits, found.header.all_seconds) == (None, None)
    assert found.estimate_seconds(10) is None


def test_a_filter_by_a_column_that_the_list_lacks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--min-stars needs a list that says it"):
        plan(tmp_path, "/a\n", PlanFilters(min_stars=1))


def test_a_repository_on_this_machine_is_counted_and_one_that_is_none_is_lost(
    tmp_path: Path, make_repository: MakeRepository
) -> None:
    subject = make_repository("subject")
    for number in range(3):
        subject.commit({"a": str(number)}, "change")
        subject.commit({"A.java": f"class A {{ int a = {number}; }}"}, "change Java")

    found = plan(tmp_path, f"{subject.path}\n{tmp_path / 'absent'} rev=HEAD\n", tip=read_tip)

    (planned,) = found.repositories
    assert (planned.commits, planned.to_analyse) == (6, 3)
    assert planned.mining_seconds == pytest.approx(3 * SECONDS_PER_COMMIT)
    assert planned.revisions == subject.git("rev-parse", "HEAD")
    assert found.header.stages[-1].losses == {"no answer": 1}


def test_only_the_commits_of_a_range_are_estimated(
    tmp_path: Path, make_repository: MakeRepository
) -> None:
    """A list's number of commits is that of the whole history, so it says nothing about a range."""
    subject = make_repository("local")
    for number in range(4):
        subject.commit({"A.java": f"class A {{ int a{number}; }}"})
    address = {"repository": "https://github.com/o/r.git", "revisions": "v1..v2", "commits": 900}
    lines = f"{subject.path} rev=HEAD~2..HEAD\n{json.dumps(address)}\n"

    found = plan(tmp_path, lines).repositories

    assert [(each.commits, each.to_analyse) for each in found] == [(2, 2), (None, None)]


def test_other_hosts_are_counted(tmp_path: Path) -> None:
    text = "https://evil.example/a.git\ngit@github.com:o/r.git\nhttps://u:p@github.com/o/s.git\n"

    found = plan(tmp_path, text)

    assert found.header.stages[2].losses == {"host evil.example": 1}
    assert len(found.repositories) == 2
    assert "u:p" not in (tmp_path / "plan.jsonl").read_text()


def test_a_list_of_which_nothing_is_left_is_an_error_that_says_why(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"is left: .*too few stars"):
        plan(tmp_path, filters=PlanFilters(min_stars=10_000))
    assert not (tmp_path / "plan.jsonl").exists()


def test_a_plan_is_a_list_and_is_read_as_it_was_written(tmp_path: Path) -> None:
    found = plan(tmp_path)

    read = read_list(tmp_path / "plan.jsonl")

    assert [(each.repository, each.revisions, each.facts.stars) for each in read] == [
        (each.repository, each.revisions, each.stars) for each in found.repositories
    ]


def test_a_plan_that_exists_or_was_altered_is_refused(tmp_path: Path) -> None:
    plan(tmp_path)
    with pytest.raises(UsageError, match="a plan does not change"):
        plan(tmp_path)

    path = tmp_path / "plan.jsonl"
    header, first, *rest = path.read_text().splitlines(keepends=True)
    altered = json.dumps({**json.loads(first), "revisions": "elsewhere"})
    path.write_text("".join([header, f"{altered}\n", *rest]))

    with pytest.raises(InputError, match="was altered"):
        read_list(path)


@pytest.mark.parametrize("first", ["", '{"plan": "torn', "# my plan\n"])
def test_a_plan_without_its_header_is_refused(tmp_path: Path, first: str) -> None:
    plan(tmp_path)
    path = tmp_path / "plan.jsonl"
    path.write_text(first + path.read_text().partition("\n")[2])

    with pytest.raises(InputError, match="has lines of a plan, but not its first line"):
        read_list(path)
