"""Tests that a candidate edited beside the refactoring, in the files that the instance lets it edit."""

from verifier.checks.base import Case
from verifier.checks.purity import left_over_of
from verifier.domain.paths import is_test_path
from verifier.residue.edit import Edit


def weakened_tests(case: Case) -> tuple[Edit, ...]:
    """Edits of tests, and of code that asserts, which no refactoring accounts for.

    Empty where no test file is the candidate's; one that only follows a new name is not. What edits
    only data or helpers without an assertion is left to the purity check.
    """
    changed = {change.path for change in case.candidate.changes}
    own = {path for path in changed & case.rebindable if is_test_path(path)}
    if not own:
        return ()
    return tuple(e for e in left_over_of(case).edits if e.testing and e.file in own)
