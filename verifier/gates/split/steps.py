"""Choose which hunks of a middle tree go back, by what the gate said about it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from verifier.domain.facts.detection import DetectionFacts
from verifier.domain.facts.proof import ProofFacts
from verifier.domain.facts.purity import EditFact, PurityFacts
from verifier.domain.outcome import CheckName
from verifier.domain.purity import PurityVerdict
from verifier.gates.answer import find_result
from verifier.gates.compile_errors import list_new_errors
from verifier.gates.judged import Judged
from verifier.gates.split.hunks import Hunk, Middle
from verifier.tools.records import facts_of

_WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """The next middle, the hunks that lost something, and why.

    `tied` says that other hunks, which went back before, forced it. `rewrites` says that lines got
    their old code: a guess, which is dropped if it does not compile.
    """

    middle: Middle
    hunks: tuple[Hunk, ...]
    said: str
    tied: bool = False
    rewrites: bool = False


def list_steps(judged: Judged, middle: Middle) -> Iterator[Step]:
    """Yield the steps that make another middle, the best one first."""
    yield from _of_errors(judged, middle)
    for edits in _list_edits(judged):
        yield from _of_edits(edits, middle)
    yield from _of_places(judged, middle)


def _of_errors(judged: Judged, middle: Middle) -> Iterator[Step]:
    for error in list_new_errors(judged.checks):
        said = f"does not compile without the rest: {error.message}"
        place = middle.find(error.file, error.line)
        here = (place[0],) if place is not None and place[0] not in middle.back else ()
        words = frozenset(_WORD.findall(error.message))
        hunks = here or tuple(h for h in middle.kept if words & middle.changed_words(h))
        hunks = hunks or _find_hunks(middle, error.file, error.line, base=False)
        if hunks:
            yield Step(
                middle=middle.take_back(hunks), hunks=hunks, said=said, tied=bool(middle.back)
            )


def _list_edits(judged: Judged) -> Iterator[Sequence[EditFact]]:
    """Yield the edits that no refactoring explains, then those that were not compared."""
    purity = facts_of(find_result(judged.checks, CheckName.PURITY), PurityFacts)
    detection = facts_of(find_result(judged.checks, CheckName.DETECTION), DetectionFacts)
    edits = (() if purity is None else purity.edits, () if detection is None else detection.edits)
    yield [e for e in (*edits[0], *edits[1]) if not e.repeated]
    yield () if purity is None else purity.not_compared


def _of_edits(edits: Sequence[EditFact], middle: Middle) -> Iterator[Step]:
    """Yield steps for all edits with their old code, for each single line, and without their hunks."""
    yield from _make_step(edits, middle, (_with_old_code, _without_hunk))
    for edit in edits:
        for cause in edit.causes:
            yield from _make_step([replace(edit, causes=(cause,))], middle, (_with_old_code,))
    yield from _make_step(edits, middle, (_without_hunk,))


Undo = Callable[[EditFact, Middle, Middle], tuple[Middle, Hunk] | None]
"""Undo an edit: from the judged middle and the next one, return the next one and the hunk."""


def _make_step(edits: Sequence[EditFact], middle: Middle, ways: Sequence[Undo]) -> Iterator[Step]:
    """Yield the step that undoes edits, each in the first way that works; none if nothing changes."""
    now, hunks, said, guessed = middle, list[Hunk](), "", False
    for edit in edits:
        for way in ways:
            changed = way(edit, middle, now)
            if changed is not None:
                now, hunk = changed
                hunks.append(hunk)
                said = said or _say(edit)
                guessed |= way is not _without_hunk
                break
    if now != middle:
        lost = tuple(dict.fromkeys(hunks))
        yield Step(middle=now, hunks=lost, said=said, rewrites=guessed)


def _with_old_code(edit: EditFact, middle: Middle, now: Middle) -> tuple[Middle, Hunk] | None:
    """Give the edited lines their old code; None if the finding does not have it."""
    done = None
    for each in _list_replacements(edit):
        changed = _replace(each, middle, now)
        if changed is not None:
            now, _ = done = changed
    return done


Replacement = tuple[str, int, str, str]
"""File, line of the middle, old code and new code. The old code is empty if a line was added."""


def _replace(found: Replacement, middle: Middle, now: Middle) -> tuple[Middle, Hunk] | None:
    file, line, before, after = found
    place = middle.find(file, line)
    if place is None or place[0].is_file or place[0] in now.back:
        return None
    hunk, offset = place
    lines = now.lines_of(hunk)
    encoded = None if offset >= len(lines) else now.encode(hunk, before, after)
    if encoded is None:
        return None
    old, new = encoded
    if lines[offset].count(new) != 1:
        return None
    rewritten = lines[offset].replace(new, old)
    left = (rewritten,) if rewritten.strip() else ()
    return now.rewrite(hunk, (*lines[:offset], *left, *lines[offset + 1 :])), hunk


def _list_replacements(edit: EditFact) -> Iterator[Replacement]:
    """Yield each difference of an edit that is in a single line."""
    removed = [line[2:] for line in edit.diff if line.startswith("- ")]
    added = [line[2:] for line in edit.diff if line.startswith("+ ")]
    layout = {"".join(line.split()): line for line in removed}
    for cause in edit.causes:
        if cause.after and "\n" not in cause.before + cause.after:
            # A cause may have its tokens with other blanks than the source.
            before = layout.get("".join(cause.before.split()), cause.before)
            yield cause.file, cause.line, before, cause.after
    if not edit.causes and len(removed) == len(added) == 1:
        yield edit.file, edit.line, removed[0], added[0]


def _without_hunk(edit: EditFact, middle: Middle, now: Middle) -> tuple[Middle, Hunk] | None:
    gone = bool(edit.before) and not edit.after
    places = [(c.file, c.line, False) for c in edit.causes] or [(edit.file, edit.line, gone)]
    hunks = [hunk for place in places for hunk in _find_hunks(middle, *place)]
    return (now.take_back(hunks), hunks[0]) if hunks else None


def _find_hunks(middle: Middle, file: str, line: int, base: bool) -> tuple[Hunk, ...]:
    """Return the kept hunk of a line; if the line did not change, the nearest one in the file.

    Line 0 means the whole file.
    """
    if line == 0:
        return tuple(h for h in middle.kept if h.path == file)
    place = middle.find(file, line, base=base)
    if place is not None and place[0] not in middle.back:
        return (place[0],)
    near = middle.nearest(file, line)
    return () if near is None else (near,)


def _of_places(judged: Judged, middle: Middle) -> Iterator[Step]:
    """Yield a step for each finding, difference and impure refactoring with a place."""
    for file, line, base, said in (*_list_places(judged, middle), *_list_impure(judged)):
        hunks = _find_hunks(middle, file, line, base)
        if hunks:
            yield Step(middle=middle.take_back(hunks), hunks=hunks, said=said)


_Place = tuple[str, int, bool, str]
"""File, line, whether it is a line of the base, and what the gate says about it."""


def _list_places(judged: Judged, middle: Middle) -> Iterator[_Place]:
    for finding in judged.unit.findings:
        if finding.file:
            yield finding.file, finding.line, finding.side == "base", finding.message
    proof = facts_of(find_result(judged.checks, CheckName.PROOF), ProofFacts)
    first = None if proof is None else proof.difference
    for text, base in () if first is None else ((first.after, False), (first.before, True)):
        path, _, line = (text or "").rpartition(":")
        for file in middle.files:
            # The prover's path starts below a source root.
            if path and line.isdecimal() and f"/{file}".endswith(f"/{path}"):
                yield file, int(line), base, "" if first is None else first.line


def _list_impure(judged: Judged) -> Iterator[_Place]:
    for each in judged.unit.refactorings:
        if each.purity == PurityVerdict.IMPURE:
            yield each.before_file, each.before_line, True, each.reason
            yield each.file, each.line, False, each.reason


def _say(edit: EditFact) -> str:
    return edit.causes[0].said if edit.causes else f"not part of a refactoring: {edit.what}"
