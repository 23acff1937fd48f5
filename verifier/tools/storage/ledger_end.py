"""Find out that the last lines of a run's ledger are gone: `run.json` has their number and the last hash."""

import json
from itertools import islice
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
    end = _read_end(run / RUN)
    if end.lines < 1:
        return ""
    name = f"{run.resolve().name}/{VERDICTS}"
    lines = _whole_lines(run / VERDICTS, end.lines)
    if len(lines) < end.lines:
        return f"{name}: the last lines are gone: {len(lines)} are left of the {end.lines} in {RUN}"
    if read_link(lines[-1]) != end.chain:
        return f"{name}: line {end.lines} is not the one that {RUN} names"
    return ""


def _read_end(path: Path) -> LedgerEnd:
    try:
        content = json.loads(path.read_bytes())
        return from_json(LedgerEnd, json.dumps(content["ledger"]).encode())
    except (OSError, ValueError, LookupError, TypeError, RecursionError, InputError):
        return LedgerEnd()


def _whole_lines(path: Path, most: int) -> list[bytes]:
    try:
        with path.open("rb") as stream:
            whole = (line[:-1] for line in stream if line.endswith(b"\n") and line.strip())
            return list(islice(whole, most))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
