"""Findings that explain an edit: one per cause, at its place, with advice on how to remove it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from verifier.domain.cause import CauseFact
from verifier.domain.facts.proof import DifferenceFact
from verifier.domain.facts.purity import EditFact
from verifier.domain.gate import (
    BehaviourAnswer,
    FindingLevel,
    GateFinding,
    NextStep,
    RefactoringAnswer,
)
from verifier.domain.outcome import Reason
from verifier.printable import list_first
from verifier.proving.prover_words import format_fact

BEYOND = "not part of a refactoring: "
_MOST_FACTS = 3
_CALL = re.compile(r"^(call|at) (?:at )?line \d+: ")
_PLACES = re.compile(r" \((?:before|after) [^()]*\)$")


def of_edit(edit: EditFact, reason: Reason, level: FindingLevel, lead: str) -> list[GateFinding]:
    """Make a finding for each cause of an edit; empty if no cause is known."""
    if edit.refactored or any(cause.refactoring for cause in edit.causes):
        lead = ""
    return [of_cause(each, reason, level, lead) for each in edit.causes]


def of_cause(cause: CauseFact, reason: Reason, level: FindingLevel, lead: str = "") -> GateFinding:
    """Make the finding for one cause.

    `lead` introduces an edit outside of refactorings; such an edit belongs into a commit of its
    own. Inside a refactoring it should be fixed as advised; without advice a human decides.
    """
    own = NextStep.FIX_AS_ADVISED if cause.advice else NextStep.ASK_HUMAN
    return GateFinding(
        rule_id=str(reason),
        level=level,
        message=f"{lead}{cause.said}",
        file=cause.file,
        line=cause.line,
        end_line=cause.line,
        before=cause.before,
        after=cause.after,
        next_step=NextStep.MOVE_EDIT_TO_OWN_COMMIT if lead else own,
        cause=cause.kind,
        advice=cause.advice,
        refactorings=(cause.refactoring,) if cause.refactoring else (),
    )


def merge_findings(findings: Iterable[GateFinding]) -> list[GateFinding]:
    """Merge findings that say the same about several lines of one file."""
    groups: dict[GateFinding, list[GateFinding]] = {}
    for each in findings:
        groups.setdefault(_without_line(each), []).append(each)
    return [_as_one(group) for group in groups.values()]


def _without_line(finding: GateFinding) -> GateFinding:
    if finding.cause is None:
        return finding
    return replace(
        finding,
        message=_CALL.sub(r"\1: ", finding.message),
        advice=finding.advice.replace(f"at line {finding.line}", "at line"),
        line=0,
        end_line=0,
        refactorings=(),
    )


def _as_one(group: Sequence[GateFinding]) -> GateFinding:
    first = min(group, key=lambda finding: finding.line)
    lines = sorted({finding.line for finding in group})
    names = tuple(dict.fromkeys(name for each in group for name in each.refactorings))
    if len(lines) == 1:
        return replace(first, refactorings=names)
    listed = ", ".join(map(str, lines))
    said = _CALL.sub(r"\1: ", first.message)
    message = f"{said} (from {len(lines)} places: lines {listed})"
    rest = ", ".join(map(str, lines[1:]))
    advice = f"{first.advice} The same at line{'s' * (len(lines) > 2)} {rest}."  # noqa: PLR2004 - plural
    return replace(
        first, message=message, advice=advice if first.advice else "", refactorings=names
    )


def with_difference(
    findings: Sequence[GateFinding], difference: DifferenceFact | None, place: tuple[str, int]
) -> list[GateFinding]:
    """Return the findings, and add the prover's words to the one nearest to the prover's
    difference.
    """
    file, line = place
    near = [f for f in findings if f.cause is not None and f.file == file]
    if difference is None or not near:
        return list(findings)
    nearest = min(near, key=lambda finding: abs(finding.line - line))
    said = f"{nearest.message}; the prover: {words_of_difference(difference)}"
    return [replace(f, message=said) if f is nearest else f for f in findings]


def words_of_difference(difference: DifferenceFact) -> str:
    """Say which difference the prover found, and on which path."""
    text = _PLACES.sub("", difference.line.partition(": ")[2] or difference.line)
    text = text.replace("the sides do something else", "the versions do different things")
    facts = [*map(format_fact, difference.path)]
    return f"{text} on the path {list_first(facts, _MOST_FACTS, ' and ')}" if facts else text


def mark_open(
    refactorings: Iterable[RefactoringAnswer], findings: Iterable[GateFinding]
) -> Iterator[RefactoringAnswer]:
    """Yield the refactorings. One with a finding is open, and the finding is the reason.

    Refactorings with the same description are merged, with the lines on which they act.
    """
    held: dict[str, str] = {}
    for finding in findings:
        if finding.level is not FindingLevel.NOTE:
            for name in finding.refactorings:
                held.setdefault(name, finding.message)
    groups: dict[tuple[str, str], list[RefactoringAnswer]] = {}
    for answer in refactorings:
        groups.setdefault((answer.description, answer.before_file), []).append(answer)
    for group in groups.values():
        worst = max(group, key=lambda answer: answer.behaviour is BehaviourAnswer.OPEN)
        yield _as_one_answer(worst, group, held.get(worst.description, ""))


def _as_one_answer(
    answer: RefactoringAnswer, group: Sequence[RefactoringAnswer], reason: str
) -> RefactoringAnswer:
    lines = sorted({each.before_line for each in group})
    if len(group) > 1:
        said = f"from {len(group)} places: lines {', '.join(map(str, lines))}"
        answer = replace(answer, description=f"{answer.description} ({said})")
    if not reason:
        return answer
    return replace(answer, behaviour=BehaviourAnswer.OPEN, reason=reason)
