"""Which change `refverify check` judges."""

from dataclasses import dataclass
from typing import BinaryIO

import click

from verifier.cli.options.definition import together
from verifier.cli.options.sections import Section, option
from verifier.config import git_index_file, pull_request_variables
from verifier.errors import UsageError
from verifier.gates.change.selection import Source, SourceKind
from verifier.utf8 import without_mark

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
        everyday=False,
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
        "--patch",
        section=Section.INPUT,
        type=click.File("rb"),
        metavar="FILE|-",
        help="Judge a unified diff.",
    ),
    option(
        "--answer",
        section=Section.INPUT,
        type=click.File("rb"),
        metavar="FILE|-",
        help="Judge the raw answer of a model to one --want.",
    ),
    option(
        "--base",
        section=Section.INPUT,
        metavar="REV",
        default="HEAD",
        show_default=True,
        help="The revision before the change.",
    ),
    option(
        "--claims",
        section=Section.JUDGEMENT,
        is_flag=True,
        help="Judge only commits that claim a refactoring.",
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
    patch: BinaryIO | None = None
    answer: BinaryIO | None = None
    base: str = "HEAD"
    claims: bool = False


def source_of(choice: SourceChoice) -> Source:
    """Return the change that the options select.

    Raises:
        UsageError: the options select several changes, or `--base` or `--target` does not apply.
        InputError: a patch or an answer is in UTF-16 or UTF-32.
    """
    given = [kind for kind, is_given in _sources(choice).items() if is_given]
    if len(given) > 1:
        raise UsageError(
            "RANGE, --worktree, --staged, --commit, --pr, --pushed, --patch and --answer exclude each"
            " other",
            hint="See the examples of `refverify check --help`.",
        )
    if choice.target and not choice.pr:
        raise UsageError("--target is for --pr", hint="A range names its base: TARGET...HEAD.")
    kind = SourceKind.DEFAULT if not given else given[0]
    if kind not in _WITH_BASE and choice.base != "HEAD":
        raise UsageError(
            "--base is for what is on disk or staged, a patch and an answer",
            hint="A range names its base: BASE..HEAD. A commit is compared with its parent.",
        )
    if kind in _WITH_BASE and choice.claims:
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
        SourceKind.PATCH: choice.patch is not None,
        SourceKind.ANSWER: choice.answer is not None,
    }


_WITH_BASE = frozenset(
    {
        SourceKind.DEFAULT,
        SourceKind.WORKTREE,
        SourceKind.STAGED,
        SourceKind.PATCH,
        SourceKind.ANSWER,
    }
)
"""The kinds of a change that `--base` is for. None of them is a commit with a message."""


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
        case SourceKind.PATCH | SourceKind.ANSWER:
            patch, answer = _text(choice.patch, "patch"), _text(choice.answer, "answer")
            return Source(kind=kind, base=choice.base, patch=patch, answer=answer)


def _text(stream: BinaryIO | None, option: str) -> str:
    """Read what an option gives; bytes that are not UTF-8 are kept as surrogates."""
    content = b"" if stream is None else stream.read()
    return without_mark(content, f"what --{option} gives").decode("utf-8", "surrogateescape")
