"""What a candidate changed, by method: instructions count, lines and names of variables do not."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.warm_java import javac
from verifier.builds.direct.changed_methods import find_changed_methods
from verifier.tools.jdk import find_jdks

BASE = """package p;
public class A {
  int twice(int value) { return value * 2; }
  int thrice(int value) { return value * 3; }
}
class B extends Object { int b() { return 1; } }
"""


def compile_text(folder: Path, text: str) -> Mapping[str, bytes]:
    folder.mkdir()
    (folder / "A.java").write_text(text)
    words = ("-g", "--release", "17", "-d", str(folder), str(folder / "A.java"))
    javac(find_jdks()[0], *words)
    return {f"p/{path.name}": path.read_bytes() for path in (folder / "p").glob("*.class")}


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    return compile_text(tmp_path_factory.mktemp("before") / "base", BASE)


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        pytest.param("value * 2", "value + value", {"p.A#twice(I)I"}, id="instructions"),
        pytest.param("int value) { return value * 2", "int v) { return v * 2", set(), id="a name"),
        pytest.param("package p;", "package p;\n\n", set(), id="lines"),
        pytest.param("twice", "doubled", {"p.A#twice(I)I"}, id="gone"),
        pytest.param("int thrice", "int more() { return 0; } int thrice", set(), id="one more"),
        pytest.param("int twice", "int field; int twice", {"p.A#"}, id="a field"),
        pytest.param("extends Object", "extends A", {"p.B#"}, id="a supertype"),
        pytest.param("class B", "class C", {"p.B#"}, id="a class is gone"),
    ],
)
def test_a_change_is_told_by_the_methods_of_the_base(
    before: Mapping[str, bytes], tmp_path: Path, *, old: str, new: str, changed: set[str]
) -> None:
    after = compile_text(tmp_path / "after", BASE.replace(old, new))

    assert find_changed_methods(before, after) == changed


def test_a_file_that_is_not_understood_stands_for_all_of_its_methods() -> None:
    assert find_changed_methods({"p/A.class": b"?"}, {"p/A.class": b"!"}) == {"p.A#"}
    assert find_changed_methods({"p/A.class": b"?", "p/a.txt": b"1"}, {"p/A.class": b"?"}) == set()
