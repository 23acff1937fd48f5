"""A prepared base as plain data, for tests that build nothing."""

from dataclasses import replace
from pathlib import Path

from verifier.builds.described.launching import Launcher, Launching
from verifier.builds.described.module import CompilerSettings, Module, SourcePatterns, TestSettings
from verifier.builds.described.prepared import InstalledTool, PreparedBase
from verifier.builds.options import StrategyName
from verifier.tools.jdk import Jdk

PLAIN = CompilerSettings(level=8, release=False)
MODULE = Module(
    name="p:p",
    folder=".",
    has_code=True,
    encoding="UTF-8",
    sources=("src/main/java",),
    test_sources=("src/test/java",),
    resources=(),
    test_resources=(),
    main_output="target/classes",
    test_output="target/test-classes",
    main=replace(PLAIN, runs=(SourcePatterns(excludes=("**/gone/*.java",)),)),
    test=replace(PLAIN, runs=(SourcePatterns(includes=("**/*Test.java",)),)),
    tests=TestSettings(includes=("**/*Test.java",)),
)
PREPARED = PreparedBase(
    commit="0" * 40,
    folder=Path("/prepared"),
    libraries=Path("/libraries"),
    jdk=Jdk(home=Path("/jdk"), version="17.0.1", feature=17),
    tool=InstalledTool(name=StrategyName.MAVEN, home=Path("/maven"), version="3.9.11"),
    modules=(MODULE,),
    launching=Launching(launcher=Launcher.JUNIT4),
)
