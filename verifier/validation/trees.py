"""Build and test one commit in the same way as the base of a verdict."""

from dataclasses import dataclass, replace

from verifier.builds.builder import BaseMeasurement, Builder, Compiling, Toolchain
from verifier.checks.tests import base_facts
from verifier.domain.outcome import Reason, Status
from verifier.domain.validation import TreeBuild
from verifier.errors import BaseInvalidError, StorageError, VerifierError
from verifier.judging.judgement import reason_of


@dataclass(frozen=True, kw_only=True)
class MeasuredTree:
    """A commit and the results of its build.

    `measurement` and `builder` are None if the suite could not be measured; then `reason` and
    `trouble` say why.
    """

    build: TreeBuild
    builder: Builder | None = None
    measurement: BaseMeasurement | None = None
    reason: Reason = Reason.BASE_INVALID
    trouble: str = ""


def build_tree(commit: str, builder: Builder) -> MeasuredTree:
    """Measure a commit with all test runs. If that fails, check whether it compiles.

    Raises:
        StorageError: the disk cannot be written any more.
    """
    try:
        measurement = builder.measure_whole()
    except StorageError:
        raise
    except BaseInvalidError as error:
        return _compile_alone(commit, builder, error)
    except VerifierError as error:
        return record_broken(commit, error)
    build = replace(
        _record_compiled(commit, builder, measurement.toolchain),
        tests=base_facts(measurement),
        notes=measurement.notes,
    )
    return MeasuredTree(build=build, builder=builder, measurement=measurement)


def record_broken(commit: str, error: Exception) -> MeasuredTree:
    """Record a commit that cannot be built, or whose build has an unknown result."""
    reason = reason_of(error)
    said = error.message if isinstance(error, VerifierError) else f"{type(error).__name__}: {error}"
    build = TreeBuild(commit=commit, status=Status.INCONCLUSIVE, reason=reason, details=said)
    return MeasuredTree(build=build, reason=reason, trouble=said)


def _compile_alone(commit: str, builder: Compiling, refusal: BaseInvalidError) -> MeasuredTree:
    try:
        builder.classes(None)
        build = _record_compiled(commit, builder, builder.toolchain())
    except StorageError:
        raise
    except BaseInvalidError:
        # The reason why it cannot be measured says more than the failure of a second attempt.
        return record_broken(commit, refusal)
    except VerifierError as error:
        return record_broken(commit, error)
    return MeasuredTree(build=build, trouble=refusal.message)


def _record_compiled(commit: str, builder: Compiling, toolchain: Toolchain) -> TreeBuild:
    modules = toolchain.modules
    return TreeBuild(
        commit=commit,
        status=Status.PASSED,
        strategy=str(toolchain.strategy),
        strategy_reason=toolchain.strategy_reason,
        jdk=toolchain.jdk,
        compiler=toolchain.compiler,
        modules=() if modules is None else modules.compiled,
        untested={} if modules is None else modules.untested,
        tools=builder.versions(),
    )
