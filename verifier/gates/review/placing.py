"""Find the hunk that a finding is about. A finding takes its hunk out of the folded ones."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from verifier.domain.gate import FindingLevel, GateFinding
from verifier.domain.review import CodeLines, HunkState, MovedCode, ReviewHunk
from verifier.domain.split import SplitTie
from verifier.gates.formats.wording import advice_of, place

_NEAR = 3
"""Lines around a hunk that git would show with it."""


def place_findings(
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


def add_ties(hunks: Sequence[ReviewHunk], ties: Sequence[SplitTie]) -> list[ReviewHunk]:
    """Add to the hunks the reasons why a split left them in the rest."""
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

    If the change also edits code that a folded hunk moves, the hunk of this edit gets the finding. A
    note does not unfold a hunk.
    """
    base, where = finding.side == "base", (finding.file, finding.line)
    if not finding.file:
        return None
    at = _find_line(hunks, where, base=base, folded=False)
    if at is not None:
        return at
    at = _find_line(hunks, where, base=base, folded=True)
    if at is None:
        return _find_line(hunks, where, base=base, folded=False, around=_NEAR)
    codes = [each.after for each in moved if each.description in hunks[at].why]
    edits = _list_edits(hunks, [hunks[at].after, *codes])
    if edits:
        return min(edits, key=lambda n: abs(hunks[n].after.line - finding.line))
    return None if finding.level is FindingLevel.NOTE else at


def _list_edits(hunks: Sequence[ReviewHunk], codes: Sequence[CodeLines]) -> list[int]:
    """Return the indexes of the hunks that need eyes and edit one of these pieces of code."""
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
