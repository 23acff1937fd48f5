"""Assignments with only the values that a test gives."""

from verifier.domain.assignment import CommitAssignment, Goal, MethodAssignment


def a_method(
    method: str = "f()",
    *,
    file: str = "src/main/java/p/A.java",
    class_name: str = "p.A",
    source: str = "int f() { return 1; }",
    goal: Goal = Goal.SIMPLIFY,
    parent: str = "0" * 40,
    name: str = "m1",
    repo: str = "subject",
) -> MethodAssignment:
    return MethodAssignment(
        id=name,
        repo=repo,
        parent=parent,
        file=file,
        class_name=class_name,
        method=method,
        source=source,
        goal=goal,
    )


def a_commit(
    *, parent: str = "0" * 40, name: str = "c1", message: str = "", patch: str = ""
) -> CommitAssignment:
    return CommitAssignment(
        id=name, repo="subject", parent=parent, commit="1" * 40, message=message, patch=patch
    )
