"""Prepare a base commit once, with network access; everything afterwards is offline.

This runs the project's own build, which is third-party code: in the sandbox, with network access and
the project's own store of dependencies. It runs on the host only if the user asks for it by name.
"""

import logging
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.builds.build_tools import tool_named, tool_of
from verifier.builds.described.groundwork import Groundwork
from verifier.builds.described.online import Complete, online
from verifier.builds.described.prepared import InstalledTool, PreparedBase
from verifier.builds.jdks.declared import read_declared_jdks
from verifier.builds.options import BuildOptions, PrepareOn, StrategyChoice
from verifier.builds.preparing.library_store import fill_store
from verifier.builds.preparing.neighbours import Lent, lendable, lenders, remember
from verifier.builds.preparing.prepared_folder import (
    LIBRARIES,
    RECORD,
    create_folder,
    is_whole,
    read_record,
    write_record,
)
from verifier.builds.speedups import Speedup
from verifier.domain.instance import StableId
from verifier.domain.paths import ROOT
from verifier.errors import DownloadError
from verifier.sandbox.base import Sandbox
from verifier.tools.git.objects import GitTree
from verifier.tools.git.repository import Repository
from verifier.tools.jdk import Jdk, find_jdks, in_order_of_choice
from verifier.tools.records import from_json
from verifier.tools.storage.cache_seal import cache_errors, set_aside
from verifier.tools.storage.cache_usage import hold
from verifier.tools.storage.locking import exclusive

logger = logging.getLogger(__name__)

FORMAT = "17"
"""Increased whenever the content of a preparation changes; part of its key."""

ARCHIVES = "archives"
"""The cache folder for class data archives."""


def prepare(
    repository: Repository,
    commit: str,
    options: BuildOptions,
    sandbox: Sandbox,
    *,
    alone: bool = False,
) -> PreparedBase:
    """Return the prepared base commit, from the cache if it is there.

    With `alone`, nothing is borrowed from a neighbour.

    Raises:
        BaseInvalidError: no build tool describes it, or its dependencies cannot be fetched.
        MissingToolError: no JDK or no build tool.
        DownloadError: a repository of dependencies failed temporarily, or no download is allowed.
        SandboxError: the sandbox failed.
        CacheError: the cache cannot be written.
    """
    found = _prepare(repository, commit, options, sandbox, alone=alone)
    archives = options.cache / ARCHIVES if options.uses(Speedup.CLASS_ARCHIVES) else None
    return replace(
        found,
        archives=archives,
        warm_compiler=options.uses(Speedup.WARM_COMPILER),
        compile_in_part=options.uses(Speedup.COMPILE_IN_PART),
    )


def _prepare(
    repository: Repository, commit: str, options: BuildOptions, sandbox: Sandbox, *, alone: bool
) -> PreparedBase:
    tree = repository.tree(commit)
    tool = tool_of(tree, options.root)
    jdks, installed = find_jdks(options.jdk), tool.find_installation(tree, options)
    decided = _list_inputs(jdks, installed, options)
    key, folder, borrowed = _places(commit, decided, options)
    with cache_errors(), exclusive(options.cache / "locks" / f"{key}.lock"):
        hold(folder, options.cache, commit)
        if folder.is_dir() and not is_whole(folder, commit):
            set_aside(folder)
        if not (folder / RECORD).is_file():
            lend = options.uses(Speedup.NEIGHBOURS) and not options.dependants
            if lend and not alone:
                hold(borrowed, options.cache, commit)
            if lend and not alone and is_whole(borrowed, commit):
                return _read_preparation(borrowed, installed, jdks)
            roots = repository.first_commits(commit)
            whole = _list_inputs(jdks, installed, replace(options, strategy=StrategyChoice.AUTO))
            neighbourhood = _Neighbourhood(
                cache=options.cache,
                group=str(StableId.of(FORMAT, *roots, *decided)),
                whole=str(StableId.of(FORMAT, *roots, *whole)),
                jdks=tuple(jdks),
            )
            if lend and not alone and neighbourhood.fill(borrowed, tree, commit):
                return _read_preparation(borrowed, installed, jdks)
            if options.offline:
                raise DownloadError(
                    f"the base commit {commit:.10} is not prepared, and --offline prepares nothing",
                    hint="Run the same command once without --offline.",
                )
            logger.info(
                "Preparing base %s: its dependencies are fetched where they are not here yet%s",
                options.name_of(commit),
                _where(options, sandbox),
            )
            libraries = _libraries(repository, commit, options)
            hold(libraries, options.cache, commit)
            with create_folder(folder, tree, commit) as scratch:
                with fill_store(libraries), online(sandbox, libraries, options) as place:
                    work = Groundwork(
                        commit=commit,
                        folder=scratch,
                        libraries=libraries,
                        jdks=jdks,
                        tool=installed,
                        online=place,
                        graph=tool.graph_of(tree, options.root),
                        options=options,
                    )
                    prepared = tool.prepare(work)
                if lend:
                    prepared = neighbourhood.describe(prepared, tree)
                write_record(replace(prepared, folder=folder), scratch)
            if lend:
                neighbourhood.lend(folder, tree)
        return _read_preparation(folder, installed, jdks)


def already_prepared(
    repository: Repository, commit: str, options: BuildOptions
) -> PreparedBase | None:
    """Return the prepared base commit if the cache has it, its own or a borrowed one; prepare
    nothing.

    Raises:
        BaseInvalidError: no build tool describes it.
        MissingToolError: no JDK or no build tool.
        CacheError: the cache cannot be read.
    """
    tree = repository.tree(commit)
    installed = tool_of(tree, options.root).find_installation(tree, options)
    jdks = find_jdks(options.jdk)
    decided = _list_inputs(jdks, installed, options)
    key, *folders = _places(commit, decided, options)
    if not any((folder / RECORD).is_file() for folder in folders):
        return None
    with cache_errors(), exclusive(options.cache / "locks" / f"{key}.lock"):
        for folder in folders:
            hold(folder, options.cache, commit)
            if is_whole(folder, commit):
                return _read_preparation(folder, installed, jdks)
    return None


def _read_preparation(folder: Path, installed: InstalledTool, jdks: Sequence[Jdk]) -> PreparedBase:
    """Read the preparation in a folder; use the installed build tool and JDK, which may have moved since."""
    prepared = read_record(folder, jdks)
    tool = prepared.tool
    # A newer Maven that was fetched for it is in the cache and keeps its path.
    moved = (tool.name, tool.version) == (installed.name, installed.version)
    return replace(prepared, tool=installed) if moved else prepared


def _list_inputs(
    jdks: Sequence[Jdk], installed: InstalledTool, options: BuildOptions
) -> tuple[str, ...]:
    """List what a preparation depends on besides the commit."""
    # With --strategy direct, the project's own build may never have been tried.
    direct_only = options.strategy is StrategyChoice.DIRECT
    # Not their folders: other machines have equal JDKs elsewhere.
    versions = ", ".join(sorted({jdk.identity for jdk in jdks}))
    # The record says why a JDK was chosen; `--jdk` may name the JDK that would have been chosen
    # anyway.
    asked = str(options.jdk is not None)
    root = () if options.root == ROOT else (f"in {options.root}",)
    return (versions, installed.version, str(direct_only), asked, *root, *options.modules)


def _places(
    commit: str, decided: tuple[str, ...], options: BuildOptions
) -> tuple[StableId, Path, Path]:
    """Return the key of a preparation, its folder, and the folder of a preparation borrowed from a neighbour."""
    key = StableId.of(FORMAT, commit, *decided)
    prepared = options.cache / "prepared"
    return key, prepared / str(key), prepared / str(StableId.of(str(key), "borrowed"))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Neighbourhood:
    """The preparations of one project with the same tools and options, which may lend to each
    other.

    A preparation for our own compiler alone (`group` differs from `whole`) may also borrow one that
    tried the project's own tests, if it uses the JDK that the borrower would try first: it contains
    everything needed.
    """

    cache: Path
    group: str
    whole: str
    jdks: tuple[Jdk, ...]

    @property
    def _place(self) -> Path:
        return self.cache / "neighbours" / self.group

    def _lenders(self, tree: GitTree, commit: str) -> Iterator[tuple[PreparedBase, str]]:
        """Yield complete preparations with the hash of their inputs."""
        for group in dict.fromkeys((self.group, self.whole)):
            for name, inputs in lenders(self.cache / "neighbours" / group, tree):
                lender = self.cache / "prepared" / name
                hold(lender, self.cache, commit)
                if not is_whole(lender, commit):
                    continue
                prepared = read_record(lender, self.jdks)
                if group == self.group or self._on_the_first_jdk(prepared):
                    yield prepared, inputs

    def _on_the_first_jdk(self, prepared: PreparedBase) -> bool:
        """Whether it uses the JDK that is tried first: failing tests may have moved it to another one."""
        declared, level = (
            read_declared_jdks(prepared.base, prepared.root),
            prepared.module.main.level,
        )
        return prepared.jdk == in_order_of_choice(self.jdks, declared=declared, level=level)[0]

    def describe(self, prepared: PreparedBase, tree: GitTree) -> PreparedBase:
        """Return a new preparation, marked as equal to others with the same inputs if it may be lent."""
        if not lendable(prepared):
            return prepared
        return replace(prepared, alike=self._alike(Lent.of(prepared).inputs(tree)))

    def lend(self, folder: Path, tree: GitTree) -> None:
        """Offer a preparation that is complete and in its place."""
        prepared = from_json(PreparedBase, (folder / RECORD).read_bytes())
        if prepared.alike:
            remember(self._place, prepared, tree)

    def fill(self, folder: Path, tree: GitTree, commit: str) -> bool:
        """Fill the folder of a base with a neighbour's preparation; return False if there is none."""
        if folder.is_dir():
            set_aside(folder)
        for prepared, inputs in self._lenders(tree, commit):
            logger.info(
                "Base %.10s is built like %.10s: nothing is fetched", commit, prepared.commit
            )
            lender = self.cache / "prepared" / prepared.folder.name
            with create_folder(folder, tree, commit) as scratch:
                own = replace(prepared, commit=commit, folder=scratch)
                for theirs, ours in zip(prepared.parts, own.parts, strict=True):
                    shutil.copytree(theirs.resource_output(), ours.resource_output())
                own = replace(own, folder=folder, alike=self._alike(inputs), borrowed=True)
                # It needs the same files of the store as the lender, which were just checked.
                write_record(own, scratch, (lender / LIBRARIES).read_bytes())
            return True
        return False

    def _alike(self, inputs: str) -> str:
        return str(StableId.of(self.group, inputs))


def completion(prepared: PreparedBase, options: BuildOptions, sandbox: Sandbox) -> Complete:
    """Return a function that fetches, again with network access, what the preparation missed."""

    def complete() -> None:
        libraries = prepared.libraries
        with fill_store(libraries), online(sandbox, libraries, options) as place:
            tool_named(prepared.tool.name).complete(prepared, place)

    return complete


def _libraries(repository: Repository, commit: str, options: BuildOptions) -> Path:
    """Return a project's own store, shared by all commits with the same root commits.

    The name of the repository is not enough: two projects may be in folders of the same name.
    """
    roots = repository.first_commits(commit)
    return options.cache / "repositories" / str(StableId.of(FORMAT, *roots))


def _where(options: BuildOptions, sandbox: Sandbox) -> str:
    """Describe where the base's own build runs during the preparation, and with which rights."""
    if options.prepare_on is PrepareOn.HOST:
        return (
            "; its build runs on this machine with your rights and environment (--prepare-on host)"
        )
    if not sandbox.facts.isolated:
        return "; its build runs on this machine with your rights (--sandbox local)"
    if options.prepare_on is PrepareOn.PROXY:
        return "; its build runs in the sandbox and reaches only repositories"
    return "; its build runs in the sandbox, with a network"
