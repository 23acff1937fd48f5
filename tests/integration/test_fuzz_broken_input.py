"""Class files that are broken, missing, too new or doubled: the rest of the campaign goes on."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.support.warm_java import javac
from verifier.cli.main import main
from verifier.domain.behaviour import Behaviour
from verifier.fuzzing.engine import FuzzingEngine
from verifier.fuzzing.request import Campaign, FuzzingBudget, Versions
from verifier.sandbox.base import Sandbox
from verifier.tools.jdk import Jdk

pytestmark = [pytest.mark.slow]

LIBRARY = {f"q/{name}.java": f"package q; public class {name} {{ public int x = 4; }}" for name in (
    "Cut", "Gone", "Newer", "Whole",
)}  # fmt: skip
OLD = """package p;
public class Sum {
  public int fine(int a) { return a + 1; }
  public int whole(int a) { return a + new q.Whole().x; }
  public int cut(int a) { return a + new q.Cut().x; }
  public int newer(int a) { return a + new q.Newer().x; }
  public int gone(int a, q.Gone gone) { return a + 2; }
}
"""
NEW = OLD.replace("a + 1", "1 + a").replace("a + 2", "2 + a").replace("a + new", "-1 + a + 1 + new")


@dataclass(frozen=True, kw_only=True, slots=True)
class Toolset:
    """Where sources become class folders and campaigns run."""

    place: Path
    jdk: Jdk
    sandbox: Sandbox

    def compile(self, name: str, sources: Mapping[str, str], library: Path | None = None) -> Path:
        out = self.place / name
        out.mkdir()
        files = []
        for path, text in sources.items():
            file = self.place / f"source-{name}" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            files.append(file)
        class_path: list[str | Path] = [] if library is None else ["-cp", library]
        javac(self.jdk, "-g", "-nowarn", *class_path, "-d", out, *files)
        return out

    def fuzz(self, old: Path, new: Path, *class_path: Path) -> Behaviour:
        versions = Versions(old=old, new=new, class_path=class_path)
        budget = FuzzingBudget(executions=200, seconds=20)
        return FuzzingEngine(self.sandbox).run(
            Campaign(versions=versions, jdk=self.jdk, budget=budget)
        )


@pytest.fixture
def toolset(tmp_path: Path, jdk: Jdk, sandbox: Sandbox) -> Toolset:
    return Toolset(place=tmp_path, jdk=jdk, sandbox=sandbox)


def test_what_is_broken_on_the_class_path_is_named_and_the_rest_runs(toolset: Toolset) -> None:
    library = toolset.compile("library", LIBRARY)
    old = toolset.compile("old", {"p/Sum.java": OLD}, library)
    new = toolset.compile("new", {"p/Sum.java": NEW}, library)
    (library / "q/Gone.class").unlink()
    cut, newer = library / "q/Cut.class", library / "q/Newer.class"
    cut.write_bytes(cut.read_bytes()[:-20])
    content = newer.read_bytes()
    version = toolset.jdk.feature + 1
    newer.write_bytes(content[:6] + (44 + version).to_bytes(2, "big") + content[8:])
    jar = toolset.place / "broken.jar"
    jar.write_bytes(b"no zip")

    found = toolset.fuzz(old, new, jar, library)

    ran = {entry.entry.partition("(")[0]: entry.executions > 0 for entry in found.entries}
    assert found.verdict == "EQUIVALENT_UP_TO"
    assert ran == {
        "p.Sum#fine": True,
        "p.Sum#whole": True,
        "p.Sum#cut": False,
        "p.Sum#newer": False,
        "p.Sum#gone": False,
    }
    named = set(found.unsupported)
    assert {"q.Cut: not a whole class file", f"q.Newer: compiled for Java {version}"} < named
    assert "java.lang.NoClassDefFoundError: q/Gone" in named
    assert any(line.startswith(f"{jar}: ") for line in named)


def test_a_missing_superclass_is_named(toolset: Toolset) -> None:
    library = toolset.compile("library", LIBRARY)
    sources = {"p/Sum.java": OLD.replace("Sum {", "Sum extends q.Whole {")}
    other = {"p/Twin.java": "package p; public class Twin { static int f(int a) { return a; } }"}
    old = toolset.compile("old", sources | other, library)
    changed = {path: text.replace("return a", "return 0 + a") for path, text in other.items()}
    new = toolset.compile(
        "new", {"p/Sum.java": NEW.replace("Sum {", "Sum extends q.Whole {")} | changed, library
    )

    found = toolset.fuzz(old, new)

    ran = {entry.entry for entry in found.entries if entry.executions}
    assert ran == {"p.Twin#f(I)I"}
    assert "java.lang.NoClassDefFoundError: q/Whole" in found.unsupported


def test_of_a_jar_for_several_releases_the_jdks_own_is_taken(toolset: Toolset) -> None:
    plain = toolset.compile(
        "plain",
        {"q/Level.java": "package q; public class Level { public static int of() { return 8; } }"},
    )
    later = toolset.compile(
        "later",
        {"q/Level.java": "package q; public class Level { public static int of() { return 9; } }"},
    )
    jar = toolset.place / "several.jar"
    with ZipFile(jar, "w") as zipped:
        zipped.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nMulti-Release: true\n\n")
        zipped.write(plain / "q/Level.class", "q/Level.class")
        zipped.write(later / "q/Level.class", "META-INF/versions/9/q/Level.class")
        zipped.writestr("META-INF/versions/200/q/Level.class", b"for no JDK of today")
    old = toolset.compile(
        "old", {"p/A.java": "package p; public class A { public int f() { return 8; } }"}
    )
    new = toolset.compile(
        "new",
        {"p/A.java": "package p; public class A { public int f() { return q.Level.of(); } }"},
        plain,
    )

    found = toolset.fuzz(old, new, jar)

    several = toolset.jdk.feature >= 9
    assert found.verdict == ("NON_EQUIVALENT" if several else "EQUIVALENT_UP_TO")
    assert [witness.new for witness in found.witnesses] == ["returned 9"] * several


def test_a_module_and_names_that_differ_in_case_alone_are_no_hindrance(toolset: Toolset) -> None:
    sources = {
        "p/Case.java": "package p; public class Case { public int f(int a) { return a + 1; } }",
        "p/CASE.java": "package p; public class CASE { public int f(int a) { return a + 2; } }",
    }
    old = toolset.compile("old", sources)
    swapped = {path: text.replace("a + 2", "a + 3") for path, text in sources.items()}
    new = toolset.compile("new", swapped)
    for folder in (old, new):
        (folder / "module-info.class").write_bytes(b"\xca\xfe\xba\xbe\0\0\0\x35")

    found = toolset.fuzz(old, new)

    assert found.verdict == "NON_EQUIVALENT"
    assert found.witnesses[0].entry == "p.CASE#f(I)I"
    assert found.witnesses[0].test_class == "p.CASEBehaviourTest"


def test_a_broken_class_of_the_users_own_is_an_input_error(
    toolset: Toolset, capsys: pytest.CaptureFixture[str]
) -> None:
    old = toolset.compile("old", {"p/A.java": "package p; class A {}"})
    new = toolset.compile("new", {"p/A.java": "package p; class A {}"})
    broken = new / "p/A.class"
    broken.write_bytes(broken.read_bytes()[:50])
    words = ["--old", old, "--new", new, "--sandbox", "local", "--jdk", toolset.jdk.home]

    assert main(["fuzz", *map(str, words)]) == 4
    assert f"{broken} is not a whole class file" in " ".join(capsys.readouterr().err.split())
