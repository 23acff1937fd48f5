"""Findings on a change: the place of each problem and what to do about it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from verifier.domain.facts.application import ApplicationFacts
from verifier.domain.facts.compilation import CompilationFacts
from verifier.domain.facts.detection import DetectionFacts
from verifier.domain.facts.policy import PolicyFacts
from verifier.domain.facts.purity import EditFact, PurityFacts
from verifier.domain.facts.references import ReferencesFacts
from verifier.domain.facts.tests import TestsFacts
from verifier.domain.gate import (
    Answers,
    BehaviourAnswer,
    Demand,
    FindingLevel,
    GateFinding,
    Level,
    NextStep,
    Question,
)
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.purity import PurityVerdict
from verifier.gates.answer import LEVEL_CHECKS, OF_REFACTORING, Checks, on_one_line, refutes
from verifier.gates.cause_findings import BEYOND, merge_findings, of_cause, of_edit, with_difference
from verifier.gates.compile_errors import findings_of_errors
from verifier.gates.doubts import find_difference
from verifier.predictions.policy.rules import PolicyFinding, PolicyRule
from verifier.tools.records import facts_of

MOST_TESTS = 20
SAID_LINES = 3
"""Lines of a failed test\'s message that a finding quotes."""

STEPS: Mapping[Reason, NextStep] = {
    Reason.NOT_DETECTED: NextStep.SPLIT_COMMIT,
    Reason.IMPURE: NextStep.MOVE_EDIT_TO_OWN_COMMIT,
    Reason.COMPILE_ERROR: NextStep.FIX_COMPILE,
    Reason.TEST_FAILED: NextStep.FIX_BEHAVIOUR,
    Reason.TEST_MISSING: NextStep.REVERT_LINES,
    Reason.TAMPER: NextStep.REVERT_LINES,
    Reason.BEHAVIOUR_CHANGED: NextStep.FIX_BEHAVIOUR,
    Reason.TIMEOUT: NextStep.FIX_BEHAVIOUR,
    Reason.RESOURCE: NextStep.FIX_BEHAVIOUR,
    Reason.INFRASTRUCTURE: NextStep.NOT_YOUR_FAULT_RETRY,
    Reason.BASE_INVALID: NextStep.NOT_YOUR_FAULT_RETRY,
    Reason.INTERNAL: NextStep.NOT_YOUR_FAULT_RETRY,
    Reason.FLAKY: NextStep.NOT_YOUR_FAULT_RETRY,
    Reason.ANALYSIS: NextStep.NOT_YOUR_FAULT_RETRY,
}
"""The next step for each reason of a finding. For all other reasons it is to ask a human."""


def findings_of(
    checks: Checks, level: Level, answers: Answers, demand: Demand, doubt: str = ""
) -> tuple[GateFinding, ...]:
    """Return the findings of a level's checks, the most severe first.

    A compile error comes before all others of its level, because much else may follow from it.
    Findings of one cause in one file are merged.
    """
    met = _read_counterexample(checks)
    found = [
        replace(finding, question=question)
        for check in checks
        if check.check in LEVEL_CHECKS[level]
        for question in [_question(check)]
        for finding in _of_check(check, _level(check, question, answers, demand), met)
    ]
    found += _of_suspects(checks, doubt, met) or _of_doubt(doubt, met)
    found = with_difference(merge_findings(found), find_difference(checks), met[1])
    found += findings_of_errors(checks)
    order = list(FindingLevel)
    first = str(Reason.COMPILE_ERROR)
    return tuple(
        sorted(dict.fromkeys(found), key=lambda f: (order.index(f.level), f.rule_id != first))
    )


def _question(check: CheckResult) -> Question:
    return Question.REFACTORING if check.check in OF_REFACTORING else Question.BEHAVIOUR


def _level(
    check: CheckResult, question: Question, answers: Answers, demand: Demand
) -> FindingLevel:
    """Return the level of a check's findings.

    An edit beyond the refactorings is an error if refactoring is required. Otherwise it is a note
    if the code is shown to behave as before, and a warning if not.
    """
    shown = answers.behaviour in {BehaviourAnswer.PROVED, BehaviourAnswer.TESTED}
    if question is Question.BEHAVIOUR:
        if refutes(check):
            return FindingLevel.ERROR
        return FindingLevel.NOTE if shown else FindingLevel.WARNING
    if Question.REFACTORING in demand.require:
        more = check.reason is Reason.IMPURE
        return FindingLevel.ERROR if more else FindingLevel.WARNING
    return FindingLevel.NOTE if shown else FindingLevel.WARNING


def _of_suspects(checks: Checks, doubt: str, met: "_Met") -> list[GateFinding]:
    """Explain a difference that the prover found in code without a detected edit."""
    difference, (file, _) = met
    purity = next((c for c in checks if c.check is CheckName.PURITY), None)
    facts = facts_of(purity, PurityFacts)
    if facts is None or not difference or difference not in doubt:
        return []
    suspected = [each for each in facts.suspected if each.file == file]
    return [of_cause(each, Reason.NOT_PROVED, FindingLevel.WARNING) for each in suspected]


def _of_doubt(doubt: str, met: "_Met") -> list[GateFinding]:
    difference, (file, line) = met
    here = bool(difference) and difference in doubt
    if not doubt:
        return []
    return [
        GateFinding(
            rule_id=str(Reason.NOT_PROVED),
            level=FindingLevel.WARNING,
            message=doubt,
            file=file if here else "",
            line=line if here else 0,
            end_line=line if here else 0,
        )
    ]


_Met = tuple[str, tuple[str, int]]
"""The difference that the prover found, and its place; both are empty if there is none."""


def _read_counterexample(checks: Sequence[CheckResult]) -> _Met:
    first = find_difference(checks)
    applied = next((c for c in checks if c.check is CheckName.APPLICATION), None)
    facts = facts_of(applied, ApplicationFacts)
    path, _, line = ("" if first is None else first.after or "").rpartition(":")
    files = () if facts is None else facts.files
    # The prover's path starts below a source root.
    found = [file for file in files if path and f"/{file}".endswith(f"/{path}")]
    if first is None or len(found) != 1 or not line.isdecimal():
        return "", ("", 0)
    return first.line, (found[0], int(line))


def objections_as_findings(found: Iterable[PolicyFinding]) -> tuple[GateFinding, ...]:
    """Name the files that the gate cannot judge."""
    return tuple(
        GateFinding(
            rule_id=str(each.rule),
            level=FindingLevel.WARNING,
            message=f"{each.rule.sentence} It is not judged: look at it yourself, make it a change"
            f" of its own, or allow it with --allow.",
            file=each.path,
            next_step=NextStep.SPLIT_COMMIT,
        )
        for each in found
    )


API = "public API changed: "


def api_as_finding(names: Sequence[str]) -> GateFinding:
    """Report that other code may no longer find what it uses, if the API must be kept."""
    return GateFinding(
        rule_id=str(Reason.POLICY),
        level=FindingLevel.WARNING,
        message=API + ", ".join(names),
    )


def edits_as_findings(edits: Iterable[EditFact], demand: Demand) -> tuple[GateFinding, ...]:
    """Report the edits that belong to no claimed refactoring."""
    required = Question.REFACTORING in demand.require
    impure = CheckResult(check=CheckName.PURITY, status=Status.FAILED, reason=Reason.IMPURE)
    level = FindingLevel.ERROR if required else FindingLevel.WARNING
    return tuple(
        replace(
            _edit(impure, level, each, "beyond what is claimed: "), question=Question.REFACTORING
        )
        for each in edits
    )


def strays_as_findings(found: Mapping[str, str]) -> tuple[GateFinding, ...]:
    """Report the Java files that the gate cannot judge at their place, with the reasons."""
    return tuple(
        GateFinding(
            rule_id=str(Reason.NOT_COMPARED),
            level=FindingLevel.WARNING,
            message=f"{why}. Look at it yourself, make it a change of its own, or allow it with"
            f" --allow.",
            file=path,
            next_step=NextStep.SPLIT_COMMIT,
        )
        for path, why in found.items()
    )


def _of_check(check: CheckResult, level: FindingLevel, met: _Met) -> Iterator[GateFinding]:
    if check.status not in {Status.FAILED, Status.INCONCLUSIVE} or check.reason is None:
        return
    if check.reason is Reason.NO_CHANGE:
        return
    if check.status is Status.INCONCLUSIVE and level is FindingLevel.NOTE:
        # Other checks decided what this one left open; there is nothing to do.
        return
    placed = list(_list_findings(check, level))
    yield from placed or [_without_place(check, level, met)]


def _without_place(check: CheckResult, level: FindingLevel, met: _Met) -> GateFinding:
    """Make a finding without its own place; it gets the place of the prover's difference."""
    difference, place = met
    if difference and difference in check.details:
        return _finding(check, level, place=place)
    if difference and check.reason is Reason.NOT_DETECTED:
        message = f"{check.details}; the two versions do different things: {difference}"
        return _finding(check, level, message, place=place)
    return _finding(check, level)


def _list_findings(check: CheckResult, level: FindingLevel) -> Iterator[GateFinding]:
    match check.check:
        case CheckName.DETECTION:
            facts = facts_of(check, DetectionFacts)
            edits = () if facts is None else facts.edits
            yield from _edits(check, level, edits, "no refactoring accounts for it: ")
        case CheckName.PURITY:
            yield from _purity(check, level)
        case CheckName.POLICY:
            yield from _policy(check, level)
        case CheckName.REFERENCES:
            yield from _references(check, level)
        case CheckName.COMPILATION:
            yield from _compilation(check, level)
        case CheckName.TESTS:
            yield from _tests(check, level)
        case _:
            return


def _purity(check: CheckResult, level: FindingLevel) -> Iterator[GateFinding]:
    facts = facts_of(check, PurityFacts)
    if facts is None:
        return
    yield from _edits(check, level, facts.edits, BEYOND)
    open_level, lead = _at_most_open(level), "not shown to be the same code: "
    yield from _edits(check, open_level, facts.not_compared, lead)
    is_said = any(edit.refactored and edit.causes for edit in facts.edits)
    if facts.verdict is PurityVerdict.IMPURE and not is_said:
        said = on_one_line(facts.comment or facts.description) or "no reason is given"
        found = _finding(check, level, f"PurityChecker calls a refactoring impure: {said}")
        yield replace(found, next_step=NextStep.ASK_HUMAN)


def _edits(
    check: CheckResult, level: FindingLevel, edits: Iterable[EditFact], lead: str
) -> Iterator[GateFinding]:
    """Yield the causes of each edit, or the edit itself if no cause is known."""
    for edit in edits:
        if edit.repeated:
            continue
        causes = of_edit(edit, check.reason or Reason.IMPURE, level, lead)
        found = _edit(check, level, edit, lead)
        # It is not known which of its lines are wrong, so none can be reverted.
        plain = replace(found, next_step=NextStep.ASK_HUMAN) if edit.refactored else found
        yield from causes or [plain]


def _at_most_open(level: FindingLevel) -> FindingLevel:
    return FindingLevel.WARNING if level is FindingLevel.ERROR else level


def _edit(check: CheckResult, level: FindingLevel, edit: EditFact, lead: str) -> GateFinding:
    gone = bool(edit.before) and not edit.after
    return _finding(
        check,
        level,
        f"{lead}{edit.what}{_words(edit)}",
        place=(edit.file, edit.line),
        side="base" if gone else "head",
        before=_lines(edit.diff, "-") or ("" if _lines(edit.diff, "+") else edit.before),
        after=_lines(edit.diff, "+") or ("" if _lines(edit.diff, "-") else edit.after),
    )


def _words(edit: EditFact) -> str:
    """Return the edit as source lines if it has any, otherwise as tokens."""
    before, after = (_first(_lines(edit.diff, sign)) for sign in "-+")
    if not before and not after:
        before, after = edit.before, edit.after
    if before and after:
        return f": `{before}` became `{after}`"
    if before or after:
        return f": {'removed' if before else 'added'} `{before or after}`"
    return ""


def _lines(diff: Sequence[str], sign: str) -> str:
    """Return one side of a small diff."""
    return "\n".join(line[2:] for line in diff if line.startswith(f"{sign} "))


def _first(lines: str) -> str:
    """Return the first of several lines, with a mark if there are more."""
    first, more, _ = lines.partition("\n")
    return f"{first} …" if more else first


def _policy(check: CheckResult, level: FindingLevel) -> Iterator[GateFinding]:
    facts = facts_of(check, PolicyFacts)
    for each in () if facts is None else facts.findings:
        message = f"{PolicyRule(each.rule).sentence} {each.what}"
        place = (each.path, each.line)
        yield _finding(check, level, message, place=place, rule=each.rule)


def _references(check: CheckResult, level: FindingLevel) -> Iterator[GateFinding]:
    facts = facts_of(check, ReferencesFacts)
    for each in () if facts is None else facts.refused:
        message = f"newly names {each.group}: {each.what}".replace("names :", "names:")
        yield _finding(check, level, message, place=(each.path, each.line))


def _compilation(check: CheckResult, level: FindingLevel) -> Iterator[GateFinding]:
    facts = facts_of(check, CompilationFacts)
    for each in () if facts is None else facts.errors:
        yield _finding(check, level, each.message, place=(each.file, each.line))


def _tests(check: CheckResult, level: FindingLevel) -> Iterator[GateFinding]:
    facts = facts_of(check, TestsFacts)
    if facts is None:
        return
    lead = "a test edited beyond the refactorings: "
    for edit in facts.edited_tests or ():
        found = of_edit(edit, check.reason or Reason.TAMPER, level, lead)
        yield from found or [_edit(check, level, edit, lead)]
    if check.reason is Reason.TEST_FAILED:
        for test in (facts.failed or ())[:MOST_TESTS]:
            said = "\n".join((facts.failures or {}).get(test, "").strip().splitlines()[:SAID_LINES])
            path, _, line = (facts.places or {}).get(test, "").partition(":")
            place = (path, int(line or 0))
            yield _finding(check, level, f"{test} failed{f': {said}' if said else ''}", place=place)


def _finding(  # noqa: PLR0913
    check: CheckResult,
    level: FindingLevel,
    message: str = "",
    *,
    place: tuple[str, int] = ("", 0),
    rule: str = "",
    side: Literal["base", "head"] = "head",
    before: str = "",
    after: str = "",
) -> GateFinding:
    reason = check.reason or Reason.INTERNAL
    file, line = place
    return GateFinding(
        rule_id=rule or str(reason),
        level=level,
        message=message or check.details or str(reason),
        file=file,
        line=line,
        end_line=line,
        side=side,
        before=before,
        after=after,
        next_step=STEPS.get(reason, NextStep.ASK_HUMAN),
    )
