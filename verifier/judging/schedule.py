"""Judge several predictions at a time. Each verdict is recorded before the caller gets it."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from threading import Event
from typing import TypeVar

from verifier.console import Groups
from verifier.domain.verdict import Verdict
from verifier.judging.base_uses import BaseUses
from verifier.judging.ledger import Ledger
from verifier.judging.options import JudgeOptions
from verifier.judging.prefetch import begins_ahead
from verifier.judging.task import Task
from verifier.judging.toolset import Toolset, refuse_builds
from verifier.judging.verdict import judge_task, with_evidence_in
from verifier.tools.storage.attempts import UnitAttempts

ATTEMPTS = "attempts"
"""The file of attempts in a run folder."""
Item = TypeVar("Item")
Made = TypeVar("Made")


def in_order(tasks: Mapping[str, Task]) -> list[tuple[str, Task]]:
    """Order the tasks so that those of one base commit follow each other."""
    return sorted(tasks.items(), key=lambda item: item[1].base_commit)


def bases_in_order(tasks: Mapping[str, Task]) -> Groups:
    """Number the base commit of each task, in the order in which the tasks begin."""
    numbers: dict[str, int] = {}
    of_steps = [numbers.setdefault(t.base_commit, len(numbers) + 1) for _, t in in_order(tasks)]
    return Groups(name="base", of_steps=of_steps)


def verify(
    tasks: Mapping[str, Task],
    *,
    options: JudgeOptions,
    toolset: Toolset,
    ledger: Ledger,
    starts_over: bool = False,
) -> Iterator[Verdict]:
    """Judge the tasks (by their keys), several at a time. Yield each verdict after it is recorded.

    Tasks of one base commit follow each other, so that they share its measurement. A task that ended the
    process twice is not built again, unless the run `starts_over`.

    Raises:
        StorageError: the run folder cannot be written; finished verdicts are kept.
    """
    ordered = in_order(tasks)
    stopped = Event()
    # With several tasks, one that fails early would waste the measurement of its base.
    uses = BaseUses(toolset, (task.base_commit for _, task in ordered))
    ahead = len(ordered) == 1 and begins_ahead(options, toolset.options, toolset.sandbox)

    def work(item: tuple[str, Task]) -> Verdict:
        key, task = item
        evidence = ledger.evidence_folder(task.prediction)
        with (
            uses.use(task.base_commit),
            attempt_unit(attempts, key, toolset) as tools,
        ):
            verdict = judge_task(
                key, task, tools, evidence, options=options, stopped=stopped, ahead=ahead
            )
        verdict = with_evidence_in(verdict, evidence.relative_to(ledger.folder))
        if not stopped.is_set():
            ledger.append(verdict)
        return verdict

    with UnitAttempts(ledger.folder / ATTEMPTS, fresh=starts_over) as attempts:
        yield from run_suspects_first(
            work,
            ordered,
            toolset.options.jobs,
            stopped,
            is_suspect=lambda item: attempts.is_suspect(item[0]),
        )


def alone(work: Callable[[Event, bool], Made], options: JudgeOptions, toolset: Toolset) -> Made:
    """Do the only work of a call, so that Ctrl-C ends it soon.

    The work gets the event of a stop, and whether the base may be prepared ahead.
    """
    stopped = Event()
    ahead = begins_ahead(options, toolset.options, toolset.sandbox)
    (made,) = some_at_a_time(lambda _: work(stopped, ahead), [None], 1, stopped)
    return made


def some_at_a_time(
    work: Callable[[Item], Made],
    items: Iterable[Item],
    jobs: int,
    stopped: Event,
    group: Callable[[Item], object] | None = None,
) -> Iterator[Made]:
    """Yield the result of each item as it is ready. Few items run at once, so that a stop ends
    soon.

    With `group`, an item of a group without a running item starts first, so that items do not wait
    for the first one of their group. `stopped` is set at the end, however it ends.
    """
    waiting = deque(items)
    pool = ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="work")
    running: dict[Future[Made], object] = {}

    def begin() -> None:
        number = 0
        if group is not None:
            at_work = set(running.values())
            number = next((n for n, i in enumerate(waiting) if group(i) not in at_work), 0)
        item = waiting[number]
        del waiting[number]
        running[pool.submit(work, item)] = None if group is None else group(item)

    try:
        while waiting and len(running) < jobs:
            begin()
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
                del running[future]
                if waiting:
                    begin()
    finally:
        stopped.set()
        # After a stop (Ctrl-C, a full disk) do not wait for a build that still runs: the sandbox
        # ends it when it is closed.
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def attempt_unit(attempts: UnitAttempts, key: str, tools: Toolset) -> Iterator[Toolset]:
    """Record an attempt at a unit during the block; yield its tools.

    If the unit must not be tried again, these are tools that refuse every build.
    """
    if refusal := attempts.find_refusal(key):
        yield refuse_builds(tools, refusal)
        return
    with attempts.attempt(key):
        yield tools


def run_suspects_first(  # noqa: PLR0913 - the parameters of some_at_a_time, and one more
    work: Callable[[Item], Made],
    items: Iterable[Item],
    jobs: int,
    stopped: Event,
    *,
    is_suspect: Callable[[Item], bool],
    group: Callable[[Item], object] | None = None,
) -> Iterator[Made]:
    """Yield results as `some_at_a_time` does, but run the suspects first, one at a time.

    If a process ended while it worked on several units, all of them are suspects. One at a time, only the
    unit that ended it does so again.
    """
    suspects, others = deque[Item](), deque[Item]()
    for item in items:
        (suspects if is_suspect(item) else others).append(item)
    try:
        # `some_at_a_time` sets its event at the end.
        yield from some_at_a_time(work, suspects, 1, Event())
        yield from some_at_a_time(work, others, jobs, stopped, group)
    finally:
        stopped.set()
