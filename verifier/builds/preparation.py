"""Prepare a base commit once, with network; everything afterwards is offline.

This runs the project's own build on this machine with the user's rights: the base commit is
trusted, predictions never get here.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace

from verifier.builds.base import BuildOptions, StrategyChoice
from verifier.builds.build_tools import tool_of
from verifier.builds.export import export_tree
from verifier.builds.groundwork import Groundwork
from verifier.builds.module import Module
from verifier.builds.prepared import BASE, PreparedBase
from verifier.domain.instance import StableId
from verifier.errors import BaseInvalidError
from verifier.tools.files import made_whole, write_whole
from verifier.tools.git import Repository
from verifier.tools.jdk import find_jdks
from verifier.tools.locking import exclusive
from verifier.tools.records import from_json, to_json

logger = logging.getLogger(__name__)

FORMAT = "4"
"""Changed whenever what a preparation holds changes; part of its key."""

RECORD = "record.json"


def prepare(repository: Repository, commit: str, options: BuildOptions) -> PreparedBase:
    """The prepared base commit, from the cache where it is there.

    Raises:
        BaseInvalidError: no build tool describes it, or its dependencies cannot be had.
        MissingToolError: no JDK or no build tool.
    """
    tree = repository.tree(commit)
    tool = tool_of(tree)
    jdks, installed = find_jdks(options.jdk), tool.installed(options)
    # Whoever asked for our own compiler only may get a base whose own build was never tried.
    direct_only = options.strategy is StrategyChoice.DIRECT
    versions = " ".join(f"{jdk.version}@{jdk.home}" for jdk in jdks)
    decided = (versions, installed.version, str(direct_only), *options.modules)
    key = StableId.of(FORMAT, repository.name, commit, *decided)
    folder = options.cache / "prepared" / str(key)
    libraries = options.cache / "repositories" / str(StableId.of(repository.name))
    with exclusive(options.cache / "locks" / f"{key}.lock"):
        if not (folder / RECORD).is_file():
            logger.info("Preparing %.10s: dependencies are fetched, once", commit)
            with made_whole(folder) as scratch:
                (scratch / BASE).mkdir()
                export_tree(tree, scratch / BASE)
                libraries.mkdir(parents=True, exist_ok=True)
                work = Groundwork(
                    commit=commit,
                    folder=scratch,
                    libraries=libraries,
                    jdks=jdks,
                    tool=installed,
                    options=options,
                )
                # Maven's local repository is not safe for several writers; others may read it meanwhile.
                with exclusive(libraries.with_suffix(".lock")):
                    prepared = tool.prepare(work)
                refuse_shared_sources(prepared.modules)
                record = to_json(replace(prepared, folder=folder))
                write_whole(scratch / RECORD, record.encode())
        return from_json(PreparedBase, (folder / RECORD).read_bytes())


def refuse_shared_sources(modules: Sequence[Module]) -> None:
    """Tests that lie in a folder of main sources cannot be kept from a candidate.

    Raises:
        BaseInvalidError: there is such a folder.
    """
    for module in modules:
        shared = set(module.sources) & set(module.test_sources)
        if shared and module.has_code:
            raise BaseInvalidError(
                f"{min(shared)} holds both main and test sources of the base commit",
                hint="Nothing tells its tests from the code that a prediction may change.",
            )
