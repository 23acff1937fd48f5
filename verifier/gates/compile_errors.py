"""Turn the errors of the prover's compiler into findings, if no build compiled the change.

This compiler sees no library and runs no annotation processor. An error that neither could explain
refutes that the change behaves as before. Any other new error leaves the answer open.
"""

from collections.abc import Iterator, Sequence

from verifier.domain.facts.proof import ProofFacts
from verifier.domain.gate import FindingLevel, GateFinding, Level, NextStep
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.proof import CompileError
from verifier.tools.records import facts_of

Checks = Sequence[CheckResult]


def does_not_compile(checks: Checks) -> bool:
    """Tell whether the new version certainly does not compile although the old one does."""
    return any(each.certain for each in list_new_errors(checks))


def may_not_compile(checks: Checks) -> bool:
    """Tell whether the new version has an error that the old one lacks, certain or not."""
    return bool(list_new_errors(checks))


def findings_of_errors(checks: Checks) -> Iterator[GateFinding]:
    """Yield one finding per new error; an uncertain error names the level that settles it."""
    for each in list_new_errors(checks):
        settled = f"{each.doubt}; --level {Level.BUILD} asks the project's own compiler"
        yield GateFinding(
            rule_id=str(Reason.COMPILE_ERROR),
            level=FindingLevel.ERROR if each.certain else FindingLevel.WARNING,
            message=f"does not compile: {each.message}"
            if each.certain
            else f"may not compile: {each.message}; {settled}",
            file=each.file,
            line=each.line,
            end_line=each.line,
            next_step=NextStep.FIX_COMPILE if each.certain else NextStep.ASK_HUMAN,
        )


def list_new_errors(checks: Checks) -> tuple[CompileError, ...]:
    """Return the prover's errors; none if the project's own compiler accepted the change."""
    found = {check.check: check for check in checks}
    compilation = found.get(CheckName.COMPILATION)
    if compilation is not None and compilation.status is Status.PASSED:
        return ()
    facts = facts_of(found.get(CheckName.PROOF), ProofFacts)
    return () if facts is None else facts.compile_errors or ()
