"""What is compiled again after a change: never too little."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.support import maven_subject
from verifier.builds.described.compilation import Compilation
from verifier.builds.described.module import MAIN, TEST
from verifier.builds.described.overlay import Overlay
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import BuildRequest
from verifier.builds.direct.base_classes import BaseClasses, base_classes
from verifier.builds.direct.compiling import Compiler
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.builds.preparing.preparation import prepare
from verifier.sandbox.base import JobLimits, Sandbox

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

HERE = "src/main/java/p"
PAIR = """package p;
public class Pair {
  public static final int MAX = 3;
  private int secret = 1;
  int shared() { return secret; }
  public Runnable task() { return new Runnable() { public void run() { secret++; } }; }
  @Deprecated public static class Inner { }
}
"""
USER = "package p;\npublic class User { int max() { return Pair.MAX + new Pair().shared(); } }\n"
TWO = "package p;\nclass Two { }\nclass Second { }\n"
THIRD = "package p;\nclass Third { Second second; }\n"
FILES = {
    "pom.xml": maven_subject.JUNIT4,
    f"{HERE}/Pair.java": PAIR,
    f"{HERE}/User.java": USER,
    f"{HERE}/Two.java": TWO,
    f"{HERE}/Third.java": THIRD,
    f"{HERE}/q/Q.java": "package p.q;\nclass Q { }\n",
    "src/test/java/p/UserTest.java": (
        "package p;\nimport org.junit.*;\n"
        "public class UserTest { @Test public void max() { new User().max(); } }\n"
    ),
}
ALL = {
    "p/Pair.class",
    "p/Pair$1.class",
    "p/Pair$Inner.class",
    "p/User.class",
    "p/Two.class",
    "p/Second.class",
    "p/Third.class",
    "p/q/Q.class",
}


@pytest.fixture(scope="module")
def prepared(
    tmp_path_factory: pytest.TempPathFactory, sandbox: Sandbox, shared_cache: Path
) -> Iterator[PreparedBase]:
    folder = tmp_path_factory.mktemp("compiling")
    with maven_subject.commit(folder, FILES) as repository:
        options = BuildOptions(strategy=StrategyChoice.DIRECT, cache=shared_cache)
        yield prepare(repository, repository.resolve("HEAD"), options, sandbox)


def compile_(
    prepared: PreparedBase,
    sandbox: Sandbox,
    files: Mapping[str, bytes | None],
    base: BaseClasses | None = None,
) -> Compilation:
    folder = base.folder if base is not None else None
    compiler = Compiler(prepared, sandbox, processing=False, compiled=folder)
    return compiler.compile(BuildRequest(overlay=Overlay(files=files), limits=JobLimits()))


@pytest.fixture(scope="module")
def base(prepared: PreparedBase, sandbox: Sandbox) -> BaseClasses:
    return base_classes(prepared, lambda: compile_(prepared, sandbox, {}))


def change_file(old: str, new: str, path: str = f"{HERE}/Pair.java") -> dict[str, bytes | None]:
    text = FILES[path]
    assert old in text
    return {path: text.replace(old, new).encode()}


IN_PART = {
    "a method's body": change_file("return secret;", "return secret + 1;"),
    "a private field": change_file("private int secret = 1;", "private int secret = 1, other;"),
    "an anonymous class more": change_file(
        "return new Runnable() {", "new Object() { }; return new Runnable() {"
    ),
}
TOLD = {
    "a method's visibility": (
        change_file("int shared()", "public int shared()"),
        {"p/Pair", "p/User"},
    ),
    "a method's exceptions": (
        change_file("task() {", "task() throws IllegalStateException {"),
        {"p/Pair"},
    ),
    "a method that a test knows": (
        change_file("int max() {", "public int max() {", f"{HERE}/User.java"),
        {"p/User", "p/UserTest"},
    ),
}
WHOLLY: Mapping[str, Mapping[str, bytes | None]] = {
    "a constant": change_file("MAX = 3", "MAX = 4"),
    "an annotation": change_file("@Deprecated ", ""),
    "a nested class that is gone": change_file("@Deprecated public static class Inner { }", ""),
    "a new source": {f"{HERE}/New.java": b"package p;\nclass New { }\n"},
    "a superclass": change_file("class Pair {", "class Pair extends Thread {"),
}


def test_the_bases_classes_are_all_kept(base: BaseClasses) -> None:
    assert set(base.classes[MAIN]) == ALL
    assert set(base.classes[TEST]) == {"p/UserTest.class"}


@pytest.mark.parametrize("what", IN_PART)
def test_a_change_that_others_cannot_see_compiles_one_source(
    prepared: PreparedBase, sandbox: Sandbox, base: BaseClasses, what: str
) -> None:
    found = compile_(prepared, sandbox, IN_PART[what], base)

    assert found.compiled
    assert found.replaced == {MAIN: frozenset({"p/Pair"}), TEST: frozenset()}
    whole = base.complete(found).classes
    assert set(whole[MAIN]) >= ALL
    assert whole[MAIN]["p/Pair.class"] != base.classes[MAIN]["p/Pair.class"]
    assert whole[MAIN]["p/User.class"] == base.classes[MAIN]["p/User.class"]


@pytest.mark.parametrize("what", WHOLLY)
def test_a_change_that_others_can_see_compiles_everything(
    prepared: PreparedBase, sandbox: Sandbox, base: BaseClasses, what: str
) -> None:
    found = compile_(prepared, sandbox, WHOLLY[what], base)

    assert found.compiled, found.errors
    assert found.replaced == {}
    assert {"p/User.class", "p/Third.class"} <= set(found.classes[MAIN])
    assert set(found.classes[TEST]) == {"p/UserTest.class"}


@pytest.mark.parametrize("what", TOLD)
def test_a_method_that_others_can_see_compiles_those_that_depend_on_it(
    prepared: PreparedBase, sandbox: Sandbox, base: BaseClasses, what: str
) -> None:
    files, again = TOLD[what]
    found = compile_(prepared, sandbox, files, base)

    assert found.compiled, found.errors
    assert found.replaced[MAIN] | found.replaced[TEST] == again
    assert base.complete(found).classes == compile_(prepared, sandbox, files).classes


def test_a_method_that_is_gone_is_missed_by_those_that_call_it(
    prepared: PreparedBase, sandbox: Sandbox, base: BaseClasses
) -> None:
    gone = change_file(
        "int max() { return Pair.MAX + new Pair().shared(); }", "", f"{HERE}/User.java"
    )

    found = compile_(prepared, sandbox, gone, base)

    assert [(e.file, e.line) for e in found.errors] == [("src/test/java/p/UserTest.java", 3)]
    assert found.errors == compile_(prepared, sandbox, gone).errors


def test_24_a_changed_constant_reaches_the_classes_that_use_it(
    prepared: PreparedBase, sandbox: Sandbox, base: BaseClasses
) -> None:
    found = base.complete(compile_(prepared, sandbox, WHOLLY["a constant"], base))

    assert found.classes[MAIN]["p/User.class"] != base.classes[MAIN]["p/User.class"]


def test_a_class_that_left_its_source_is_missed_by_those_that_use_it(
    prepared: PreparedBase, sandbox: Sandbox, base: BaseClasses
) -> None:
    gone = change_file("class Second { }\n", "", f"{HERE}/Two.java")

    found = compile_(prepared, sandbox, gone, base)

    assert [(e.file, e.line) for e in found.errors] == [(f"{HERE}/Third.java", 2)]


def test_a_deleted_source_is_missed_by_those_that_use_it(
    prepared: PreparedBase, sandbox: Sandbox, base: BaseClasses
) -> None:
    found = compile_(prepared, sandbox, {f"{HERE}/Pair.java": None}, base)

    assert {e.file for e in found.errors} == {f"{HERE}/User.java"}


@pytest.mark.parametrize("path", [f"{HERE}/New.java", f"{HERE}/p/New.java", f"{HERE}/q/Q.java"])
def test_a_class_that_another_source_has_already_is_refused(
    prepared: PreparedBase, sandbox: Sandbox, base: BaseClasses, path: str
) -> None:
    third = FILES[f"{HERE}/Third.java"].encode()

    found = compile_(prepared, sandbox, {path: third}, base)

    assert not found.compiled
    assert "duplicate class: p.Third" in found.errors[0].message


def test_a_test_may_not_use_a_stale_class_of_main(
    prepared: PreparedBase, sandbox: Sandbox, base: BaseClasses
) -> None:
    renamed = {
        f"{HERE}/User.java": None,
        f"{HERE}/Renamed.java": USER.replace("User", "Renamed").encode(),
    }

    found = compile_(prepared, sandbox, renamed, base)

    assert {e.file for e in found.errors} == {"src/test/java/p/UserTest.java"}


def test_the_bytes_of_each_changed_source_are_those_that_javac_was_given(
    prepared: PreparedBase, sandbox: Sandbox, base: BaseClasses
) -> None:
    text = b"package p;\nclass Third { }\n"
    files: dict[str, bytes | None] = {
        f"{HERE}/Third.java": text,
        f"{HERE}/User.java": None,
        "src/test/java/p/UserTest.java": None,
        "samples/p/Third.java": text,
        "src/main/java9/p/Third.java": text,
    }
    seen = {
        f"{HERE}/Third.java": hashlib.sha256(text).hexdigest(),
        f"{HERE}/User.java": None,
        "src/test/java/p/UserTest.java": None,
    }

    assert dict(compile_(prepared, sandbox, files).built) == seen
    assert dict(compile_(prepared, sandbox, files, base).built) == seen
