"""A digest of what a class does: what only debuggers read is set aside, all else counts."""

import subprocess
from collections.abc import Mapping

import pytest

from tests.support.short_lived import JAVAC_OPTIONS
from verifier.builds.direct.code_digest import method_digests

BASE = """package p;
import java.util.function.*;
public class C {
  static final long BIG = 12345678901L;
  @Deprecated int twice(int value) {
    int result = value * 2;
    Supplier<String> text = () -> "v" + value;
    switch (result) { case 1: return 7; case 2: return 8; case 9: return 9; default: break; }
    switch (text.get()) { case "a": return 1; default: }
    try { return Integer.parseInt(text.get()); } catch (NumberFormatException e) { return result; }
  }
  class Inner { Object all = new int[2][3]; }
}
"""
SAME = {
    "the name of a local variable": BASE.replace("result", "outcome"),
    "lines": BASE.replace("{", "\n{\n"),
    "a comment in lines of its own": BASE.replace("int twice", "/**\n * Twice.\n */\nint twice"),
}
OTHER = {
    "a number": BASE.replace("* 2", "* 3"),
    "a constant": BASE.replace("12345678901L", "12345678902L"),
    "an operator": BASE.replace("* 2", "+ 2"),
    "what is called": BASE.replace("parseInt", "parseUnsignedInt"),
    "what is caught": BASE.replace("NumberFormatException", "IllegalArgumentException"),
    "a case": BASE.replace("case 9", "case 10"),
    "a modifier": BASE.replace("int twice", "synchronized int twice"),
    "the name of a method": BASE.replace("twice", "thrice"),
    "an annotation": BASE.replace("@Deprecated", '@Deprecated(since = "1")'),
    "a member": BASE.replace("class Inner", "int more; class Inner"),
}  # fmt: skip


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """All texts compiled at once, each in a package of its own that is then called like the base's."""
    folder = tmp_path_factory.mktemp("classes")
    texts = {"base": BASE, **SAME, **OTHER}
    for number, text in enumerate(texts.values()):
        (folder / f"{number}").mkdir()
        (folder / f"{number}/C.java").write_text(
            text.replace("package p;", f"package p{number:02};")
        )
    files = map(str, sorted(folder.rglob("C.java")))
    words = ("-g", "--release", "17", "-d", str(folder), *files)
    subprocess.run(["javac", *JAVAC_OPTIONS, *words], check=True)
    return {
        name: (folder / f"p{number:02}/C.class").read_bytes().replace(b"p%02d/" % number, b"p00/")
        for number, name in enumerate(texts)
    }


@pytest.mark.parametrize("name", SAME)
def test_what_only_debuggers_read_is_set_aside(name: str, classes: Mapping[str, bytes]) -> None:
    assert classes[name] != classes["base"]
    assert method_digests(classes[name]) == method_digests(classes["base"]) is not None


@pytest.mark.parametrize("name", OTHER)
def test_all_else_counts(name: str, classes: Mapping[str, bytes]) -> None:
    found = method_digests(classes[name])

    assert found is not None
    assert found != method_digests(classes["base"])


def test_what_is_not_understood_has_no_digest(classes: Mapping[str, bytes]) -> None:
    base = classes["base"]

    assert method_digests(base[:-1]) is None
    assert method_digests(base + b"x") is None
    assert method_digests(b"text") is None
    assert method_digests(base.replace(b"\x00\x0aDeprecated", b"\x00\x0aUnderstood")) is None
