"""Find out why our own compiler and launcher cannot build a base, including what a borrowed
preparation cannot know.
"""

import zipfile
from pathlib import Path

from verifier.builds.described.module import MAIN, Module
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.direct.test_jvm import TEST_LIBRARIES, is_test_library

_MODULE = "module-info.java"
_OF_FOLDERS = ("package-info.java", _MODULE)


def refusal_of(prepared: PreparedBase) -> str:
    """Return the reason; empty if there is none."""
    return (
        prepared.direct_refusal
        or _of_java_modules(prepared)
        or _of_several(prepared)
        or _behind_our_own(prepared)
    )


def _of_java_modules(prepared: PreparedBase) -> str:
    """Refuse Java modules: our compiler uses the class path, so it would accept packages that are
    not exported or required.
    """
    for module in prepared.code:
        for folder in module.sources:
            if (prepared.base / folder / _MODULE).is_file():
                return f"{folder}/{_MODULE} says what may be used, which our own compiler does not look at"
    return ""


def _of_several(prepared: PreparedBase) -> str:
    modules = {module.folder: module for module in prepared.code}
    for module in modules.values():
        # The launcher and JUnit come first on the class path, from jars that a candidate cannot
        # change.
        for jar in module.class_path.jars:
            if jar.module and is_test_library(jar):
                return f"{module.folder} is tested by {jar.name}, which {jar.module} makes"
        seen = dict.fromkeys(_classes(prepared, module), module.folder)
        on_path = (j.module for j in module.class_path.jars if j.module and j.of == MAIN)
        for folder in on_path:
            for name in _classes(prepared, modules[folder]):
                other = seen.setdefault(name, folder)
                if other != folder:
                    return f"{name} is in {other} and in {folder}, on the class path of {module.folder}"
    return ""


def _behind_our_own(prepared: PreparedBase) -> str:
    """Find a class that never runs, because a jar of the launcher or of JUnit, first on the class
    path, has it too.
    """
    modules = {module.folder: module for module in prepared.code}
    for part in prepared.parts:
        path = part.module.class_path
        on_path = [modules[j.module] for j in path.jars if j.module and j.of == MAIN]
        ours = {
            name: module.folder
            for module in (part.module, *on_path)
            for name in _of_test_libraries(prepared, module)
        }
        early = (j.path for j in path.jars if not j.module and is_test_library(j))
        for jar in (*part.launching.jars, *early) if ours else ():
            held = _list_sources(prepared.libraries / jar)
            if both := sorted(ours.keys() & held):
                return f"{both[0]} of {ours[both[0]]} is in {Path(jar).name} too, which our launcher puts first"
    return ""


def _of_test_libraries(prepared: PreparedBase, module: Module) -> set[str]:
    """Return the main sources in a package of a test library."""
    packages = tuple(f"{each.replace('.', '/')}/" for each in TEST_LIBRARIES)
    places = (prepared.base / f / package for f in module.sources for package in packages)
    if not any(place.is_dir() for place in places):
        return set()
    return {name for name in _classes(prepared, module) if name.startswith(packages)}


def _list_sources(jar: Path) -> set[str]:
    """Return the classes of a jar as source paths; empty if it is not a jar, or missing."""
    try:
        with zipfile.ZipFile(jar) as opened:
            names = opened.namelist()
    except (OSError, zipfile.BadZipFile):
        return set()
    return {f"{n.removesuffix('.class')}.java" for n in names if n.endswith(".class")}


def _classes(prepared: PreparedBase, module: Module) -> set[str]:
    """Return the sources of main code by their paths below the module's source folders."""
    return {
        path.relative_to(prepared.base / folder).as_posix()
        for folder in module.sources
        for path in (prepared.base / folder).rglob("*.java")
        if path.name not in _OF_FOLDERS
    }
