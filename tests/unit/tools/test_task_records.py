"""A file of tasks holds instances and assignments; their `kind` tells them apart."""

from pathlib import Path

import pytest

from tests.support.assignments import a_commit, a_method
from tests.support.instances import make_mined
from verifier.errors import InputError
from verifier.tools.records import to_line
from verifier.tools.task_records import load_task_records


def test_instances_and_assignments_may_share_a_file(tmp_path: Path) -> None:
    records = [make_mined(), a_method(), a_commit()]
    path = tmp_path / "tasks.jsonl"
    path.write_bytes(b"".join(map(to_line, records)))

    assert load_task_records(path) == (records, [])


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b'{"kind": "tree"}', "kind: 'tree' is neither method nor commit"),
        (b'{"kind": "commit"}', "`id` is missing"),
        (b'{"id": "x"}', "is missing"),
        (b"[]", "not an instance"),
        (to_line(a_method("f")), "method: not of the form"),
    ],
)
def test_a_line_that_is_no_task_is_named(tmp_path: Path, line: bytes, fault: str) -> None:
    path = tmp_path / "tasks.jsonl"
    path.write_bytes(line)

    with pytest.raises(InputError, match=fault):
        load_task_records(path)

    records, bad = load_task_records(path, skip_bad=True)
    assert (records, [each.number for each in bad]) == ([], [1])
