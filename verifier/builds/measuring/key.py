"""The cache key of a base's measurement, as one hash of declared fields."""

import hashlib
from dataclasses import replace
from pathlib import Path

from verifier.builds.builder import JavaAgent
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.options import BuildOptions
from verifier.builds.preparing.preparation import FORMAT
from verifier.domain.declared import declaration
from verifier.domain.instance import StableId
from verifier.sandbox.base import SandboxFacts
from verifier.tools.own_jar import JACOCO_AGENT, RUNNER

_KEPT = "invocations flicker together; counts of each run; what each touched; the first run; words; canaries of each framework"
"""Part of every measurement's key: which data of the runs is kept, and by which rule."""


def measurement_key(
    prepared: PreparedBase, options: BuildOptions, sandbox: SandboxFacts
) -> StableId:
    """Hash the prepared base, the options and the sandbox, without the fields they declare neutral."""
    agent = (JACOCO_AGENT.digest(),) if options.recorded else ()
    tools = (prepared.jdk, prepared.tool, RUNNER.digest(), *agent)
    return StableId.of(FORMAT, _KEPT, prepared.folder.name, declaration(options, tools, sandbox))


def comparison_key(
    prepared: PreparedBase, options: BuildOptions, sandbox: SandboxFacts
) -> StableId:
    """Return a hash that is the same for all bases whose preparations have the same inputs."""
    alike = replace(prepared, folder=Path(f"alike-{prepared.alike}"))
    return measurement_key(alike, options, sandbox)


def observation_key(
    measurement: StableId, java_agent: JavaAgent, *, by_reach: bool = False
) -> StableId:
    """Hash a measurement's key, the agent, its question, and whether a map selects the tests."""
    agent = hashlib.sha256(java_agent.jar.read_bytes()).hexdigest()
    return StableId.of(str(measurement), agent, declaration(java_agent), f"by reach: {by_reach}")
