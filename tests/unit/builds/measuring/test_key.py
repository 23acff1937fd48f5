"""A kept measurement answers for its own base, options, tools and sandbox only."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.key_variants import neutral_fields, variants
from tests.support.prepared_bases import PREPARED
from verifier.builds.builder import JavaAgent
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.measuring.key import measurement_key, observation_key
from verifier.builds.options import BuildOptions
from verifier.domain.instance import StableId
from verifier.sandbox.base import SandboxFacts

OPTIONS = BuildOptions()
FACTS = SandboxFacts(name="local", isolated=False, engine="1", image=None)
KEY = measurement_key(PREPARED, OPTIONS, FACTS)


@pytest.mark.parametrize(("place", "options"), [*variants(OPTIONS)])
def test_every_option_counts(place: str, options: BuildOptions) -> None:
    assert measurement_key(PREPARED, options, FACTS) != KEY, place


@pytest.mark.parametrize(("place", "facts"), [*variants(FACTS)])
def test_every_fact_of_the_sandbox_counts(place: str, facts: SandboxFacts) -> None:
    assert measurement_key(PREPARED, OPTIONS, facts) != KEY, place


@pytest.mark.parametrize(
    "other",
    [
        replace(PREPARED, folder=Path("/another")),
        *(replace(PREPARED, jdk=jdk) for _, jdk in variants(PREPARED.jdk)),
        *(replace(PREPARED, tool=tool) for _, tool in variants(PREPARED.tool)),
    ],
)
def test_the_base_and_its_tools_count(other: PreparedBase) -> None:
    assert measurement_key(other, OPTIONS, FACTS) != KEY


def test_where_a_tool_is_installed_does_not_count() -> None:
    elsewhere = replace(
        PREPARED,
        jdk=replace(PREPARED.jdk, home=Path("/opt/jdk")),
        tool=replace(PREPARED.tool, home=Path("/opt/maven")),
    )

    assert measurement_key(elsewhere, OPTIONS, replace(FACTS, engine="2")) == KEY
    assert [*neutral_fields(PREPARED.jdk), *neutral_fields(PREPARED.tool)] == [
        "Jdk.home",
        "InstalledTool.home",
    ]


def a_java_agent(folder: Path, agent: bytes = b"agent") -> JavaAgent:
    jar = folder / "agent.jar"
    jar.write_bytes(agent)
    return JavaAgent(jar=jar, options="to={place}", files={"entries": b"p.A"}, result="calls")


def test_everything_that_an_agent_is_asked_counts(tmp_path: Path) -> None:
    java_agent = a_java_agent(tmp_path)
    key = observation_key(KEY, java_agent)
    others = [other for place, other in variants(java_agent) if place != "files"]
    others.append(replace(java_agent, files={"entries": b"p.B"}))

    keys = {str(observation_key(KEY, other)) for other in others}

    assert len(keys | {str(key)}) == len(others) + 1
    assert observation_key(StableId("0" * 16), java_agent) != key
    assert observation_key(KEY, java_agent, by_reach=True) != key
    assert observation_key(KEY, a_java_agent(tmp_path, b"another")) != key
