"""Why our own compiler and launcher do not take a base of several modules."""

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import MODULE, PREPARED
from verifier.builds.described.module import TEST, ClassPath, Dependency, Module
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.direct.refusal import refusal_of


def module(folder: str, *needs: Dependency) -> Module:
    return replace(
        MODULE,
        folder=folder,
        sources=(f"{folder}/src",),
        test_sources=(f"{folder}/test",),
        class_path=ClassPath(jars=needs),
    )


def of(folder: str, name: str = "", **more: str) -> Dependency:
    return Dependency(
        path="", name=name or f"p:{folder}", version="", main=True, module=folder, **more
    )


def make_prepared(folder: Path, files: list[str], *modules: Module) -> PreparedBase:
    for file in files:
        path = folder / "base" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    return replace(PREPARED, folder=folder, modules=modules)


A, B = "core/src/p/A.java", "app/src/p/A.java"


@pytest.mark.parametrize(
    ("files", "modules", "reason"),
    [
        pytest.param([A, B], [module("core"), module("app")], "", id="on no class path together"),
        pytest.param(
            [A, "core/src/module-info.java"],
            [module("core")],
            "core/src/module-info.java says what may be used, which our own compiler does not look at",
            id="a Java module",
        ),
        pytest.param(
            [A, "core/test/module-info.java", "core/src9/module-info.java"],
            [module("core")],
            "",
            id="a Java module of tests, or of a folder that is not compiled with the others",
        ),
        pytest.param(
            [A, B],
            [module("core"), module("app", of("core"))],
            "p/A.java is in app and in core, on the class path of app",
            id="twice on one class path",
        ),
        pytest.param(
            [A, "app/test/p/A.java"], [module("core"), module("app", of("core"))], "", id="a test"
        ),
        pytest.param(
            [A, B], [module("core"), module("app", of("core", of=TEST))], "", id="its tests alone"
        ),
        pytest.param(
            ["core/src/p/package-info.java", "app/src/p/package-info.java"],
            [module("core"), module("app", of("core"))],
            "",
            id="what is said of a package",
        ),
        pytest.param(
            [],
            [module("core"), module("app", of("core", "org.junit.jupiter:junit-jupiter-api"))],
            "app is tested by org.junit.jupiter:junit-jupiter-api, which core makes",
            id="a JUnit of its own",
        ),
    ],
)
def test_each_reason_is_said(
    tmp_path: Path, files: list[str], modules: list[Module], reason: str
) -> None:
    assert refusal_of(make_prepared(tmp_path, files, *modules)) == reason


def test_what_the_preparation_says_comes_first(tmp_path: Path) -> None:
    base = make_prepared(tmp_path, [A, B], module("core"), module("app", of("core")))

    assert refusal_of(replace(base, direct_refusal="it uses groovy")) == "it uses groovy"


HAMCREST = Dependency(path="h.jar", name="org.hamcrest:hamcrest-core", version="1.3", main=False)


@pytest.mark.parametrize(
    ("source", "modules", "held", "reason"),
    [
        pytest.param(
            "core/src/org/hamcrest/Is.java",
            [module("core", HAMCREST)],
            "org/hamcrest/Is.class",
            "org/hamcrest/Is.java of core is in h.jar too, which our launcher puts first",
            id="its own",
        ),
        pytest.param(
            "core/src/org/hamcrest/Is.java",
            [module("core"), module("app", HAMCREST, of("core", "odd:group"))],
            "org/hamcrest/Is.class",
            "org/hamcrest/Is.java of core is in h.jar too, which our launcher puts first",
            id="of a module that it needs",
        ),
        pytest.param(
            "core/src/org/hamcrest/More.java",
            [module("core", HAMCREST)],
            "org/hamcrest/Is.class",
            "",
            id="beside it",
        ),
        pytest.param(
            "core/src/p/Is.java", [module("core", HAMCREST)], "p/Is.class", "", id="elsewhere"
        ),
    ],
)
def test_a_class_that_the_launcher_s_own_jars_hide_is_never_run(
    tmp_path: Path, source: str, modules: list[Module], held: str, reason: str
) -> None:
    with zipfile.ZipFile(tmp_path / "h.jar", "w") as jar:
        jar.writestr(held, "")
    base = replace(make_prepared(tmp_path, [source], *modules), libraries=tmp_path)

    assert refusal_of(base) == reason


def test_a_jar_that_cannot_be_read_hides_nothing(tmp_path: Path) -> None:
    source = "core/src/org/hamcrest/Is.java"
    base = make_prepared(tmp_path, [source], module("core", HAMCREST))

    assert refusal_of(replace(base, libraries=tmp_path)) == ""
