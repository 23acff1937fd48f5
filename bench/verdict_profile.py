"""How the time of a verdict divides among its checks, and within `tests` for the suite alone."""

from dataclasses import dataclass

from verifier.domain.outcome import CheckName
from verifier.domain.verdict import Verdict

_OWN = (
    CheckName.APPLICATION,
    CheckName.DETECTION,
    CheckName.COMPILATION,
    CheckName.REFERENCES,
    CheckName.PROOF,
    CheckName.TESTS,
    CheckName.BEHAVIOUR,
)
"""The checks with a separate column."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ProfileRow:
    """One verdict. `suite` is the first run of tests, `again` the repeated runs that tell a failure
    from a flaky test.

    As in every record, work that is done once per base and the creation of containers do not count.
    """

    outcome: str
    application: float
    detection: float
    compilation: float
    references: float
    proof: float
    suite: float
    again: float
    behaviour: float
    others: float
    sum: float


def profile_row(outcome: str, verdict: Verdict) -> ProfileRow:
    """Make the row of one verdict."""
    seconds = {check.check: check.seconds for check in verdict.checks}
    tests = verdict.check(CheckName.TESTS)
    built = 0.0 if tests is None else float(tests.data.get("build_seconds", 0.0))
    suite = max(0.0, built - seconds[CheckName.COMPILATION])
    return ProfileRow(
        outcome=outcome,
        application=seconds[CheckName.APPLICATION],
        detection=seconds[CheckName.DETECTION],
        compilation=seconds[CheckName.COMPILATION],
        references=seconds[CheckName.REFERENCES],
        proof=seconds[CheckName.PROOF],
        suite=round(suite, 3),
        again=round(max(0.0, seconds[CheckName.TESTS] - suite), 3),
        behaviour=seconds[CheckName.BEHAVIOUR],
        others=round(sum(s for check, s in seconds.items() if check not in _OWN), 3),
        sum=round(sum(seconds.values()), 3),
    )
