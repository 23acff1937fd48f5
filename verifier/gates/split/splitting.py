"""Split a change into a patch that is only refactoring, proved, and a patch with the rest.

The search looks for a tree between base and head, the middle. `refactoring.patch` leads from the base to
the middle, `rest.patch` from the middle to the head; so both together always give the head. The
middle starts as the head without the files that the gate does not judge. The gate judges it like
any other change. What it finds decides the next middle:

1. A compile error: the hunk with the error goes back to the base. If the error is in code that did
   not change, the hunks go back that change a name of the error. This ties hunks to each other.
2. An edit beyond the refactorings: the line gets its old code, if the finding has both. So an edit
   inside a moved method is parted from the move. If this does not help, the whole hunk goes back.
3. A difference or a doubt with a place, or a refactoring that is not pure: its hunk goes back.

The search ends when the gate says `proved` and `only`; only then is the change parted. It gives
up when nothing can go back, or after `MOST_ROUNDS` judgements; then the whole change is the rest.
Documentation is not refactoring and belongs to the rest. Comments and layout stay in the first patch if no
finding is in their hunk, because the gate does not count them as edits.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.domain.gate import BehaviourAnswer, Demand, Extent, Level, Question
from verifier.domain.split import Split, SplitOutcome, SplitPart, SplitTie
from verifier.errors import AnalysisError
from verifier.gates.answer import why
from verifier.gates.compile_errors import may_not_compile
from verifier.gates.judged import Judged
from verifier.gates.kept_answers import may_pass
from verifier.gates.split.hunks import FindMembers, Hunk, Middle, read_change
from verifier.gates.split.steps import Step, list_steps
from verifier.gates.unit import JudgingSession
from verifier.tools.git.repository import Repository
from verifier.tools.storage.files import replacing, storage_errors

MOST_ROUNDS = 15
"""Most middle trees that are judged. One judgement takes about a second."""
_STRICT = Demand(require=(Question.BEHAVIOUR, Question.REFACTORING), accept=BehaviourAnswer.PROVED)
_HEADER = re.compile(rb"(?m)^@@ -")


@dataclass(frozen=True, kw_only=True, slots=True)
class SplitPatches:
    """Both patches, and the record that describes them. A patch without a change is empty.

    `troubled` says that the environment disturbed a judgement, so another run may part more.
    `middle` is the commit between both patches, and `judged` how it was judged; None if the first
    patch is empty, or if the split was made earlier.
    """

    record: Split
    refactoring: bytes
    rest: bytes
    troubled: bool = False
    middle: str
    judged: Judged | None = field(default=None, compare=False)


@dataclass(kw_only=True, slots=True)
class _Search:
    """The state of one search.

    `acted` are the hunks in which a refactoring was detected, `end` the steps to the first tree from
    which nothing can go back, `said` what the gate said first, and `proved` how the result was judged.
    """

    judge: Callable[[str], Judged]
    repository: Repository
    base: str
    acted: set[Hunk] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)
    end: tuple[Step, ...] = ()
    said: str = ""
    troubled: bool = False
    proved: Judged | None = None

    def run(
        self, middle: Middle, path: tuple[Step, ...] = ()
    ) -> tuple[Middle, tuple[Step, ...]] | None:
        """Return the middle that is proved and only refactoring, with the steps to it.

        The result is None if there is none within the limit.
        """
        if not middle.kept:
            self.end = self.end or path
            return None
        commit = middle.commit(self.repository, self.base)
        if commit in self.seen or len(self.seen) >= MOST_ROUNDS:
            return None
        self.seen.add(commit)
        judged = self.judge(commit)
        if (
            judged.unit.behaviour is BehaviourAnswer.PROVED
            and judged.unit.refactoring is Extent.ONLY
        ):
            self.proved = judged
            return middle, path
        self._note(judged, middle)
        if path and path[-1].rewrites and may_not_compile(judged.checks):
            return None
        for step in list_steps(judged, middle):
            found = self.run(step.middle, (*path, step))
            if found is not None:
                return found
        self.end = self.end or path
        return None

    def _note(self, judged: Judged, middle: Middle) -> None:
        self.troubled |= may_pass(judged.unit.findings)
        self.said = self.said or why(judged.unit)
        for each in judged.unit.refactorings:
            sides = (each.before_file, each.before_line, True), (each.file, each.line, False)
            found = [middle.find(path, line, base=base) for path, line, base in sides]
            self.acted |= {place[0] for place in found if place is not None}

    def list_ties(self, end: Middle | None, path: Sequence[Step]) -> Iterator[SplitTie]:
        """Yield the hunks of the rest that other hunks forced there.

        If nothing was parted, also those with a refactoring, and all that went back later.
        """
        for number, step in enumerate(path):
            for hunk in step.hunks:
                lost = end is None and (number or hunk in self.acted)
                forced = step.tied and (end is None or hunk in end.back)
                if lost or forced:
                    yield SplitTie(file=hunk.path, line=hunk.line, why=step.said)


def split_change(
    session: JudgingSession, base: str, head: str, earlier: Judged | None = None
) -> SplitPatches:
    """Split the change between two commits; the session judges the middle trees at level static.

    `earlier` is how the session judged the whole change; its static checks do not run again.

    Raises:
        StorageError: temporary files cannot be written.
        RepositoryError: an object is missing.
    """
    # One split judges many trees; progress of each would hide the answer.
    silent = replace(session.console, quiet=True)
    strict = replace(session, demand=_STRICT, console=silent, earlier=earlier)

    def judge(middle: str) -> Judged:
        return strict.judge(base, middle, Level.STATIC)

    def members(text: str) -> Iterator[int]:
        try:
            unit = session.tools.analysis.parse(text)
        except AnalysisError:
            return  # Its hunks stay whole.
        for declared in unit.types:
            yield from (text.count("\n", 0, each.span.start) for each in declared.members)

    with session.console.progress("split", 1) as progress:
        patches = split_with(judge, members, session.repository, base, head)
        progress.advance()
    return patches


def split_with(
    judge: Callable[[str], Judged],
    members: FindMembers,
    repository: Repository,
    base: str,
    head: str,
) -> SplitPatches:
    """Split a change by the answers on middle trees; `judge` takes a commit on the base.

    Raises:
        RepositoryError: an object is missing.
    """
    whole = read_change(repository, base, head, members)
    start = whole.take_back(h for h in whole.kept if not whole.files[h.path].is_code)
    search = _Search(judge=judge, repository=repository, base=base)
    middle, path = search.run(start) or (None, search.end)
    commit = base if middle is None else middle.commit(repository, base)
    ties = tuple(dict.fromkeys(search.list_ties(middle, path)))
    return _describe(search, ties, commit, head)


def split_without_code(
    repository: Repository, base: str, head: str, why: str = "no code changed"
) -> SplitPatches:
    """Return the split of a change without Java code: all of it is the rest."""
    return _patches(repository, (base, base, head), SplitOutcome.NO_REFACTORING, why=why)


def split_again(
    repository: Repository,
    record: Split | None,
    sides: tuple[str, str],
    refactoring: bytes | None,
) -> SplitPatches | None:
    """Return the patches of an earlier split from its first patch; None if there was no split.

    Raises:
        PatchDoesNotApply: it is not a patch of the base.
    """
    if record is None:
        return None
    base, head = sides
    changes = repository.apply_patch(base, refactoring) if refactoring else ()
    middle = repository.commit_on(base, changes) if changes else base
    rest = repository.patch_bytes(middle, head)
    return SplitPatches(record=record, refactoring=refactoring or b"", rest=rest, middle=middle)


def name_patches(folder: Path) -> tuple[Path, Path]:
    """Return the files of both patches in a folder."""
    return folder / "refactoring.patch", folder / "rest.patch"


def write_patches(folder: Path, patches: SplitPatches) -> None:
    """Write both patches into a folder; earlier ones are replaced together.

    Raises:
        StorageError: the folder cannot be written, or a name in it is not a plain file.
    """
    with storage_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    first, second = name_patches(folder)
    with replacing(first) as refactoring, replacing(second) as rest:
        refactoring.write(patches.refactoring)
        rest.write(patches.rest)


def _describe(search: _Search, ties: tuple[SplitTie, ...], middle: str, head: str) -> SplitPatches:
    repository, why = search.repository, ""
    if middle == search.base:
        tied, why = bool(search.acted), search.said
        outcome = SplitOutcome.TIED if tied else SplitOutcome.NO_REFACTORING
        ties = ties if tied else ()
    else:
        same = repository.tree_id(middle) == repository.tree_id(head)
        outcome = SplitOutcome.ONLY_REFACTORING if same else SplitOutcome.PARTED
    parts = _patches(repository, (search.base, middle, head), outcome, ties, why)
    return replace(parts, troubled=search.troubled, judged=search.proved)


def _patches(
    repository: Repository,
    trees: tuple[str, str, str],
    outcome: SplitOutcome,
    ties: tuple[SplitTie, ...] = (),
    why: str = "",
) -> SplitPatches:
    base, middle, head = trees
    patches = [repository.patch_bytes(*pair) for pair in ((base, middle), (middle, head))]
    parts = [
        SplitPart(
            files=tuple(sorted(e.path for e in repository.list_changed_entries(*pair))),
            hunks=len(_HEADER.findall(patch)),
        )
        for pair, patch in zip(((base, middle), (middle, head)), patches, strict=True)
    ]
    record = Split(outcome=outcome, refactoring=parts[0], rest=parts[1], ties=ties, why=why)
    return SplitPatches(record=record, refactoring=patches[0], rest=patches[1], middle=middle)
