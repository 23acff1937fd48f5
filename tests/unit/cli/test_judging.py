"""What decides a verdict on the command line: the bar, and the checks."""

from pathlib import Path

import pytest

from verifier.builds.options import BuildOptions
from verifier.cli.judging import Judging
from verifier.domain.outcome import DEFAULT_CHECKS, CheckName
from verifier.domain.verdict import PROVED_CHECKS, Bar
from verifier.judging.options import ToolsetOptions


def judging(*checks: str, accept: Bar = Bar.SUCCESS) -> Judging:
    tools = ToolsetOptions(build=BuildOptions(cache=Path("/nowhere")))
    return Judging(checks=checks, tools=tools, as_json=False, accept=accept)


@pytest.mark.parametrize(
    ("checks", "accept", "bar"),
    [
        ((), Bar.SUCCESS, Bar.SUCCESS),
        ((), Bar.STRICT, Bar.STRICT),
        (("+behaviour",), Bar.STRICT, Bar.STRICT),
        (("purity",), Bar.STRICT, Bar.SELECTED),
        (("purity", "+behaviour"), Bar.SUCCESS, Bar.SELECTED),
    ],
)
def test_checks_that_are_named_alone_decide_alone(
    checks: tuple[str, ...], accept: Bar, bar: Bar
) -> None:
    assert judging(*checks, accept=accept).bar is bar


def test_a_proof_is_accepted_without_tests() -> None:
    assert judging().options().checks >= DEFAULT_CHECKS
    proved = judging(accept=Bar.PROVED).options().checks
    assert proved >= set(PROVED_CHECKS)
    assert CheckName.TESTS not in proved
