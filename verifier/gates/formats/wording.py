"""The wording that all formats share."""

from collections.abc import Iterator, Mapping, Sequence

from verifier.domain.gate import (
    Answers,
    AsideFile,
    AsideWhy,
    BehaviourAnswer,
    Decision,
    Extent,
    FindingLevel,
    GateFinding,
    GateReport,
    GateUnit,
)
from verifier.domain.outcome import Reason
from verifier.domain.split import Split, SplitOutcome, SplitPart
from verifier.predictions.policy.rules import PolicyRule
from verifier.printable import list_first, pluralize, printable

_SENTENCES: Mapping[Reason, str] = {
    Reason.APPLY_FAILED: "The change could not be read as one of its base.",
    Reason.NO_CHANGE: "No code changed.",
    Reason.UNPARSABLE_ANSWER: "No code could be read from the answer.",
    Reason.UNKNOWN_TARGET: "The answer changes something that its base does not have.",
    Reason.NOT_DETECTED: "Code changed, and no refactoring was detected that accounts for it.",
    Reason.IMPURE: "Something was edited that no pure refactoring accounts for.",
    Reason.COMPILE_ERROR: "The change does not compile.",
    Reason.NOT_BUILT: "No compiler was seen to take a changed file.",
    Reason.TEST_FAILED: "A test fails that passed before.",
    Reason.TEST_MISSING: "A test is gone or skipped that passed before.",
    Reason.TIMEOUT: "The build or its tests did not end in time.",
    Reason.RESOURCE: "The build or its tests needed more than they may have.",
    Reason.TAMPER: "Tests were edited beyond the refactorings, or their evidence is inconsistent.",
    Reason.FLAKY: "A test fails now and then, with and without the change.",
    Reason.BEHAVIOUR_CHANGED: "An input was found on which the two versions differ.",
    Reason.POLICY: "The change does something that a person must look at.",
    Reason.BASE_INVALID: "The base cannot be built or measured.",
    Reason.INFRASTRUCTURE: "The engine, the disk or a tool failed.",
    Reason.ANALYSIS: "The analysis could not read all of it.",
    Reason.UNREACHED: "No input was found that executes the change.",
    Reason.NONDETERMINISTIC: "The base itself gives different results for the same input.",
    Reason.UNSUPPORTED: "No input could be made for the changed code, or two modules have its class.",
    Reason.NOT_COVERED: "The tests pass, and nothing shows that they ran the changed code.",
    Reason.NOT_MEASURED: "What the tests executed could not be measured.",
    Reason.NOT_PROVED: "Nothing shows that the two versions behave the same.",
    Reason.NOT_COMPARED: "Text alone does not show that code that moved is the same.",
    Reason.DIFFERENCE_SHOWN: "The prover shows a difference that nothing has run.",
    Reason.INTERNAL: "A defect of the verifier itself.",
}

BEHAVIOURS: Mapping[BehaviourAnswer | None, str] = {
    None: "nothing to check",
    **{each: each.upper() for each in BehaviourAnswer},
}
EXTENTS: Mapping[Extent | None, str] = {
    None: "nothing to check",
    Extent.ONLY: "only refactoring",
    Extent.MORE: "more than refactoring",
    Extent.OPEN: "open",
}


def rule_sentence(rule_id: str) -> str:
    """Say in one sentence what all findings of a rule have in common."""
    if rule_id in {str(rule) for rule in PolicyRule}:
        return PolicyRule(rule_id).sentence
    if rule_id in {str(reason) for reason in Reason}:
        return _SENTENCES.get(Reason(rule_id), "The change could not be judged.")
    return "The change could not be judged."


def question_lines(answers: Answers) -> tuple[str, str]:
    """Write the answer to each question on one line, with its evidence."""
    behaviour, extent = BEHAVIOURS[answers.behaviour], EXTENTS[answers.refactoring]
    return (
        printable(f"behaviour: {behaviour}{_rest(answers.behaviour_by)}"),
        printable(f"refactoring: {extent}{_rest(answers.refactoring_by)}"),
    )


def split_lines(split: Split) -> Iterator[str]:
    """Write what both patches contain, and one line for each tie."""
    first, rest = (_part(each) for each in (split.refactoring, split.rest))
    match split.outcome:
        case SplitOutcome.PARTED:
            yield f"split: refactoring.patch is proved: {first}; rest.patch: {rest}"
        case SplitOutcome.ONLY_REFACTORING:
            yield f"split: the whole change is proved refactoring: {first}; rest.patch is empty"
        case SplitOutcome.NO_REFACTORING:
            said = f": {split.why}" if split.why else ""
            yield f"split: no refactoring was found{said}; rest.patch is the whole change: {rest}"
        case SplitOutcome.TIED:
            yield f"split: not parted: {split.why}; rest.patch is the whole change: {rest}"
    for tie in split.ties:
        place = f"{tie.file}:{tie.line}" if tie.line else tie.file
        yield f"split: tied to the rest: {place}: {tie.why}"


def _part(part: SplitPart) -> str:
    files, hunks = pluralize(len(part.files), "file"), pluralize(part.hunks, "hunk")
    return f"{files}, {hunks}"


def _rest(words: Sequence[str]) -> str:
    return f": {'; '.join(words)}" if words else ""


def headline(report: GateReport) -> str:
    """Sum up the answers in one line."""
    decision = report.decision.replace("_", " ").upper()
    if report.decision is Decision.NOTHING_TO_CHECK:
        return f"{decision}: no code changed" if not report.claims else decision
    if not report.files and (skipped := _not_judged(report)):
        return printable(f"{decision}: NOT JUDGED: {skipped}")
    if report.behaviour is None and report.refactoring is None:
        return printable(f"{decision}: no code changed{_gravest(report)}")
    extent = EXTENTS[report.refactoring]
    extent = extent if report.refactoring is not Extent.OPEN else "refactoring open"
    answers = f"behaviour {BEHAVIOURS[report.behaviour]}, {extent}"
    return printable(f"{decision} (level {report.level}): {answers}{_gravest(report)}")


def _gravest(report: GateReport) -> str:
    """Return the most severe finding of a change that does not pass."""
    grave = next(iter(by_gravity(report)), None)
    if grave is None or report.decision is Decision.PASSED:
        return ""
    where = f" ({place(grave)})" if grave.file else ""
    first = grave.message.partition("\n")[0]
    return f": {grave.rule_id}: {first}{where}"


def _not_judged(report: GateReport) -> str:
    """Name the first files that were not judged, for a change without Java sources."""
    found = [each.path for each in report.aside if each.why is AsideWhy.NOT_JUDGED]
    return list_first(found, _MOST_NAMED)


_MOST_NAMED = 5


def _gravity(finding: GateFinding) -> int:
    return list(FindingLevel).index(finding.level)


def by_gravity(report: GateReport) -> list[GateFinding]:
    """Return all findings, the most severe first."""
    return sorted(report.findings, key=_gravity)


def place(finding: GateFinding) -> str:
    """Return `file:line`, the file alone, or an empty text."""
    side = ", in the base" if finding.side == "base" and finding.line else ""
    return f"{finding.file}:{finding.line}{side}" if finding.line else finding.file


def message_lines(finding: GateFinding) -> list[str]:
    """Return the message, the source before and after if a cause is known, and the advice."""
    return [finding.message, *(small_diff(finding) if finding.cause else []), *advice_of(finding)]


def advice_of(finding: GateFinding) -> list[str]:
    """Return the advice as one line; empty if there is none."""
    return [f"advice: {finding.advice}"] if finding.advice else []


def small_diff(finding: GateFinding) -> list[str]:
    """Return the removed and the added lines; empty if the message already shows the edit."""
    if finding.cause is None and "\n" not in finding.before + finding.after:
        return []
    gone, come = (side.split("\n") if side else [] for side in (finding.before, finding.after))
    return [*(f"- {line}" for line in gone), *(f"+ {line}" for line in come)]


def unit_name(unit: GateUnit) -> str:
    """Return the display name of a unit: the change, or a commit with its subject."""
    return f"{unit.commit[:10]} {unit.subject}".strip() if unit.commit else "the whole change"


def describe_unit(unit: GateUnit) -> str:
    """Return the name of a unit; for a commit without code also that there is nothing to check."""
    if unit.commit is None or unit.decision is not Decision.NOTHING_TO_CHECK:
        return unit_name(unit)
    return f"{unit_name(unit)} (nothing to check: {'; '.join(unit.behaviour_by)})"


def why_aside(each: AsideFile) -> str:
    """Return the reason for a file's exclusion in parentheses.

    The result is empty if the file just was not judged.
    """
    return "" if each.why is AsideWhy.NOT_JUDGED else f" ({each.why})"
