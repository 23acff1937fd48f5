"""Prepare the base while checks that do not need it run, and then compile the only candidate.

The preparation covers the base's build, its measurement and a warm compiler. It saves time and
changes no result: a later request finds what is ready and does the rest. If an earlier check fails,
the work is unused, and it ends with the call.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from verifier.builds.builder import Builder
from verifier.builds.options import PrepareOn
from verifier.builds.speedups import Speedup
from verifier.domain.outcome import CheckName
from verifier.judging.options import BUILT, JudgeOptions, ToolsetOptions
from verifier.sandbox.base import SandboxFacts
from verifier.tools.cores import cores

PATIENCE = 3.0
"""Seconds to wait at the end of a call for work that the closed sandbox has ended."""


def begins_ahead(judge: JudgeOptions, options: ToolsetOptions, sandbox: SandboxFacts) -> bool:
    """Whether the base may be prepared before a check asks for it.

    This needs a spare core and an isolated sandbox, because closing such a sandbox ends its work.
    """
    build = options.build
    return (
        build.uses(Speedup.AHEAD)
        and cores() > 1
        and options.builds
        and sandbox.isolated
        and build.prepare_on is not PrepareOn.HOST
        and not judge.checks.isdisjoint(BUILT)
    )


def checks_run_early(options: ToolsetOptions) -> bool:
    """Whether checks of class files may run during the tests; this needs a core that no job uses."""
    return options.build.uses(Speedup.AHEAD) and cores() > options.jobs


@dataclass(eq=False)
class _Prefetch:
    """A builder and the event that its preparation has ended. Preparation starts only once."""

    builder: Builder
    ended: threading.Event = field(default_factory=threading.Event)


class Prefetcher:
    """The bases that a call prepares in advance."""

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []
        self._known: list[_Prefetch] = []
        self._lock = threading.Lock()

    def begin(
        self, open_builder: Callable[[], Builder], judge: JudgeOptions
    ) -> Callable[[], Builder]:
        """Start to prepare a base. Return a function that waits for it and gives its builder."""

        def work() -> None:
            # The next request for the builder meets the same error and reports it.
            with suppress(Exception):
                self._begin_once(open_builder(), tested=CheckName.TESTS in judge.checks)

        thread = self._start(work)

        def join_and_open() -> Builder:
            thread.join()
            return open_builder()

        return join_and_open

    def begin_compiling(self, compiled: Callable[[], object]) -> None:
        """Start to compile the candidate of the only base. A later request waits for the result."""

        def work() -> None:
            # The next request for the compilation meets the same error and reports it.
            with suppress(Exception):
                compiled()

        self._start(work)

    def _start(self, work: Callable[[], None]) -> threading.Thread:
        # A daemon thread: it may wait for another process and must not delay the end of this one.
        thread = threading.Thread(target=work, name="ahead", daemon=True)
        self._threads.append(thread)
        thread.start()
        return thread

    def _begin_once(self, builder: Builder, *, tested: bool) -> None:
        with self._lock:
            known = next((each for each in self._known if each.builder is builder), None)
            mine = known or _Prefetch(builder)
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
        """Wait for unused work after the sandbox was closed."""
        for thread in self._threads:
            thread.join(seconds)
