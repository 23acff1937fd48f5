"""What is read of a class file, and that anything but a whole one is refused."""

from pathlib import Path

import pytest

from tests.support.class_files import class_file, constants
from verifier.errors import InputError
from verifier.tools.class_file import (
    MAGIC,
    ClassFile,
    References,
    read_class_file,
    read_names,
    references,
)

WHOLE = class_file("p/Outer$Inner", java=17)


def read(place: Path, content: bytes) -> ClassFile:
    file = place / "A.class"
    file.write_bytes(content)
    return read_class_file(file)


def test_a_whole_file_says_its_name_and_its_java(tmp_path: Path) -> None:
    assert read(tmp_path, WHOLE) == ClassFile(
        name="p.Outer$Inner", java=17, superclass="java.lang.Object", abstract=False
    )


def test_a_superclass_and_that_nothing_is_made_of_it_are_said(tmp_path: Path) -> None:
    found = read(tmp_path, class_file("p/A", superclass="p/Base", abstract=True))

    assert (found.superclass, found.abstract) == ("p.Base", True)


@pytest.mark.parametrize("content", [b"", b"garbage", b"PK\x03\x04"])
def test_what_does_not_begin_as_one_is_none(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(InputError, match=r"A\.class is not a class file"):
        read(tmp_path, content)


def test_a_file_that_was_cut_off_anywhere_is_not_whole(tmp_path: Path) -> None:
    for length in range(4, len(WHOLE)):
        with pytest.raises(InputError, match=r"A\.class is not a whole class file"):
            read(tmp_path, WHOLE[:length])


def test_a_file_with_something_behind_it_is_not_whole(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a whole class file"):
        read(tmp_path, WHOLE + b"\0")


def test_the_classes_of_constants_and_of_descriptors_are_named() -> None:
    text = b"(IJLp/A;[[Lp/B$In;)Lq/C;"
    content = MAGIC + b"\0\0\0\x34\0\x03\x01\0\x03p/D\x01" + len(text).to_bytes(2) + text

    assert {"p/A", "p/B$In", "q/C", "p/D"} <= read_names(content)
    assert read_names(content[:-1]) | read_names(b"p/A") == frozenset()
    assert "p/Outer$Inner" in read_names(WHOLE)


def test_types_and_methods_that_constants_refer_to_and_whether_there_is_more() -> None:
    texts = ("([Lp/A;Z)Lp/B$In;", "no/Descriptor", "[[J")
    made = class_file("p/C", constants=constants(*texts, calls=("p/D.run", "[Lp/E;.clone")))

    found = references(made)

    assert found == References(
        types=frozenset({"java/lang/Object", "p/A", "p/B$In", "p/C", "p/D", "p/E"}),
        methods=frozenset({("p/D", "run"), ("[Lp/E;", "clone")}),
        others=False,
    )
    assert references(made[:-1]) is None
    field = references(class_file("p/C", constants=constants(fields=("p/D.count",))))
    assert field is not None
    assert field.others


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read .*B\.class: No such file"):
        read_class_file(tmp_path / "B.class")
