"""A Gradle build that cannot be configured is no base, for the reason that Gradle itself gives."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described.groundwork import Groundwork
from verifier.builds.described.module_graph import ModuleGraph
from verifier.builds.described.online import Online
from verifier.builds.described.prepared import InstalledTool
from verifier.builds.gradle.description import describe
from verifier.builds.options import BuildOptions, StrategyName
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import JobLimits

OLD = InstalledTool(name=StrategyName.GRADLE, home=Path("/gradle"), version="4.4.1")
NO_PLATFORM = b"""
FAILURE: Build failed with an exception.

* Where:
Build file '/work/tree/build.gradle' line: 2

* What went wrong:
A problem occurred evaluating root project 'new'.
> Could not find method useJUnitPlatform() for arguments [] on task ':test' of type org.gradle.api.tasks.testing.Test.

* Try:
Run with --stacktrace option to get the stack trace.

BUILD FAILED in 11s
"""


def test_a_gradle_that_is_too_old_for_junit_platform_makes_the_base_invalid(tmp_path: Path) -> None:
    said = ScriptedSandbox(result=replace(make_result({}, status=1), output=NO_PLATFORM))
    work = Groundwork(
        commit="0" * 40,
        folder=tmp_path,
        libraries=tmp_path,
        jdks=(PREPARED.jdk,),
        tool=OLD,
        online=Online(said, tmp_path, JobLimits()),
        graph=ModuleGraph(needs={}),
        options=BuildOptions(),
    )

    with pytest.raises(
        BaseInvalidError,
        match=r"the build cannot be configured: A problem .*Could not find method useJUnitPlatform\(\)",
    ):
        describe(work, OLD, PREPARED.jdk)
    assert len(said.jobs) == 1
