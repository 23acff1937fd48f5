"""The class path of a base that is already prepared."""

from collections.abc import Collection
from dataclasses import replace

from verifier.builds.base import BuildOptions
from verifier.builds.preparation import already_prepared
from verifier.builds.prepared import PreparedBase
from verifier.builds.several_modules import ChangedModules
from verifier.domain.libraries import FoundLibraries, FoundLibrary, LibraryRecord, Origin
from verifier.errors import BaseInvalidError, MissingToolError, RepositoryError
from verifier.tools.git import Repository


def prepared_libraries(
    repository: Repository, commit: str, changed: Collection[str], options: BuildOptions
) -> FoundLibraries | None:
    """Return the jars of a prepared base; None if it is not prepared or has no class path.

    Raises:
        CacheError: the cache cannot be read.
    """
    if not (options.cache / "prepared").is_dir():
        return None
    try:
        modules = ChangedModules.of(repository.tree(commit), changed, options)
        base = already_prepared(
            repository, commit, replace(options, modules=modules.built, root=modules.root)
        )
    except (BaseInvalidError, MissingToolError, RepositoryError):
        return None
    return None if base is None else libraries_of(base)


def libraries_of(base: PreparedBase) -> FoundLibraries | None:
    """Return the class path of a base; None if none of its jars exists."""
    present = present_jars(base)
    if not present:
        return None
    found = tuple(FoundLibrary(coordinates=jar, origin=Origin.BASE) for jar in present)
    return FoundLibraries(
        jars=tuple(base.libraries / jar for jar in present),
        record=LibraryRecord(found=found),
        java_home=base.jdk.home,
    )


def present_jars(base: PreparedBase) -> tuple[str, ...]:
    """Return the existing jars of all modules with code, from the folder of libraries, each once.

    There may be none: for modules that need each other, a build tool may know no class path.
    """
    every = (jar for module in base.code for jar in module.class_path.jars)
    jars = dict.fromkeys(jar.path for jar in every if not jar.module)
    return tuple(jar for jar in jars if (base.libraries / jar).exists())
