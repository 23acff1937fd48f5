"""Explain what a word of an answer means and what to try, for agents and people."""

from collections.abc import Mapping

from verifier.domain.gate import NextStep
from verifier.domain.outcome import Reason
from verifier.domain.reasons import MEANINGS
from verifier.errors import UsageError
from verifier.gates.findings import STEPS
from verifier.mcp_server.answers import Explanation
from verifier.predictions.policy.rules import PolicyRule

CAUSES: Mapping[Reason, tuple[str, ...]] = {
    Reason.NOT_DETECTED: (
        "the change is not a refactoring of a known type: a fix, a stream for a loop, a new feature",
        "the extracted or moved code was rewritten at the same time",
        "several refactorings overlap in one method and hide each other",
    ),
    Reason.IMPURE: (
        "a literal, condition, message or modifier was edited in addition to the refactoring",
        "the extracted or moved code was improved at the same time",
        "a method or field was added or removed that the refactoring does not need",
    ),
    Reason.COMPILE_ERROR: (
        "a caller in another file or in a test still has the old name or place",
        "an import is missing",
        "the new code needs a variable that only the old place has",
    ),
    Reason.TEST_FAILED: (
        "the extracted code changes a variable that the rest of the method reads",
        "statements changed their order",
        "a test reaches the method by reflection or by its name in a text",
    ),
    Reason.TEST_MISSING: ("a test was removed, renamed, disabled or skipped",),
    Reason.TAMPER: ("a test was edited beyond what the refactoring needs",),
    Reason.BEHAVIOUR_CHANGED: (
        "another order of evaluation, or an exception that is thrown earlier or later",
        "null, overflow or an empty collection is met in another way",
    ),
    Reason.POLICY: (
        "a build file, resource or generated file is part of the change",
        "code that can reach beyond the tests was added",
    ),
    Reason.NOT_PROVED: (
        "likely different: an argument, a condition or an order of calls changed on the named path",
        "the proof needs a library that level static does not have",
        "another file names a member that is gone",
    ),
    Reason.NOT_COVERED: ("no test reaches the changed lines",),
    Reason.NOT_COMPARED: (
        "moved code uses fields or methods of its old class by their bare names",
        "extracted code runs later than it did",
    ),
    Reason.DIFFERENCE_SHOWN: (
        "the extracted code changes a variable that the method reads afterwards",
        "an argument, a value or the order of calls is another one",
    ),
    Reason.BASE_INVALID: (
        "the base does not compile or its own tests fail, without the change",
        "the base needs something that a sandbox does not have: a service, a display, a network",
    ),
    Reason.INFRASTRUCTURE: ("no container engine answers, a disk is full, or a tool died",),
    Reason.ANALYSIS: ("a file has a syntax error, or is too large for the time that is given",),
    Reason.TIMEOUT: ("the change loops, or the machine is busy",),
    Reason.RESOURCE: ("the change loops while it keeps objects, or the limits are low",),
    Reason.FLAKY: ("a test depends on time, order, threads or a network",),
    Reason.UNREACHED: ("the changed code is private and nothing that can be called leads to it",),
    Reason.UNSUPPORTED: ("no input could be made for the parameters of the changed methods",),
    Reason.NO_CHANGE: ("only comments or layout differ",),
}
"""The most common causes of each reason; for other reasons the meaning says everything."""

TRY: Mapping[NextStep, tuple[str, ...]] = {
    NextStep.FIX_AS_ADVISED: (
        "make the edit that the finding's `advice` names, literally, and verify again",
    ),
    NextStep.REVERT_LINES: ("restore the named lines as they were on the base",),
    NextStep.SPLIT_COMMIT: (
        "do one refactoring at a time, and verify after each",
        "put everything that is not refactoring into a separate commit",
    ),
    NextStep.MOVE_EDIT_TO_OWN_COMMIT: (
        "revert the named edit, verify, commit, and make the edit as a second commit",
    ),
    NextStep.FIX_COMPILE: ("fix the named error, and verify again",),
    NextStep.FIX_BEHAVIOUR: (
        "change the code until both versions agree; never the test",
        "ask find_counterexample for an input that shows the difference",
    ),
    NextStep.NOT_YOUR_FAULT_RETRY: (
        "ask once more; the change is not the cause",
        "if it happens again, show the user the output of `refverify doctor`",
    ),
    NextStep.ASK_HUMAN: ("show the finding and its place to the user, and wait for a decision",),
}
"""What to try, by the next step of a finding."""


def explain(key: str) -> Explanation:
    """Explain a reason or the id of a policy rule.

    Raises:
        UsageError: the word is unknown.
    """
    word = key.removeprefix("refverify/")
    if word in {str(reason) for reason in Reason}:
        reason = Reason(word)
        step = STEPS.get(reason, NextStep.ASK_HUMAN)
        return _explanation(word, MEANINGS[reason], CAUSES.get(reason, ()), step)
    if word in {str(rule) for rule in PolicyRule}:
        sentence = PolicyRule(word).sentence
        return _explanation(word, sentence, CAUSES[Reason.POLICY], NextStep.ASK_HUMAN)
    raise UsageError(
        "nothing is known of this word",
        hint="Give the `rule_id` of a finding, the `reason` of a check, or the key of evidence.",
    )


def rule_ids() -> tuple[str, ...]:
    """Return every word that can be explained."""
    return (*(str(reason) for reason in Reason), *(str(rule) for rule in PolicyRule))


def _explanation(key: str, meaning: str, causes: tuple[str, ...], step: NextStep) -> Explanation:
    return Explanation(key=key, meaning=meaning, causes=causes, try_this=TRY[step], next_step=step)
