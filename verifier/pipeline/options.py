"""What decides a verdict beside the prediction itself."""

from dataclasses import dataclass

from verifier.domain.outcome import DEFAULT_CHECKS, CheckName


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgeOptions:
    """What decides a verdict beside the prediction itself.

    `checks` are the ones that were asked for. With `run_all` every check that can still run does;
    otherwise the first failure ends a prediction's gates.
    """

    checks: frozenset[CheckName] = DEFAULT_CHECKS
    run_all: bool = False
