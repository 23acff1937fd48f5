"""Describe a Maven project by its effective pom and class paths, with the profiles that one JDK activates."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from verifier.builds.described.groundwork import Groundwork
from verifier.builds.described.module import NO_CLASS_PATH, Module
from verifier.builds.described.module_graph import join_folder
from verifier.builds.described.online import OnlineResult
from verifier.builds.described.pom import POM, parse_pom, text
from verifier.builds.described.prepared import InstalledTool, PreparedBase
from verifier.builds.described.strategy import JOB_TREE
from verifier.builds.maven.class_path import Reactor, read_class_path, with_class_path
from verifier.builds.maven.effective_pom import read_effective_pom
from verifier.builds.maven.errors import build_error, not_in_reactor
from verifier.builds.maven.online import OnlineMaven, jar_of
from verifier.builds.maven.outputs import outputs_of
from verifier.builds.maven.words import selection
from verifier.errors import BaseInvalidError
from verifier.tools.jdk import Jdk
from verifier.tools.maven import DEPENDENCY_PLUGIN, HELP_PLUGIN

NO_PROFILE = "no active profile of the build has it"
_POM_FILE = ".refverify-effective-pom.xml"
_PATH_FILE = ".refverify-class-path"
_LIST_FILE = ".refverify-dependencies"
_ASKED = "maven-dependency-plugin"
_POM_GOAL = (f"{HELP_PLUGIN}:effective-pom", "-DincludeScope=test")
_CLASS_PATH_GOALS = (
    f"{DEPENDENCY_PLUGIN}:build-classpath",
    f"{DEPENDENCY_PLUGIN}:list",
    f"-Dmdep.outputFile={_PATH_FILE}",
    f"-DoutputFile={_LIST_FILE}",
    "-DoutputAbsoluteArtifactFilename=true",
)


def describe(work: Groundwork, tool: InstalledTool, jdk: Jdk) -> PreparedBase:
    """Return Maven's description of the project; builds nothing.

    Raises:
        BaseInvalidError: the pom or the dependencies cannot be resolved.
    """
    root = work.options.root
    maven = OnlineMaven(tool=tool, jdk=jdk, online=work.online, libraries=work.libraries, root=root)
    several = _look_several(work)
    result = _run_goals(maven, work, class_paths=not several)
    missing = not_in_reactor(result.log)
    rest = work.without({join_folder(root, missing): NO_PROFILE}) if missing else None
    if rest is not None:
        return describe(rest, tool, jdk)
    modules = _modules(maven, work, result)
    if len(_code(modules)) == 1:
        if several:
            result = _run_goals(maven, work, class_paths=True)
        modules = _with_class_paths(modules, maven, result)
    return work.describe(modules, jdk, tool, jar_of)


def _run_goals(maven: OnlineMaven, work: Groundwork, *, class_paths: bool) -> OnlineResult:
    root = work.options.root
    # The goal runs in the first project that is built; the root is not built if it only aggregates
    # others.
    words = [*selection(work.options.modules, root), *_POM_GOAL, f"-Doutput={_POM_FILE}"]
    files = [_place(folder, _POM_FILE) for folder in _pom_folders(work.base)]
    if not class_paths:
        return maven.run(work.base, words, files)
    return maven.run(
        work.base, [*words, *_CLASS_PATH_GOALS], (*files, *_class_path_files(work.base))
    )


def _look_several(work: Groundwork) -> bool:
    """Whether several modules will have code, according to the poms in the tree.

    A wrong guess only costs time.
    """
    asked = work.options.modules
    folders = {*asked, *work.graph.needs_of(asked)} if asked else set(work.graph.needs)
    poms = (work.base / folder / POM for folder in folders)
    packagings = [text(parse_pom(p.read_bytes(), POM), "packaging") for p in poms if p.is_file()]
    return sum(packaging != "pom" for packaging in packagings) > 1


def _modules(maven: OnlineMaven, work: Groundwork, result: OnlineResult) -> tuple[Module, ...]:
    """Return all modules that are built; tests run in the requested ones, not in those they need.

    Raises:
        BaseInvalidError: there is no effective pom, or a requested name is not a module's folder.
    """
    effective = [found for path, found in result.files.items() if path.endswith(_POM_FILE)]
    if not effective:
        raise maven.invalid("the effective pom cannot be made", result)
    every = read_effective_pom(effective[0], result.tree)
    asked = frozenset(work.options.modules)
    elsewhere = asked.difference(m.folder for m in every)
    # Maven accepts other names of modules too, which nothing else here would recognise.
    if unknown := sorted(elsewhere - work.graph.needs.keys()):
        built = ", ".join(m.folder for m in every)
        raise BaseInvalidError(
            f"no module of the build lies in {', '.join(unknown)}, only in {built}",
            hint="--modules takes folders.",
        )
    # A module that builds into a folder far from its own is not recognised: then all are tested.
    everywhere = not asked or bool(elsewhere)
    return tuple(replace(m, tested=everywhere or m.folder in asked) for m in every)


def _code(modules: Sequence[Module]) -> list[Module]:
    return [m for m in modules if m.has_code] or list(modules)


def _with_class_paths(
    modules: tuple[Module, ...], maven: OnlineMaven, result: OnlineResult
) -> tuple[Module, ...]:
    """Return the modules with their class paths; called if a single module has code.

    If several modules need each other, their class paths are known only after they are built.

    Raises:
        BaseInvalidError: the dependencies cannot be resolved.
    """
    if _place(_code(modules)[0].folder, _PATH_FILE) not in result.files:
        raise maven.invalid("the dependencies cannot be had", result)
    return tuple(
        replace(m, class_path=read_class_path(*_read_outputs(m, result), maven.online.store))
        for m in modules
    )


def build_with_class_paths(
    maven: OnlineMaven, prepared: PreparedBase, words: Sequence[str]
) -> OnlineResult:
    """Run the project's own build once and return its outputs; with several modules also their
    class paths.

    Runs once more without class paths if asking for them makes the build fail.
    """
    outputs = outputs_of(prepared)
    if len(prepared.code) > 1:
        results = (*outputs, *_class_path_files(prepared.base))
        result = maven.run(prepared.base, [*words, *_CLASS_PATH_GOALS], results)
        if result.status == 0 or _ASKED not in build_error(maven.log(result)):
            return result
    return maven.run(prepared.base, words, outputs)


def describe_after_build(
    work: Groundwork, prepared: PreparedBase, result: OnlineResult | None
) -> PreparedBase:
    """Describe the base again after its build, which may have fetched the launchers' jars and shown
    class paths.

    `build_with_class_paths` wrote the class paths; if it did not, `direct_refusal` says so.
    """
    modules = prepared.modules
    if len(prepared.code) > 1:
        modules = tuple(
            _once_built(m, prepared, result, work.online.store) if m.has_code else m
            for m in modules
        )
    return work.describe_again(prepared, modules, OnlineMaven.of(prepared, work.online).fetch)


def _once_built(
    module: Module, prepared: PreparedBase, result: OnlineResult | None, store: str
) -> Module:
    if result is None or _place(module.folder, _PATH_FILE) not in result.files:
        return replace(module, unsupported=(*module.unsupported, NO_CLASS_PATH))
    path, listed = _read_outputs(module, result)
    reactor = Reactor(modules=prepared.code, tree=result.tree, repository=store)
    return with_class_path(module, path, listed, reactor)


def _class_path_files(base: Path) -> Iterator[str]:
    """Yield the files into which each module's class path may be written."""
    for folder in _pom_folders(base):
        yield from (_place(folder, _PATH_FILE), _place(folder, _LIST_FILE))


def _pom_folders(base: Path) -> list[str]:
    """Return every folder with a pom, which includes every module."""
    return sorted({pom.parent.relative_to(base).as_posix() for pom in base.rglob(POM)})


def _place(folder: str, name: str) -> str:
    return PurePosixPath(JOB_TREE, folder, name).as_posix()


def _read_outputs(module: Module, result: OnlineResult) -> tuple[str, str]:
    """Return what the two goals wrote about a module."""
    path_file, list_file = (
        result.files.get(_place(module.folder, name), b"").decode("utf-8", "replace")
        for name in (_PATH_FILE, _LIST_FILE)
    )
    return path_file, list_file
