"""Class files of javac are compared in the analysis JVM."""

import struct
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.class_files import class_file
from tests.support.warm_java import javac
from verifier.analysis.pool import AnalysisPool
from verifier.domain.references import ReferenceFinding, ReferenceKind, ReferenceRequest
from verifier.errors import AnalysisError
from verifier.tools.jdk import Jdk

A, B, T = "p/A.java", "p/B.java", "p/T.java"
OLD = {
    A: "package p;\npublic class A { int f() { return 1; } }\n",
    B: "package p;\npublic class B {}\n",
    T: "package p;\nclass T extends B { boolean t() { return java.util.Objects.isNull(null); } }\n",
}


def compile_sources(jdk: Jdk, folder: Path, sources: Mapping[str, str]) -> Path:
    """The classes of T are those of tests."""
    texts = folder / "texts"
    for path, text in sources.items():
        (texts / path).parent.mkdir(parents=True, exist_ok=True)
        (texts / path).write_text(text, encoding="utf-8")
    main, test = folder / "main", folder / "test"
    main_sources = [texts / path for path in sources if path != T]
    javac(jdk, "-g", "-d", main, *main_sources)
    javac(jdk, "-g", "-cp", main, "-d", test, texts / T)
    return folder


def compare_references(
    analysis: AnalysisPool,
    jdk: Jdk,
    folder: Path,
    now: Mapping[str, str],
    edited: frozenset[str] = frozenset(),
) -> tuple[ReferenceFinding, ...]:
    before = compile_sources(jdk, folder / "old", OLD)
    after = compile_sources(jdk, folder / "new", {**OLD, **now})
    request = ReferenceRequest(before=before, changed=after, java_home=jdk.home, edited=edited)
    return analysis.compare_references(request)


def test_the_same_class_files_differ_in_nothing(
    analysis: AnalysisPool, jdk: Jdk, tmp_path: Path
) -> None:
    assert compare_references(analysis, jdk, tmp_path, {}) == ()


def test_what_is_refused_comes_first_and_has_its_place(
    analysis: AnalysisPool, jdk: Jdk, tmp_path: Path
) -> None:
    body = 'Math.abs(1);\n  System.getenv("x");\n  return 1;'
    found = compare_references(analysis, jdk, tmp_path, {A: OLD[A].replace("return 1;", body)})

    assert found[0] == ReferenceFinding(
        kind=ReferenceKind.REFERENCE,
        group="system",
        what="java.lang.System.getenv(java.lang.String)",
        class_name="p.A",
        method="f",
        source="p/A.java",
        line=3,
    )
    assert [(each.group, each.what) for each in found[1:]] == [
        ("", "java.lang.Math"),
        ("", "java.lang.Math.abs(int)"),
        ("", "java.lang.System"),
        ("", "java.lang.String"),
    ]


def test_a_test_that_is_bound_anew_is_found_unless_it_may_change(
    analysis: AnalysisPool, jdk: Jdk, tmp_path: Path
) -> None:
    nested = "public class B { static class java { static class util { static class Objects {"
    now = {
        B: f"package p;\n{nested} static boolean isNull(Object o) {{ return true; }} }} }} }} }}"
    }

    (found,) = [f for f in compare_references(analysis, jdk, tmp_path / "1", now) if f.is_refused]
    assert found.kind is ReferenceKind.BINDING
    assert found.what == (
        "java.util.Objects.isNull(java.lang.Object) was meant,"
        " now p.B$java$util$Objects.isNull(java.lang.Object)"
    )
    edited = frozenset({"src/test/java/p/T.java"})
    assert not any(
        f.is_refused for f in compare_references(analysis, jdk, tmp_path / "2", now, edited=edited)
    )


def test_a_name_with_half_a_character_is_refused_and_the_worker_lives(
    analysis: AnalysisPool, tmp_path: Path
) -> None:
    for side in ("old/main/p", "old/test", "new/main/p", "new/test"):
        (tmp_path / side).mkdir(parents=True)
    # One field, whose descriptor is the text of the pool's last constant.
    field = struct.pack(">HHHHHHH", 1, 0, 1, 5, 0, 0, 0)
    plain = class_file("p/A", mentions="XXX")[:-6] + field
    (tmp_path / "old/main/p/A.class").write_bytes(class_file("p/A"))
    (tmp_path / "new/main/p/A.class").write_bytes(plain.replace(b"XXX", b"\xed\xa0\x80"))
    request = ReferenceRequest(before=tmp_path / "old", changed=tmp_path / "new")
    analysis.versions()
    workers = analysis.pids

    with pytest.raises(AnalysisError, match="half a character"):
        analysis.compare_references(request)
    assert analysis.pids == workers


def test_changed_methods_are_named_by_class_and_descriptor(
    analysis: AnalysisPool, jdk: Jdk, tmp_path: Path
) -> None:
    now = {A: OLD[A].replace("return 1;", "return 2;")}
    before = compile_sources(jdk, tmp_path / "old", OLD) / "main/p"
    after = compile_sources(jdk, tmp_path / "new", {**OLD, **now}) / "main/p"
    found = analysis.changed_methods(
        {
            "p/A.class": ((before / "A.class").read_bytes(), (after / "A.class").read_bytes()),
            "p/B.class": ((before / "B.class").read_bytes(), None),
            "p/odd/C.class": (b"text", b"\xca\xfe\xba\xbe"),
        }
    )

    assert found == {"p.A#f()I", "p.B#", "p.odd.C#"}
