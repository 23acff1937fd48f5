"""Describe a Gradle project as modules, from the model that the init script writes on one JDK."""

from dataclasses import replace
from functools import partial

from verifier.builds.described.groundwork import Groundwork
from verifier.builds.described.module import NO_CLASS_PATH, Module
from verifier.builds.described.online import OnlineResult
from verifier.builds.described.prepared import InstalledTool, PreparedBase
from verifier.builds.gradle.model import (
    GradleProject,
    graph_of,
    read_projects,
    relative,
    with_needed,
)
from verifier.builds.gradle.modules import (
    find_unresolved,
    find_unresolved_download,
    modules_of,
)
from verifier.builds.gradle.online import OnlineGradle
from verifier.builds.gradle.source_sets import ModelPaths
from verifier.builds.gradle.words import OUT
from verifier.errors import BaseInvalidError
from verifier.tools.jdk import Jdk


def describe(work: Groundwork, tool: InstalledTool, jdk: Jdk) -> PreparedBase:
    """Return Gradle's description of the project; builds nothing.

    Raises:
        BaseInvalidError: the build cannot be configured, or its dependencies cannot be fetched.
    """
    gradle = OnlineGradle(
        tool=tool,
        jdk=jdk,
        online=work.online,
        base=work.base,
        libraries=work.libraries,
        root=work.options.root,
    )
    result = gradle.run(["refverifyModel"], {}, unresolved=partial(read_unresolved, work))
    if result.status != 0:
        raise gradle.invalid("the build cannot be configured", result)
    known = read_projects(result.files, OUT)
    modules = _modules(work, known, jdk, result)
    return work.describe(modules, jdk, tool, gradle.fetch, graph_of(known, result.tree))


def read_unresolved(work: Groundwork, result: OnlineResult) -> str:
    """Return why Gradle could not resolve a class path of the projects that are built; empty if it could."""
    if result.status != 0:
        return ""
    projects, _ = _choose(read_projects(result.files, OUT), work.options.modules, result)
    return find_unresolved_download(projects)


def describe_after_build(
    work: Groundwork, prepared: PreparedBase, result: OnlineResult | None
) -> PreparedBase:
    """Describe a base of several projects again after its build, which shows what their jars
    contain.

    If the build did not run, `direct_refusal` says so. A base of one project is returned unchanged.
    """
    if len(prepared.modules) == 1:
        return prepared
    odd: dict[str, tuple[str, ...]] = {
        m.folder: (NO_CLASS_PATH,) if m.class_path.modules else () for m in prepared.modules
    }
    if result is not None:
        # The rest of this model is not used: after running tests, Gradle has lost their settings.
        known = read_projects(result.files, OUT)
        built = _modules(work, known, prepared.jdk, result, built=True)
        odd |= {module.folder: module.unsupported for module in built}
    modules = tuple(
        replace(m, unsupported=tuple(dict.fromkeys((*m.unsupported, *odd[m.folder]))))
        for m in prepared.modules
    )
    return work.describe_again(prepared, modules, OnlineGradle.of(prepared, work.online).fetch)


def _modules(
    work: Groundwork,
    known: tuple[GradleProject, ...],
    jdk: Jdk,
    result: OnlineResult,
    *,
    built: bool = False,
) -> tuple[Module, ...]:
    """Return the projects that are built, each after those it needs."""
    projects, tested = _choose(known, work.options.modules, result)
    if missing := find_unresolved(projects):
        raise BaseInvalidError(f"a class path of the base commit cannot be had: {missing}")
    place = ModelPaths(tree=result.tree, store=work.online.store, base=work.base, jdk=jdk)
    return modules_of(projects, place, tested, built=built)


def _choose(
    projects: tuple[GradleProject, ...], folders: tuple[str, ...], result: OnlineResult
) -> tuple[tuple[GradleProject, ...], frozenset[str]]:
    """Return the projects that are built, and the paths of those that are tested."""
    by_folder = {relative(each.folder, result.tree): each for each in projects}
    if unknown := [folder for folder in folders if folder not in by_folder]:
        raise BaseInvalidError(
            f"no project of the build lies in {', '.join(unknown)}",
            hint=f"Its projects: {', '.join(sorted(by_folder))}.",
        )
    tested = frozenset(by_folder[folder].path for folder in folders)
    if folders:
        projects = with_needed(projects, tested)
    if not any(each.java for each in projects):
        raise BaseInvalidError("no project of the build is a Java project")
    return projects, tested or frozenset(each.path for each in projects)
