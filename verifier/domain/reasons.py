"""The meaning of each reason, as a sentence for readers of a report."""

from collections.abc import Mapping

from verifier.domain.outcome import Reason

MEANINGS: Mapping[Reason, str] = {
    Reason.APPLY_FAILED: "The answer does not fit the base: it cannot be applied.",
    Reason.NO_CHANGE: "The answer changes no code.",
    Reason.UNPARSABLE_ANSWER: "No Java code can be found in the answer.",
    Reason.UNKNOWN_TARGET: "The answer is for a class or method that the base, or the answer itself, does not have.",
    Reason.POLICY: "It changes what an answer may not change, such as tests or the build.",
    Reason.NOT_DETECTED: "The wanted refactoring is not in the change.",
    Reason.IMPURE: "Something other than the refactoring was edited.",
    Reason.COMPILE_ERROR: "It does not compile.",
    Reason.NOT_BUILT: "No compiler was seen to compile the changed code.",
    Reason.TEST_FAILED: "A test that passes on the base fails.",
    Reason.TEST_MISSING: "A test that passes on the base was not seen to run.",
    Reason.TIMEOUT: "It ran longer than it may.",
    Reason.RESOURCE: "It used more memory, processes or disk than it may.",
    Reason.TAMPER: "Tests or their evidence were tampered with.",
    Reason.FLAKY: "A test passed and failed with the same code.",
    Reason.BEHAVIOUR_CHANGED: "An input was found on which the two versions differ.",
    Reason.NOT_REACHED: "An earlier check failed, so this one did not run.",
    Reason.NOT_SELECTED: "This check was not asked for.",
    Reason.TYPE_NOT_COVERED: "The tool behind the check does not cover this type of refactoring.",
    Reason.NO_REFERENCE: "There is no code of the developers to compare with.",
    Reason.NOT_COVERED: "No test of the base runs the code that was refactored.",
    Reason.NOT_MEASURED: "Coverage could not be measured.",
    Reason.NO_REFACTORING: "The task names no refactoring.",
    Reason.NO_CODEBLEU: "CodeBLEU needs Python 3.11 or 3.12.",
    Reason.NO_RULES: "The instance has no rule set.",
    Reason.NOT_PROVED: "No proof was found, which is no evidence against the change.",
    Reason.BASE_INVALID: "The base commit itself cannot be built or measured.",
    Reason.INFRASTRUCTURE: "The engine, the disk or a tool failed; run again.",
    Reason.ANALYSIS: "The analysis failed or ran out of time on this input.",
    Reason.UNREACHED: "No input was found that executes the change.",
    Reason.NONDETERMINISTIC: "The base's own code gives different results for the same input.",
    Reason.UNSUPPORTED: "No input could be made for the changed code, or two modules have its class.",
    Reason.NOT_COMPARED: "Text alone does not show whether code that moved is still the same.",
    Reason.DIFFERENCE_SHOWN: "The prover shows a difference in the refactored code, which no run has confirmed.",
    Reason.UNRESOLVED: "Code that the proof needs does not compile here, or two modules have its class.",
    Reason.UNSEEN: "The rule engine could not see a changed file as a whole.",
    Reason.INTERNAL: "A defect of refverify itself; the evidence has the traceback.",
}
"""One sentence for each reason."""
