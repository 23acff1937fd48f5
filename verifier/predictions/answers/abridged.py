"""Distinguish abridged code (`// ...`, `// other methods unchanged`) from complete code."""

import re

from verifier.domain.source import Member
from verifier.java_text.tokens import TokenKind, scan

_DOTS = r"(?:\.{3,}|\u2026)"
_DOTS_FIRST = re.compile(rf"^[\s(\[<]*{_DOTS}")
_DOTS_LAST = ("...", "\u2026")
_OMISSION = re.compile(
    r"\b(?:rest of|remaining|other (?:methods|members|fields|code|imports|test)|existing|"
    r"original|same as|unchanged|as before|remains?|omitted|not shown|your (?:code|implementation)|"
    r"(?:implementation|code|logic|body|methods?) (?:here|goes here|remains?|stays?|omitted)|"
    r"implement\w* (?:here|this))\b",
    re.IGNORECASE,
)
_ADDING = re.compile(r"\b(?:add|insert|put)\b", re.IGNORECASE)
_CODE = re.compile(r"\b(?:implementation|code|logic)\b", re.IGNORECASE)


def leaves_out(text: str, known: str = "") -> bool:
    """Tell whether a comment says that code was left out.

    Comments that are also in `known` do not count.
    """
    return any(_says_omission(c) for c in _comments(text, known))


def is_abridged(member: Member, source: str, known: str = "") -> bool:
    """Tell whether a method's body is a placeholder for code that was not written.

    Three dots at the start of a comment always mean this. Words like `implementation unchanged`
    mean it only in a body without code. A member without a body is never abridged.
    """
    if member.body is None or member.method is None:
        return False
    body = source[member.body.start : member.body.end]
    comments = _comments(body, known)
    if any(_DOTS_FIRST.match(c) or _is_dotted_omission(c) for c in comments):
        return True
    code = [token for token in scan(body) if token.text not in {"{", "}"}]
    return not code and any(map(_speaks_of_omission, comments))


def _says_omission(comment: str) -> bool:
    return bool(_DOTS_FIRST.match(comment)) or _speaks_of_omission(comment)


def _is_dotted_omission(comment: str) -> bool:
    return comment.rstrip().endswith(_DOTS_LAST) and _speaks_of_omission(comment)


def _speaks_of_omission(comment: str) -> bool:
    return bool(_OMISSION.search(comment)) or any(map(_asks_for_code, comment.split("\n")))


def _asks_for_code(line: str) -> bool:
    """Recognise `add your own logic`: a word for code after the first such verb.

    One pattern for both would search for the word after every verb.
    """
    verb = _ADDING.search(line)
    return verb is not None and _CODE.search(line, verb.end()) is not None


def _comments(text: str, known: str) -> list[str]:
    """Return the words of all comments except Javadoc and comments that are also in `known`."""
    found = []
    for token in scan(text, comments=True):
        if token.kind is TokenKind.COMMENT and not token.text.startswith("/**"):
            words = token.text.strip("/* \t\r\n")
            if words and words not in known:
                found.append(words)
    return found
