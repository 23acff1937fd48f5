"""Read files of tasks: each line is an instance or an assignment."""

import json
from pathlib import Path

from verifier.domain.assignment import CommitAssignment, MethodAssignment
from verifier.domain.instance import Instance
from verifier.errors import InputError
from verifier.generation.material import TaskRecord
from verifier.tools.records import BadLine, from_json

_KINDS = {"method": MethodAssignment, "commit": CommitAssignment}


def load_tasks(path: Path, *, skip_bad: bool = False) -> tuple[list[TaskRecord], list[BadLine]]:
    """Read a file of instances and assignments; an assignment states its `kind`.

    Raises:
        InputError: the file cannot be read, or a line cannot be read and `skip_bad` is not set.
    """
    good: list[TaskRecord] = []
    bad: list[BadLine] = []
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise InputError(
            f"cannot read {path}: {error.strerror}", hint="Name the file of instances with -i FILE."
        ) from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            good.append(_read(line))
        except InputError as error:
            left = BadLine(path=path, number=number, kind="instance", message=error.message)
            if not skip_bad:
                raise left.refusal() from error
            bad.append(left)
    return good, bad


def _read(line: bytes) -> TaskRecord:
    try:
        plain = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON: {error}") from error
    kind = plain.get("kind") if isinstance(plain, dict) else None
    record: TaskRecord = from_json(_KINDS.get(str(kind), Instance), line)
    return record
