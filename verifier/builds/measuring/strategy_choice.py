"""Choose the strategy for a base.

It is `direct` if its tests equal those of the project's own build, or if only `direct` runs.
"""

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from verifier.builds.build_tools import tool_named
from verifier.builds.described.online import Complete
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import BuildRequest, Strategy, top_class
from verifier.builds.direct.refusal import refusal_of as refusal_here
from verifier.builds.direct.strategy import DirectStrategy
from verifier.builds.evidence.tree_hashes import own_rewriting
from verifier.builds.measuring.comparison import LauncherAgreement
from verifier.builds.measuring.stability import difference
from verifier.builds.options import StrategyChoice, StrategyName
from verifier.domain.testrun import BuildRun, CanaryPlace, RunEnd, TamperSign, TestRun
from verifier.errors import BaseInvalidError
from verifier.printable import pluralize, printable
from verifier.sandbox.base import Sandbox

ASKED_FOR = "it was asked for"
EQUAL = "its tests equal those of the project's own build"
EQUAL_BEFORE = f"{EQUAL} on a commit that is built the same way"
OWN_FAILS = "the project's own build does not run here"
NO_CANARIES = "canaries do not run in the project's own build; only its reports speak"

_OUT_OF_MEMORY = "java.lang.OutOfMemoryError"
_MORE_MEMORY = (
    "Tests that need more memory get it with --memory (MiB; half of it is the heap of one JVM)."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Setup:
    """Everything needed to open a strategy again; part of the cached measurement.

    `order` are the test classes in the order of the project's own build, which `direct` follows.
    `canaries` are the places where that build runs canaries; None before its first run shows them.
    `rewritten` are files that the base's own tests change, each with the SHA-256 it ends up with.
    """

    strategy: StrategyName
    processing: bool = False
    canaries: tuple[CanaryPlace, ...] | None = None
    order: tuple[str, ...] = ()
    rewritten: Mapping[str, str] = field(default_factory=dict)

    def open(self, prepared: PreparedBase, sandbox: Sandbox) -> Strategy:
        """Open the strategy."""
        if self.strategy is StrategyName.DIRECT:
            return DirectStrategy(prepared, sandbox, processing=self.processing, order=self.order)
        return tool_named(self.strategy).own_build(
            prepared, sandbox, canaries=self.canaries, rewritten=self.rewritten
        )

    def with_canaries_of(self, run: BuildRun) -> "Setup":
        """Return this setup with the canaries that a run of the base showed; each further run must show them."""
        if self.canaries is not None or run.tests is None:
            return self
        return replace(self, canaries=run.tests.canaries)

    def adapt(self, prepared: PreparedBase, run: BuildRun) -> "Setup":
        """Return a setup that may make an incomplete run of the project's own build complete;
        itself if none is known.

        Some builds select their tests so that canaries never run, or refuse sources that they do
        not know. The tests of some projects rewrite their own data: the next run may leave it as
        this one did, or as it was.
        """
        if run.tests is None:
            return replace(self, canaries=())
        signs = {each.sign for each in run.tests.tamper}
        if not signs <= {TamperSign.CANARY, TamperSign.CHANGED_FILE}:
            return self
        bare = self.with_canaries_of(run)
        if TamperSign.CANARY in signs:
            bare = replace(bare, canaries=())
        if TamperSign.CHANGED_FILE not in signs:
            return bare
        rewritten = own_rewriting(prepared, run.tests)
        return replace(bare, rewritten=rewritten) if rewritten and not self.rewritten else self

    @property
    def notes(self) -> tuple[str, ...]:
        """What is unusual about the setup."""
        missing = () if self.canaries else (NO_CANARIES,)
        if not self.rewritten:
            return missing
        files, one = pluralize(len(self.rewritten), "file"), printable(min(self.rewritten))
        return (*missing, f"its own tests rewrite {files} of theirs: {one} is one")


@dataclass(frozen=True, kw_only=True, slots=True)
class Trial:
    """A strategy's first run on the base; `refusal` says why the strategy cannot be used, empty if it can."""

    setup: Setup
    run: BuildRun | None = None
    refusal: str = ""
    notes: tuple[str, ...] = ()

    @property
    def tests(self) -> TestRun:
        """The tests of the run, unless it was refused."""
        if self.run is None or self.run.tests is None:
            raise BaseInvalidError(f"the base commit cannot be measured: {self.refusal}")
        return self.run.tests


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice:
    """The input of a choice: a base, its sandbox, what the user allows, and a request for a run of
    the base.

    `known` is the comparison on a neighbour, if there is one. `ahead` lets our own compiler compile
    the base while the project's own build runs.
    """

    prepared: PreparedBase
    sandbox: Sandbox
    choice: StrategyChoice
    base: BuildRequest
    known: LauncherAgreement | None = None
    ahead: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Chosen:
    """The chosen strategy, the reason, and its first run on the base."""

    trial: Trial
    reason: str

    @property
    def run(self) -> BuildRun:
        """The first run."""
        if self.trial.run is None:
            raise AssertionError("a trial without a run is refused")
        return self.trial.run


def choose(request: Choice, complete: Complete) -> Chosen:
    """Try the strategies that the user's choice allows; fetch what a first run lacks.

    Raises:
        BaseInvalidError: no allowed strategy can build and test the base.
    """
    trials = _Trials(request, complete)
    match request.choice:
        case StrategyChoice.DIRECT:
            return _only(trials.direct(), ASKED_FOR)
        case StrategyChoice.MAVEN | StrategyChoice.GRADLE:
            _refuse_other_tool(request)
            return _only(trials.own_build(), ASKED_FOR)
        case StrategyChoice.AUTO:
            return _like_before(trials, request) or _best(trials)


def _refuse_other_tool(request: Choice) -> None:
    if str(request.choice) != str(request.prepared.tool.name):
        raise BaseInvalidError(
            f"the base commit is built by {request.prepared.tool}, not by {request.choice}",
            hint=f"Pass --strategy {request.prepared.tool.name}, or leave it out.",
        )


def _like_before(trials: "_Trials", request: Choice) -> Chosen | None:
    """Choose our own launcher if it equalled the project's own build on a neighbour; None: compare again."""
    known = request.known
    if known is None or refusal_here(request.prepared):
        return None
    trial = trials.direct_like(known)
    if trial.refusal or not known.holds_for(trial.tests, request.prepared):
        return None
    return Chosen(trial=trial, reason=EQUAL_BEFORE)


def _only(trial: Trial, reason: str) -> Chosen:
    if trial.refusal:
        log = trial.run.log[-3000:] if trial.run is not None else ""
        more = (_MORE_MEMORY,) if _OUT_OF_MEMORY in f"{trial.refusal}{log}" else ()
        raise BaseInvalidError(
            f"the base commit cannot be measured: {trial.refusal}",
            hint="\n".join((*more, *((f"The end of the log:\n{log}",) if log else ()))),
        )
    return Chosen(trial=trial, reason=reason)


def _best(trials: "_Trials") -> Chosen:
    with trials.compile_in_background():
        own = trials.own_build()
    if own.refusal:
        direct = trials.direct()
        if direct.refusal:
            both = f"{own.setup.strategy}: {own.refusal}; direct: {direct.refusal}"
            return _only(replace(own, refusal=both), "")
        return _only(direct, f"{OWN_FAILS}: {own.refusal}")
    # This runs after the project's own build because it follows that build's order of classes.
    direct = trials.direct(tuple(dict.fromkeys(map(top_class, own.tests.outcomes))))
    if direct.refusal:
        return _only(own, f"direct cannot be used: {direct.refusal}")
    # An id that only one of them reports would appear or vanish with the choice of the runner.
    differs = difference(direct.tests, own.tests)
    if differs:
        return _only(own, f"direct does not show the same tests: {differs}")
    return _only(direct, EQUAL)


class _Trials:
    def __init__(self, request: Choice, complete: Complete) -> None:
        self._prepared, self._sandbox = request.prepared, request.sandbox
        self._complete, self._request = complete, request.base
        self._ahead = request.ahead
        self._compiled: DirectStrategy | None = None

    @contextmanager
    def compile_in_background(self) -> Iterator[None]:
        """Compile what `direct` needs in a thread; the end of the block waits for it."""
        if not self._ahead or self._prepared.own_build_refusal or refusal_here(self._prepared):
            yield
            return
        ours = DirectStrategy(self._prepared, self._sandbox, processing=False)
        with ThreadPoolExecutor(1, thread_name_prefix="background") as pool:
            compiling = pool.submit(ours.compile, self._request)
            yield
        # An error in this compilation is reported when the compilation is repeated.
        if compiling.exception() is None:
            self._compiled = ours

    def direct(self, order: tuple[str, ...] = ()) -> Trial:
        """Try without annotation processing first, then with it if the base does not compile."""
        setup = Setup(strategy=StrategyName.DIRECT, order=order)
        if refusal := refusal_here(self._prepared):
            return Trial(setup=setup, refusal=refusal)
        run = self._run(setup)
        if not run.compiled and run.end is RunEnd.EXITED:
            # Processors prevent partial compilation, so they run only if the base does not compile
            # without them.
            with_processing = replace(setup, processing=True)
            second = self._run(with_processing)
            if second.compiled:
                return Trial(setup=with_processing, run=second, refusal=refusal_of(second))
        return Trial(setup=setup, run=run, refusal=refusal_of(run))

    def direct_like(self, known: LauncherAgreement) -> Trial:
        """Run `direct` as it ran on a neighbour."""
        setup = Setup(strategy=StrategyName.DIRECT, processing=known.processing, order=known.order)
        run = self._run(setup)
        return Trial(setup=setup, run=run, refusal=refusal_of(run))

    def own_build(self) -> Trial:
        """Run the project's own build as on candidates.

        It has canaries if the build runs them, and may rewrite the same test data.
        """
        tool = tool_named(self._prepared.tool.name)
        setup = Setup(strategy=tool.name)
        if self._prepared.own_build_refusal:
            return Trial(setup=setup, refusal=self._prepared.own_build_refusal)
        run = self._run(setup)
        # With several modules, some may have run their tests before another one lacked something.
        whole = run.tests is not None and run.tests.complete
        if not whole and tool.lacks_something(run.log):
            self._complete()
            run = self._run(setup)
        adapted, last = self._adapt(setup, run)
        if _is_empty(last):
            return Trial(setup=setup, run=run, refusal=self._no_test())
        if refusal_of(last):
            return Trial(setup=setup, run=run, refusal=refusal_of(run))
        return Trial(setup=adapted, run=last, notes=adapted.notes)

    def _adapt(self, setup: Setup, run: BuildRun) -> tuple[Setup, BuildRun]:
        """Return the setup that makes a run complete, and that run; otherwise the last setup and
        run that were tried.
        """
        if _is_empty(run) or not refusal_of(run):
            return setup.with_canaries_of(run), run
        other = setup.adapt(self._prepared, run)
        return (setup, run) if other == setup else self._adapt(other, self._run(other))

    def _no_test(self) -> str:
        """Explain why the project's own build runs no test, as far as its description says."""
        switches = {m.tests.off: m.name for m in self._prepared.tested if m.tests.off}
        said = "; ".join(f"{name} sets {tag} for its tests" for tag, name in switches.items())
        return f"it runs no test: {said}" if said else "it runs no test"

    def _run(self, setup: Setup) -> BuildRun:
        return self._open(setup).build(self._request)

    def _open(self, setup: Setup) -> Strategy:
        if self._compiled is None or setup != Setup(
            strategy=StrategyName.DIRECT, order=setup.order
        ):
            return setup.open(self._prepared, self._sandbox)
        return self._compiled.in_order(setup.order)


def _is_empty(run: BuildRun) -> bool:
    """Whether a build that did not fail ran no test; canaries may not have run either."""
    tests = run.tests
    if tests is None or tests.outcomes:
        return False
    return tests.complete or tests.only_canaries_failed


def refusal_of(run: BuildRun) -> str:
    """Return why a run on the base cannot be measured; empty if it can."""
    if run.end is not RunEnd.EXITED:
        return f"the run on the base ended by {run.end}"
    if not run.compiled:
        return f"the base does not compile: {run.errors[0] if run.errors else 'no message'}"
    if run.tests is None:
        return "the base's tests left no evidence"
    if not run.tests.complete:
        return f"the base's own run is not whole: {'; '.join(map(str, run.tests.tamper))}"
    return ""
