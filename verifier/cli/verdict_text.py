"""What `verify` prints for a person."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import assert_never

from verifier.builds.measuring.strategy_choice import ASKED_FOR, EQUAL, EQUAL_BEFORE
from verifier.builds.options import StrategyName
from verifier.checks.parts.left_out_modules import list_left_out_modules
from verifier.domain.behaviour import BehaviourVerdict
from verifier.domain.evidence import VERDICTS
from verifier.domain.facts.behaviour import BehaviourFacts
from verifier.domain.facts.compilation import CompilationFacts
from verifier.domain.facts.coverage import CoverageFacts
from verifier.domain.facts.proof import ProofFacts
from verifier.domain.facts.tests import TestsFacts
from verifier.domain.outcome import LASTING, CheckName, CheckResult, Reason, Status
from verifier.domain.proof import ProofOutcome
from verifier.domain.verdict import PROVED_CHECKS, STRICT_CHECKS, SUCCESS_CHECKS, Bar, Verdict
from verifier.judging.bar import decide
from verifier.printable import pluralize, printable, printable_lines
from verifier.tools.records import facts_of

_MARKS = {
    Status.PASSED: "✓",
    Status.FAILED: "✗",
    Status.NOT_APPLICABLE: "-",
    Status.INCONCLUSIVE: "?",
}

UNPROVED = "not proved"
"""The word for a figure that needed a proof when none was found."""

_WORDS = {
    Status.PASSED: "yes",
    Status.FAILED: "no",
    Status.NOT_APPLICABLE: f"{UNPROVED}, which says nothing against it",
}


def verdict_text(verdict: Verdict) -> str:
    """Write one verdict: one line per check that was asked for, the three figures, what was not
    tested, and where it ran.
    """
    lines = [_check_line(c) for c in verdict.checks if _was_asked(c)]
    not_asked = ", ".join(str(c.check) for c in verdict.checks if not _was_asked(c))
    provenance = verdict.provenance
    where = provenance.sandbox if provenance.isolated else f"{provenance.sandbox} (not isolated)"
    return "\n".join(
        [
            *lines,
            *([f"not asked: {not_asked}"] if not_asked else []),
            "",
            f"success:        {_figure(verdict, verdict.success, SUCCESS_CHECKS)}",
            f"strict success: {_strict(verdict)}",
            f"proved success: {_figure(verdict, verdict.proved_success, PROVED_CHECKS)}",
            *_assumptions(verdict),
            *map(printable, list_left_out_modules(verdict.checks)),
            f"sandbox: {where}; build: {provenance.strategy or 'not run'}{_alone(verdict)}{_base(verdict)}",
        ]
    )


_LONGEST_REASON = 200


def _alone(verdict: Verdict) -> str:
    """Say why our own launcher was not compared with another build; empty if it was."""
    reason = verdict.provenance.strategy_reason
    if verdict.provenance.strategy != StrategyName.DIRECT or reason in {"", EQUAL, EQUAL_BEFORE}:
        return ""
    if reason == ASKED_FOR:
        return " alone, as asked for: not compared with the project's own build"
    return f" alone: {printable(_first_line(reason))}"


def _base(verdict: Verdict) -> str:
    """Say how long this verdict waited for its base; empty if the base was cached."""
    built = facts_of(verdict.check(CheckName.COMPILATION), CompilationFacts)
    seconds = 0.0 if built is None else built.base_seconds
    return f"; base prepared and measured, once: {seconds:.1f} s" if seconds >= 1 else ""


def _assumptions(verdict: Verdict) -> Iterator[str]:
    """Yield the assumptions of a proof; they are printed with every proof."""
    proof = facts_of(verdict.check(CheckName.PROOF), ProofFacts)
    if proof is None or proof.outcome is not ProofOutcome.PROVED:
        return
    yield "the proof assumes:"
    yield from (f"  {printable(each)}" for each in proof.assumptions)


def coverage_text(verdict: Verdict) -> str:
    """List the tests of the base that run the refactored code.

    The result is empty if the tests are not known one by one.
    """
    found = facts_of(verdict.check(CheckName.COVERAGE), CoverageFacts)
    if found is None or found.reached_by is None or found.reached_by_tests is None:
        return ""
    lines = [
        f"{pluralize(found.reached_by_count or 0, 'test')} of the base run the refactored code:"
    ]
    lines += [f"  {printable(test)}" for test in found.reached_by_tests]
    return "\n".join(lines)


def counterexample_text(verdict: Verdict) -> str:
    """Write the input on which the behaviour differs, and the failing test; empty if there is none."""
    found = facts_of(verdict.check(CheckName.BEHAVIOUR), BehaviourFacts)
    witness = None if found is None else found.witness
    if witness is None:
        return ""
    rows = (("input", witness.call), ("base", witness.old), ("candidate", witness.new))
    lines = [f"  {title + ':':<11} {printable(text)}" for title, text in rows]
    test = printable_lines(witness.test.rstrip())
    return "\n".join(["counterexample:", *lines, *(["", test] if test else [])])


def progress_text(verdict: Verdict, *, bar: Bar = Bar.SUCCESS) -> str:
    """Return the deciding outcome in a word.

    For the selected check behaviour it is fuzzing's own verdict.
    """
    fuzzed = facts_of(verdict.check(CheckName.BEHAVIOUR), BehaviourFacts)
    if bar is Bar.SELECTED and fuzzed is not None:
        return str(fuzzed.verdict)
    outcome = decide(verdict, bar)
    return _no_figure(bar) if outcome is Status.NOT_APPLICABLE else str(outcome)


def _no_figure(bar: Bar) -> str:
    """Return the word for a figure that is not applicable: no proof, or no refactoring to be pure."""
    return "not applicable" if bar is Bar.STRICT else UNPROVED


def _strict(verdict: Verdict) -> str:
    if verdict.strict_success is Status.NOT_APPLICABLE:
        return "not applicable: the task names no refactoring"
    return _figure(verdict, verdict.strict_success, STRICT_CHECKS)


def _figure(verdict: Verdict, figure: Status, needed: Sequence[CheckName]) -> str:
    if figure in _WORDS:
        return _WORDS[figure]
    left_out = [
        str(c.check)
        for c in verdict.checks
        if c.check in needed and c.reason is Reason.NOT_SELECTED
    ]
    return "inconclusive" + (f": --checks left out {', '.join(left_out)}" if left_out else "")


def _check_line(check: CheckResult) -> str:
    first, *rest = _describe(check)
    line = f"{_MARKS[check.status]} {check.check:<12} {check.seconds:6.1f} s  {first}".rstrip()
    return "\n".join([line, *(f"{'':25}{more}" for more in rest[:10])])


def _describe(check: CheckResult) -> list[str]:
    """Return the reason and details, at least one line; for tests also what they showed."""
    reason = f"{check.reason}: " if check.reason else ""
    text = f"{reason}{check.details}".strip().rstrip(":")
    return list(map(printable, [*text.splitlines(), *_of_tests(check)] or [""]))


def _of_tests(check: CheckResult) -> Iterator[str]:
    """Say how many tests passed and how strong that evidence is, or the first failed test's
    message.
    """
    facts = facts_of(check, TestsFacts) if check.check is CheckName.TESTS else None
    if facts is None:
        return
    if check.status is Status.PASSED:
        worth = f"; {facts.strength} evidence" if facts.strength else ""
        passed = pluralize(facts.base.stable_pass, "test passes", "tests pass")
        yield f"{passed} as before{worth}"
    elif check.reason is Reason.TEST_FAILED:
        reruns, failures = facts.reruns or {}, facts.failures or {}
        real = (t for t in facts.failed or () if t not in reruns or not reruns[t].candidate_passed)
        yield from (
            f"{t}: {_first_line(said)}" for t in islice(real, 1) if (said := failures.get(t))
        )


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0][:_LONGEST_REASON]


def summary_text(verdicts: Sequence[Verdict], folder: Path, *, bar: Bar = Bar.SUCCESS) -> str:
    """Say where a run is kept, what is open and why, and last the totals."""
    gates = [decide(v, bar) for v in verdicts]
    figures = Counter(gates)
    both = list(zip(verdicts, gates, strict=True))
    # Next to `not proved` a bare `not` would read as the same.
    refused = "failed" if bar is Bar.PROVED else "not"
    rest = f"{figures[Status.FAILED]} {refused}, {figures[Status.INCONCLUSIVE]} inconclusive"
    unproved = figures[Status.NOT_APPLICABLE]
    rest += f", {unproved} {_no_figure(bar)}" if unproved else ""
    passed = figures[Status.PASSED]
    lines = (
        f"ledger: {folder / VERDICTS}",
        f"report: refverify report {folder}",
        *_behaviour(verdicts),
        *_rules(verdicts),
        *_open("inconclusive", (v for v, g in both if g is Status.INCONCLUSIVE)),
        *_open("also open", (v for v, g in both if g is not Status.INCONCLUSIVE)),
        f"{pluralize(len(verdicts), 'prediction')}: {passed} {_describe_bar(verdicts, bar)}, {rest}",
    )
    return "\n".join(lines)


def _behaviour(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """Yield fuzzing's totals by its own verdicts; nothing if fuzzing was not asked for."""
    asked = [c for v in verdicts if (c := v.check(CheckName.BEHAVIOUR)) and _was_asked(c)]
    if not asked:
        return
    found = [facts_of(check, BehaviourFacts) for check in asked]
    said = Counter(facts.verdict for facts in found if facts is not None)
    other = len(asked) - said[BehaviourVerdict.EQUIVALENT_UP_TO]
    other -= said[BehaviourVerdict.NON_EQUIVALENT] + said[BehaviourVerdict.UNREACHED]
    yield (
        f"behaviour: {said[BehaviourVerdict.EQUIVALENT_UP_TO]} no difference found,"
        f" {said[BehaviourVerdict.NON_EQUIVALENT]} differ, {said[BehaviourVerdict.UNREACHED]}"
        f" unreached, {other} without an answer"
    )


def _rules(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """Say how many predictions were scored with rules; nothing if no instance has a rule set."""
    known = (c for v in verdicts if (c := v.check(CheckName.RULES)) and _was_asked(c))
    scored = Counter(c.status for c in known if c.reason is not Reason.NO_RULES)
    if scored:
        open_ = scored[Status.INCONCLUSIVE]
        yield f"rules: {scored.total() - open_} scored, {open_} inconclusive"


def _was_asked(check: CheckResult) -> bool:
    return check.reason is not Reason.NOT_SELECTED


def _describe_bar(verdicts: Sequence[Verdict], bar: Bar) -> str:
    match bar:
        case Bar.SELECTED:
            return "pass the checks asked for"
        case Bar.PROVED:
            return "proved success"
        case Bar.STRICT:
            return "strict success"
        case Bar.SUCCESS:
            return f"success{_of_them(verdicts)}"
        case _:
            assert_never(bar)


def _of_them(verdicts: Sequence[Verdict]) -> str:
    """Say how many are strict and proved successes; empty if neither was asked for."""
    parts = []
    if any(_can_be_strict(v) for v in verdicts):
        strict = sum(v.strict_success is Status.PASSED for v in verdicts)
        parts.append(f"{strict} strict")
    if proved := sum(v.proved_success is Status.PASSED for v in verdicts):
        parts.append(f"{proved} proved")
    return f" ({', '.join(parts)})" if parts else ""


def _can_be_strict(verdict: Verdict) -> bool:
    """Tell whether purity was asked for, and the task names a refactoring."""
    asked = verdict.was_asked_for((CheckName.PURITY,))
    return asked and verdict.strict_success is not Status.NOT_APPLICABLE


def _open(head: str, verdicts: Iterable[Verdict]) -> Iterator[str]:
    """Yield the most frequent reason of the first open check of each verdict, with an example."""
    first = (next((c for c in v.checks if c.status is Status.INCONCLUSIVE), None) for v in verdicts)
    found = [check for check in first if check is not None]
    if not found:
        return
    (reason, number), *_ = Counter(check.reason for check in found).most_common(1)
    example = next(check for check in found if check.reason is reason)
    said = printable(example.details.partition("\n")[0])
    again = "--retry judges them again" if reason in LASTING else "run again to retry"
    yield f"{head}: {number} of {len(found)} {reason} ({said}); {again}"
