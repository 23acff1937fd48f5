"""The properties that every input must keep, and the report of a violation.

An input may raise only declared errors, use at most `budget` CPU seconds, and add at most
`MOST_MEMORY` to the memory of the process.
"""

import resource
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.support.cpu import OutOfTime, stop_after

MEGABYTE = 1024**2
SECONDS = 3.0
"""CPU seconds for any input, however small."""
SECONDS_A_MEGABYTE = 5.0
"""Additional CPU seconds for each megabyte of an input."""
MOST_MEMORY = 1024**3
"""Bytes of address space that one input may add."""
_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """An input that violated a property. `key` is the same for findings with probably the same
    cause.
    """

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Slow:
    """A target that reads an input with several readers, and its CPU seconds for each megabyte."""

    run: Callable[[bytes], None]
    seconds_a_megabyte: float

    def __call__(self, data: bytes) -> None:
        self.run(data)


def try_target(target: Callable[[bytes], None], data: bytes) -> Finding | None:
    """Run a target on an input. Return the violation, or None if all properties hold."""
    rate = target.seconds_a_megabyte if isinstance(target, Slow) else SECONDS_A_MEGABYTE
    most = SECONDS + rate * len(data) / MEGABYTE
    try:
        with stop_after(most):
            target(data)
    except OutOfTime as error:
        return _finding("hang", error)
    except MemoryError as error:
        return _finding("memory", error)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
        return _finding(type(error).__name__, error)
    return None


def limit_memory() -> None:
    """Let this process grow by at most `MOST_MEMORY` from now on."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    most = pages * resource.getpagesize() + MOST_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _finding(what: str, error: BaseException) -> Finding:
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if f.filename.startswith(str(_ROOT / "verifier"))]
    others = [f for f in frames if not f.filename.endswith("/tests/support/cpu.py")]
    place = (own or others)[-1]
    file = Path(place.filename)
    name = file.relative_to(_ROOT) if file.is_relative_to(_ROOT) else Path(file.name)
    lines = "".join(traceback.format_exception(error, limit=-12))
    return Finding(key=f"{what}-{name.stem}-{place.name}", text=lines[-6000:])
