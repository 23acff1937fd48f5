"""Select the tasks that have the golden solution that was asked for."""

from collections.abc import Sequence

from verifier.domain.assignment import CommitAssignment, MethodAssignment, TaskRecord
from verifier.domain.instance import Instance
from verifier.errors import UsageError


def with_commits(records: Sequence[TaskRecord]) -> list[Instance | CommitAssignment]:
    """Return the records, which must all have the developers' commit.

    Raises:
        UsageError: a record is a method to rewrite, or its commit is not recorded.
    """
    found: list[Instance | CommitAssignment] = []
    for record in records:
        if isinstance(record, MethodAssignment):
            raise UsageError(
                f"{record.id} is a method to rewrite, and developers wrote no solution for it",
                hint="Golden predictions need instances or assignments of commits.",
            )
        if isinstance(record, CommitAssignment) and not record.patch:
            raise UsageError(
                f"{record.id} does not contain the patch of its commit",
                hint="Write the assignments with `refverify assignments commits`.",
            )
        found.append(record)
    return found


def only_instances(records: Sequence[TaskRecord]) -> list[Instance]:
    """Return the records, which must all be instances.

    Raises:
        UsageError: a record is an assignment, which names no refactoring.
    """
    for record in records:
        if not isinstance(record, Instance):
            raise UsageError(
                f"{record.id} is an assignment, and only a refactoring has a golden refactoring",
                hint="Use --form commit for assignments of commits.",
            )
    return [record for record in records if isinstance(record, Instance)]
