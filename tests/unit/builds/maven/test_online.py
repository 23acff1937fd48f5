"""How Maven is called with a network."""

from pathlib import Path

from tests.support.prepared_bases import PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described.online import Online
from verifier.builds.maven.online import OnlineMaven
from verifier.sandbox.base import JobLimits


def test_a_download_from_which_nothing_comes_fails_after_a_minute() -> None:
    sandbox = ScriptedSandbox(result=make_result({"place": b"/box/tree\n"}))
    online = Online(sandbox, Path("/store"), JobLimits())

    OnlineMaven.of(PREPARED, online).run(Path("/base"), ["validate"])

    (job,) = sandbox.jobs
    assert job.command[-1] == "validate"
    # Before and since Maven 3.9.
    assert "-Dmaven.wagon.rto=60000" in job.command
    assert "-Daether.connector.requestTimeout=60000" in job.command
