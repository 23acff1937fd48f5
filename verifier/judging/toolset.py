"""Open and close the tools of a run together: analysis, sandbox, builders."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import NoReturn

from verifier import __version__
from verifier.analysis.pool import AnalysisPool
from verifier.builds.build_tools import versions_of
from verifier.builds.builder import Builder
from verifier.builds.modules.several_modules import BaseModules, open_modules
from verifier.builds.options import BuildOptions
from verifier.config import cache_size
from verifier.domain.declared import NEUTRAL
from verifier.domain.instance import StableId
from verifier.domain.source import Analysis
from verifier.errors import SandboxError, VerifierError
from verifier.fuzzing.engine import Fuzzing, FuzzingEngine
from verifier.judging.golden import GoldenEdits
from verifier.judging.options import ToolsetOptions
from verifier.judging.prefetch import Prefetcher
from verifier.rules.scan_cache import ScanCache
from verifier.rules.scoring import RuleScans
from verifier.sandbox.base import Sandbox, SandboxFacts
from verifier.sandbox.choice import open_sandbox
from verifier.tools.codebleu import has_codebleu
from verifier.tools.git.repository import Repository
from verifier.tools.jdk import find_jdks
from verifier.tools.opengrep.scan import find_engine
from verifier.tools.own_jar import FUZZER
from verifier.tools.storage.cache_room import end_waiting, keep_below
from verifier.tools.storage.cache_seal import cache_errors
from verifier.tools.storage.cache_usage import release

UNOPENED = SandboxFacts(name="none", isolated=True, engine="", image=None)
"""The facts if no check builds: no subject code ran, so none ran without isolation."""

OpenBuilder = Callable[[Repository, str, frozenset[str]], Builder]
ReleaseBase = Callable[[str], None]


def keep_base(commit: str) -> None:
    """Release nothing: for tools that build nothing."""
    del commit


@dataclass(frozen=True, kw_only=True)
class Toolset:
    """The tools of a run, shared by all predictions. Each is safe for several threads.

    `open_builder` takes a repository, a base commit and the relevant files. In a project with
    several modules, it builds the modules of these files and the modules that depend on them.
    `fuzzing` and `rules` are None if no check asks for them. The open tools are neutral for the
    key: `options`, `versions` and the sandbox's facts cover everything that can change a verdict.
    `release_base` ends the use of a base commit: what the cache has of it may be removed then. A later
    builder prepares it again.
    """

    options: ToolsetOptions
    analysis: Analysis = field(metadata=NEUTRAL)
    sandbox: SandboxFacts
    open_builder: OpenBuilder = field(metadata=NEUTRAL)
    versions: Mapping[str, str]
    fuzzing: Fuzzing | None = field(default=None, metadata=NEUTRAL)
    rules: RuleScans | None = field(default=None, metadata=NEUTRAL)
    prefetcher: Prefetcher = field(default_factory=Prefetcher, metadata=NEUTRAL)
    release_base: ReleaseBase = field(default=keep_base, metadata=NEUTRAL)
    golden_edits: GoldenEdits = field(init=False, metadata=NEUTRAL)

    def __post_init__(self) -> None:
        object.__setattr__(self, "golden_edits", GoldenEdits(analysis=self.analysis))


def refuse_builds(toolset: Toolset, reason: VerifierError) -> Toolset:
    """Return the tools with builders that raise this error."""

    def refuse(*_: object) -> NoReturn:
        raise reason

    return replace(toolset, open_builder=refuse)


@contextmanager
def open_toolset(
    options: ToolsetOptions, analysis: AnalysisPool | None = None
) -> Iterator[Toolset]:
    """Start the analysis workers and the sandbox, and stop at the end whatever was started.

    The caller may pass open workers; they stay open. Without builds, no sandbox or engine is
    required.

    Raises:
        SandboxError: no engine answers, or it ignores its limits.
        MissingToolError: the analysis class path, its JVM, a JDK or every build tool is missing.
    """
    build_tools = _build_tools(options.build) if options.builds else {}
    prefetcher = Prefetcher()
    with (
        _end(prefetcher),
        # Analysis comes first, because its JVM starts while the sandbox is opened.
        open_analysis(options, analysis) as workers,
        _sandbox(options) as sandbox,
        _end_waits(),
    ):
        builders = None if sandbox is None else _Builders(options.build, sandbox)
        fuzzing = None
        if sandbox is not None and options.fuzzing is not None:
            fuzzing = Fuzzing(engine=FuzzingEngine(sandbox), budget=options.fuzzing)
            build_tools["fuzzer"] = FUZZER.digest()[:16]
        rules = None
        if options.rules:
            rules = RuleScans(find_engine(), ScanCache.of_user())
            build_tools["rule-engine"] = rules.engine.label
        yield Toolset(
            options=options,
            analysis=workers,
            sandbox=UNOPENED if sandbox is None else sandbox.facts,
            open_builder=_no_builder if builders is None else builders.of,
            release_base=keep_base if builders is None else builders.release,
            versions={
                "refverify": __version__,
                **workers.versions(),
                **build_tools,
                **name_missing_measures(),
            },
            fuzzing=fuzzing,
            rules=rules,
            prefetcher=prefetcher,
        )


def name_missing_measures() -> dict[str, str]:
    """Name the measures that this Python lacks: a verdict without them gets a key of its own."""
    return {} if has_codebleu() else {"codebleu": "none"}


@contextmanager
def _end_waits() -> Iterator[None]:
    """After a stop, end the threads that wait for room in the cache."""
    try:
        yield
    finally:
        end_waiting()


@contextmanager
def _end(prefetcher: Prefetcher) -> Iterator[None]:
    """End early work at the end of the block: outermost, so after the sandbox in which it runs."""
    try:
        yield
    finally:
        prefetcher.end()


@contextmanager
def open_analysis(
    options: ToolsetOptions, given: AnalysisPool | None = None
) -> Iterator[AnalysisPool]:
    """Start the analysis workers. Workers that the caller passes stay open."""
    if given is not None:
        yield given
        return
    with AnalysisPool(jobs=options.jobs, timeout=options.analysis_timeout) as pool:
        pool.begin()
        yield pool


def _sandbox(options: ToolsetOptions) -> AbstractContextManager[Sandbox | None]:
    if not options.builds:
        return nullcontext()
    return open_sandbox(options.sandbox, image=options.image, runtime=options.runtime)


def _no_builder(repository: Repository, commit: str, files: frozenset[str]) -> Builder:
    del repository, commit, files
    raise SandboxError(
        "this run was opened for checks that build nothing, and one wants to build",
        hint="Ask for the check by name, so that a sandbox is opened for it.",
    )


def _build_tools(options: BuildOptions) -> dict[str, str]:
    """Versions of the available JDKs and build tools, which decide how a base is built."""
    jdks = ", ".join(sorted({jdk.version for jdk in find_jdks(options.jdk)}))
    return {"jdks": jdks, **versions_of(options)}


class _Builders:
    """Builders by base commit and choice of modules; each is made at its first use."""

    def __init__(self, options: BuildOptions, sandbox: Sandbox) -> None:
        self._options, self._sandbox = options, sandbox
        self._builders: dict[str, Builder] = {}
        self._bases: dict[str, str] = {}
        self._modules: dict[tuple[str, str], BaseModules] = {}
        self._lock = Lock()

    def of(self, repository: Repository, commit: str, files: frozenset[str]) -> Builder:
        """The builder of a base commit for the modules that the user chose or that hold the files,
        and for the modules that depend on them.

        The builder measures the base itself and locks it meanwhile.
        """
        modules = self._modules_of(repository, commit).changed(repository.tree(commit), files)
        base = (str(repository.git_dir), commit, modules.root)
        parts = (*base, *modules.built, "holding", *modules.holding)
        key = str(StableId.of(*parts))
        with self._lock:
            if key not in self._builders:
                self._builders[key] = open_modules(
                    repository, commit, modules, self._options, self._sandbox
                )
                self._bases[key] = commit
            return self._builders[key]

    def release(self, commit: str) -> None:
        """Forget the builders of a base commit, and let others remove its entries of the cache.

        No candidate may be judged on it now.
        """
        with self._lock:
            for key in [each for each, base in self._bases.items() if base == commit]:
                del self._bases[key], self._builders[key]
            for place in [each for each in self._modules if each[1] == commit]:
                del self._modules[place]
        with cache_errors():
            self._sandbox.close_services(release(commit, self._options.cache))
        keep_below(self._options.cache, cache_size())

    def _modules_of(self, repository: Repository, commit: str) -> BaseModules:
        base = str(repository.git_dir), commit
        with self._lock:
            return self._modules.setdefault(base, BaseModules(self._options))
