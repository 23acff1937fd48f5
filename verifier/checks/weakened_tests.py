"""Tests that a candidate edited beside the refactoring: in the files that the instance lets it edit, or in main code."""

from verifier.checks.base import Case
from verifier.checks.purity import left_over_of
from verifier.domain.paths import is_test_path
from verifier.java_text.test_code import holds_tests
from verifier.java_text.tree_text import text_of
from verifier.residue.edit import Edit


def weakened_tests(case: Case) -> tuple[Edit, ...]:
    """Edits of tests, and of code that asserts, which no refactoring accounts for.

    Empty where no test file is the candidate's; one that only follows a new name is not. What edits
    only data or helpers without an assertion is left to the purity check. A file of main code that
    held tests, or what they are built on (a rule, an extension), is a test file, too: where it is none
    of the wanted refactoring's own, all its edits count.
    """
    changed = {change.path for change in case.candidate.changes}
    own = {path for path in changed & case.rebindable if is_test_path(path) or _holds(case, path)}
    others = {path for path in changed - own if not is_test_path(path) and _holds(case, path)}
    if not own and not others:
        return ()
    edits = left_over_of(case).edits
    return tuple(e for e in edits if e.file in others or (e.testing and e.file in own))


def _holds(case: Case, path: str) -> bool:
    before = text_of(case.base, path) if path.endswith(".java") else None
    return before is not None and holds_tests(before)
