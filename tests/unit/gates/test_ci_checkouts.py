"""What `check --pr` and bare `check` compare in the checkouts of CI services: never HEAD with itself."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MakeRepository
from tests.support.checkouts import ZEROS, Checkout, Server
from tests.support.repository import Repository as Made
from verifier.cli.main import main
from verifier.errors import RepositoryError
from verifier.gates.change.selection import Selected, Source, SourceKind, open_selected

PR, BARE = SourceKind.PULL_REQUEST, SourceKind.DEFAULT
NOTHING = "nothing to compare"


@pytest.fixture
def server(make_repository: MakeRepository) -> Server:
    """Its default branch has no usual name."""
    return Server.create(make_repository("server"), "develop")


@pytest.fixture
def job(server: Server, tmp_path: Path) -> Checkout:
    return Checkout(server, tmp_path / "job")


def of(made: Made, announced: Mapping[str, str] | None = None, kind: SourceKind = PR) -> Selected:
    with open_selected(made.path, Source(kind=kind, announced=announced or {})) as (_, found):
        return found


def read_refusal(
    made: Made, announced: Mapping[str, str] | None = None, kind: SourceKind = PR
) -> str:
    """The message and the hint of the error, which ends with 6."""
    with pytest.raises(RepositoryError) as raised:
        of(made, announced, kind)
    assert raised.value.exit_code == 6
    assert raised.value.hint
    return str(raised.value)


def compare_subjects(server: Server, found: Selected) -> tuple[str, str]:
    """Subjects of base and head."""
    subject = ("log", "-1", "--format=%s")
    return server.made.git(*subject, found.base), server.made.git(*subject, found.head)


def github(made: Made, name: str, ref: str, **event: Any) -> dict[str, str]:
    """The variables of GitHub's runner, and the event in a file."""
    file = made.path.parent / "event.json"
    file.write_text(json.dumps({"repository": {"default_branch": "develop"}, **event}))
    return {
        "GITHUB_EVENT_NAME": name,
        "GITHUB_REF": ref,
        "GITHUB_SHA": made.git("rev-parse", "HEAD"),
        "GITHUB_EVENT_PATH": str(file),
    }


# Without a service


@pytest.mark.parametrize("kind", [PR, BARE])
@pytest.mark.parametrize("words", [("--single-branch",), ("--depth=1",), ("--depth=2",)])
def test_a_clone_of_one_branch_has_nothing_to_compare_it_with(
    job: Checkout, words: tuple[str, ...], kind: SourceKind
) -> None:
    here = job.clone("-b", "topic", *words)
    assert here.git("rev-parse", "@{upstream}") == here.git("rev-parse", "HEAD")

    said = read_refusal(here, kind=kind)
    assert "no default branch" in said
    assert "git fetch origin +refs/heads/BRANCH:refs/remotes/origin/BRANCH" in said


@pytest.mark.parametrize("kind", [PR, BARE])
@pytest.mark.parametrize("branch", ["topic", "mine/topic"])
def test_a_branch_is_not_compared_with_its_own_upstream(
    job: Checkout, branch: str, kind: SourceKind
) -> None:
    here = job.clone("-b", "topic", "--single-branch")
    here.git("branch", "-q", "-M", branch)
    here.commit({"d": "1"}, "not pushed")

    assert here.git("rev-parse", "--abbrev-ref", "@{upstream}") == "origin/topic"
    assert "no default branch" in read_refusal(here, kind=kind)


@pytest.mark.parametrize("kind", [PR, BARE])
def test_a_branch_that_follows_another_is_compared_with_it(job: Checkout, kind: SourceKind) -> None:
    here = job.detach("develop", DEVELOP)
    here.git("checkout", "-q", "-b", "work", "origin/develop")
    assert NOTHING in read_refusal(here, kind=kind)

    here.commit({"d": "1"}, "work one")
    found = of(here, kind=kind)
    assert found.base == job.server.id("develop")
    assert found.notes[0].endswith("the merge base with origin/develop")


@pytest.mark.parametrize("kind", [PR, BARE])
def test_a_whole_clone_is_compared_with_the_remote_s_default_branch(
    job: Checkout, kind: SourceKind
) -> None:
    here = job.clone("-b", "topic")
    found = of(here, kind=kind)

    assert compare_subjects(job.server, found) == ("fork", "topic two")
    assert found.notes == (f"compared with {found.base[:10]}: the merge base with origin/HEAD",)


@pytest.mark.parametrize("kind", [PR, BARE])
def test_a_detached_head_is_compared_as_a_branch_is(job: Checkout, kind: SourceKind) -> None:
    here = job.clone("-b", "topic")
    here.git("checkout", "-q", "--detach")

    assert compare_subjects(job.server, of(here, kind=kind)) == ("fork", "topic two")
    here.git("checkout", "-q", "--detach", "origin/develop")
    assert NOTHING in read_refusal(here, kind=kind)


@pytest.mark.parametrize("kind", [PR, BARE])
def test_an_up_to_date_default_branch_has_nothing_to_compare(
    job: Checkout, kind: SourceKind
) -> None:
    here = job.clone()
    head = here.git("rev-parse", "HEAD")

    said = read_refusal(here, kind=kind)
    assert NOTHING in said
    assert f"base (the merge base with origin/HEAD) and head are both {head[:10]}" in said
    assert "--commit HEAD" in said


@pytest.mark.parametrize("kind", [PR, BARE])
def test_a_default_branch_with_a_commit_that_was_not_pushed_is_compared(
    job: Checkout, kind: SourceKind
) -> None:
    here = job.clone()
    here.commit({"d": "1"}, "not pushed")
    found = of(here, kind=kind)

    assert found.base == job.server.id("develop")
    assert len(found.commits) == 1


@pytest.mark.parametrize("kind", [PR, BARE])
def test_where_the_remote_s_head_is_the_branch_itself_there_is_nothing_to_compare(
    job: Checkout, kind: SourceKind
) -> None:
    job.server.made.git("checkout", "-q", "topic")
    here = job.clone()
    assert here.git("rev-parse", "--abbrev-ref", "origin/HEAD") == "origin/topic"

    assert NOTHING in read_refusal(here, kind=kind)


@pytest.mark.parametrize("kind", [PR, BARE])
def test_a_commit_that_is_part_of_the_default_branch_has_nothing_to_compare(
    job: Checkout, kind: SourceKind
) -> None:
    here = job.clone()
    here.git("checkout", "-q", "HEAD~1")

    assert NOTHING in read_refusal(here, kind=kind)


def test_a_local_branch_without_a_remote_has_nothing_to_compare(
    make_repository: MakeRepository,
) -> None:
    alone = make_repository("alone")
    alone.commit({"a": "1"})
    for kind in (PR, BARE):
        assert NOTHING in read_refusal(alone, kind=kind)

    alone.git("branch", "-q", "-m", "trunk")
    for kind in (PR, BARE):
        assert "no default branch" in read_refusal(alone, kind=kind)
    (alone.path / "a").write_text("2")
    assert of(alone, kind=BARE).name == "worktree"


@pytest.mark.parametrize("name", ["origin/HEAD", "origin/main"])
def test_a_tag_does_not_pass_for_the_default_branch(job: Checkout, name: str) -> None:
    here = job.clone("-b", "topic")
    here.git("update-ref", "refs/remotes/origin/main", "origin/develop")
    here.git("remote", "set-head", "origin", "main")
    here.git("tag", name, "topic~1")

    assert compare_subjects(job.server, of(here)) == ("fork", "topic two")
    assert compare_subjects(job.server, of(here, kind=BARE)) == ("fork", "topic two")
    source = Source(kind=PR, target="origin/main")
    with open_selected(here.path, source) as (_, found):
        assert compare_subjects(job.server, found) == ("fork", "topic two")


def test_a_tag_does_not_pass_for_a_local_default_branch(make_repository: MakeRepository) -> None:
    made = Server.create(make_repository("alone"), "main").made
    made.git("checkout", "-q", "topic")
    made.git("tag", "main", "topic~1")

    for source in (Source(kind=BARE), Source(kind=PR), Source(kind=PR, target="main")):
        with open_selected(made.path, source) as (_, found):
            assert found.base == made.git("rev-parse", "fork")


def test_a_target_that_holds_head_has_nothing_to_compare(job: Checkout) -> None:
    here = job.clone("-b", "topic")
    for target in ("topic", "origin/topic", "HEAD"):
        source = Source(kind=PR, target=target)
        with pytest.raises(RepositoryError, match=NOTHING), open_selected(here.path, source):
            pass


@pytest.mark.parametrize("words", ["HEAD..HEAD", "topic...HEAD", "topic..HEAD", "HEAD...topic"])
def test_a_range_of_no_commits_has_nothing_to_compare(job: Checkout, words: str) -> None:
    here = job.clone("-b", "topic")
    source = Source(kind=SourceKind.RANGE, revision=words)
    with pytest.raises(RepositoryError, match=NOTHING), open_selected(here.path, source):
        pass


@pytest.mark.parametrize("words", [(), ("--pr",), ("--pr", "--claims"), ("topic...HEAD",)])
def test_the_command_ends_with_6_and_prints_no_answer(
    job: Checkout,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
) -> None:
    here = job.github_branch("topic")
    for name in ("GITHUB_EVENT_NAME", "GITHUB_REF", "GITHUB_SHA", "GITHUB_EVENT_PATH"):
        monkeypatch.delenv(name, raising=False)
    for event in ("", "push"):
        monkeypatch.setenv("GITHUB_EVENT_NAME", event)
        status = main(["-q", "check", "--repo", str(here.path), "--level", "static", *words])

        printed = capsys.readouterr()
        assert (status, printed.out) == (6, "")
        assert "git fetch origin" in printed.err or "--commit HEAD" in printed.err


# GitHub


@pytest.mark.parametrize("name", ["pull_request", "pull_request_review"])
def test_github_s_merge_is_compared_with_its_first_parent(job: Checkout, name: str) -> None:
    here = job.github_pull_request(depth=2)
    found = of(here, github(here, name, "refs/pull/7/merge"))

    assert compare_subjects(job.server, found) == ("default one", "Merge topic")


def test_github_s_merge_alone_says_what_to_fetch(job: Checkout) -> None:
    here = job.github_pull_request(depth=1)

    said = read_refusal(here, github(here, "pull_request", "refs/pull/7/merge"))
    assert "fetch-depth 2" in said
    assert "no default branch" in read_refusal(here, kind=BARE)


def test_github_s_head_of_a_pull_request_is_compared_with_where_it_left(job: Checkout) -> None:
    here = job.github_pull_request(depth=0, ref="refs/pull/7/head")
    base = {"pull_request": {"base": {"sha": job.server.id("develop")}}}
    announced = {
        **github(here, "pull_request", "refs/pull/7/merge", **base),
        "GITHUB_SHA": "1" * 40,
    }

    assert compare_subjects(job.server, of(here, announced)) == ("fork", "topic two")


@pytest.mark.parametrize("depth", [1, 2])
def test_github_push_to_a_topic_without_its_default_branch_says_what_to_fetch(
    job: Checkout, depth: int
) -> None:
    here = job.github_branch("topic", depth)
    announced = github(here, "push", "refs/heads/topic", before=job.server.id("topic~1"))

    said = read_refusal(here, announced)
    assert "origin/develop is not in this clone" in said
    assert "fetch-depth" in said
    assert "no default branch" in read_refusal(here, kind=BARE)
    assert "no default branch" in read_refusal(here, {"GITHUB_EVENT_NAME": "push"})


@pytest.mark.parametrize("before", [ZEROS, "topic~1", "1" * 40])
def test_github_push_to_a_topic_is_compared_with_where_it_left(job: Checkout, before: str) -> None:
    here = job.github_branch("topic", depth=0)
    before = job.server.id(before) if before == "topic~1" else before
    found = of(here, github(here, "push", "refs/heads/topic", before=before))

    assert compare_subjects(job.server, found) == ("fork", "topic two")


def test_github_push_to_the_default_branch_is_compared_with_what_was_there(job: Checkout) -> None:
    here = job.github_branch("develop", depth=2)
    found = of(here, github(here, "push", "refs/heads/develop", before=job.server.id("develop~1")))

    assert compare_subjects(job.server, found) == ("fork", "default one")
    assert found.notes == (
        f"compared with {found.base[:10]}: the merge base with the commit before the push",
    )


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (ZEROS, "no commit that was there before"),
        ("1" * 40, "not in this clone"),
        ("HEAD", NOTHING),
    ],
)
def test_github_push_to_the_default_branch_without_what_was_there(
    job: Checkout, before: str, said: str
) -> None:
    here = job.github_branch("develop", depth=0)
    before = here.git("rev-parse", "HEAD") if before == "HEAD" else before

    assert said in read_refusal(here, github(here, "push", "refs/heads/develop", before=before))


def test_github_push_of_a_rewritten_default_branch_is_compared_with_what_is_shared(
    job: Checkout,
) -> None:
    here = job.github_branch("develop", depth=0)
    announced = github(here, "push", "refs/heads/develop", before=job.server.id("topic"))

    assert compare_subjects(job.server, of(here, announced)) == ("fork", "default one")


def test_github_push_that_takes_commits_back_is_compared_with_what_was_there(
    job: Checkout,
) -> None:
    here = job.github_branch("develop", depth=0)
    here.git("reset", "-q", "--hard", "HEAD~1")
    announced = github(here, "push", "refs/heads/develop", before=job.server.id("develop"))
    found = of(here, announced)

    assert compare_subjects(job.server, found) == ("default one", "fork")
    assert found.commits == ()


def test_github_merge_group_is_compared_with_the_queue_before_it(job: Checkout) -> None:
    queue = "gh-readonly-queue/develop/pr-7-1234"
    job.server.made.git("update-ref", f"refs/heads/{queue}", "refs/pull/7/merge")
    group = {"merge_group": {"base_sha": job.server.id("develop")}}
    here = job.github_branch(queue, depth=2)
    found = of(here, github(here, "merge_group", f"refs/heads/{queue}", **group))

    assert compare_subjects(job.server, found) == ("default one", "Merge topic")


@pytest.mark.parametrize("name", ["workflow_dispatch", "schedule", "workflow_run"])
def test_github_events_without_a_change_compare_a_topic_and_no_default_branch(
    job: Checkout, tmp_path: Path, name: str
) -> None:
    here = job.github_branch("develop", depth=0)
    assert NOTHING in read_refusal(here, github(here, name, "refs/heads/develop"))

    there = Checkout(job.server, tmp_path / "other").github_branch("topic", depth=0)
    assert compare_subjects(job.server, of(there, github(there, name, "refs/heads/topic"))) == (
        "fork",
        "topic two",
    )


def test_github_tag_of_the_default_branch_has_nothing_to_compare(job: Checkout) -> None:
    here = job.github_branch("develop", depth=0)
    announced = github(here, "push", "refs/tags/v1", before=ZEROS)

    assert NOTHING in read_refusal(here, announced)


# GitLab

TOPIC = "+refs/heads/topic:refs/remotes/origin/topic"
DEVELOP = "+refs/heads/develop:refs/remotes/origin/develop"
PULL = "+refs/pull/7/merge:refs/remotes/pull/7/merge"


def gitlab(branch: str, before: str) -> dict[str, str]:
    """The variables of a branch pipeline."""
    return {
        "CI_DEFAULT_BRANCH": "develop",
        "CI_COMMIT_BRANCH": branch,
        "CI_COMMIT_BEFORE_SHA": before,
    }


def test_gitlab_s_merge_request_is_compared_with_its_base(job: Checkout) -> None:
    here = job.detach("topic", TOPIC)
    announced = {
        "CI_DEFAULT_BRANCH": "develop",
        "CI_COMMIT_BEFORE_SHA": ZEROS,
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": job.server.id("fork"),
    }
    assert compare_subjects(job.server, of(here, announced)) == ("fork", "topic two")


def test_gitlab_s_empty_merge_request_has_nothing_to_compare(job: Checkout) -> None:
    here = job.detach("fork", DEVELOP)
    announced = {"CI_MERGE_REQUEST_DIFF_BASE_SHA": job.server.id("fork")}

    assert NOTHING in read_refusal(here, announced)


@pytest.mark.parametrize("kind", ["merged_result", "merge_train"])
def test_gitlab_s_merged_results_and_trains_are_compared_with_what_was_merged(
    job: Checkout, kind: str
) -> None:
    here = job.detach("refs/pull/7/merge", PULL)
    announced = {
        "CI_MERGE_REQUEST_EVENT_TYPE": kind,
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": job.server.id("fork"),
        "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": job.server.id("topic"),
    }
    assert compare_subjects(job.server, of(here, announced)) == ("default one", "Merge topic")


def test_gitlab_s_rebased_results_are_compared_with_the_target(job: Checkout) -> None:
    made = job.server.made
    made.git("checkout", "-q", "--detach", "topic")
    made.git("rebase", "-q", "develop")
    made.git("update-ref", "refs/train", "HEAD")
    here = job.detach("refs/train", "+refs/train:refs/train")
    announced = {
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": job.server.id("fork"),
        "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": job.server.id("topic"),
        "CI_MERGE_REQUEST_TARGET_BRANCH_SHA": job.server.id("develop"),
    }
    assert compare_subjects(job.server, of(here, announced)) == ("default one", "topic two")


@pytest.mark.parametrize("before", [ZEROS, "topic~1"])
def test_gitlab_s_topic_is_compared_with_where_it_left(job: Checkout, before: str) -> None:
    here = job.detach("topic", TOPIC, DEVELOP)
    before = job.server.id(before) if before != ZEROS else before

    assert compare_subjects(job.server, of(here, gitlab("topic", before))) == ("fork", "topic two")


def test_gitlab_s_topic_alone_says_what_to_fetch(job: Checkout) -> None:
    here = job.detach("topic", TOPIC, depth=20)

    said = read_refusal(here, gitlab("topic", job.server.id("topic~1")))
    assert "origin/develop is not in this clone" in said
    assert "git fetch origin +refs/heads/develop:refs/remotes/origin/develop" in said


def test_gitlab_s_default_branch_is_compared_with_what_was_there(job: Checkout) -> None:
    here = job.detach("develop", DEVELOP, depth=20)
    before = job.server.id("develop~1")

    assert compare_subjects(job.server, of(here, gitlab("develop", before))) == (
        "fork",
        "default one",
    )


def test_gitlab_s_default_branch_on_a_schedule_names_no_change(job: Checkout) -> None:
    here = job.detach("develop", DEVELOP)

    assert "no commit that was there before" in read_refusal(here, gitlab("develop", ZEROS))


def test_gitlab_s_tag_of_the_default_branch_has_nothing_to_compare(job: Checkout) -> None:
    here = job.detach("develop", DEVELOP)
    announced = {"CI_DEFAULT_BRANCH": "develop", "CI_COMMIT_BEFORE_SHA": ZEROS}

    assert NOTHING in read_refusal(here, announced)


# Services that name the target branch and no more


@pytest.mark.parametrize(
    "announced",
    [
        {"CHANGE_TARGET": "develop"},
        {"SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/develop"},
        {"SYSTEM_PULLREQUEST_TARGETBRANCH": "develop"},
        {"BITBUCKET_PR_DESTINATION_BRANCH": "develop"},
        {"BUILDKITE_PULL_REQUEST_BASE_BRANCH": "develop"},
    ],
    ids="-".join,
)
def test_a_target_branch_that_is_announced_is_compared_with(
    job: Checkout, tmp_path: Path, announced: dict[str, str]
) -> None:
    here = job.detach("refs/pull/7/merge", PULL, DEVELOP)
    assert compare_subjects(job.server, of(here, announced)) == ("default one", "Merge topic")

    there = Checkout(job.server, tmp_path / "other").detach("topic", TOPIC)
    assert "origin/develop is not in this clone" in read_refusal(there, announced)


# pre-commit's hook before a push


def select_push(made: Made, known: str, top: str) -> Selected:
    announced = {"PRE_COMMIT_FROM_REF": known, "PRE_COMMIT_TO_REF": top}
    return of(made, announced, SourceKind.PUSHED)


def test_a_forced_push_over_commits_that_are_not_here_is_compared_with_the_default_branch(
    job: Checkout,
) -> None:
    here = job.clone("-b", "topic")

    found = select_push(here, "1" * 40, here.git("rev-parse", "topic"))
    assert compare_subjects(job.server, found) == ("fork", "topic two")


def test_a_push_that_takes_commits_back_is_compared_with_what_was_there(job: Checkout) -> None:
    here = job.clone("-b", "topic")
    found = select_push(here, here.git("rev-parse", "topic"), here.git("rev-parse", "topic~1"))

    assert compare_subjects(job.server, found) == ("topic two", "topic one")
    assert found.commits == ()


def test_a_push_of_nothing_has_nothing_to_compare(job: Checkout) -> None:
    here = job.clone()
    head = here.git("rev-parse", "HEAD")
    for known in (head, ZEROS):
        with pytest.raises(RepositoryError, match=NOTHING):
            select_push(here, known, head)
    assert NOTHING in read_refusal(here, kind=SourceKind.PUSHED)
