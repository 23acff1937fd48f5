"""Class paths as Maven's dependency plugin writes them; a module's entry is its output."""

from dataclasses import replace

import pytest

from tests.support.prepared_bases import MODULE
from verifier.builds.described.module import MAIN, TEST, Dependency, Module
from verifier.builds.maven.class_path import Reactor, read_class_path, with_class_path


def module(folder: str, repacked: str = "") -> Module:
    return replace(
        MODULE,
        folder=folder,
        main_output=f"{folder}/target/classes",
        test_output=f"{folder}/target/test-classes",
        repacked=repacked,
    )


JUNIT = "/store/junit/junit/4.13.2/junit-4.13.2.jar"
LIST = f"""
The following files have been resolved:
   g:core:jar:1:compile:/tree/core/target/core-1.jar
   g:core:test-jar:tests:1:test:/tree/core/target/core-1-tests.jar
   g:core:jar:all:1:compile:/tree/core/target/core-1-all.jar
   g:core:jar:2:compile:/tree/core/target/classes
   g:core:test-jar:tests:2:test:/tree/core/target/test-classes
   junit:junit:jar:4.13.2:test:{JUNIT} -- module junit [auto]
"""
JUNIT_JAR = Dependency(
    path="junit/junit/4.13.2/junit-4.13.2.jar", name="junit:junit", version="4.13.2", main=False
)


def read(*entries: str, core: Module | None = None) -> Module:
    modules = (core or module("core"), module("app"))
    reactor = Reactor(modules=modules, tree="/tree", repository="/store")
    return with_class_path(module("app"), ":".join(entries), LIST, reactor)


@pytest.mark.parametrize("made", ["core-1.jar", "classes"])
def test_a_module_s_jar_and_its_folder_are_its_main_classes(made: str) -> None:
    found = read(f"/tree/core/target/{made}", JUNIT)

    core = Dependency(path="", name="g:core", version="", main=True, module="core", of=MAIN)
    assert found.class_path.jars == (core, JUNIT_JAR)
    assert found.unsupported == ()


@pytest.mark.parametrize("made", ["core-1-tests.jar", "test-classes"])
def test_its_test_jar_are_its_test_classes(made: str) -> None:
    tests = Dependency(path="", name="g:core", version="", main=False, module="core", of=TEST)
    assert read(f"/tree/core/target/{made}").class_path.jars == (tests,)


def test_whatever_else_a_module_packs_is_refused() -> None:
    found = read("/tree/core/target/core-1-all.jar")

    assert found.unsupported == ("it needs core-1-all.jar of core, which is not its classes",)


def test_a_jar_that_is_made_anew_after_it_was_packed_is_refused() -> None:
    found = read("/tree/core/target/core-1.jar", core=module("core", "maven-shade-plugin"))

    assert found.unsupported == ("it needs core, whose jar maven-shade-plugin makes",)


def test_of_one_module_the_path_is_relative_to_the_store() -> None:
    assert read_class_path(JUNIT, LIST, "/store").jars == (JUNIT_JAR,)
