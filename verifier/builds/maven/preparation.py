"""Prepare a base commit once, with network; everything afterwards is offline.

This runs the project's own build on this machine with the user's rights: the base commit is
trusted, predictions never get here.
"""

import logging
import re
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.builds.base import BuildOptions, StrategyChoice
from verifier.builds.cache import exclusive, made_whole, write_whole
from verifier.builds.export import export_tree
from verifier.builds.launching import Launching, choose_launching
from verifier.builds.maven.class_path import ClassPath, read_class_path
from verifier.builds.maven.effective_pom import Project, read_effective_pom
from verifier.builds.maven.errors import build_error, wants_older_level, without_folders
from verifier.builds.maven.smallest_test import smallest_test
from verifier.domain.instance import StableId
from verifier.domain.paths import SourceFolders
from verifier.errors import BaseInvalidError
from verifier.tools import maven as maven_tool
from verifier.tools.git import Repository
from verifier.tools.jdk import Jdk, feature_of, find_jdks, in_order_of_choice
from verifier.tools.maven import Maven
from verifier.tools.process import Finished, ProcessTimeout
from verifier.tools.records import from_json, to_json

logger = logging.getLogger(__name__)

FORMAT = "2"
"""Changed whenever what a preparation holds changes; part of its key."""

RECORD = "record.json"
BASE = "base"
PROCESSED = "processed"
GENERATED = "generated"
_PATH_FILE = ".refverify-class-path"
_LIST_FILE = ".refverify-dependencies"
_ONLINE_SECONDS = 1800.0
_TAIL = 3000


@dataclass(frozen=True, kw_only=True, slots=True)
class Preparation:
    """A base commit, ready for offline builds.

    `folder` holds `base` (the tree), `processed/{main,test}` (resources as the project's own build
    makes them) and `generated/{main,test}` (generated Java sources). `repository` is Maven's local
    repository; class paths are relative to it. `maven_refusal` says why the project's own build
    does not run here, `direct_refusal` why our compiler and launcher cannot be used; empty where
    nothing stands in the way. `modules` are those that were asked for, empty for all; `projects`
    are the ones that are built then, parents among them, in the order of the reactor.
    """

    commit: str
    folder: Path
    repository: Path
    jdk: Jdk
    maven: Maven
    projects: tuple[Project, ...]
    class_path: ClassPath
    launching: Launching
    maven_refusal: str = ""
    direct_refusal: str = ""
    processed: bool = False
    notes: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()

    @property
    def base(self) -> Path:
        """The base tree."""
        return self.folder / BASE

    @property
    def project(self) -> Project:
        """The project whose tests run last: the only one with code where there is one."""
        return self.code[-1]

    @property
    def code(self) -> tuple[Project, ...]:
        """The projects that are more than parents of others; all where there is no such."""
        return tuple(p for p in self.projects if p.has_code) or self.projects

    @property
    def goal(self) -> str:
        """Maven's phase that runs the tests; a project that others need must be packaged first."""
        return "test" if len(self.code) == 1 else "package"

    @property
    def selection(self) -> tuple[str, ...]:
        """Maven's words for the modules that are built."""
        return selection(self.modules)

    @property
    def source_folders(self) -> SourceFolders:
        """Where all its projects take their files from; the tests there stay the base's."""
        projects = self.projects
        return SourceFolders(
            main=tuple(f for p in projects for f in p.sources),
            test=tuple(f for p in projects for f in p.test_sources),
            main_resources=tuple(r.folder for p in projects for r in p.resources),
            test_resources=tuple(r.folder for p in projects for r in p.test_resources),
        )


def selection(modules: Sequence[str]) -> tuple[str, ...]:
    """Maven's words for some modules and what they need; none for all of them."""
    return ("-pl", ",".join(modules), "-am") if modules else ()


def prepare(repository: Repository, commit: str, options: BuildOptions) -> Preparation:
    """The prepared base commit, from the cache where it is there.

    Raises:
        BaseInvalidError: it is no Maven project, or its dependencies cannot be had.
        MissingToolError: no JDK or no Maven.
    """
    jdks = find_jdks(options.jdk)
    maven = maven_tool.find_maven(options.maven)
    direct_only = options.strategy is StrategyChoice.DIRECT
    versions = " ".join(f"{jdk.version}@{jdk.home}" for jdk in jdks)
    key = StableId.of(
        FORMAT, repository.name, commit, versions, maven.version, str(direct_only), *options.modules
    )
    folder = options.cache / "prepared" / str(key)
    with exclusive(options.cache / "locks" / f"{key}.lock"):
        if not (folder / RECORD).is_file():
            own = options.cache / "repositories" / str(StableId.of(repository.name))
            worker = _Worker(repository, commit, own, options)
            logger.info("Preparing %.10s: dependencies are fetched, once", commit)
            with made_whole(folder) as scratch:
                prepared = worker.run(scratch, jdks, maven)
                write_whole(scratch / RECORD, to_json(replace(prepared, folder=folder)))
        return from_json(Preparation, (folder / RECORD).read_bytes())


class _Worker:
    """One preparation."""

    def __init__(
        self,
        repository: Repository,
        commit: str,
        local: Path,
        options: BuildOptions,
    ) -> None:
        self._git, self._commit, self._local = repository, commit, local
        self._cache, self._modules = options.cache, options.modules
        self._direct_only = options.strategy is StrategyChoice.DIRECT
        self._notes: list[str] = []

    def run(self, folder: Path, jdks: Sequence[Jdk], maven: Maven) -> Preparation:
        """Try the JDKs in order of choice until the project's own build runs."""
        base = folder / BASE
        base.mkdir()
        export_tree(self._git.tree(self._commit), base)
        if not (base / "pom.xml").is_file():
            raise BaseInvalidError(
                "there is no pom.xml at the root of the base commit",
                hint="Only Maven projects can be built so far.",
            )
        self._local.mkdir(parents=True, exist_ok=True)
        with exclusive(self._local.with_suffix(".lock")):
            return self._prepare(folder, base, jdks, maven)

    def _prepare(self, folder: Path, base: Path, jdks: Sequence[Jdk], maven: Maven) -> Preparation:
        declared = declared_jdk(base)
        first = in_order_of_choice(jdks, declared=declared, level=None)
        maven, described = self._resolve(folder, base, first, maven)
        level = described.project.main.level
        refuse_too_new(level, jdks)
        refusals: list[str] = []
        candidates = in_order_of_choice(jdks, declared=declared, level=level)
        for jdk in candidates:
            if jdk != described.jdk:
                described = self._describe(folder, base, jdk, maven)
            refusal = self._build(described)
            if not refusal:
                return replace(described, processed=True, notes=tuple(self._notes))
            refusals.append(f"{jdk}: {refusal}")
            if jdk.takes(level or jdk.feature) and not wants_older_level(refusal):
                break
        best = in_order_of_choice(jdks, declared=None, level=level)[0]
        if best != described.jdk:
            described = self._describe(folder, base, best, maven)
        return self._without_maven(described, "; ".join(refusals))

    def _without_maven(self, described: Preparation, refusal: str) -> Preparation:
        """Only the direct strategy is left; it lifts the level to what the JDK takes."""
        if described.direct_refusal:
            raise BaseInvalidError(
                f"the base commit cannot be built: {refusal}",
                hint=f"It cannot be built without Maven instead: {described.direct_refusal}."
                " Where the reason is the JDK, name another one with --jdk.",
            )
        return replace(described, maven_refusal=refusal, notes=tuple(self._notes))

    def _resolve(
        self, folder: Path, base: Path, jdks: Sequence[Jdk], maven: Maven
    ) -> tuple[Maven, Preparation]:
        try:
            return maven, self._describe(folder, base, jdks[0], maven)
        except BaseInvalidError as error:
            if not maven_tool.TOO_OLD.search(error.message):
                raise
            newer = maven_tool.fetch_maven(self._cache, maven)
            self._notes.append(f"{maven} is too old for the project; {newer} was fetched")
            return newer, self._describe(folder, base, jdks[0], newer)

    def _describe(self, folder: Path, base: Path, jdk: Jdk, maven: Maven) -> Preparation:
        """Effective pom and class path, with the profiles that this JDK activates."""
        with tempfile.TemporaryDirectory(prefix="refverify-describe-") as name:
            out = Path(name).resolve()
            words = [
                f"{maven_tool.HELP_PLUGIN}:effective-pom",
                f"{maven_tool.DEPENDENCY_PLUGIN}:build-classpath",
                f"{maven_tool.DEPENDENCY_PLUGIN}:list",
                f"-Doutput={out / 'pom.xml'}",
                f"-Dmdep.outputFile={_PATH_FILE}",
                f"-DoutputFile={_LIST_FILE}",
                "-DincludeScope=test",
                "-DoutputAbsoluteArtifactFilename=true",
            ]
            tree = out / BASE
            shutil.copytree(base, tree, symlinks=True)
            result = self._maven(maven, jdk, tree, [*selection(self._modules), *words])
            if not (out / "pom.xml").is_file():
                raise self._invalid("the effective pom cannot be made", result, tree)
            projects = read_effective_pom((out / "pom.xml").read_bytes(), str(tree))
            code = [p for p in projects if p.has_code] or list(projects)
            place = tree / code[-1].folder
            if len(code) == 1 and not (place / _PATH_FILE).is_file():
                raise self._invalid("the dependencies cannot be had", result, tree)
            paths = read_class_path(place / _PATH_FILE, place / _LIST_FILE, self._local)
        launching = choose_launching(code[-1], paths, _Getter(maven, jdk, self._local))
        reasons = (*code[-1].unsupported, *launching.unsupported)
        return Preparation(
            commit=self._commit,
            folder=folder,
            repository=self._local,
            jdk=jdk,
            maven=maven,
            projects=projects,
            class_path=paths,
            launching=launching,
            direct_refusal="; ".join(dict.fromkeys(reasons)),
            modules=self._modules,
        )

    def _maven(self, maven: Maven, jdk: Jdk, tree: Path, words: Sequence[str]) -> Finished:
        skips = maven_tool.skip_options()
        try:
            return maven_tool.run_online(
                maven,
                jdk,
                tree=tree,
                repository=self._local,
                words=(*skips, *words),
                timeout=_ONLINE_SECONDS,
            )
        except ProcessTimeout as error:
            raise BaseInvalidError(f"preparation: {error.message}") from error

    def _invalid(self, what: str, result: Finished, tree: Path) -> BaseInvalidError:
        text = self._log(result, tree)
        return BaseInvalidError(
            f"{what}: {build_error(text)}", hint=f"The end of Maven's log:\n{text[-_TAIL:]}"
        )

    def _log(self, result: Finished, tree: Path) -> str:
        return without_folders(result.stdout.decode("utf-8", "replace"), tree, self._local)

    def _build(self, prepared: Preparation) -> str:
        """Run the project's own build with one test class; why it failed, or the empty string."""
        with tempfile.TemporaryDirectory(prefix="refverify-prepare-") as name:
            tree = Path(name) / "tree"
            shutil.copytree(prepared.base, tree, symlinks=True)
            words = [*prepared.selection, "clean", *self._goals(prepared)]
            result = self._maven(prepared.maven, prepared.jdk, tree, words)
            text = self._log(result, tree)
            _keep_outputs(tree, prepared)
            return "" if result.status == 0 else build_error(text) or "Maven failed"

    def _goals(self, prepared: Preparation) -> list[str]:
        if self._direct_only:
            return ["process-test-classes"]
        words = [prepared.goal, *maven_tool.TEST_OVERRIDES]
        test = smallest_test(prepared.base, prepared.source_folders)
        if test is None:
            return words
        lenient = ["-DfailIfNoTests=false", "-Dsurefire.failIfNoSpecifiedTests=false"]
        return [*words, f"-Dtest={test}", *lenient]


@dataclass(frozen=True, kw_only=False, slots=True)
class _Getter:
    """Brings further artefacts into the project's local repository."""

    maven: Maven
    jdk: Jdk
    local: Path

    def __call__(self, artefact: str) -> bool:
        """Fetch `group:name:version` with what it needs; whether that went well."""
        group, name, version = artefact.split(":")
        folder = self.local / group.replace(".", "/") / name / version
        if (folder / f"{name}-{version}.jar").is_file():
            return True
        with tempfile.TemporaryDirectory(prefix="refverify-get-") as empty:
            words = (f"{maven_tool.DEPENDENCY_PLUGIN}:get", f"-Dartifact={artefact}")
            result = maven_tool.run_online(
                self.maven,
                self.jdk,
                tree=Path(empty),
                repository=self.local,
                words=words,
                timeout=_ONLINE_SECONDS,
            )
        return result.status == 0


def _keep_outputs(tree: Path, prepared: Preparation) -> None:
    """Keep processed resources and generated sources of the project whose tests run."""
    target = tree / prepared.project.folder / "target"
    no_classes = shutil.ignore_patterns("*.class")
    for side, folder in (("main", "classes"), ("test", "test-classes")):
        kept = prepared.folder / PROCESSED / side
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
        if (target / folder).is_dir():
            shutil.copytree(target / folder, kept, ignore=no_classes, dirs_exist_ok=True)
    for side, pattern in (("main", "generated-sources"), ("test", "generated-test-sources")):
        kept = prepared.folder / GENERATED / side
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
        for made in sorted((target / pattern).glob("*")):
            if made.is_dir() and not made.name.endswith("annotations"):
                shutil.copytree(made, kept, dirs_exist_ok=True)


def refuse_too_new(level: int | None, jdks: Sequence[Jdk]) -> None:
    """Say which JDK is needed where every JDK found is too old for the project.

    Raises:
        BaseInvalidError: none of them is as new as the project's level.
    """
    if level is not None and all(jdk.feature < level for jdk in jdks):
        found = ", ".join(jdk.version for jdk in jdks)
        raise BaseInvalidError(
            f"the base commit needs JDK {level} or newer; found: {found}",
            hint=f"Install JDK {level}, or name one with --jdk.",
        )


def declared_jdk(base: Path) -> int | None:
    """The Java version that the project declares for its developers; None where it does not."""
    patterns = (
        (".java-version", r"^\D*([\d.]+)"),
        (".sdkmanrc", r"^java=([\d.]+)"),
        (".tool-versions", r"^java \D*([\d.]+)"),
    )
    for name, pattern in patterns:
        path = base / name
        if path.is_file():
            match = re.search(pattern, path.read_text("utf-8", "replace"), re.MULTILINE)
            if match:
                return feature_of(match[1])
    return None


def complete_online(prepared: Preparation) -> None:
    """Run the whole suite once with network, for what a single test class did not bring along."""
    with (
        exclusive(prepared.repository.with_suffix(".lock")),
        tempfile.TemporaryDirectory(prefix="refverify-complete-") as name,
    ):
        tree = Path(name) / "tree"
        shutil.copytree(prepared.base, tree, symlinks=True)
        words = (*maven_tool.skip_options(), *prepared.selection, "clean", prepared.goal)
        maven_tool.run_online(
            prepared.maven,
            prepared.jdk,
            tree=tree,
            repository=prepared.repository,
            words=(*words, *maven_tool.TEST_OVERRIDES),
            timeout=_ONLINE_SECONDS,
        )
