"""A plan is about a method that the files declare; for any other name there is an error with a hint."""

from pathlib import Path

import pytest

from tests.support.answers import QuickAnalysis
from tests.support.repository import Repository
from verifier.domain.refactoring_traits import RefactoringType
from verifier.errors import UsageError
from verifier.mcp_server.plans import plan
from verifier.mcp_server.requests import AskPlan

SOURCE = """package p;

class A {
    A(int n) {}
    int f(int n) { return n; }
    int f(String s) { return 1; }
    int g() { return 2; }
}
"""


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = Repository.create(tmp_path_factory.mktemp("plans") / "repository")
    made.commit({"src/p/A.java": SOURCE}, "start")
    return made.path


def ask(repository: Path, method: str) -> AskPlan:
    return AskPlan(
        repository=str(repository), type=RefactoringType("Extract Method"), method=method
    )


@pytest.mark.parametrize(
    ("method", "said", "hint"),
    [
        ("p.A#f(long)", "no method p.A#f(long) in src/p/A.java", "p.A#f(int), p.A#f(String)"),
        ("p.A#h()", "no method p.A#h() in", "p.A#f(int), p.A#f(String), p.A#g()"),
        ("A#h", "no method p.A#h() in", "p.A#<init>(int), p.A#f(int), p.A#f(String), p.A#g()"),
        ("p.A.B#g()", "no method p.A.B#g() in", "p.A#g()"),
        ("p.Missing#f()", "no single file is named after p.Missing", "pkg.Class#method"),
        ("Missing#f", "no single file is named after Missing", "pkg.Class#method"),
    ],
)
def test_a_method_that_is_not_declared_is_an_error(
    repository: Path, method: str, said: str, hint: str
) -> None:
    with pytest.raises(UsageError) as caught:
        plan(ask(repository, method), QuickAnalysis())

    assert said in caught.value.message
    assert hint in caught.value.hint


@pytest.mark.parametrize("method", ["p.A#g()", "A#g", "A#A(int)"])
def test_a_method_that_is_declared_gets_its_place(repository: Path, method: str) -> None:
    found = plan(ask(repository, method), QuickAnalysis())

    assert found.file == "src/p/A.java"
    assert found.line in {4, 7}
    assert {each.met for each in found.preconditions} == {True}
