"""What a pull request is compared with, by what a CI service says of it, and without one."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.errors import InputError, RepositoryError, UsageError
from verifier.tools.git import CommitLine, Repository

_MERGE_REF = re.compile(r"refs/pull/\d+/merge")
_BRANCHES = ("origin/HEAD", "origin/main", "origin/master")
_LOCAL_BRANCHES = ("main", "master")
_OPEN_TO_ALL = "pull_request_target"
_DEEPER = (
    "Fetch more of the history: fetch-depth 2 (GitHub) for the pull request as a whole, 0"
    " (GitLab: GIT_DEPTH 0) for its commits one by one."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Compared:
    """The base of a pull request, a full commit id, and how it was found, for the reader."""

    base: str
    how: str


def compared_with(
    repository: Repository, head: CommitLine, announced: Mapping[str, str], target: str = ""
) -> Compared:
    """What the pull request that is checked out is compared with.

    A `target` that is named wins; then what the CI service announces (its environment variables
    by name); then the default branch.

    Raises:
        UsageError: the job has the secrets of the base and must not touch the pull request.
        RepositoryError: the base is not there, or there is no default branch.
        InputError: the event of the CI service cannot be read.
    """
    if announced.get("GITHUB_EVENT_NAME") == _OPEN_TO_ALL:
        raise UsageError(
            "a job of pull_request_target has the secrets of the base: no foreign code runs there",
            hint="Run the workflow on pull_request instead.",
        )
    if target:
        return _since(repository, head, repository.resolve(target), target)
    if _is_github(announced):
        return _of_github(repository, head, announced)
    if base := announced.get("CI_MERGE_REQUEST_DIFF_BASE_SHA"):
        return _of_gitlab(repository, head, base, announced)
    branch = _default(repository)
    return _since(repository, head, repository.resolve(branch), branch)


def _default(repository: Repository) -> str:
    branch = default_branch(repository)
    if branch is None:
        raise RepositoryError(
            f"{repository.path}: there is no default branch to compare with",
            hint="Name one: --pr --target origin/BRANCH. A shallow clone may lack it.",
        )
    return branch


def default_branch(repository: Repository) -> str | None:
    """The branch that others come from: the remote's, the one that is followed, or a usual name."""
    for name in (*_BRANCHES, "@{upstream}", *_LOCAL_BRANCHES):
        try:
            repository.resolve(name)
        except RepositoryError:
            continue
        return name
    return None


def pushed(repository: Repository, announced: Mapping[str, str]) -> tuple[Compared, str]:
    """What pre-commit says that is about to be pushed: the base, and the commit on top.

    Where it names no commit that the other side has, it is what is new since the default branch.

    Raises:
        RepositoryError: a commit is not there, or there is no default branch.
    """
    head = repository.resolve(announced.get("PRE_COMMIT_TO_REF", "HEAD"))
    known = announced.get("PRE_COMMIT_FROM_REF", "").strip("0") and announced["PRE_COMMIT_FROM_REF"]
    other = known or _default(repository)
    base = repository.merge_base(repository.resolve(other), head)
    return Compared(base=base, how=f"where it left {'what was pushed' if known else other}"), head


def _is_github(announced: Mapping[str, str]) -> bool:
    ref, event = announced.get("GITHUB_REF", ""), announced.get("GITHUB_EVENT_NAME", "")
    return _MERGE_REF.fullmatch(ref) is not None or event == "pull_request"


def _of_github(repository: Repository, head: CommitLine, announced: Mapping[str, str]) -> Compared:
    """The first parent of GitHub's own merge; where another commit is checked out, where it left."""
    is_merge = _MERGE_REF.fullmatch(announced.get("GITHUB_REF", "")) is not None
    if is_merge and head.id == announced.get("GITHUB_SHA"):
        if not head.parents:
            raise RepositoryError(
                "the merge of the pull request has no parents in this shallow clone", hint=_DEEPER
            )
        return Compared(base=head.parents[0], how="the target branch, by GitHub's merge")
    base = _base_of_event(Path(announced.get("GITHUB_EVENT_PATH", "")))
    return _since(repository, head, _there(repository, base), f"the target at {base[:10]}")


def _base_of_event(file: Path) -> str:
    try:
        event: Any = json.loads(file.read_bytes())
        return str(event["pull_request"]["base"]["sha"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"GITHUB_EVENT_PATH names no event of a pull request: {error!r}",
            hint="Check out what actions/checkout does by itself, or name --target.",
        ) from error


def _of_gitlab(
    repository: Repository, head: CommitLine, base: str, announced: Mapping[str, str]
) -> Compared:
    """The base of the merge request; that is older than the target that GitLab merged for the job."""
    source = announced.get("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA")
    if source and source in head.parents[1:]:
        return Compared(base=head.parents[0], how="the target branch, by GitLab's merge")
    return Compared(base=_there(repository, base), how="the base of the merge request")


def _since(repository: Repository, head: CommitLine, other: str, name: str) -> Compared:
    return Compared(base=repository.merge_base(other, head.id), how=f"where it left {name}")


def _there(repository: Repository, commit: str) -> str:
    try:
        return repository.resolve(commit)
    except RepositoryError as error:
        raise RepositoryError(
            f"the base {commit[:10]} is not in this clone", hint=_DEEPER
        ) from error
