"""Find the base of a pull request, from a CI service's variables or without them."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.errors import InputError, RepositoryError, UsageError
from verifier.tools.git.repository import CommitLine, Repository

_MERGE_REF = re.compile(r"refs/pull/\d+/merge")
_REMOTE, _LOCAL = "refs/remotes/origin/", "refs/heads/"
_REMOTE_BRANCHES = tuple(f"{_REMOTE}{name}" for name in ("HEAD", "main", "master"))
_LOCAL_BRANCHES = tuple(f"{_LOCAL}{name}" for name in ("main", "master"))
_OPEN_TO_ALL = "pull_request_target"
_TARGETS = (
    "CHANGE_TARGET",  # Jenkins
    "SYSTEM_PULLREQUEST_TARGETBRANCH",  # Azure Pipelines
    "BITBUCKET_PR_DESTINATION_BRANCH",
    "BUILDKITE_PULL_REQUEST_BASE_BRANCH",
)
"""Variables of services that only name the target branch of a pull request."""
_DEEPER = (
    "Fetch more of the history: fetch-depth 2 (GitHub) for the pull request as a whole, 0"
    " (GitLab: GIT_DEPTH 0) for its commits one by one."
)
_FETCH = (
    "git fetch origin +refs/heads/{0}:refs/remotes/origin/{0} (GitHub: fetch-depth 0; a shallow"
    " clone: add --unshallow)."
)
_NAME_THE_CHANGE = (
    "Name what to judge: --commit HEAD for the last commit, a range A..B, or --pr --target REV."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class ComparedBase:
    """The base of a pull request as a full commit id, and a text that says how it was found."""

    base: str
    how: str


def find_base(
    repository: Repository, head: CommitLine, announced: Mapping[str, str], target: str = ""
) -> ComparedBase:
    """Find the base of the pull request that is checked out.

    A given `target` comes first, then what the CI service announces in its environment variables,
    then the default branch. The base is never `head`.

    Raises:
        UsageError: the job has the secrets of the base and must not run code of the pull request.
        RepositoryError: the base is missing or equals the head, or there is no default branch.
        InputError: the event of the CI service cannot be read.
    """
    if announced.get("GITHUB_EVENT_NAME") == _OPEN_TO_ALL:
        raise UsageError(
            "a job of pull_request_target has the secrets of the base: no foreign code runs there",
            hint="Run the workflow on pull_request instead.",
        )
    found = (
        _of_word(repository, head, target)
        or _of_github(repository, head, announced)
        or _of_gitlab(repository, head, announced)
        or _of_target(repository, head, announced)
        or _of_default(repository, head.id)
    )
    return refuse_same(found, head.id)


def _of_word(repository: Repository, head: CommitLine, target: str) -> ComparedBase | None:
    """Resolve the target that the user names.

    Unlike in git, a branch comes before a tag of that name.
    """
    if not target:
        return None
    names = (f"refs/remotes/{target}", f"{_LOCAL}{target}")
    name = next((name for name in names if _holds(repository, name)), target)
    return _since(repository, head.id, repository.resolve(name), target)


def refuse_same(found: ComparedBase, head: str) -> ComparedBase:
    """Return the base, if it differs from the head.

    Raises:
        RepositoryError: the base is the head, so there is no change.
    """
    if found.base == head:
        raise RepositoryError(
            f"nothing to compare: base ({found.how}) and head are both {head[:10]}",
            hint=_NAME_THE_CHANGE,
        )
    return found


def _of_default(repository: Repository, head: str) -> ComparedBase:
    branch = default_branch(repository)
    if branch is None:
        raise RepositoryError(
            f"{repository.path}: there is no default branch to compare with",
            hint="Name it: --pr --target origin/BRANCH, or a range origin/BRANCH...HEAD. A shallow"
            f" clone, or one of a single branch, may lack it: {_FETCH.format('BRANCH')}",
        )
    return _since(repository, head, repository.resolve(branch), _short(branch))


def default_branch(repository: Repository) -> str | None:
    """Return the full name of the branch from which other branches start.

    That is the remote's default branch, the upstream of the current branch, or a usual name; None
    if none of these exists. An upstream with the current branch's own name is its copy on the
    server, never a base.
    """
    # Full names, because git prefers a tag with the same short name.
    names = (*_REMOTE_BRANCHES, *_upstream_refs(repository), *_LOCAL_BRANCHES)
    return next((name for name in names if _holds(repository, name)), None)


def _upstream_refs(repository: Repository) -> tuple[str, ...]:
    own, upstream = (repository.full_name(name) for name in ("HEAD", "@{upstream}"))
    same = own.rpartition("/")[2] == upstream.rpartition("/")[2]
    return () if same or not upstream else (upstream,)


def _short(ref: str) -> str:
    return ref.removeprefix("refs/remotes/").removeprefix(_LOCAL)


def read_push(repository: Repository, announced: Mapping[str, str]) -> tuple[ComparedBase, str]:
    """Return the base and the top commit of the push that pre-commit announces.

    If pre-commit names no commit that exists here, the base is where the top commit left the
    default branch.

    Raises:
        RepositoryError: the top is missing or equals the base, or there is no default branch.
    """
    head = repository.resolve(announced.get("PRE_COMMIT_TO_REF", "HEAD"))
    known = announced.get("PRE_COMMIT_FROM_REF", "")
    if known.strip("0") and _holds(repository, known):
        found = _since_push(repository, head, repository.resolve(known), "what was pushed")
    else:
        found = _of_default(repository, head)
    return refuse_same(found, head), head


def _of_github(
    repository: Repository, head: CommitLine, announced: Mapping[str, str]
) -> ComparedBase | None:
    event, ref = announced.get("GITHUB_EVENT_NAME", ""), announced.get("GITHUB_REF", "")
    file = Path(announced.get("GITHUB_EVENT_PATH", ""))
    is_merge = _MERGE_REF.fullmatch(ref) is not None
    if not event and not is_merge:
        return None
    if is_merge and head.id == announced.get("GITHUB_SHA"):
        return _of_merge(head)
    if is_merge or event == "pull_request":
        base = _read_field(_event(file), "pull_request", "base", "sha")
        return _since(repository, head.id, _there(repository, base), f"the target at {base[:10]}")
    if event == "merge_group":
        base = _read_field(_event(file), "merge_group", "base_sha")
        return _since(repository, head.id, _there(repository, base), f"the queue at {base[:10]}")
    return _of_branch_event(repository, head.id, event, ref, file)


def _of_merge(head: CommitLine) -> ComparedBase:
    """Return the first parent of GitHub's merge commit for a pull request."""
    if not head.parents:
        raise RepositoryError(
            "the merge of the pull request has no parents in this shallow clone", hint=_DEEPER
        )
    return ComparedBase(base=head.parents[0], how="the target branch, by GitHub's merge")


def _of_branch_event(
    repository: Repository, head: str, event: str, ref: str, file: Path
) -> ComparedBase | None:
    """Handle a push, a schedule and similar events; None if the event names no default branch."""
    try:
        said = _event(file)
        default = _read_field(said, "repository", "default_branch")
    except InputError:
        return None
    if event == "push" and ref == f"{_LOCAL}{default}":
        return _since_before(repository, head, str(said.get("before", "")))
    return _since_branch(repository, head, default)


def _event(file: Path) -> Mapping[str, Any]:
    try:
        event = json.loads(file.read_bytes())
    except (OSError, ValueError) as error:
        raise _no_event(error) from error
    return event if isinstance(event, dict) else {}


def _read_field(event: Mapping[str, Any], *keys: str) -> str:
    found: Any = event
    try:
        for key in keys:
            found = found[key]
    except (KeyError, TypeError) as error:
        raise _no_event(error) from error
    return str(found)


def _no_event(error: Exception) -> InputError:
    return InputError(
        f"GITHUB_EVENT_PATH names no event of a pull request: {error!r}",
        hint="Use the default checkout of actions/checkout, or name --target.",
    )


def _of_gitlab(
    repository: Repository, head: CommitLine, announced: Mapping[str, str]
) -> ComparedBase | None:
    if base := announced.get("CI_MERGE_REQUEST_DIFF_BASE_SHA"):
        return _of_merge_request(repository, head, base, announced)
    default = announced.get("CI_DEFAULT_BRANCH")
    if not default:
        return None
    if announced.get("CI_COMMIT_BRANCH") == default:
        return _since_before(repository, head.id, announced.get("CI_COMMIT_BEFORE_SHA", ""))
    return _since_branch(repository, head.id, default)


def _of_merge_request(
    repository: Repository, head: CommitLine, base: str, announced: Mapping[str, str]
) -> ComparedBase:
    """Return the target that GitLab merged for the job, or the older base of the merge request."""
    source = announced.get("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA")
    if source and source in head.parents[1:]:
        return ComparedBase(base=head.parents[0], how="the target branch, by GitLab's merge")
    target = announced.get("CI_MERGE_REQUEST_TARGET_BRANCH_SHA", "")
    if target and _holds(repository, target):
        name = f"the target at {target[:10]}"
        return _since(repository, head.id, _there(repository, target), name)
    return ComparedBase(base=_there(repository, base), how="the base of the merge request")


def _of_target(
    repository: Repository, head: CommitLine, announced: Mapping[str, str]
) -> ComparedBase | None:
    branch = next((announced[name] for name in _TARGETS if announced.get(name)), None)
    if branch is None:
        return None
    return _since_branch(repository, head.id, branch.removeprefix(_LOCAL))


def _since_branch(repository: Repository, head: str, branch: str) -> ComparedBase:
    """Find where a commit left a branch of the remote."""
    ref = f"{_REMOTE}{branch}"
    if not _holds(repository, ref):
        raise RepositoryError(
            f"{_short(ref)} is not in this clone", hint=f"Fetch it: {_FETCH.format(branch)}"
        )
    return _since(repository, head, repository.resolve(ref), _short(ref))


def _since_before(repository: Repository, head: str, before: str) -> ComparedBase:
    """Find what a push to the default branch added."""
    if not before.strip("0"):
        raise RepositoryError(
            "the CI service names no commit that was there before", hint=_NAME_THE_CHANGE
        )
    return _since_push(repository, head, _there(repository, before), "the commit before the push")


def _since_push(repository: Repository, head: str, before: str, name: str) -> ComparedBase:
    """Compare a push; one that removes commits is compared with the commits that it removes."""
    found = _since(repository, head, before, name)
    return found if found.base != head else ComparedBase(base=before, how=name)


def _since(repository: Repository, head: str, other: str, name: str) -> ComparedBase:
    return ComparedBase(base=repository.merge_base(other, head), how=f"the merge base with {name}")


def _holds(repository: Repository, revision: str) -> bool:
    try:
        repository.resolve(revision)
    except RepositoryError:
        return False
    return True


def _there(repository: Repository, commit: str) -> str:
    try:
        return repository.resolve(commit)
    except RepositoryError as error:
        raise RepositoryError(
            f"the base {commit[:10]} is not in this clone", hint=_DEEPER
        ) from error
