"""Two folders become a request: of sources, or of class files."""

from pathlib import Path

import pytest

from verifier.domain.proof_request import ClassVersion, FolderSources, SourceVersion
from verifier.errors import InputError
from verifier.proving.versions import Surroundings, between_folders


def folder(root: Path, files: dict[str, bytes]) -> Path:
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    return root


def test_folders_with_sources_are_compared_as_sources(tmp_path: Path) -> None:
    old = folder(tmp_path / "old", {"p/A.java": b"1", "p/B.class": b"1"})
    new = folder(tmp_path / "new", {"p/A.java": b"2"})
    around = Surroundings(class_path=(Path("lib.jar"),), java_home=Path("/jdk"))

    request = between_folders(old, new, around)

    assert request.before == SourceVersion(root=FolderSources(folder=old))
    assert request.changed.sources == {"p/A.java"}
    assert (request.class_path, request.java_home) == ((Path("lib.jar"),), Path("/jdk"))


def test_folders_of_class_files_are_compared_as_such_and_resources_beside_them(
    tmp_path: Path,
) -> None:
    old = folder(tmp_path / "old", {"p/A.class": b"1", "a.txt": b"1"})
    new = folder(tmp_path / "new", {"p/A.class": b"2", "a.txt": b"2"})

    request = between_folders(old, new, Surroundings())

    assert request.after == ClassVersion(folders=(new,))
    assert request.changed.sources == frozenset()
    assert set(request.changed.other_after) == {"a.txt"}


def test_folders_without_code_are_refused(tmp_path: Path) -> None:
    empty = folder(tmp_path / "old", {"a.txt": b""})

    with pytest.raises(InputError, match=r"neither \.java nor \.class"):
        between_folders(empty, empty, Surroundings())


def test_each_side_is_read_in_its_own_encoding(tmp_path: Path) -> None:
    old = folder(tmp_path / "old", {"A.java": b"\x83\x5c", "B.java": b"class B {}"})
    new = folder(tmp_path / "new", {"A.java": "\u30bd\u30bd".encode()})
    is_old = frozenset({"A.java", "B.java"})
    around = Surroundings(encoding_of=lambda tree, _: "SJIS" if tree.paths() == is_old else "UTF-8")

    request = between_folders(old, new, around)

    changes = {"A.java": "\u30bd", "B.java": "class B {}"}
    assert request.before == SourceVersion(root=FolderSources(folder=old), changes=changes)
    assert request.after == SourceVersion(root=FolderSources(folder=new))


def test_one_letter_in_two_spellings_is_no_text_alone(tmp_path: Path) -> None:
    latin, utf_8 = b'class A { String s = "\xe9"; }', 'class A { String s = "\xe9"; }'.encode()
    old = folder(tmp_path / "old", {"A.java": latin, "B.java": b"class B {}"})
    new = folder(tmp_path / "new", {"A.java": utf_8, "B.java": b"class B { }"})

    changed = between_folders(old, new, Surroundings()).changed

    assert changed.sources == {"A.java", "B.java"}
    assert set(changed.other_before) == {"A.java"} == set(changed.other_after)


def test_sources_in_one_encoding_are_compared_as_code_alone(tmp_path: Path) -> None:
    old = folder(tmp_path / "old", {"A.java": b"// \xe9", "B.java": b"// \xe4 \xf6"})
    new = folder(tmp_path / "new", {"A.java": b"// \xe9\xe9", "B.java": b"// \xf6"})

    assert between_folders(old, new, Surroundings()).changed.other_after == {}
