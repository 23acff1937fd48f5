"""Does the candidate's main and test code compile?"""

import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from verifier.checks.case import Case
from verifier.checks.parts.build_end import breach
from verifier.domain.facts.compilation import CompilationFacts, CompileErrorFact
from verifier.domain.outcome import CheckName, CheckResult, JsonValue, Reason, Status
from verifier.domain.testrun import BuildRun, CompileError
from verifier.java_text.encoding import reads_alike
from verifier.printable import append_count

LOG = "compilation.log"
MOST_ERRORS = 20


class CompilationCheck:
    """Passes if the base's compiler compiles the candidate's main and test code."""

    name = CheckName.COMPILATION
    summary = "main and test code compile"
    needs: tuple[CheckName, ...] = (CheckName.APPLICATION, CheckName.POLICY)

    def run(self, case: Case) -> CheckResult:
        """Judge the result of the build. If tests run, they share this build."""
        started = time.monotonic()
        _ = case.toolchain
        waited = time.monotonic() - started
        return replace(self._judge(case, waited), seconds=round(case.build.compile_seconds, 3))

    def _judge(self, case: Case, waited: float) -> CheckResult:
        build = case.build
        unbuilt = find_unbuilt_sources(case) if build.compiled else ()
        data = _facts(case, waited, unbuilt).as_data()
        if unbuilt:
            return self._not_built(case, unbuilt, data)
        if build.compiled:
            return self._misread(case, data) or CheckResult(
                check=self.name, status=Status.PASSED, data=data
            )
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

    def _misread(self, case: Case, data: Mapping[str, JsonValue]) -> CheckResult | None:
        """Judge a source inconclusive if the compiler read it differently than earlier checks."""
        path = next(misread_sources(case), None)
        if path is None:
            return None
        return CheckResult(
            check=self.name,
            status=Status.INCONCLUSIVE,
            reason=Reason.ANALYSIS,
            details=f"{path} is compiled as {case.builder.encoding(path)}, which the build files in"
            " the tree do not say, and read in another encoding it is other code",
            data=data,
        )

    def _not_built(
        self, case: Case, unbuilt: Sequence[str], data: Mapping[str, JsonValue]
    ) -> CheckResult:
        own = all(_is_own(case, path) for path in unbuilt)
        said = f"the build did not compile {unbuilt[0]} as the candidate has it"
        return CheckResult(
            check=self.name,
            status=Status.INCONCLUSIVE if own else Status.FAILED,
            reason=Reason.NOT_BUILT,
            details=append_count(said, len(unbuilt) - 1),
            data=data,
        )


def find_unbuilt_sources(case: Case) -> tuple[str, ...]:
    """Return the Java files that were not seen to be compiled with the candidate's content.

    The cause does not matter: if a change was dropped, passing tests say nothing about it.
    """
    built = case.build.built
    return tuple(
        change.path
        for change in case.candidate.changes
        if change.path.endswith(".java")
        and change.content != case.base.read(change.path)
        and (change.path not in built or built[change.path] != _digest(change.content))
    )


def misread_sources(case: Case) -> Iterator[str]:
    """Yield changed Java files whose tokens differ between the compiler and the other checks."""
    for change in case.candidate.changes:
        if change.path.endswith(".java"):
            encodings = case.base.encoding(change.path), case.builder.encoding(change.path)
            contents = filter(None, (case.base.read(change.path), change.content))
            if not all(reads_alike(content, *encodings) for content in contents):
                yield change.path


def _facts(case: Case, waited: float, unbuilt: tuple[str, ...]) -> CompilationFacts:
    toolchain, build = case.toolchain, case.build
    modules = toolchain.modules
    return CompilationFacts(
        compiler=toolchain.compiler,
        jdk=toolchain.jdk,
        jdk_reason=toolchain.jdk_reason,
        versions=case.builder.versions(),
        base_seconds=round(waited, 3),
        strategy=str(toolchain.strategy),
        strategy_reason=toolchain.strategy_reason,
        restored=build.restored,
        built=build.built,
        not_built=unbuilt,
        errors=tuple(map(_fact, build.errors[:MOST_ERRORS])),
        error_count=len(build.errors),
        modules=None if modules is None else modules.compiled,
        uncompiled=None if modules is None else modules.uncompiled,
    )


def _digest(content: bytes | None) -> str | None:
    return None if content is None else hashlib.sha256(content).hexdigest()


def _is_own(case: Case, path: str) -> bool:
    """Whether the task itself named the file, so that the candidate is not to blame.

    A file that was restored on purpose, such as a test, does not count.
    """
    if case.instance is not None:
        return path in case.editable
    return path not in case.build.restored and case.base.read(path) is not None


def _details(build: BuildRun) -> str:
    if not build.errors:
        return "the compiler refused the code without naming a place"
    first = build.errors[0]
    place = f"{first.file}:{first.line}: " if first.file else ""
    return append_count(f"{place}{first.message}", len(build.errors) - 1)


def _fact(error: CompileError) -> CompileErrorFact:
    return CompileErrorFact(file=error.file, line=error.line, message=error.message)
