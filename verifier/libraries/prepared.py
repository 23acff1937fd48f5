"""The class path of a base that is already prepared."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import replace

from verifier.builds.described.module import ClassPath
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.modules.several_modules import ChangedModules
from verifier.builds.options import BuildOptions
from verifier.builds.preparing.preparation import already_prepared
from verifier.domain.libraries import FoundLibraries, FoundLibrary, LibraryRecord, Origin
from verifier.errors import BaseInvalidError, MissingToolError, RepositoryError
from verifier.tools.git.repository import Repository


def find_prepared_libraries(
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
    """Return the class path of a base; None if none of its jars exists.

    If its modules have several versions of a library, none of them is taken: a call may mean another
    method in each module.
    """
    several = several_versions(module.class_path for module in base.code)
    unsure = {
        jar.path for module in base.code for jar in module.class_path.jars if jar.name in several
    }
    present = [jar for jar in present_jars(base) if jar not in unsure]
    if not present:
        return None
    found = tuple(FoundLibrary(coordinates=jar, origin=Origin.BASE) for jar in present)
    notes = tuple(f"{name}: modules have several versions, so none is taken" for name in several)
    return FoundLibraries(
        jars=tuple(base.libraries / jar for jar in present),
        record=LibraryRecord(found=found, notes=notes),
        java_home=base.jdk.home,
    )


def several_versions(paths: Iterable[ClassPath]) -> list[str]:
    """The libraries that several class paths have in different versions, sorted."""
    versions = defaultdict[str, set[str]](set)
    for jar in (jar for path in paths for jar in path.jars if not jar.module):
        versions[jar.name].add(jar.version)
    return sorted(name for name, known in versions.items() if len(known) > 1)


def present_jars(base: PreparedBase) -> tuple[str, ...]:
    """Return the existing jars of all modules with code, from the folder of libraries, each once.

    There may be none: for modules that need each other, a build tool may know no class path.
    """
    every = (jar for module in base.code for jar in module.class_path.jars)
    jars = dict.fromkeys(jar.path for jar in every if not jar.module)
    return tuple(jar for jar in jars if (base.libraries / jar).exists())
