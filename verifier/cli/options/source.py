"""Which change `refverify check` judges."""

from dataclasses import dataclass

import click

from verifier.cli.options.definition import together
from verifier.cli.options.sections import Section, option
from verifier.config import git_index_file, pull_request_variables
from verifier.errors import UsageError
from verifier.gates.change.selection import Source, SourceKind

source_options = together(
    click.argument("revisions", metavar="[RANGE]", required=False),
    option(
        "--worktree",
        section=Section.INPUT,
        is_flag=True,
        help="Judge the files on disk, including new ones.",
    ),
    option(
        "--staged",
        section=Section.INPUT,
        is_flag=True,
        help="Judge the index: what would be committed.",
    ),
    option(
        "--commit",
        section=Section.INPUT,
        metavar="REV",
        help="Judge one commit against its first parent.",
    ),
    option(
        "--pr",
        section=Section.INPUT,
        is_flag=True,
        help="Judge the pull or merge request of this CI job.",
    ),
    option(
        "--target",
        section=Section.INPUT,
        metavar="REV",
        help="With --pr: the target branch.  [default: the CI service's]",
    ),
    option(
        "--pushed",
        section=Section.INPUT,
        everyday=False,
        is_flag=True,
        help="Judge what pre-commit's pre-push hook is about to push.",
    ),
    option(
        "--base",
        section=Section.INPUT,
        metavar="REV",
        default="HEAD",
        show_default=True,
        help="With --worktree and --staged: the revision to compare with.",
    ),
    option(
        "--claims",
        section=Section.JUDGEMENT,
        is_flag=True,
        help="Judge only the commits whose message claims a refactoring.",
    ),
)
"""The change: a range, or one of the options that exclude each other."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceChoice:
    """The options that select the change."""

    revisions: str | None = None
    worktree: bool = False
    staged: bool = False
    commit: str | None = None
    pr: bool = False
    target: str | None = None
    pushed: bool = False
    base: str = "HEAD"
    claims: bool = False


def source_of(choice: SourceChoice) -> Source:
    """Return the change that the options select.

    Raises:
        UsageError: the options select several changes, or `--base` or `--target` does not apply.
    """
    given = [kind for kind, is_given in _sources(choice).items() if is_given]
    if len(given) > 1:
        raise UsageError(
            "RANGE, --worktree, --staged, --commit, --pr and --pushed exclude each other",
            hint="See the examples of `refverify check --help`.",
        )
    if choice.target and not choice.pr:
        raise UsageError("--target is for --pr", hint="A range names its base: TARGET...HEAD.")
    kind = SourceKind.DEFAULT if not given else given[0]
    if kind not in _ON_DISK and choice.base != "HEAD":
        raise UsageError(
            "--base is for what is on disk or staged",
            hint="A range names its base: BASE..HEAD. A commit is compared with its parent.",
        )
    if kind in _ON_DISK and choice.claims:
        raise UsageError(
            "--claims reads the messages of commits",
            hint="Give a range, for example main..HEAD, or --commit REV, or --pr.",
        )
    return _source(kind, choice)


def _sources(choice: SourceChoice) -> dict[SourceKind, bool]:
    """Tell for each kind of source whether the options select it."""
    return {
        SourceKind.RANGE: bool(choice.revisions),
        SourceKind.WORKTREE: choice.worktree,
        SourceKind.STAGED: choice.staged,
        SourceKind.COMMIT: bool(choice.commit),
        SourceKind.PULL_REQUEST: choice.pr,
        SourceKind.PUSHED: choice.pushed,
    }


_ON_DISK = frozenset({SourceKind.DEFAULT, SourceKind.WORKTREE, SourceKind.STAGED})


def _source(kind: SourceKind, choice: SourceChoice) -> Source:
    match kind:
        case SourceKind.DEFAULT:
            # A given base says what to compare the disk with.
            on_disk = SourceKind.DEFAULT if choice.base == "HEAD" else SourceKind.WORKTREE
            return Source(kind=on_disk, base=choice.base)
        case SourceKind.WORKTREE:
            return Source(kind=kind, base=choice.base)
        case SourceKind.STAGED:
            return Source(kind=kind, base=choice.base, index=git_index_file())
        case SourceKind.RANGE | SourceKind.COMMIT:
            return Source(kind=kind, revision=choice.revisions or choice.commit or "")
        case SourceKind.PULL_REQUEST | SourceKind.PUSHED:
            announced = pull_request_variables()
            return Source(kind=kind, target=choice.target or "", announced=announced)
        case SourceKind.PATCH:
            raise ValueError("a patch is given by a program, not by words")
