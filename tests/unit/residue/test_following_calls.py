"""Calls in calls are compared as deep as people write them; an answer may nest far deeper."""

import pytest

from verifier.domain.refactoring import MethodId, Refactoring, RefactoringSide
from verifier.domain.refactoring_traits import RefactoringType
from verifier.residue.following_calls import FollowingCalls

MOVE = Refactoring(
    type_name=RefactoringType.MOVE_METHOD,
    description="",
    before=RefactoringSide(file="A.java", method=MethodId(class_name="A", name="f")),
    after=RefactoringSide(file="B.java", method=MethodId(class_name="B", name="f")),
)


@pytest.mark.parametrize(("depth", "agree"), [(1, True), (90, True), (900, False)])
def test_calls_in_calls_agree_unless_they_nest_too_deep(depth: int, *, agree: bool) -> None:
    old, new = (f"{owner} . f ( ".split() * depth + [")"] * depth for owner in "AB")

    assert FollowingCalls.of([MOVE]).agree(old, new) is agree
