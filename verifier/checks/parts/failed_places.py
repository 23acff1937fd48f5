"""The places where failed tests are declared, as far as their sources show them."""

import re
from collections.abc import Iterable

from verifier.checks.case import Case
from verifier.domain.source import Candidate
from verifier.java_text.names import outermost
from verifier.java_text.tree_text import text_after, text_of
from verifier.predictions.splicing.places import file_of_class


def places_of(tests: Iterable[str], case: Case) -> dict[str, str]:
    """Return `path:line` of each test's method in the candidate, by the test's id.

    An id is `pkg.Class#method(...)`. If the file does not declare the method, there is no line. A
    test whose file is not found is left out.
    """
    found = {}
    for test in tests:
        owner, _, rest = test.partition("#")
        path = file_of_class(outermost(owner), case.base)
        if path is not None:
            method = re.split(r"[(\[{ ]", rest, maxsplit=1)[0]
            line = _line(_text(case, path), method)
            found[test] = f"{path}:{line}" if line else path
    return found


def _text(case: Case, path: str) -> str:
    changes = case.application.changes if isinstance(case.application, Candidate) else ()
    changed = next((change for change in changes if change.path == path), None)
    text = text_of(case.base, path) if changed is None else text_after(case.base, changed)
    return text or ""


def _line(text: str, method: str) -> int:
    """Return the line, from 1, that declares a method; 0 if there is none.

    A declaration is a type or `void`, the name and a bracket.
    """
    declares = re.compile(rf"^[^/*=;(]*[\w>\]]\s+{re.escape(method)}\s*\(", re.MULTILINE)
    match = declares.search(text) if method else None
    if match is None or re.search(r"\b(return|new|throw)\s*$", match.group().rpartition(method)[0]):
        return 0
    return text.count("\n", 0, match.end()) + 1
