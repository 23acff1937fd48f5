"""What javac is told of the source level."""

from pathlib import Path

import pytest

from verifier.builds.direct.compiling import level_options
from verifier.builds.module import CompilerSettings
from verifier.tools.jdk import Jdk

JDK = Jdk(home=Path("/jdk"), version="17.0.15", feature=17)
PAST_PUBLIC = ("-Xlint", "-XDignore.symbol.file")


@pytest.mark.parametrize(
    ("level", "release", "arguments", "options"),
    [
        pytest.param(8, False, (), ["-source", "1.8", "-target", "1.8"], id="as it is"),
        pytest.param(8, True, (), ["--release", "8"], id="a release as it is"),
        pytest.param(6, False, (), ["--release", "7"], id="lifted"),
        # --release hides what javac is told not to hide: sun.misc, for one.
        pytest.param(6, False, PAST_PUBLIC, ["-source", "1.7", "-target", "1.7"], id="all is seen"),
        pytest.param(8, True, PAST_PUBLIC, ["--release", "8"], id="its own release stays"),
    ],
)
def test_a_level_is_told_as_the_project_says_it(
    level: int, release: bool, arguments: tuple[str, ...], options: list[str]
) -> None:
    settings = CompilerSettings(level=level, release=release, arguments=arguments)

    assert level_options(settings, JDK) == options
