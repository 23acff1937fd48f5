"""Answers to assignments: a rewritten method goes to its place, a commit needs a diff."""

import pytest

from tests.conftest import MakeRepository
from tests.support.answers import QuickAnalysis
from tests.support.assignments import a_commit, a_method
from tests.support.resolving import content_of, reason_of
from verifier.builds.build_tools import java_tree
from verifier.domain.assignment import Assignment
from verifier.domain.outcome import Reason
from verifier.domain.prediction import Prediction
from verifier.domain.source import Candidate, Rejection
from verifier.predictions.resolve import resolve
from verifier.tools.git.repository import Repository

A = "src/main/java/p/A.java"
TWIN = "other/src/main/java/p/A.java"
SOURCE = """package p;
class A {
    int f(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += i;
        return sum;
    }
    int g() { return f(3); }
}
"""
SHORT = "int f(int n) {\n    return n * (n - 1) / 2;\n}"
METHOD = a_method("f(int)", file=A)
PATCH = (
    f"--- a/{A}\n+++ b/{A}\n@@ -7,3 +7,3 @@\n     }}\n"
    "-    int g() { return f(3); }\n+    int g() { return f(2 + 1); }\n }\n"
)


class Bench:
    def __init__(self, make: MakeRepository) -> None:
        self.made = make("subject")
        # Two modules declare the class, so that only the assignment says which file is meant.
        self.commit = self.made.commit({A: SOURCE, TWIN: SOURCE})

    def resolve(
        self,
        assignment: Assignment,
        answer: str | None = None,
        patch: str | None = None,
        files: dict[str, str] | None = None,
    ) -> Candidate | Rejection:
        with Repository.open(self.made.path) as repository:
            return resolve(
                Prediction(
                    instance_id=assignment.id,
                    model_name_or_path="m",
                    model_output=answer,
                    model_patch=patch,
                    files=files,
                ),
                wanted=None,
                base=java_tree(repository.tree(self.commit)),
                analysis=QuickAnalysis(),
                repository=repository,
                instance=None,
                assignment=assignment,
            )


@pytest.fixture
def bench(make_repository: MakeRepository) -> Bench:
    return Bench(make_repository)


def test_a_rewritten_method_replaces_the_one_of_the_assignment(bench: Bench) -> None:
    found = bench.resolve(METHOD, f"Here it is:\n```java\n{SHORT}\n```\n")

    assert isinstance(found, Candidate)
    assert [change.path for change in found.changes] == [A]
    text = (content_of(found) or b"").decode()
    assert "    int f(int n) {\n        return n * (n - 1) / 2;\n    }\n    int g()" in text


def test_a_helper_comes_with_the_method(bench: Bench) -> None:
    answer = "```java\nint f(int n) { return half(n * (n - 1)); }\nint half(int n) { return n / 2; }\n```"

    text = (content_of(bench.resolve(METHOD, answer)) or b"").decode()

    assert "half(int n)" in text
    assert "sum" not in text


@pytest.mark.parametrize(
    "answer",
    [
        "```java\nint h() { return 0; }\n```",
        "```java\nint f(long n) { return 0; }\n```",
    ],
)
def test_an_answer_that_leaves_the_method_as_it_was_is_no_change(bench: Bench, answer: str) -> None:
    found = bench.resolve(METHOD, answer)

    assert isinstance(found, Rejection)
    assert (found.reason, found.details) == (Reason.NO_CHANGE, "p.A#f(int) is unchanged")


F = "    int f(int n) {"


@pytest.mark.parametrize(
    "new",
    [
        SOURCE.replace("f(int n)", "f(long n)"),
        SOURCE.replace("f(int n)", "fast(int n)"),
        SOURCE.replace("class A {", "class A { static class B {").replace("g()", "} int g()"),
        SOURCE[: SOURCE.index(F)] + SOURCE[SOURCE.index("    int g()") :],
        "package p; abstract class A { abstract int f(int n); int g() { return f(3); } }",
        "package p; class B { int f(int n) { return 0; } }",
    ],
)
def test_a_patch_that_removes_the_method_or_its_signature_is_refused(
    bench: Bench, new: str
) -> None:
    found = bench.resolve(METHOD, files={A: new})

    assert isinstance(found, Rejection)
    assert found.reason is Reason.UNKNOWN_TARGET
    assert found.details == f"p.A#f(int) with a body is gone from {A}"


def test_a_patch_must_change_the_method_too(bench: Bench) -> None:
    assert reason_of(bench.resolve(METHOD, patch=PATCH)) is Reason.NO_CHANGE


@pytest.mark.parametrize(
    "assignment", [a_method("f(int)", file="src/Gone.java"), a_method("gone()", file=A)]
)
def test_a_method_that_the_base_lacks_is_an_unknown_target(
    bench: Bench, assignment: Assignment
) -> None:
    assert reason_of(bench.resolve(assignment, f"```java\n{SHORT}\n```")) is Reason.UNKNOWN_TARGET


def test_a_commit_is_answered_with_a_diff_or_a_patch(bench: Bench) -> None:
    answered = bench.resolve(a_commit(), f"I did it:\n\n```diff\n{PATCH}```\nDone.")

    assert b"f(2 + 1)" in (content_of(answered) or b"")
    assert content_of(bench.resolve(a_commit(), patch=PATCH)) == content_of(answered)


@pytest.mark.parametrize("answer", ["", SHORT, f"{PATCH}\nOr:\n\n{PATCH}"])
def test_a_commit_cannot_be_answered_without_a_diff(bench: Bench, answer: str) -> None:
    assert reason_of(bench.resolve(a_commit(), answer)) is Reason.UNPARSABLE_ANSWER
