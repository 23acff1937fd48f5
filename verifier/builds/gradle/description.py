"""Describe a Gradle project: what the init script says of it on one JDK, as neutral modules."""

from dataclasses import replace

from verifier.builds.gradle.model import (
    GradleProject,
    graph_of,
    read_projects,
    relative,
    with_needed,
)
from verifier.builds.gradle.modules import Place, module_of, unresolved
from verifier.builds.gradle.online import OnlineGradle
from verifier.builds.gradle.words import OUT
from verifier.builds.groundwork import Groundwork
from verifier.builds.module import Module
from verifier.builds.online import OnlineResult
from verifier.builds.prepared import InstalledTool, PreparedBase
from verifier.errors import BaseInvalidError
from verifier.tools.jdk import Jdk


def describe(work: Groundwork, tool: InstalledTool, jdk: Jdk) -> PreparedBase:
    """What Gradle says of the project; nothing is built.

    Raises:
        BaseInvalidError: the build cannot be configured, or what it needs cannot be had.
    """
    gradle = OnlineGradle(
        tool=tool, jdk=jdk, online=work.online, base=work.base, libraries=work.libraries
    )
    result = gradle.run("refverifyModel", {})
    if result.status != 0:
        raise gradle.invalid("the build cannot be configured", result)
    described = read_projects(result.files, OUT)
    projects = _chosen(described, work.options.modules, result)
    if missing := unresolved(projects):
        raise BaseInvalidError(f"a class path of the base commit cannot be had: {missing}")
    place = Place(tree=result.tree, store=work.online.store, base=work.base, jdk=jdk)
    modules = _alone_or_not(tuple(module_of(project, place) for project in projects))
    return work.described(modules, jdk, tool, gradle.fetch, graph_of(described, result.tree))


def _chosen(
    projects: tuple[GradleProject, ...], folders: tuple[str, ...], result: OnlineResult
) -> tuple[GradleProject, ...]:
    by_folder = {relative(each.folder, result.tree): each for each in projects}
    if unknown := [folder for folder in folders if folder not in by_folder]:
        raise BaseInvalidError(
            f"no project of the build lies in {', '.join(unknown)}",
            hint=f"Its projects: {', '.join(sorted(by_folder))}.",
        )
    if folders:
        projects = with_needed(projects, [by_folder[folder].path for folder in folders])
    if not any(each.java for each in projects):
        raise BaseInvalidError("no project of the build is a Java project")
    return projects


def _alone_or_not(modules: tuple[Module, ...]) -> tuple[Module, ...]:
    """Our own compiler builds one module with code, not several."""
    if sum(each.has_code for each in modules) <= 1:
        return modules
    reason = "several modules have code"
    return tuple(replace(m, unsupported=(reason, *m.unsupported)) for m in modules)
