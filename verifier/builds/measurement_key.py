"""What a kept measurement of a base depends on, as one hash of declared fields."""

import hashlib
from dataclasses import replace
from pathlib import Path

from verifier.builds.base import BuildOptions, Onlooker
from verifier.builds.preparation import FORMAT
from verifier.builds.prepared import PreparedBase
from verifier.domain.declared import declaration
from verifier.domain.instance import StableId
from verifier.sandbox.base import SandboxFacts
from verifier.tools.own_jar import JACOCO_AGENT, RUNNER

_KEPT = "invocations flicker together; counts of each run; what each touched; the first run; words; canaries of each framework"
"""Part of every measurement's key: what is kept of the runs, and by which rule."""


def measurement_key(
    prepared: PreparedBase, options: BuildOptions, sandbox: SandboxFacts
) -> StableId:
    """A hash of the prepared base, the options and the sandbox: what they do not declare neutral."""
    agent = (JACOCO_AGENT.digest(),) if options.recorded else ()
    tools = (prepared.jdk, prepared.tool, RUNNER.digest(), *agent)
    return StableId.of(FORMAT, _KEPT, prepared.folder.name, declaration(options, tools, sandbox))


def comparison_key(
    prepared: PreparedBase, options: BuildOptions, sandbox: SandboxFacts
) -> StableId:
    """The same hash for all bases whose preparation has the same inputs."""
    alike = replace(prepared, folder=Path(f"alike-{prepared.alike}"))
    return measurement_key(alike, options, sandbox)


def observation_key(
    measurement: StableId, onlooker: Onlooker, *, by_reach: bool = False
) -> StableId:
    """A hash of a measurement's key, the agent, what it was asked, and whether a map chooses the tests."""
    agent = hashlib.sha256(onlooker.jar.read_bytes()).hexdigest()
    return StableId.of(str(measurement), agent, declaration(onlooker), f"by reach: {by_reach}")
