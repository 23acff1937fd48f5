"""Does the candidate compile, main and test code?"""

import time
from dataclasses import replace

from verifier.checks.base import Case
from verifier.checks.build_end import breach
from verifier.domain.facts.compilation import CompilationFacts, CompileErrorFact
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.testrun import BuildRun, CompileError

LOG = "compilation.log"
MOST_ERRORS = 20


class CompilationCheck:
    """Passes when the compiler of the base takes main and test code of the candidate."""

    name = CheckName.COMPILATION
    summary = "main and test code compile"
    needs: tuple[CheckName, ...] = (CheckName.APPLICATION, CheckName.POLICY)

    def run(self, case: Case) -> CheckResult:
        """Read the build's result; the build itself is shared with the tests, where there are any."""
        started = time.monotonic()
        _ = case.toolchain
        waited = time.monotonic() - started
        return replace(self._judged(case, waited), seconds=round(case.build.compile_seconds, 3))

    def _judged(self, case: Case, waited: float) -> CheckResult:
        toolchain, build = case.toolchain, case.build
        data = CompilationFacts(
            compiler=toolchain.compiler,
            jdk=toolchain.jdk,
            versions=case.builder.versions(),
            base_seconds=round(waited, 3),
            strategy=str(toolchain.strategy),
            strategy_reason=toolchain.strategy_reason,
            restored=build.restored,
            errors=tuple(map(_fact, build.errors[:MOST_ERRORS])),
            error_count=len(build.errors),
        ).as_data()
        if build.compiled:
            return CheckResult(check=self.name, status=Status.PASSED, data=data)
        (case.evidence / LOG).write_text(build.log, encoding="utf-8", errors="backslashreplace")
        ended = breach(build.end)
        return CheckResult(
            check=self.name,
            status=Status.FAILED,
            reason=Reason.COMPILE_ERROR if ended is None else ended.reason,
            details=_details(build) if ended is None else f"the compiler {ended.words}",
            evidence=LOG,
            data=data,
        )


def _details(build: BuildRun) -> str:
    if not build.errors:
        return "the compiler refused the code without naming a place"
    first, more = build.errors[0], len(build.errors) - 1
    place = f"{first.file}:{first.line}: " if first.file else ""
    return f"{place}{first.message}" + (f" (and {more} more)" if more else "")


def _fact(error: CompileError) -> CompileErrorFact:
    return CompileErrorFact(file=error.file, line=error.line, message=error.message)
