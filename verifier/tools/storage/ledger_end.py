"""Find out that the last lines of a run's ledger are gone: `run.json` has their number and the last hash."""

import json
from pathlib import Path

from verifier.domain.evidence import RUN, VERDICTS, LedgerEnd
from verifier.errors import InputError
from verifier.tools.records import from_json
from verifier.tools.storage.chain import describe_break, read_link


def describe_damage(run: Path) -> str:
    """Return a message about a ledger that is not what was written; empty if it is.

    Raises:
        InputError: the ledger cannot be read.
    """
    return describe_break(run / VERDICTS) or describe_lost_lines(run)


def describe_lost_lines(run: Path) -> str:
    """Return a message if a ledger lacks lines that `run.json` counted; empty if it has them.

    Nothing is known, and the message is empty, if `run.json` cannot be read. Lines that were appended
    after it was written are not counted.

    Raises:
        InputError: the ledger cannot be read.
    """
    return find_lost_lines(run)[1]


def find_lost_lines(run: Path) -> tuple[int, str]:
    """Return at least how many lines are gone, now and for earlier calls, and a message about it.

    The message is that of `describe_lost_lines`.

    Raises:
        InputError: the ledger cannot be read.
    """
    end = _read_end(run / RUN)
    name = f"{run.resolve().name}/{VERDICTS}"
    found, last = _count_lines(run / VERDICTS, end.lines)
    if found < end.lines:
        said = f"{name}: the last lines are gone: {found} are left of the {end.lines} in {RUN}"
        return end.lost + end.lines - found, said
    if end.lines > 0 and read_link(last) != end.chain:
        return end.lost + 1, f"{name}: line {end.lines} is not the one that {RUN} names"
    if end.lost > 0:
        said = f"{name}: lines were gone when an earlier call opened it, at least {end.lost}"
        return end.lost, said
    return 0, ""


def _read_end(path: Path) -> LedgerEnd:
    try:
        content = json.loads(path.read_bytes())
        return from_json(LedgerEnd, json.dumps(content["ledger"]).encode())
    except (OSError, ValueError, LookupError, TypeError, RecursionError, InputError):
        return LedgerEnd()


def _count_lines(path: Path, most: int) -> tuple[int, bytes]:
    """Count complete lines up to `most`, and return the last one of them."""
    found, last = 0, b""
    try:
        with path.open("rb") as stream:
            for line in stream:
                if found == most:
                    break
                if line.endswith(b"\n") and line.strip():
                    found, last = found + 1, line
    except FileNotFoundError:
        return 0, b""
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    return found, last
