"""Say which hunks of a change a reviewer must read, and where the code of the folded ones went.

The change is seen as two steps, with a tree in the middle. The step from the base to the middle is
only refactoring and shown to behave as before, so its hunks are folded. The hunks of the step from the
middle to the head need eyes. A split gives the middle. Without a split, the middle has all judged code
if the whole change is only refactoring, and proved or tested; otherwise it is the base, and nothing is
folded.

A hunk of the first step still needs eyes if a finding is in it; `settling` turns findings on proved code
into notes before. RefactoringMiner's ranges, which the judgement has, say which refactorings explain a
hunk and which code they moved.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from verifier.domain.gate import (
    Answers,
    AsideWhy,
    BehaviourAnswer,
    Extent,
    FindingLevel,
)
from verifier.domain.outcome import CheckName, Status
from verifier.domain.refactoring import CodeRange, Refactoring, RefactoringSide
from verifier.domain.refactoring_traits import Subject
from verifier.domain.review import CodeLines, HunkState, MovedCode, Review, ReviewHunk
from verifier.domain.split import SplitTie
from verifier.gates.answer import find_result
from verifier.gates.judged import Judged
from verifier.gates.review.placing import add_ties, place_findings
from verifier.gates.review.trees import (
    FileDiff,
    Pair,
    Range,
    is_changed,
    list_diffs,
    map_line,
    map_range,
    swap,
    touch,
)
from verifier.gates.split.hunks import Lines, split_lines
from verifier.gates.split.splitting import SplitPatches
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

    `judged` is None if nothing is folded. `ties` say why the split left other hunks in the rest.
    """

    middle: str
    judged: Judged | None = None
    proved: bool = False
    evidence: str = ""
    ties: tuple[SplitTie, ...] = ()

    def list_refactorings(self) -> tuple[Refactoring, ...]:
        """Return what the judgement of the folded part detected; the base is its first side."""
        judged = self.judged
        detection = None if judged is None else find_result(judged.checks, CheckName.DETECTION)
        # After a failed detection, for example a timeout, `readings` would start another one.
        if detection is None or detection.status is not Status.PASSED:
            return ()
        readings = None if judged is None or judged.change is None else judged.change.readings
        if readings is None:
            return ()
        return tuple(r for r in readings.detection.refactorings if r.before and r.after)


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
    steps = _Steps(change=change, folded=folded, done=done, rest=rest, with_text=with_text)
    hunks = [*steps.list_rest(), *steps.list_folded()]
    moved = list(steps.list_moved())
    hunks, elsewhere = place_findings(hunks, change.judged.unit.findings, moved)
    hunks = add_ties(hunks, folded.ties)
    hunks.sort(key=lambda hunk: hunk.state is HunkState.FOLDED)
    has_folded = any(h.state is HunkState.FOLDED for h in hunks)
    listed, shown = hunks[:MOST_HUNKS], moved[:MOST_MOVED] if has_folded else []
    budget = _Budget(MOST_PAGE_LINES)
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
class _Steps:
    """Both steps of a change: from the base to the middle, and from there to the head."""

    change: Change
    folded: Folded
    done: tuple[FileDiff, ...]
    rest: tuple[FileDiff, ...]
    with_text: bool

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
                before = self._show(name, diff.before, old, back)
                yield ReviewHunk(
                    state=state,
                    why=(why,),
                    before=before,
                    after=self._show(diff.new, diff.after, new),
                )

    def list_folded(self) -> Iterator[ReviewHunk]:
        """Yield the hunks from the base to the middle, with the head's line numbers after."""
        later = {diff.old: diff for diff in self.rest if diff.old}
        acts = self._list_acts()
        for diff in self.done:
            edit = later.get(diff.new)
            pairs = () if edit is None else edit.pairs
            name = diff.new if edit is None else edit.new
            own = (*acts.get((0, diff.old), ()), *acts.get((1, diff.new), ()))
            for hunk in diff.hunks or (None,):
                old, new = hunk or (None, None)
                yield ReviewHunk(
                    state=HunkState.FOLDED,
                    why=_explain(own, hunk),
                    before=self._show(diff.old, diff.before, old),
                    after=self._show(name, diff.after, new, pairs),
                )

    def _list_acts(self) -> Mapping[tuple[int, str], Sequence["_Act"]]:
        """Return where refactorings act, by the side (0 before, 1 after) and the file."""
        found: dict[tuple[int, str], list[_Act]] = {}
        for each in self.folded.list_refactorings():
            for at, side in enumerate((each.before, each.after)):
                for lines in () if side is None else side.ranges:
                    act = (at, range_of(lines), each.description)
                    found.setdefault((at, lines.file), []).append(act)
        return found

    def list_moved(self) -> Iterator[MovedCode]:
        """Yield the code of each folded refactoring of a method, in the base and in the head."""
        later = {diff.old: diff for diff in self.rest if diff.old}
        for each in dict.fromkeys(self.folded.list_refactorings()):
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
                before=self._show(old_file, self._read(self.change.base, old_file), old, (), 0),
                after=self._show(name, self._read(self.change.head, name), now, (), 0),
                edited=any(touch(lines, changed) for changed, _ in pairs),
            )

    def _read(self, commit: str, path: str) -> Lines:
        return split_lines(self.change.repository.tree(commit).read(path))

    def _show(
        self,
        file: str,
        lines: Lines,
        shown: Range | None,
        pairs: Sequence[Pair] = (),
        around: int = _CONTEXT,
    ) -> CodeLines:
        """Return lines with the line numbers that they have after a change; None is the whole file.

        `around` is the number of lines that the text has before and after them.
        """
        if shown is None or not file:
            return CodeLines(file=file, line=0, end_line=0)
        start, end = map_range(pairs, shown)
        empty = start == end
        # As git does, lines that are gone have the number of the line in front of them.
        code = CodeLines(
            file=file,
            line=max(1, start) if empty else start + 1,
            end_line=max(0, start - 1) if empty else end,
        )
        return _add_text(code, lines, shown, pairs, around) if self.with_text else code


def _add_text(
    code: CodeLines, lines: Lines, shown: Range, pairs: Sequence[Pair], around: int
) -> CodeLines:
    start, end = max(0, shown[0] - around), min(len(lines), shown[1] + around)
    kept = range(start, min(end, start + MOST_LINES))
    text = (decode(line).text.rstrip("\r\n") for line in lines[start : kept.stop])
    return replace(
        code,
        text=tuple(t if len(t) <= MOST_SIGNS else f"{t[:MOST_SIGNS]} …" for t in text),
        numbers=tuple(0 if is_changed(pairs, n) else map_line(pairs, n) + 1 for n in kept),
        left_out=end - kept.stop,
    )


_Act = tuple[int, Range, str]
"""The side on which a refactoring acts, the lines there, and its description."""


def _explain(acts: Iterable[_Act], hunk: Pair | None) -> tuple[str, ...]:
    """Return the refactorings that act on a hunk."""
    found = (said for at, lines, said in acts if hunk is None or touch(lines, hunk[at]))
    return tuple(dict.fromkeys(found)) or (_FOLLOWS,)


def range_of(lines: CodeRange) -> Range:
    """Return the lines `[start, end)` of a range, counted from 0."""
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
    here = [range_of(r) for r in chosen if r.file == file]
    return file, (min(start for start, _ in here), max(end for _, end in here))


@dataclass(slots=True)
class _Budget:
    """The number of lines that a page may still have."""

    left: int

    def cut_hunk(self, hunk: ReviewHunk) -> ReviewHunk:
        """Return a hunk with as much of its text as the page may have."""
        return replace(hunk, before=self._cut(hunk.before), after=self._cut(hunk.after))

    def cut_moved(self, moved: MovedCode) -> MovedCode:
        """Return moved code with as much of its text as the page may have."""
        return replace(moved, before=self._cut(moved.before), after=self._cut(moved.after))

    def _cut(self, lines: CodeLines) -> CodeLines:
        kept = min(self.left, len(lines.text))
        self.left -= kept
        left_out = lines.left_out + len(lines.text) - kept
        return replace(
            lines, text=lines.text[:kept], numbers=lines.numbers[:kept], left_out=left_out
        )
