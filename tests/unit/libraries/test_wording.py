"""The line on a class path."""

from verifier.domain.libraries import FoundLibrary, LibraryRecord, MissingLibrary, NameShare, Origin
from verifier.libraries.wording import class_path_note

FOUND = tuple(
    FoundLibrary(coordinates=f"g:{name}:1", origin=origin)
    for name, origin in (("a", Origin.LOCAL), ("b", Origin.GRADLE), ("c", Origin.LOCAL))
)
JAR = MissingLibrary(coordinates="a:jar:1", why="jar of the class path")
PARENT = MissingLibrary(coordinates="z:parent:pom:1", why="parent or list of versions")


def test_all_is_there() -> None:
    record = LibraryRecord(found=FOUND, names=NameShare(asked=2000, unresolved=1))

    assert class_path_note(record) == (
        "class path: 2 jars (local Maven repository), 1 jar (Gradle cache); 99.9 % of names resolve"
    )


def test_a_missing_parent_is_named_first() -> None:
    assert class_path_note(LibraryRecord(missing=(JAR, PARENT))) == (
        "class path: no jar found; missing: z:parent:pom:1, a:jar:1; --fetch downloads what is missing"
    )


def test_only_the_first_missing_ones_are_named() -> None:
    note = class_path_note(LibraryRecord(found=FOUND, missing=(JAR,) * 7))

    assert note.count("a:jar:1") == 5
    assert "and 2 more" in note
