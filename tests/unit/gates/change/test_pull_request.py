"""What a pull request is compared with, as GitHub and GitLab check it out and announce it."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.repository import Repository as Made
from verifier.errors import InputError, RepositoryError, UsageError, VerifierError
from verifier.gates.change.selection import Selected, Source, SourceKind, open_selected


@pytest.fixture
def made(make_repository: MakeRepository) -> Made:
    """`topic` left `main` at `fork`, main went on, and both were merged as GitHub does: `merged`."""
    repository = make_repository("subject")
    repository.commit({"a": "1"}, "fork")
    repository.git("tag", "fork")
    repository.git("checkout", "-q", "-b", "topic")
    repository.commit({"b": "1"}, "topic one")
    repository.commit({"b": "2"}, "topic two")
    repository.git("checkout", "-q", "main")
    repository.commit({"c": "1"}, "main one")
    repository.git("checkout", "-q", "--detach")
    repository.git("merge", "-q", "--no-ff", "-m", "Merge topic into main", "topic")
    repository.git("tag", "merged")
    return repository


def of(made: Made, announced: Mapping[str, str], target: str = "") -> Selected:
    source = Source(kind=SourceKind.PULL_REQUEST, announced=announced, target=target)
    with open_selected(made.path, source) as (_, found):
        return found


def subjects(made: Made, found: Selected) -> list[str]:
    return [made.git("log", "-1", "--format=%s", line.id) for line in found.commits]


def github(made: Made, event: Path | None = None) -> dict[str, str]:
    return {
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_REF": "refs/pull/7/merge",
        "GITHUB_SHA": made.git("rev-parse", "merged"),
        "GITHUB_EVENT_PATH": str(event or ""),
    }


def test_github_s_merge_is_compared_with_the_target_as_it_is_now(made: Made) -> None:
    found = of(made, github(made))

    assert (found.base, found.head) == (
        made.git("rev-parse", "main"),
        made.git("rev-parse", "merged"),
    )
    assert subjects(made, found) == ["topic one", "topic two", "Merge topic into main"]


def test_where_the_head_is_checked_out_the_whole_pull_request_is_judged(
    made: Made, tmp_path: Path
) -> None:
    event = tmp_path / "event.json"
    base = made.git("rev-parse", "main")
    event.write_text(json.dumps({"pull_request": {"base": {"sha": base}}}))
    made.git("checkout", "-q", "topic")
    found = of(made, github(made, event))

    assert found.base == made.git("rev-parse", "fork")
    assert subjects(made, found) == ["topic one", "topic two"]


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"pull_request": null}'])
def test_an_event_that_is_none_is_an_error(made: Made, tmp_path: Path, content: str) -> None:
    event = tmp_path / "event.json"
    event.write_text(content)
    made.git("checkout", "-q", "topic")
    with pytest.raises(InputError, match="no event of a pull request"):
        of(made, github(made, event))


def test_a_base_that_was_not_fetched_says_what_to_fetch(made: Made, tmp_path: Path) -> None:
    event = tmp_path / "event.json"
    event.write_text(json.dumps({"pull_request": {"base": {"sha": "1" * 40}}}))
    made.git("checkout", "-q", "topic")
    for announced in (github(made, event), {"CI_MERGE_REQUEST_DIFF_BASE_SHA": "1" * 40}):
        with pytest.raises(RepositoryError, match="not in this clone") as raised:
            of(made, announced)
        assert "fetch-depth" in raised.value.hint


def test_a_merge_without_its_parents_says_what_to_fetch(made: Made, tmp_path: Path) -> None:
    made.git("branch", "pull", "merged")
    made.git("clone", "-q", "--depth=1", "-b", "pull", made.path.as_uri(), str(tmp_path / "s"))
    with pytest.raises(RepositoryError, match="no parents in this shallow clone") as raised:
        of(Made(tmp_path / "s"), github(made))
    assert "fetch-depth 2" in raised.value.hint


def test_with_two_commits_fetched_the_whole_can_be_judged(made: Made, tmp_path: Path) -> None:
    made.git("branch", "pull", "merged")
    made.git("clone", "-q", "--depth=2", "-b", "pull", made.path.as_uri(), str(tmp_path / "s"))

    assert of(Made(tmp_path / "s"), github(made)).base == made.git("rev-parse", "main")


def test_a_job_with_the_secrets_of_the_base_is_refused(made: Made) -> None:
    announced = {**github(made), "GITHUB_EVENT_NAME": "pull_request_target"}
    for target in ("", "main"):
        with pytest.raises(UsageError, match="pull_request_target"):
            of(made, announced, target)


def test_gitlab_names_the_base(made: Made) -> None:
    made.git("checkout", "-q", "topic")
    found = of(made, {"CI_MERGE_REQUEST_DIFF_BASE_SHA": made.git("rev-parse", "fork")})

    assert found.base == made.git("rev-parse", "fork")
    assert len(found.commits) == 2


def test_where_gitlab_merged_the_target_is_not_blamed_on_the_request(made: Made) -> None:
    found = of(
        made,
        {
            "CI_MERGE_REQUEST_DIFF_BASE_SHA": made.git("rev-parse", "fork"),
            "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": made.git("rev-parse", "topic"),
        },
    )
    assert found.base == made.git("rev-parse", "main")


def test_without_a_service_it_is_the_target_or_the_default_branch(made: Made) -> None:
    made.git("checkout", "-q", "topic")

    assert of(made, {}).base == made.git("rev-parse", "fork")
    assert of(made, {}, "topic~1").base == made.git("rev-parse", "topic~1")
    made.git("branch", "-m", "main", "trunk")
    with pytest.raises(RepositoryError, match="no default branch"):
        of(made, {})


def test_a_target_that_is_named_wins_over_the_service(made: Made) -> None:
    assert of(made, github(made), "topic").base == made.git("rev-parse", "topic")


def test_a_target_cannot_be_an_option(made: Made) -> None:
    with pytest.raises(VerifierError, match="unknown revision"):
        of(made, {}, "--output=x")


def test_what_is_pushed_is_what_the_other_side_lacks(made: Made) -> None:
    topic, fork = made.git("rev-parse", "topic"), made.git("rev-parse", "fork")
    for known, commits in ((made.git("rev-parse", "topic~1"), 1), (fork, 2), ("0" * 40, 2)):
        announced = {"PRE_COMMIT_FROM_REF": known, "PRE_COMMIT_TO_REF": topic}
        source = Source(kind=SourceKind.PUSHED, announced=announced)
        with open_selected(made.path, source) as (_, found):
            assert (found.head, len(found.commits)) == (topic, commits)


def test_a_push_that_rewrites_history_is_judged_from_what_is_shared(made: Made) -> None:
    announced = {
        "PRE_COMMIT_FROM_REF": made.git("rev-parse", "main"),
        "PRE_COMMIT_TO_REF": made.git("rev-parse", "topic"),
    }
    with open_selected(made.path, Source(kind=SourceKind.PUSHED, announced=announced)) as (
        _,
        found,
    ):
        assert found.base == made.git("rev-parse", "fork")
