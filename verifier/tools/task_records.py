"""Read files of tasks: each line is an instance or an assignment."""

import json
from collections.abc import Mapping
from pathlib import Path

from verifier.domain.assignment import CommitAssignment, MethodAssignment, TaskRecord
from verifier.domain.instance import Instance
from verifier.errors import InputError
from verifier.tools.records import BadLine, from_json, read_lines, sort_lines

_ASSIGNMENTS: Mapping[str, type[MethodAssignment] | type[CommitAssignment]] = {
    "method": MethodAssignment,
    "commit": CommitAssignment,
}


def load_task_records(
    path: Path, *, skip_bad: bool = False
) -> tuple[list[TaskRecord], list[BadLine]]:
    """Read a file of instances and assignments. Return the records, and the lines that were skipped.

    An assignment states its `kind`; an instance has none.

    Raises:
        InputError: the file cannot be read, or a line cannot be read and `skip_bad` is not set.
    """
    return sort_lines(read_lines(read_task_record, path, kind="instance"), skip_bad=skip_bad)


def read_task_record(line: bytes) -> TaskRecord:
    """Read one instance or assignment.

    Raises:
        InputError: the line is no such record; the message names the field.
    """
    kind = _kind(line)
    if kind is None:
        return from_json(Instance, line)
    if kind not in _ASSIGNMENTS:
        raise InputError(f"kind: {kind!r} is neither {' nor '.join(_ASSIGNMENTS)}")
    record = from_json(_ASSIGNMENTS[kind], line)
    if isinstance(record, MethodAssignment):
        try:
            _ = record.method_id
        except ValueError as error:
            raise InputError(f"method: {error}") from error
    return record


def _kind(line: bytes) -> str | None:
    """Return the `kind` at the top level of a line; None if it has none or is not JSON."""
    if b'"kind"' not in line:
        return None
    try:
        plain = json.loads(line)
    except (ValueError, RecursionError):
        return None
    kind = plain.get("kind") if isinstance(plain, dict) else None
    return kind if kind is None else str(kind)
