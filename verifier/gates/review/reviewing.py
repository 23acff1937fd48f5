"""Say which hunks of a change a reviewer must read, and where the code of the folded ones went.

A tree between base and head, the middle, decides. What leads from the base to the middle is only
refactoring and shown to behave as before, so it is folded. What leads from the middle to the head
needs eyes. A split gives the middle. Without one, the middle is all judged code if the whole
change is only refactoring, and proved or tested; otherwise it is the base, and nothing is folded.

A hunk that would be folded needs eyes all the same if a finding is in it. RefactoringMiner's
ranges, which the judgement has, say which refactorings explain a hunk and which code they moved.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from verifier.domain.gate import (
    Answers,
    AsideWhy,
    BehaviourAnswer,
    Extent,
    FindingLevel,
    GateFinding,
    SplitTie,
)
from verifier.domain.refactoring import CodeRange, Refactoring, RefactoringSide
from verifier.domain.refactoring_traits import Subject
from verifier.domain.review import CodeLines, HunkState, MovedCode, Review, ReviewHunk
from verifier.gates.formats.wording import advice_of, place
from verifier.gates.review.trees import (
    FileDiff,
    Pair,
    Range,
    list_diffs,
    map_line,
    map_range,
    swap,
    touch,
)
from verifier.gates.split.hunks import Lines, split_lines
from verifier.gates.split.splitting import SplitPatches
from verifier.gates.unit import Judged
from verifier.java_text.encoding import decode
from verifier.tools.git.repository import Repository

MOST_HUNKS = 1000
MOST_MOVED = 100
MOST_LINES = 400
"""Most lines of one side of a hunk or of moved code that a page has."""
MOST_PAGE_LINES = 40_000
"""Most lines of a whole page."""
MOST_SIGNS = 1_000
"""Most characters of a line."""
_CONTEXT = 3
_FOLLOWS = "goes with the refactorings: a call, an import, a comment or layout"
_NOT_SHOWN = "not shown to be only refactoring"
_LEFT = "left when the proved refactorings are taken away"
_ASIDE = {
    AsideWhy.DOCUMENTATION: "not judged: documentation",
    AsideWhy.ALLOWED: "not judged: allowed without a check",
    AsideWhy.NOT_JUDGED: "not judged: no Java source",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """The change to review: two commits, and how it was judged as a whole."""

    repository: Repository
    base: str
    head: str
    judged: Judged


@dataclass(frozen=True, kw_only=True, slots=True)
class Folded:
    """What is folded: the change from the base to the commit `middle`, and how it was judged.

    `judged` is None if nothing is folded. `ties` say why other hunks could not be parted.
    """

    middle: str
    judged: Judged | None = None
    proved: bool = False
    evidence: str = ""
    ties: tuple[SplitTie, ...] = ()


def is_explained(judged: Judged) -> bool:
    """Tell whether all judged code is only refactoring, and proved or tested."""
    said = (judged.unit, judged.shown)
    return any(each is not None and _is_explained(each) for each in said)


def _is_explained(answers: Answers) -> bool:
    shown = answers.behaviour in {BehaviourAnswer.PROVED, BehaviourAnswer.TESTED}
    return shown and answers.refactoring is Extent.ONLY


def fold(change: Change, split: SplitPatches | None) -> Folded:
    """Return what is folded: the proved part of a split, otherwise all judged code or nothing.

    Raises:
        RepositoryError: an object is missing.
    """
    if split is not None:
        said = () if split.judged is None else split.judged.unit.behaviour_by
        return Folded(
            middle=split.middle,
            judged=split.judged,
            proved=split.judged is not None,
            evidence="; ".join(said),
            ties=split.record.ties,
        )
    judged = change.judged
    nowhere = [f for f in judged.unit.findings if not f.file and f.level is not FindingLevel.NOTE]
    if not is_explained(judged) or nowhere:
        return Folded(middle=change.base)
    left = {each.path for each in judged.division.aside} | set(judged.division.strays)
    entries = change.repository.list_changed_entries(change.base, change.head)
    code = [entry for entry in entries if entry.path not in left]
    answers = judged.unit if _is_explained(judged.unit) else judged.shown or judged.unit
    return Folded(
        middle=change.repository.commit_on(change.base, code) if code else change.base,
        judged=judged,
        proved=answers.behaviour is BehaviourAnswer.PROVED,
        evidence="; ".join(answers.behaviour_by),
    )


def review_change(change: Change, folded: Folded, *, with_text: bool) -> Review:
    """Return the hunks of a change, each folded or with the reason why it needs eyes.

    `with_text` adds the lines for a page.

    Raises:
        RepositoryError: an object is missing.
    """
    repository = change.repository
    done, left_done = list_diffs(repository, change.base, folded.middle)
    rest, left_rest = list_diffs(repository, folded.middle, change.head)
    sides = _Sides(change=change, folded=folded, done=done, rest=rest)
    hunks = [*sides.list_rest(), *sides.list_folded()]
    moved = list(sides.list_moved())
    hunks, elsewhere = _place_findings(hunks, change.judged.unit.findings, moved)
    hunks = _add_ties(hunks, folded.ties)
    hunks.sort(key=lambda hunk: hunk.state is HunkState.FOLDED)
    has_folded = any(h.state is HunkState.FOLDED for h in hunks)
    listed, shown = hunks[:MOST_HUNKS], moved[:MOST_MOVED] if has_folded else []
    budget = _Budget(MOST_PAGE_LINES if with_text else None)
    return Review(
        files=len({h.path for h in (*done, *rest)}) + left_done + left_rest,
        folded=sum(h.state is HunkState.FOLDED for h in hunks),
        unfolded=sum(h.state is not HunkState.FOLDED for h in hunks) + left_done + left_rest,
        hunks=tuple(budget.cut_hunk(hunk) for hunk in listed),
        moved=tuple(budget.cut_moved(each) for each in shown),
        proved=has_folded and folded.proved,
        evidence=folded.evidence if has_folded else "",
        elsewhere=elsewhere,
        left_out=len(hunks) - len(listed) + left_done + left_rest,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Sides:
    """Both steps of a change: from the base to the middle, and from there to the head."""

    change: Change
    folded: Folded
    done: tuple[FileDiff, ...]
    rest: tuple[FileDiff, ...]

    def list_rest(self) -> Iterator[ReviewHunk]:
        """Yield the hunks from the middle to the head, with the base's line numbers before."""
        aside = {each.path: _ASIDE[each.why] for each in self.change.judged.division.aside}
        strays = self.change.judged.division.strays
        old_of = {diff.new: diff for diff in self.done}
        for diff in self.rest:
            earlier = old_of.get(diff.old)
            back = () if earlier is None else swap(earlier.pairs)
            name = diff.old if earlier is None else earlier.old or diff.old
            said = aside.get(diff.path) or strays.get(diff.path)
            state = HunkState.NOT_JUDGED if said else HunkState.UNPROVEN
            why = said or (_NOT_SHOWN if self.folded.judged is None else _LEFT)
            for hunk in diff.hunks or (None,):
                old, new = hunk or (None, None)
                before = _show(name, diff.before, old, back)
                yield ReviewHunk(
                    state=state,
                    why=(why,),
                    before=before,
                    after=_show(diff.new, diff.after, new, ()),
                )

    def list_folded(self) -> Iterator[ReviewHunk]:
        """Yield the hunks from the base to the middle, with the head's line numbers after."""
        later = {diff.old: diff for diff in self.rest if diff.old}
        for diff in self.done:
            edit = later.get(diff.new)
            pairs = () if edit is None else edit.pairs
            name = diff.new if edit is None else edit.new
            for hunk in diff.hunks or (None,):
                old, new = hunk or (None, None)
                yield ReviewHunk(
                    state=HunkState.FOLDED,
                    why=self._explain(diff, hunk),
                    before=_show(diff.old, diff.before, old, ()),
                    after=_show(name, diff.after, new, pairs),
                )

    def _explain(self, diff: FileDiff, hunk: Pair | None) -> tuple[str, ...]:
        found = [r.description for r in self._refactorings() if _acts_on(r, diff, hunk)]
        return tuple(dict.fromkeys(found)) or (_FOLLOWS,)

    def _refactorings(self) -> tuple[Refactoring, ...]:
        """Return what the judgement of the folded part detected; the base is its first side."""
        judged = self.folded.judged
        readings = None if judged is None or judged.change is None else judged.change.readings
        if readings is None:
            return ()
        return tuple(r for r in readings.detection.refactorings if r.before and r.after)

    def list_moved(self) -> Iterator[MovedCode]:
        """Yield the code of each folded refactoring of a method, in the base and in the head."""
        later = {diff.old: diff for diff in self.rest if diff.old}
        texts = _Texts(self.change.repository)
        for each in dict.fromkeys(self._refactorings()):
            sides = _moved_lines(each.before), _moved_lines(each.after)
            if each.traits.subject is not Subject.METHOD or None in sides:
                continue
            (old_file, old), (file, lines) = (side for side in sides if side is not None)
            edit = later.get(file)
            pairs = () if edit is None else edit.pairs
            name = file if edit is None else edit.new
            now = map_range(pairs, lines)
            if not name:
                continue
            yield MovedCode(
                description=each.description,
                before=_show(old_file, texts.read(self.change.base, old_file), old, (), 0),
                after=_show(name, texts.read(self.change.head, name), now, (), 0),
                edited=any(touch(lines, changed) for changed, _ in pairs),
            )


@dataclass(frozen=True, slots=True)
class _Texts:
    repository: Repository

    def read(self, commit: str, path: str) -> Lines:
        return split_lines(self.repository.tree(commit).read(path))


def _acts_on(found: Refactoring, diff: FileDiff, hunk: Pair | None) -> bool:
    for side, file, at in ((found.before, diff.old, 0), (found.after, diff.new, 1)):
        for each in () if side is None else side.ranges:
            here = each.file == file
            if here and (hunk is None or touch(_range(each), hunk[at])):
                return True
    return False


def _range(lines: CodeRange) -> Range:
    return lines.start_line - 1, lines.end_line


def _moved_lines(side: RefactoringSide | None) -> tuple[str, Range] | None:
    """Return the file and lines of the code that moves: mapped statements, or a whole method."""
    ranges = () if side is None else side.ranges
    mapped = [r for r in ranges if "extracted code" in r.role or "inlined code" in r.role]
    whole = [r for r in ranges if "method declaration" in r.role]
    chosen = mapped or whole
    if not chosen:
        return None
    file = chosen[0].file
    here = [_range(r) for r in chosen if r.file == file]
    return file, (min(start for start, _ in here), max(end for _, end in here))


def _show(
    file: str, lines: Lines, shown: Range | None, pairs: Sequence[Pair], around: int = _CONTEXT
) -> CodeLines:
    """Return lines with the line numbers that they have after a change; None is the whole file.

    `around` is the number of lines that the text has before and after them.
    """
    if shown is None or not file:
        return CodeLines(file=file, line=0, end_line=0)
    start, end = map_range(pairs, shown)
    empty = start == end
    # As git does, lines that are gone have the number of the line in front of them.
    return CodeLines(
        file=file,
        line=max(1, start) if empty else start + 1,
        end_line=max(0, start - 1) if empty else end,
        **_text(lines, shown, pairs, around),
    )


class _Text(TypedDict):
    text: tuple[str, ...]
    numbers: tuple[int, ...]


def _text(lines: Lines, shown: Range, pairs: Sequence[Pair], around: int) -> _Text:
    texts = decode(b"".join(lines)).text.split("\n")[: len(lines)]
    start, end = max(0, shown[0] - around), min(len(texts), shown[1] + around)
    gone = {line for old, _ in pairs for line in range(*old)}
    return {
        "text": tuple(line.rstrip("\r") for line in texts[start:end]),
        "numbers": tuple(0 if n in gone else map_line(pairs, n) + 1 for n in range(start, end)),
    }


def _place_findings(
    hunks: Sequence[ReviewHunk], findings: Iterable[GateFinding], moved: Sequence[MovedCode]
) -> tuple[list[ReviewHunk], tuple[str, ...]]:
    """Return the hunks with the findings about them, and the findings about other places."""
    now, elsewhere = list(hunks), list[str]()
    for finding in findings:
        at = _find_hunk(now, finding, moved)
        if at is not None:
            now[at] = _add(now[at], finding)
        elif finding.level is not FindingLevel.NOTE:
            where = f"{place(finding)}: " if finding.file else ""
            elsewhere.append(f"{where}{finding.rule_id}: {finding.message}")
    return now, tuple(elsewhere)


def _add_ties(hunks: Sequence[ReviewHunk], ties: Sequence[SplitTie]) -> list[ReviewHunk]:
    now = list(hunks)
    for tie in ties:
        at = _find_line(now, (tie.file, tie.line), base=False, folded=False)
        if at is not None:
            now[at] = _say(now[at], f"tied to the rest: {tie.why}")
    return now


def _find_hunk(
    hunks: Sequence[ReviewHunk], finding: GateFinding, moved: Sequence[MovedCode]
) -> int | None:
    """Return the index of the hunk that a finding is about; None if it is in none.

    An edit of moved code is a hunk of its own, and gets the finding about a folded hunk that moves
    this code. A note leaves a folded hunk folded.
    """
    base, where = finding.side == "base", (finding.file, finding.line)
    if not finding.file:
        return None
    at = _find_line(hunks, where, base=base, folded=False)
    if at is not None:
        return at
    at = _find_line(hunks, where, base=base, folded=True)
    if at is None:
        return _find_line(hunks, where, base=base, folded=False, around=_CONTEXT)
    codes = [each.after for each in moved if each.description in hunks[at].why]
    edits = _list_edits(hunks, [hunks[at].after, *codes])
    if edits:
        return min(edits, key=lambda n: abs(hunks[n].after.line - finding.line))
    return None if finding.level is FindingLevel.NOTE else at


def _list_edits(hunks: Sequence[ReviewHunk], codes: Sequence[CodeLines]) -> list[int]:
    """Return the indexes of the hunks that need eyes and edit one of these codes."""
    return [
        number
        for number, hunk in enumerate(hunks)
        if hunk.state is not HunkState.FOLDED
        for code in codes
        if hunk.after.file == code.file and code.line <= hunk.after.line <= code.end_line + 1
    ]


def _find_line(
    hunks: Sequence[ReviewHunk],
    where: tuple[str, int],
    *,
    base: bool,
    folded: bool,
    around: int = 0,
) -> int | None:
    path, line = where
    for number, hunk in enumerate(hunks):
        lines = hunk.before if base or not hunk.after.file else hunk.after
        if lines.file != path or (hunk.state is HunkState.FOLDED) is not folded:
            continue
        # A tie on removed code has the line in front of it.
        near = {lines.line, lines.end_line} if lines.end_line < lines.line else set()
        here = lines.line - around <= line <= lines.end_line + around
        if not line or not lines.line or here or line in near:
            return number
    return None


def _add(hunk: ReviewHunk, finding: GateFinding) -> ReviewHunk:
    said = "; ".join([f"{finding.rule_id}: {finding.message}", *advice_of(finding)])
    if hunk.state in {HunkState.NOT_JUDGED, HunkState.FINDING}:
        return _say(hunk, said)
    return replace(hunk, state=HunkState.FINDING, why=(said,))


def _say(hunk: ReviewHunk, said: str) -> ReviewHunk:
    return replace(hunk, why=tuple(dict.fromkeys((*hunk.why, said))))


@dataclass(slots=True)
class _Budget:
    """The number of lines that a page may still have; None if no page was requested."""

    left: int | None

    def cut_hunk(self, hunk: ReviewHunk) -> ReviewHunk:
        """Return a hunk with as much of its text as the page may have."""
        return replace(hunk, before=self._cut(hunk.before), after=self._cut(hunk.after))

    def cut_moved(self, moved: MovedCode) -> MovedCode:
        """Do the same for moved code."""
        return replace(moved, before=self._cut(moved.before), after=self._cut(moved.after))

    def _cut(self, lines: CodeLines) -> CodeLines:
        if self.left is None:
            return replace(lines, text=(), numbers=())
        kept = lines.text[: min(self.left, MOST_LINES)]
        self.left -= len(kept)
        text = tuple(t if len(t) <= MOST_SIGNS else f"{t[:MOST_SIGNS]} …" for t in kept)
        numbers = lines.numbers[: len(kept)]
        return replace(lines, text=text, numbers=numbers, left_out=len(lines.text) - len(kept))
