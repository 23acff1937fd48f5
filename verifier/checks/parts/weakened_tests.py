"""Edits of tests apart from the refactoring.

They are in files that the instance lets the candidate edit, or in main code.
"""

from verifier.checks.case import Case
from verifier.domain.paths import is_test_path
from verifier.java_text.test_code import holds_tests
from verifier.java_text.tree_text import text_of
from verifier.residue.text.edit import Edit


def find_weakened_tests(case: Case) -> tuple[Edit, ...]:
    """Return the edits of tests, and of asserting code, that no refactoring explains.

    The result is empty if the candidate changed no test file. A file that only follows a new name
    does not count. Edits of data or of helpers without an assertion are left to the purity check. A
    main file that contained tests, or parts of a test framework (a rule, an extension), is a test
    file too. If it is not one of the wanted refactoring's own files, all its edits count.
    """
    changed = {change.path for change in case.candidate.changes}
    own = {path for path in changed & case.rebindable if is_test_path(path) or _holds(case, path)}
    others = {path for path in changed - own if not is_test_path(path) and _holds(case, path)}
    if not own and not others:
        return ()
    edits = case.left_over.edits
    return tuple(e for e in edits if e.file in others or (e.testing and e.file in own))


def _holds(case: Case, path: str) -> bool:
    before = text_of(case.base, path) if path.endswith(".java") else None
    return before is not None and holds_tests(before)
