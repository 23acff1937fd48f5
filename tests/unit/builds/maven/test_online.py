"""How Maven is called with a network."""

from pathlib import Path

from tests.support.prepared_bases import PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described.online import Online
from verifier.builds.maven.online import OnlineMaven, complete_online
from verifier.builds.repository_proxy.outlet import Outlet
from verifier.sandbox.base import JobLimits, Mount


def test_a_download_from_which_nothing_comes_fails_after_a_minute() -> None:
    sandbox = ScriptedSandbox(result=make_result({"place": b"/box/tree\n"}))
    online = Online(sandbox, Path("/store"), JobLimits())

    OnlineMaven.of(PREPARED, online).run(Path("/base"), ["validate"])

    (job,) = sandbox.jobs
    assert job.command[-1] == "validate"
    # Before and since Maven 3.9.
    assert "-Dmaven.wagon.rto=60000" in job.command
    assert "-Daether.connector.requestTimeout=60000" in job.command


def test_what_the_proxy_listed_is_central_s_listing_offline(tmp_path: Path) -> None:
    (tmp_path / "maven-metadata-refverify.xml").write_text("listing")
    mount = Mount(name="outlet", source=tmp_path)
    outlet = Outlet(folder=mount, program=mount, jdk=mount)
    sandbox = ScriptedSandbox(result=make_result({"place": b"/box/tree\n"}))

    complete_online(PREPARED, Online(sandbox, tmp_path, JobLimits(), outlet=outlet))

    assert (tmp_path / "maven-metadata-central.xml").read_text() == "listing"
