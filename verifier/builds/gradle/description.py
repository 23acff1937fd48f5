"""Describe a Gradle project: what the init script says of it on one JDK, as neutral modules."""

from dataclasses import replace

from verifier.builds.gradle.model import (
    GradleProject,
    graph_of,
    read_projects,
    relative,
    with_needed,
    without_idle_tests,
)
from verifier.builds.gradle.modules import modules_of, unresolved
from verifier.builds.gradle.online import OnlineGradle
from verifier.builds.gradle.source_sets import Place
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
    result = gradle.run(["refverifyModel"], {})
    if result.status != 0:
        raise gradle.invalid("the build cannot be configured", result)
    known = read_projects(result.files, OUT)
    modules = _modules(work, known, jdk, result)
    return work.described(modules, jdk, tool, gradle.fetch, graph_of(known, result.tree))


def described_once_built(
    work: Groundwork, prepared: PreparedBase, result: OnlineResult
) -> PreparedBase:
    """The base of several projects once it is known what their jars hold, for which the build was asked too.

    A base of one project as it is.
    """
    if len(prepared.code) == 1:
        return prepared
    built = _modules(work, read_projects(result.files, OUT), prepared.jdk, result)
    # What else the model says there is what the run of a test has made of the build's settings.
    modules = tuple(
        replace(before, class_path=after.class_path, unsupported=after.unsupported)
        for before, after in zip(prepared.modules, built, strict=True)
    )
    return work.described_anew(prepared, modules, OnlineGradle.of(prepared, work.online).fetch)


def _modules(
    work: Groundwork, known: tuple[GradleProject, ...], jdk: Jdk, result: OnlineResult
) -> tuple[Module, ...]:
    """The projects that are built, each after those that it needs."""
    projects, tested = _chosen(known, work.options.modules, result)
    if missing := unresolved(projects):
        raise BaseInvalidError(f"a class path of the base commit cannot be had: {missing}")
    place = Place(tree=result.tree, store=work.online.store, base=work.base, jdk=jdk)
    return modules_of(without_idle_tests(projects, tested), place, tested)


def _chosen(
    projects: tuple[GradleProject, ...], folders: tuple[str, ...], result: OnlineResult
) -> tuple[tuple[GradleProject, ...], frozenset[str]]:
    """The projects that are built, and the paths of those that are tested."""
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
