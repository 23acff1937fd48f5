"""The options that make Maven leave out parts of a build."""

from dataclasses import replace

from tests.support.prepared_bases import MODULE, PREPARED
from verifier.builds.maven.words import LeftOut, selection
from verifier.sandbox.base import Mount

CORE = replace(MODULE, name="g:core", folder="core", tested=False)
APP = replace(MODULE, name="g:app", folder="app")


def see(mount: Mount) -> str:
    return f"/seen/{mount.name}"


def test_where_all_is_asked_for_nothing_is_left_out() -> None:
    found = LeftOut.of(PREPARED)

    assert (found.mounts, found.words(see)) == ((), ())


def test_tests_of_modules_that_are_only_needed_are_left_out() -> None:
    found = LeftOut.of(replace(PREPARED, modules=(CORE, APP), selected=("app",)))

    assert [mount.name for mount in found.mounts] == ["maven.jar"]
    assert found.words(see) == (
        "-Dmaven.ext.class.path=/seen/maven.jar",
        "-Drefverify.untested=g:core",
    )


def test_goals_are_left_out_by_the_same_extension() -> None:
    found = LeftOut.of(replace(PREPARED, goals_left_out=("g:docs:make@one", "g:docs:make@two")))

    assert found.words(see) == (
        "-Dmaven.ext.class.path=/seen/maven.jar",
        "-Drefverify.goalsLeftOut=g:docs:make@one,g:docs:make@two",
    )


def test_modules_are_named_from_where_the_build_stands() -> None:
    assert selection(("lib/app", "lib/core"), "lib") == ("-pl", "app,core", "-am")
    assert selection((), "lib") == ()
