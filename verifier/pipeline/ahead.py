"""Begin with a base beside what needs none: its preparation, its measurement, the compiler that stays; and then
with the compilation of the only candidate.

Nothing depends on it but time: who asks later finds what is done, and does the rest. Where a check before that
fails, nobody asks, and the end of the call ends it.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from verifier.builds.base import Builder, PrepareOn
from verifier.builds.build_tools import java_tree
from verifier.builds.speedups import Speedup
from verifier.domain.outcome import CheckName
from verifier.domain.source import Candidate
from verifier.errors import RepositoryError
from verifier.pipeline.options import BUILT, JudgeOptions, WorkshopOptions
from verifier.pipeline.task import Task
from verifier.predictions.resolve import resolve_patch_or_files
from verifier.sandbox.base import SandboxFacts
from verifier.tools.cores import cores
from verifier.tools.git import Repository

PATIENCE = 3.0
"""Seconds that the end of a call waits for what the closing of its sandbox has ended."""


@dataclass(frozen=True, kw_only=True, slots=True)
class First:
    """The only base of a call, and what will be asked of it."""

    repository: Repository
    commit: str
    judge: JudgeOptions


def begins_ahead(judge: JudgeOptions, options: WorkshopOptions, sandbox: SandboxFacts) -> bool:
    """Whether a base may be begun with before a check asks for it.

    Only where a sandbox that is closed ends what runs in it, and where there is a core for it.
    """
    build = options.build
    return (
        build.uses(Speedup.AHEAD)
        and cores() > 1
        and options.builds
        and sandbox.isolated
        and build.prepare_on is PrepareOn.SANDBOX
        and not judge.checks.isdisjoint(BUILT)
    )


def may_change_code(task: Task) -> bool:
    """Whether a check may ask for the base's build, as far as git alone can tell.

    An empty patch, one that does not apply and one that changes only comments never start a build.
    """
    prediction = task.prediction
    if prediction.model_output is not None:
        return bool(prediction.model_output.strip())
    try:
        base = java_tree(task.repository.tree(task.base_commit))
        found = resolve_patch_or_files(prediction, base=base, repository=task.repository)
    except RepositoryError:
        # The application check meets the same and reports it.
        return False
    return isinstance(found, Candidate)


def runs_beside(options: WorkshopOptions) -> bool:
    """Whether checks of class files may run beside tests: where there is a core that no other job wants."""
    return options.build.uses(Speedup.AHEAD) and cores() > options.jobs


@dataclass(eq=False)
class _Beginning:
    """A builder that begins once, whoever begins with it."""

    builder: Builder
    ended: threading.Event = field(default_factory=threading.Event)


class Beginnings:
    """The bases that a call has begun with ahead."""

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []
        self._known: list[_Beginning] = []
        self._lock = threading.Lock()

    def begin(
        self, open_builder: Callable[[], Builder], judge: JudgeOptions
    ) -> Callable[[], Builder]:
        """Begin with a base; what gives its builder once that is done."""
        thread = self.begin_where(open_builder, judge)

        def opened() -> Builder:
            thread.join()
            return open_builder()

        return opened

    def begin_where(
        self, open_builder: Callable[[], Builder | None], judge: JudgeOptions
    ) -> threading.Thread:
        """Begin with a base where that gives its builder."""

        def work() -> None:
            # Whoever asks the builder next is told the same, in its place.
            with suppress(Exception):
                builder = open_builder()
                if builder is not None:
                    self._begin_once(builder, tested=CheckName.TESTS in judge.checks)

        return self._started(work)

    def begin_compiling(self, compiled: Callable[[], object]) -> None:
        """Compile the candidate of the only base; whoever asks for that waits for it."""

        def work() -> None:
            # Whoever asks for the compilation meets the same, and says so.
            with suppress(Exception):
                compiled()

        self._started(work)

    def _started(self, work: Callable[[], None]) -> threading.Thread:
        # A daemon: what waits for another process's preparation must not hold up the end of this one.
        thread = threading.Thread(target=work, name="ahead", daemon=True)
        self._threads.append(thread)
        thread.start()
        return thread

    def _begin_once(self, builder: Builder, *, tested: bool) -> None:
        with self._lock:
            known = next((each for each in self._known if each.builder is builder), None)
            mine = known or _Beginning(builder)
            if known is None:
                self._known.append(mine)
        if known is not None:
            known.ended.wait()
            return
        try:
            builder.begin(tested=tested)
        finally:
            mine.ended.set()

    def end(self, seconds: float = PATIENCE) -> None:
        """Wait for what nobody asked for, once the sandbox is closed."""
        for thread in self._threads:
            thread.join(seconds)
