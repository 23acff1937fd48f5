"""The JDK that a project's toolchain finds in the sandbox."""

from pathlib import Path

import pytest

from verifier.tools.hostile_xml import read_xml
from verifier.tools.jdk import Jdk
from verifier.tools.maven_toolchains import toolchains


@pytest.mark.parametrize(
    ("version", "feature", "names"),
    [
        ("17.0.15", 17, ["17", "17.0.15"]),
        ("25", 25, ["25"]),
        ("9.0.4", 9, ["9", "9.0.4"]),
        ("1.8.0_452", 8, ["8", "1.8", "1.8.0_452"]),
    ],
)
def test_a_jdk_has_each_name_of_its_version_and_no_other(
    version: str, feature: int, names: list[str]
) -> None:
    jdk = Jdk(home=Path("/elsewhere"), version=version, feature=feature)

    found = read_xml(toolchains(jdk, "/mnt/j&k"))

    assert [each.findtext("provides/version") for each in found] == names
    for each in found:
        assert each.findtext("type") == "jdk"
        assert each.findtext("configuration/jdkHome") == "/mnt/j&k"
        assert [child.tag for child in each.findall("provides/*")] == ["version"]
