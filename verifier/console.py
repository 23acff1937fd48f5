"""Progress and notices on standard error: bars on a terminal, otherwise plain lines or records."""

import json
import logging
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from verifier.domain.declared import to_plain
from verifier.domain.described import FORM, Described, Form
from verifier.pace import Pace, time_left
from verifier.printable import printable_lines

SECONDS_BETWEEN_LINES = 10


class Progress(Protocol):
    """Counts the steps of one task."""

    def advance(self, note: str = "") -> None:
        """Count one step as done; `note` may say which."""
        ...


class ConsoleEvent(StrEnum):
    """The kind of a line of `--progress json`."""

    PROGRESS = "progress"
    NOTICE = "notice"
    ERROR = "error"


@dataclass(frozen=True, kw_only=True, slots=True)
class ConsoleRecord(Described):
    """A line of `--progress json`. Notices and errors only set `text`."""

    event: ConsoleEvent
    """The kind of the line."""
    text: str = ""
    """The notice or error; for progress, the step that was just done."""
    task: str = ""
    """The name of the task, such as `verify`."""
    done: int | None = None
    """Steps that are done."""
    total: int | None = None
    """All steps."""
    group: int | None = None
    """The current group of steps, from 1; for `verify` the base commit. Null without groups."""
    groups: int | None = None
    """The number of groups; null without groups."""
    seconds_left: float | None = None
    """Estimated seconds for the remaining steps; null before the first step is done."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Groups:
    """Steps that belong together, such as the predictions of one base commit.

    `name` is the word for a group. `of_steps` has the group of each step in order, from 1.
    """

    name: str
    of_steps: Sequence[int]

    @property
    def fresh(self) -> list[bool]:
        """For each step, whether it is the first of its group."""
        return [n not in self.of_steps[:at] for at, n in enumerate(self.of_steps)]

    @property
    def count(self) -> int:
        """The number of groups."""
        return max(self.of_steps, default=0)

    def at(self, done: int) -> int:
        """Return the current group after this many steps; 0 if there are no steps."""
        return self.of_steps[min(done, len(self.of_steps) - 1)] if self.of_steps else 0


@dataclass(kw_only=True)
class Console:
    """The only writer to standard error.

    `quiet` shows only errors; `plain` writes lines instead of bars; with `records` each line is a
    JSON record.
    """

    quiet: bool = False
    plain: bool = field(default_factory=lambda: not sys.stderr.isatty())
    records: bool = False

    def say(self, text: str) -> None:
        """Write one notice line."""
        if not self.quiet:
            self._tell(ConsoleEvent.NOTICE, text)

    def error(self, text: str) -> None:
        """Write one error, even when quiet; its text cannot control the terminal."""
        self._tell(ConsoleEvent.ERROR, text)

    def confirm(self, question: str) -> bool | None:
        """Ask a person; no answer means no. None if there is no terminal to ask on."""
        if self.records or not (sys.stdin.isatty() and sys.stderr.isatty()):
            return None
        sys.stderr.write(f"{printable_lines(question)} [y/N] ")
        sys.stderr.flush()
        return sys.stdin.readline().strip().lower() in {"y", "yes"}

    def record(self, record: ConsoleRecord) -> None:
        """Write one line of `--progress json`."""
        _write(json.dumps(to_plain(record), sort_keys=True))

    def _tell(self, event: ConsoleEvent, text: str) -> None:
        if self.records:
            self.record(ConsoleRecord(event=event, text=text))
        else:
            _write(printable_lines(text))

    @contextmanager
    def progress(self, title: str, total: int, groups: Groups | None = None) -> Iterator[Progress]:
        """Show a task of `total` steps in the form that fits the terminal."""
        state = _State(title, total, groups)
        if self.quiet:
            yield _Silent()
        elif self.records:
            yield _Records(self, state)
        elif self.plain:
            yield _Lines(self, state)
        else:
            with _bar(state) as bar:
                yield bar


def _write(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


class Notices(logging.Handler):
    """Shows what the library logs at level INFO: steps that a person waits for."""

    def __init__(self, console: Console) -> None:
        super().__init__(logging.INFO)
        self._console = console

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line without decoration."""
        self._console.say(record.getMessage())


class _State:
    """The progress of a task and an estimate of the remaining time."""

    def __init__(self, title: str, total: int, groups: Groups | None) -> None:
        self.title, self.total = title, total
        self.groups = groups if groups is not None and groups.count > 1 else None
        self.done = 0
        fresh = self.groups.fresh if self.groups else [False] * total
        self._pace = Pace(fresh=fresh or [False])

    def advance(self) -> None:
        self.done += 1
        self._pace.advance()

    @property
    def left(self) -> float | None:
        return self._pace.left

    @property
    def extras(self) -> list[str]:
        """`base 4/14` and `about 6 min left`, if they are known and steps are left."""
        if self.done >= self.total:
            return []
        groups, left = self.groups, self.left
        where = [f"{groups.name} {groups.at(self.done)}/{groups.count}"] if groups else []
        return [*where, *([] if left is None else [time_left(left)])]

    def line(self, note: str) -> str:
        extras = self.extras
        head = ", ".join([f"{self.title}: {self.done}/{self.total}", *extras])
        return f"{head}{': ' if extras and note else ' '}{note}".rstrip()

    def record(self, note: str) -> ConsoleRecord:
        groups, left = self.groups, self.left
        return ConsoleRecord(
            event=ConsoleEvent.PROGRESS,
            text=note,
            task=self.title,
            done=self.done,
            total=self.total,
            group=groups.at(self.done) if groups else None,
            groups=groups.count if groups else None,
            seconds_left=None if left is None else round(left, 1),
        )


class _Silent:
    def advance(self, note: str = "") -> None:
        del note


class _Records:
    """Writes a record at the start and for each step."""

    def __init__(self, console: Console, state: _State) -> None:
        self._console, self._state = console, state
        console.record(state.record(""))

    def advance(self, note: str = "") -> None:
        self._state.advance()
        self._console.record(self._state.record(note))


class _Lines:
    """Writes a line at the start, every few seconds, and at the end."""

    def __init__(self, console: Console, state: _State) -> None:
        self._console, self._state = console, state
        self._last = time.monotonic()
        console.say(state.line(""))

    def advance(self, note: str = "") -> None:
        self._state.advance()
        now = time.monotonic()
        ended = self._state.done == self._state.total
        if ended or now - self._last >= SECONDS_BETWEEN_LINES:
            self._last = now
            self._console.say(self._state.line(note))


@contextmanager
def _bar(state: _State) -> Iterator[Progress]:
    from rich.console import Console as RichConsole
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as RichProgress

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[extras]}"),
        TextColumn("{task.fields[note]}"),
    )
    with RichProgress(*columns, console=RichConsole(stderr=True)) as progress:
        extras = ", ".join(state.extras)
        task = progress.add_task(state.title, total=state.total, note="", extras=extras)

        class _Bar:
            def advance(self, note: str = "") -> None:
                state.advance()
                progress.update(task, advance=1, note=note, extras=", ".join(state.extras))

        yield _Bar()
