"""What is done about a base's first run before a strategy is refused."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, left_behind
from verifier.builds.base import StrategyChoice
from verifier.builds.choosing import Choice, choose
from verifier.builds.overlay import Overlay
from verifier.builds.strategy import Request
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import Limits

LACKS = """[INFO] --- surefire:3.2.5:test (default-test) @ core ---
[ERROR] Failures:
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal a:b:1:c on project app: {}
"""


@pytest.mark.parametrize(
    "said",
    [
        "Cannot access central (https://repo.example.org) in offline mode",
        "No classpath: a.b.MultipleArtifactsNotFoundException: Missing:",
    ],
    ids=["Maven's own", "Surefire 2's"],
)
def test_what_a_later_module_lacks_behind_the_tests_of_another_is_completed(
    tmp_path: Path, said: str
) -> None:
    completed: list[str] = []
    sandbox = ScriptedSandbox(
        result=replace(left_behind({}, status=1), output=LACKS.format(said).encode())
    )
    request = Choice(
        prepared=replace(PREPARED, folder=tmp_path),
        sandbox=sandbox,
        choice=StrategyChoice.MAVEN,
        base=Request(overlay=Overlay(), limits=Limits()),
    )

    with pytest.raises(BaseInvalidError, match="Maven: Failed to execute goal a:b:1:c on project"):
        choose(request, lambda: completed.append("once"))
    assert completed == ["once"]
