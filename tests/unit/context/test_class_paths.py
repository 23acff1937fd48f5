"""What is around a base: the jars of its preparation, as far as they are there."""

from dataclasses import replace
from pathlib import Path

from tests.support.instances import make_mined
from tests.support.prepared_bases import MODULE, PREPARED
from tests.support.repository import Repository as History
from verifier.builds.described.module import ClassPath, Dependency
from verifier.builds.options import BuildOptions
from verifier.context.class_paths import Around, ClassPaths, around_of
from verifier.domain.declared import declaration
from verifier.tools.git.repository import Repository


def dependency(path: str) -> Dependency:
    return Dependency(name=f"g:{path}", version="1", path=path, main=True)


def test_the_jars_of_all_modules_count_once_and_only_those_that_are_there(tmp_path: Path) -> None:
    for name in ("a.jar", "b.jar"):
        (tmp_path / name).touch()
    one = replace(MODULE, class_path=ClassPath(jars=(dependency("a.jar"), dependency("gone.jar"))))
    two = replace(MODULE, class_path=ClassPath(jars=(dependency("a.jar"), dependency("b.jar"))))
    base = replace(PREPARED, libraries=tmp_path, modules=(one, two))

    assert around_of(base) == Around(
        entries=(tmp_path / "a.jar", tmp_path / "b.jar"),
        java_home=Path("/jdk"),
        names=("JDK 17.0.1", "a.jar", "b.jar"),
    )


def test_a_preparation_without_jars_gives_its_jdk_and_no_class_path() -> None:
    found = around_of(PREPARED)

    assert (found.entries, found.java_home) == (None, Path("/jdk"))


def test_an_entry_that_was_given_is_known_by_what_it_holds(tmp_path: Path) -> None:
    jar, folder = tmp_path / "a.jar", tmp_path / "classes"
    jar.write_bytes(b"one")
    (folder / "p").mkdir(parents=True)
    (folder / "p" / "A.class").write_bytes(b"one")

    def names() -> tuple[str, ...]:
        paths = ClassPaths(options=BuildOptions(cache=tmp_path), given=(jar, folder))
        with Repository.open(history.path) as repository:
            return paths.of(repository, make_mined()).names

    history = History.create(tmp_path / "r")
    first = names()
    (folder / "p" / "A.class").write_bytes(b"two")
    second = names()
    jar.write_bytes(b"two")

    assert [name.split()[0] for name in first] == ["a.jar", "classes"]
    assert (second[0] == first[0], second[1] == first[1]) == (True, False)
    assert names()[0] != first[0]


def test_where_the_jars_are_kept_decides_nothing(tmp_path: Path) -> None:
    here, there = (
        Around(entries=(folder / "a.jar",), names=("a.jar",)) for folder in (tmp_path, Path("/x"))
    )

    assert declaration(here) == declaration(there)
