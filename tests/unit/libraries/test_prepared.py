"""Which libraries of a prepared base count, where its modules have different ones."""

from verifier.builds.described.module import ClassPath, Dependency
from verifier.libraries.prepared import several_versions


def path(*jars: str) -> ClassPath:
    return ClassPath(
        jars=tuple(
            Dependency(
                path=jar, name=jar.partition(" ")[0], version=jar.partition(" ")[2], main=True
            )
            for jar in jars
        )
    )


def test_a_library_that_modules_have_in_several_versions_is_named() -> None:
    assert several_versions([path("g:a 1", "g:b 1"), path("g:b 2", "g:a 1")]) == ["g:b"]


def test_one_version_for_all_modules_is_no_problem() -> None:
    assert several_versions([path("g:a 1"), path("g:a 1", "g:b 2")]) == []
