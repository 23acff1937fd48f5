"""Progress and notices on standard error: bars on a terminal, plain lines elsewhere, or nothing."""

import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from verifier.printable import printable_lines

SECONDS_BETWEEN_LINES = 10


class Progress(Protocol):
    """Counts steps of one task."""

    def advance(self, note: str = "") -> None:
        """One step is done; `note` says which, where that helps."""
        ...


@dataclass(kw_only=True)
class Console:
    """The one place that writes to standard error.

    `quiet` silences all but errors; `plain` writes lines instead of drawing bars.
    """

    quiet: bool = False
    plain: bool = field(default_factory=lambda: not sys.stderr.isatty())

    def say(self, text: str) -> None:
        """One notice line."""
        if not self.quiet:
            self.error(text)

    def error(self, text: str) -> None:
        """One error, shown even when quiet; nothing in it drives the terminal."""
        sys.stderr.write(printable_lines(text) + "\n")
        sys.stderr.flush()

    @contextmanager
    def progress(self, title: str, total: int) -> Iterator[Progress]:
        """A task of `total` steps, shown as fits the terminal."""
        if self.quiet:
            yield _Silent()
        elif self.plain:
            yield _Lines(self, title, total)
        else:
            with _bar(title, total) as bar:
                yield bar


class Notices(logging.Handler):
    """Shows what the library logs at level INFO: steps that a person waits for."""

    def __init__(self, console: Console) -> None:
        super().__init__(logging.INFO)
        self._console = console

    def emit(self, record: logging.LogRecord) -> None:
        """One line, without decoration."""
        self._console.say(record.getMessage())


class _Silent:
    def advance(self, note: str = "") -> None:
        del note


class _Lines:
    """A line at the start, every few seconds, and at the end."""

    def __init__(self, console: Console, title: str, total: int) -> None:
        self._console, self._title, self._total = console, title, total
        self._done, self._last = 0, time.monotonic()
        console.say(f"{title}: 0/{total}")

    def advance(self, note: str = "") -> None:
        self._done += 1
        now = time.monotonic()
        if self._done == self._total or now - self._last >= SECONDS_BETWEEN_LINES:
            self._last = now
            self._console.say(f"{self._title}: {self._done}/{self._total} {note}".rstrip())


@contextmanager
def _bar(title: str, total: int) -> Iterator[Progress]:
    from rich.console import Console as RichConsole
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )
    with RichProgress(*columns, console=RichConsole(stderr=True)) as progress:
        task = progress.add_task(title, total=total, note="")

        class _Bar:
            def advance(self, note: str = "") -> None:
                progress.update(task, advance=1, note=note)

        yield _Bar()
