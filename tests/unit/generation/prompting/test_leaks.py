"""Names that only the developers' solution has."""

import pytest

from tests.support.generation_tasks import task
from verifier.domain.assignment import CommitAssignment
from verifier.domain.generation import Disclosure
from verifier.domain.refactoring_traits import RefactoringType
from verifier.generation.prompting.leaks import golden_names, leaks_in


def test_new_methods_classes_files_and_added_members_are_golden() -> None:
    found = golden_names(task(RefactoringType.EXTRACT_AND_MOVE_METHOD))

    assert found == {"newCanary", "TargetCanary", "addedCanary"}


def test_what_the_base_has_is_no_leak() -> None:
    instance = task()
    after = type(instance.after)(file="A.java", method=instance.before.method)

    assert golden_names(task(after=after, patch="")) == frozenset()


def test_a_disclosed_target_is_no_leak_but_a_new_method_is() -> None:
    move = task(RefactoringType.MOVE_AND_RENAME_METHOD)

    assert golden_names(move, [Disclosure.TARGET_CLASS]) == {"newCanary", "addedCanary"}


@pytest.mark.parametrize("told", [Disclosure.SENTENCE, Disclosure.DESCRIPTION])
def test_a_disclosed_solution_leaks_nothing(told: Disclosure) -> None:
    assert golden_names(task(), [told]) == frozenset()


def test_a_commit_leaks_the_names_that_it_adds() -> None:
    patch = (
        "--- a/p/A.java\n+++ b/p/A.java\n@@ -1,2 +1,6 @@\n class A {\n-  int old;\n"
        "+  private int fresh = 1;\n+  class Inner {}\n+  int count(int x) {\n"
        "+    if (old(x)) {\n+    return known(x);\n"
        "--- /dev/null\n+++ b/p/Made.java\n+enum Made { ONE }\n"
    )
    commit = CommitAssignment(id="c", repo="r", parent="2" * 40, commit="1" * 40, patch=patch)

    assert golden_names(commit) == {"fresh", "Inner", "count", "Made"}


def test_a_leak_is_a_whole_word() -> None:
    assert leaks_in("call add, not addAll; add.", {"add", "All", "gone"}) == ("add",)
    assert leaks_in("readd adds", {"add"}) == ()
