"""Two folders become a request: of sources, or of class files."""

from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.proof_requests import changed_in
from tests.support.repository import Repository as Subject
from verifier.domain.proof_request import ClassVersion, FolderSources, SourceVersion
from verifier.errors import InputError
from verifier.proving.versions import CompileEnvironment, between_folders, between_revisions


def folder(root: Path, files: dict[str, bytes]) -> Path:
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    return root


def test_folders_with_sources_are_compared_as_sources(tmp_path: Path) -> None:
    old = folder(tmp_path / "old", {"p/A.java": b"1", "p/B.class": b"1"})
    new = folder(tmp_path / "new", {"p/A.java": b"2"})
    around = CompileEnvironment(class_path=(Path("lib.jar"),), java_home=Path("/jdk"))

    request = between_folders(old, new, around)

    assert request.before == SourceVersion(root=FolderSources(folder=old))
    assert changed_in(request).sources == {"p/A.java"}
    assert (request.class_path, request.java_home) == ((Path("lib.jar"),), Path("/jdk"))


def test_folders_of_class_files_are_compared_as_such_and_resources_beside_them(
    tmp_path: Path,
) -> None:
    old = folder(tmp_path / "old", {"p/A.class": b"1", "a.txt": b"1"})
    new = folder(tmp_path / "new", {"p/A.class": b"2", "a.txt": b"2"})

    request = between_folders(old, new, CompileEnvironment())

    assert request.after == ClassVersion(folders=(new,))
    assert changed_in(request).sources == frozenset()
    assert set(changed_in(request).other_after) == {"a.txt"}


def test_folders_without_code_are_refused(tmp_path: Path) -> None:
    empty = folder(tmp_path / "old", {"a.txt": b""})

    with pytest.raises(InputError, match=r"neither \.java nor \.class"):
        between_folders(empty, empty, CompileEnvironment())


def test_each_side_is_read_in_its_own_encoding(tmp_path: Path) -> None:
    old = folder(tmp_path / "old", {"A.java": b"\x83\x5c", "B.java": b"class B {}"})
    new = folder(tmp_path / "new", {"A.java": "\u30bd\u30bd".encode()})
    is_old = frozenset({"A.java", "B.java"})
    around = CompileEnvironment(
        encoding_of=lambda tree, _: "SJIS" if tree.paths() == is_old else "UTF-8"
    )

    request = between_folders(old, new, around)

    changes = {"A.java": "\u30bd", "B.java": "class B {}"}
    assert request.before == SourceVersion(root=FolderSources(folder=old), changes=changes)
    assert request.after == SourceVersion(root=FolderSources(folder=new))


def test_an_unchanged_source_is_read_in_its_encoding_where_that_reads_another_text(
    tmp_path: Path,
) -> None:
    name = "\u0438\u043c\u044f"
    files = {"A.java": b"1", "p/U.java": name.encode("cp1251"), "p/V.java": b"class V {}"}
    old = folder(tmp_path / "old", files)
    new = folder(tmp_path / "new", {**files, "A.java": b"2"})
    for side in (old, new):
        (side / "p" / "L.java").symlink_to("U.java")
    around = CompileEnvironment(encoding_of=lambda _, path: "windows-1251" if "/" in path else "")

    request = between_folders(old, new, around)

    assert request.before == SourceVersion(
        root=FolderSources(folder=old), changes={"p/U.java": name}
    )
    assert request.after == SourceVersion(
        root=FolderSources(folder=new), changes={"p/U.java": name}
    )
    assert between_folders(old, old, around).before == SourceVersion(root=FolderSources(folder=old))


def test_one_letter_in_two_spellings_is_no_text_alone(tmp_path: Path) -> None:
    latin, utf_8 = b'class A { String s = "\xe9"; }', 'class A { String s = "\xe9"; }'.encode()
    old = folder(tmp_path / "old", {"A.java": latin, "B.java": b"class B {}"})
    new = folder(tmp_path / "new", {"A.java": utf_8, "B.java": b"class B { }"})

    changed = changed_in(between_folders(old, new, CompileEnvironment()))

    assert changed.sources == {"A.java", "B.java"}
    assert set(changed.other_before) == {"A.java"} == set(changed.other_after)


def test_sources_in_one_encoding_are_compared_as_code_alone(tmp_path: Path) -> None:
    old = folder(tmp_path / "old", {"A.java": b"// \xe9", "B.java": b"// \xe4 \xf6"})
    new = folder(tmp_path / "new", {"A.java": b"// \xe9\xe9", "B.java": b"// \xf6"})

    assert changed_in(between_folders(old, new, CompileEnvironment())).other_after == {}


@pytest.mark.parametrize(
    "attributes",
    [b"# ident\n*.java text ident\n", b"C#/*.java ident\nA.java ident\n", b"*#*.java ident"],
)
def test_a_source_into_which_git_writes_its_hash_is_no_text_alone(
    tmp_path: Path, attributes: bytes
) -> None:
    source = b'class A { String id() { return "$Id$"; } }'
    files = {".gitattributes": attributes, "A.java": source, "B.java": b"B"}
    old = folder(tmp_path / "old", files)
    new = folder(tmp_path / "new", {**files, "A.java": source + b" ", "B.java": b"C"})

    changed = changed_in(between_folders(old, new, CompileEnvironment()))

    assert changed.sources == {"A.java", "B.java"}
    assert set(changed.other_before) == {"A.java"} == set(changed.other_after)


@pytest.mark.parametrize("attributes", [b"# *.java ident\n", b"*.java -ident\n", b"ident text\n"])
def test_without_the_attribute_git_writes_nothing_into_a_source(
    tmp_path: Path, attributes: bytes
) -> None:
    files = {".gitattributes": attributes, "A.java": b'class A { String s = "$Id$"; }'}
    old = folder(tmp_path / "old", files)
    new = folder(tmp_path / "new", {**files, "A.java": b'class A { String s = "$Id$";  }'})

    assert changed_in(between_folders(old, new, CompileEnvironment())).other_after == {}


def test_a_link_that_leads_elsewhere_is_left_over_and_one_that_does_not_is_none(
    tmp_path: Path,
) -> None:
    sides = [folder(tmp_path / side, {"in/A.java": b"class A {}"}) for side in ("old", "new")]
    for side in sides:
        (side / "lib").symlink_to("../shared")
        (side / "same").symlink_to("in")
        (side / "jdk").symlink_to("/nowhere")
    moved = tmp_path / "elsewhere"
    sides[1] = sides[1].rename(folder(moved, {"x": b""}) / "new")

    changed = changed_in(between_folders(sides[0], sides[1], CompileEnvironment()))

    assert set(changed.other_before) == set(changed.other_after) == {"lib"}
    assert changed.other_before["lib"] != changed.other_after["lib"]


def test_a_link_that_only_compilers_read_is_left_over_where_anything_changed(
    tmp_path: Path,
) -> None:
    files = {"in/A.java": b"class A {}", "B.txt": b"class B {}", "C.java": b"1"}
    sides = [folder(tmp_path / side, files) for side in ("old", "new")]
    for side in sides:
        (side / "A.java").symlink_to("in/A.java")
        (side / "in" / "B.java").symlink_to("../B.txt")

    old, new = sides
    assert changed_in(between_folders(old, new, CompileEnvironment())).sources == frozenset()
    (new / "C.java").write_bytes(b"2")
    assert changed_in(between_folders(old, new, CompileEnvironment())).sources == {
        "C.java",
        "in/B.java",
    }


def test_a_file_that_becomes_a_link_of_the_same_text_is_left_over(tmp_path: Path) -> None:
    old = folder(tmp_path / "old", {"A.java": b"class A {}", "x.txt": b"y.txt"})
    new = folder(tmp_path / "new", {"A.java": b"class A {}"})
    (new / "x.txt").symlink_to("y.txt")

    changed = changed_in(between_folders(old, new, CompileEnvironment()))

    assert changed is not None
    assert changed.other_before["x.txt"] != changed.other_after["x.txt"]


@pytest.fixture
def subject(make_repository: MakeRepository) -> Subject:
    repository = make_repository("subject")
    repository.commit({"A.java": "class A {}"}, "one")
    return repository


def test_another_commit_of_a_submodule_is_left_over(subject: Subject) -> None:
    commits = [subject.git("rev-parse", "HEAD"), "1" * 40]
    for commit in commits:
        subject.git("update-index", "--add", "--cacheinfo", f"160000,{commit},sub")
        subject.git("commit", "-qm", f"submodule at {commit}")

    with between_revisions(subject.path, "HEAD~1", "HEAD", CompileEnvironment()) as request:
        assert request.changed is not None
        assert request.changed.other_before == {"sub": f"160000 {commits[0]}"}
        assert request.changed.other_after == {"sub": f"160000 {commits[1]}"}
