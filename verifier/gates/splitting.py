"""Part a change into a patch that is only refactoring, proved, and a patch with the rest.

The search looks for a tree between base and head, the middle. `refactoring.patch` leads from the base to
the middle, `rest.patch` from the middle to the head; so both together always give the head. The
middle starts as the head without the files that the gate does not judge. The gate judges it like
any other change. What it finds decides the next middle:

1. A compile error: the hunk with the error goes back to the base. If the error is in code that did
   not change, the hunks go back that change a name of the error. This ties hunks to each other.
2. An edit beyond the refactorings: the line gets its old code, if the finding has both. So an edit
   inside of a moved method is parted from the move. If this does not help, the whole hunk goes back.
3. A difference or a doubt with a place, or a refactoring that is not pure: its hunk goes back.

The search ends when the gate says `proved` and `only`, and nothing else counts as parted. It gives
up when nothing can go back, or after `MOST_ROUNDS` judgements; then the whole change is the rest.
Documentation is no refactoring and belongs to the rest. Comments and layout stay in the first patch if no
finding is in their hunk, because the gate does not count them as edits.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.domain.facts.detection import DetectionFacts
from verifier.domain.facts.proof import ProofFacts
from verifier.domain.facts.purity import EditFact, PurityFacts
from verifier.domain.gate import (
    BehaviourAnswer,
    Demand,
    Extent,
    GateUnit,
    Level,
    Question,
    Split,
    SplitOutcome,
    SplitPart,
    SplitTie,
)
from verifier.domain.outcome import CheckName
from verifier.domain.purity import PurityVerdict
from verifier.errors import AnalysisError
from verifier.gates.answer import find_result, why
from verifier.gates.compile_errors import list_new_errors
from verifier.gates.hunks import Hunk, Middle, read_change
from verifier.gates.kept_answers import may_pass
from verifier.gates.unit import Judged, JudgingSession
from verifier.tools.git.repository import Repository
from verifier.tools.records import facts_of
from verifier.tools.storage.files import replacing, storage_errors

MOST_ROUNDS = 15
"""Most middle trees that are judged. One judgement takes about a second."""
_STRICT = Demand(require=(Question.BEHAVIOUR, Question.REFACTORING), accept=BehaviourAnswer.PROVED)
_HEADER = re.compile(rb"(?m)^@@ -")
_WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, kw_only=True, slots=True)
class SplitPatches:
    """Both patches, and the record that describes them. A patch without a change is empty.

    `troubled` says that the environment disturbed a judgement, so another run may part more.
    """

    record: Split
    refactoring: bytes
    rest: bytes
    troubled: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class _Step:
    """The next middle, the hunks that lost something, and why. `ties` if other hunks forced it."""

    middle: Middle
    hunks: tuple[Hunk, ...]
    said: str
    ties: bool = False


@dataclass(kw_only=True, slots=True)
class _Search:
    """The state of one search. `acted` are the hunks in which a refactoring was detected."""

    judge: Callable[[str], Judged]
    repository: Repository
    base: str
    steps: list[_Step] = field(default_factory=list)
    acted: set[Hunk] = field(default_factory=set)
    said: str = ""
    troubled: bool = False

    def run(self, middle: Middle) -> Middle | None:
        """Return the middle that is proved and only refactoring; None if there is none."""
        for _ in range(MOST_ROUNDS):
            if not middle.kept:
                return None
            judged = self.judge(middle.commit(self.repository, self.base))
            if _is_shown(judged.unit):
                return middle
            self.troubled |= may_pass(judged.unit.findings)
            self._note_refactorings(judged, middle)
            self.said = why(judged.unit)
            step = next(_list_steps(judged, middle), None)
            if step is None:
                return None
            self.steps.append(step)
            middle = step.middle
        self.said = f"after {MOST_ROUNDS} rounds: {self.said}"
        return None

    def _note_refactorings(self, judged: Judged, middle: Middle) -> None:
        for each in judged.unit.refactorings:
            sides = (each.before_file, each.before_line, True), (each.file, each.line, False)
            found = [middle.find(path, line, base=base) for path, line, base in sides]
            self.acted |= {place[0] for place in found if place is not None}

    def ties(self, end: Middle | None) -> Iterator[SplitTie]:
        """Yield the hunks with a refactoring that is in the rest, and those that it forced there."""
        for number, step in enumerate(self.steps):
            for hunk in step.hunks:
                lost = end is None or hunk in end.back
                if lost and (step.ties or number or hunk in self.acted):
                    yield SplitTie(file=hunk.path, line=hunk.line, why=step.said)


def split_change(
    session: JudgingSession, base: str, head: str, judge: Callable[[str], Judged] | None = None
) -> SplitPatches:
    """Part the change between two commits; see the module.

    `judge` judges a middle tree; by default the session does, at level static.

    Raises:
        StorageError: temporary files cannot be written.
        RepositoryError: an object is missing.
    """
    strict = replace(session, demand=_STRICT, activity="split")
    repository = session.repository

    def by_session(middle: str) -> Judged:
        return strict.judge(base, middle, Level.STATIC)

    def members(text: str) -> Iterator[int]:
        try:
            unit = session.tools.analysis.parse(text)
        except AnalysisError:
            return  # hunks stay whole
        for declared in unit.types:
            yield from (text.count("\n", 0, each.span.start) for each in declared.members)

    whole = read_change(repository, base, head, members)
    start = whole.take_back(h for h in whole.kept if not whole.files[h.path].is_code)
    search = _Search(judge=judge or by_session, repository=repository, base=base)
    middle = search.run(start)
    commit = base if middle is None else middle.commit(repository, base)
    return _describe(search, middle, commit, head)


def split_without_code(repository: Repository, base: str, head: str) -> SplitPatches:
    """Return the split of a change without Java code: all of it is the rest."""
    return _patches(
        repository, (base, base, head), SplitOutcome.NO_REFACTORING, why="no code changed"
    )


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
    return SplitPatches(record=record, refactoring=refactoring or b"", rest=rest)


def write_patches(folder: Path, patches: SplitPatches) -> None:
    """Write both patches into a folder; earlier ones are replaced together.

    Raises:
        StorageError: the folder cannot be written, or a name in it is no plain file.
    """
    with storage_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with (
        replacing(folder / "refactoring.patch") as refactoring,
        replacing(folder / "rest.patch") as rest,
    ):
        refactoring.write(patches.refactoring)
        rest.write(patches.rest)


def _describe(search: _Search, middle: Middle | None, commit: str, head: str) -> SplitPatches:
    trees = (search.base, commit, head)
    ties = tuple(dict.fromkeys(search.ties(middle)))
    if middle is None:
        found = bool(search.acted)
        outcome = SplitOutcome.TIED if found else SplitOutcome.NO_REFACTORING
        parts = _patches(search.repository, trees, outcome, ties if found else (), search.said)
        return replace(parts, troubled=search.troubled)
    same = search.repository.tree_id(commit) == search.repository.tree_id(head)
    outcome = SplitOutcome.ONLY_REFACTORING if same else SplitOutcome.PARTED
    return replace(_patches(search.repository, trees, outcome, ties), troubled=search.troubled)


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
    return SplitPatches(record=record, refactoring=patches[0], rest=patches[1])


def _is_shown(unit: GateUnit) -> bool:
    return unit.behaviour is BehaviourAnswer.PROVED and unit.refactoring is Extent.ONLY


def _list_steps(judged: Judged, middle: Middle) -> Iterator[_Step]:
    """Yield the steps that make another middle, the best one first."""
    yield from _of_errors(judged, middle)
    for edits in _list_edits(judged):
        yield from _of_edits(edits, middle)
    yield from _of_places(judged, middle)


def _of_errors(judged: Judged, middle: Middle) -> Iterator[_Step]:
    for error in list_new_errors(judged.checks):
        said = f"does not compile without the rest: {error.message}"
        place = middle.find(error.file, error.line)
        here = (place[0],) if place is not None and place[0] not in middle.back else ()
        words = frozenset(_WORD.findall(error.message))
        hunks = here or tuple(h for h in middle.kept if words & middle.changed_words(h))
        near = middle.nearest(error.file, error.line)
        hunks = hunks or ((near,) if near is not None else ())
        if hunks:
            yield _Step(
                middle=middle.take_back(hunks), hunks=hunks, said=said, ties=bool(middle.back)
            )


def _list_edits(judged: Judged) -> Iterator[Sequence[EditFact]]:
    """Yield the edits that no refactoring explains, then those that were not compared."""
    purity = facts_of(find_result(judged.checks, CheckName.PURITY), PurityFacts)
    detection = facts_of(find_result(judged.checks, CheckName.DETECTION), DetectionFacts)
    edits = (() if purity is None else purity.edits, () if detection is None else detection.edits)
    yield [e for e in (*edits[0], *edits[1]) if not e.repeated]
    yield () if purity is None else purity.not_compared


def _of_edits(edits: Sequence[EditFact], middle: Middle) -> Iterator[_Step]:
    """Yield one step for all edits: first with old lines, then without their hunks."""
    for rewrite in (_with_old_code, _without_hunk):
        now, hunks, said = middle, list[Hunk](), ""
        for edit in edits:
            changed = rewrite(edit, middle, now)
            if changed is not None:
                now, hunk = changed
                hunks.append(hunk)
                said = said or _say(edit)
        if now != middle:
            yield _Step(middle=now, hunks=tuple(dict.fromkeys(hunks)), said=said)


def _with_old_code(edit: EditFact, middle: Middle, now: Middle) -> tuple[Middle, Hunk] | None:
    """Give the edited lines their old code; None if the finding does not have it."""
    done = None
    for file, line, before, after in _list_replacements(edit):
        place = middle.find(file, line)
        if place is None or place[0].is_file or place[0] in now.back:
            continue
        hunk, offset = place
        lines = now.lines_of(hunk)
        old = before.encode("utf-8", "surrogateescape")
        new = after.encode("utf-8", "surrogateescape")
        if offset < len(lines) and lines[offset].count(new) == 1:
            rewritten = lines[offset].replace(new, old)
            now = now.rewrite(hunk, (*lines[:offset], rewritten, *lines[offset + 1 :]))
            done = now, hunk
    return done


def _list_replacements(edit: EditFact) -> Iterator[tuple[str, int, str, str]]:
    """Yield file, line, old code and new code of each difference that is in a single line."""
    for cause in edit.causes:
        if cause.before and cause.after and "\n" not in cause.before + cause.after:
            yield cause.file, cause.line, cause.before, cause.after
    removed = [line[2:] for line in edit.diff if line.startswith("- ")]
    added = [line[2:] for line in edit.diff if line.startswith("+ ")]
    if not edit.causes and len(removed) == len(added) == 1:
        yield edit.file, edit.line, removed[0], added[0]


def _without_hunk(edit: EditFact, middle: Middle, now: Middle) -> tuple[Middle, Hunk] | None:
    gone = bool(edit.before) and not edit.after
    places = [(c.file, c.line, False) for c in edit.causes] or [(edit.file, edit.line, gone)]
    hunks = [hunk for place in places if (hunk := _hunk_at(middle, *place)) is not None]
    return (now.take_back(hunks), hunks[0]) if hunks else None


def _hunk_at(middle: Middle, file: str, line: int, base: bool) -> Hunk | None:
    """Return the kept hunk of a line; if the line did not change, the nearest one in the file."""
    place = middle.find(file, line, base=base)
    if place is not None and place[0] not in middle.back:
        return place[0]
    return middle.nearest(file, line)


def _of_places(judged: Judged, middle: Middle) -> Iterator[_Step]:
    """Yield a step for each difference, finding or impure refactoring with a place."""
    proof = facts_of(find_result(judged.checks, CheckName.PROOF), ProofFacts)
    unit = judged.unit
    places = [(f.file, f.line, f.side == "base", f.message) for f in unit.findings if f.file]
    if proof is not None and proof.difference is not None:
        first = proof.difference
        for base, text in ((False, first.after), (True, first.before)):
            path, _, line = (text or "").rpartition(":")
            found = [f for f in middle.files if path and f"/{f}".endswith(f"/{path}")]
            if line.isdecimal():
                places += [(file, int(line), base, first.line) for file in found]
    for each in unit.refactorings:
        if each.purity == PurityVerdict.IMPURE:
            places.append((each.before_file, each.before_line, True, each.reason))
            places.append((each.file, each.line, False, each.reason))
    for file, at, base, said in places:
        hunk = _hunk_at(middle, file, at, base)
        if hunk is not None:
            yield _Step(middle=middle.take_back([hunk]), hunks=(hunk,), said=said)


def _say(edit: EditFact) -> str:
    return edit.causes[0].said if edit.causes else f"not part of a refactoring: {edit.what}"
