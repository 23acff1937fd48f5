"""Why our own compiler and launcher do not take a base; what a neighbour's preparation cannot know is looked up."""

from verifier.builds.direct.test_jvm import is_test_library
from verifier.builds.module import MAIN, Module
from verifier.builds.prepared import PreparedBase

_OF_FOLDERS = ("package-info.java", "module-info.java")


def refusal_of(prepared: PreparedBase) -> str:
    """The reason; empty where nothing stands in the way."""
    return prepared.direct_refusal or _of_several(prepared)


def _of_several(prepared: PreparedBase) -> str:
    modules = {module.folder: module for module in prepared.code}
    for module in modules.values():
        # The launcher and JUnit come first on the class path, from jars that no candidate can change.
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


def _classes(prepared: PreparedBase, module: Module) -> set[str]:
    """The sources of main code by their paths below the module's source folders."""
    return {
        path.relative_to(prepared.base / folder).as_posix()
        for folder in module.sources
        for path in (prepared.base / folder).rglob("*.java")
        if path.name not in _OF_FOLDERS
    }
