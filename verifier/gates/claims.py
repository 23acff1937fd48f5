"""The claims of commit messages: `refactor:` subjects and `Refactoring:` trailers."""

import re
from dataclasses import dataclass

from verifier.domain.refactoring import WantedRefactoring

_SUBJECT = re.compile(r"refactor(\([^()]*\))?!?:\s", re.IGNORECASE)
_TRAILER = re.compile(r"Refactoring:\s*(?P<value>\S.*)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimText:
    """One claim as it is written. `wanted` is absent if any refactoring satisfies the claim.

    `trouble` says why a trailer cannot be read; empty for a readable one.
    """

    text: str
    wanted: WantedRefactoring | None = None
    trouble: str = ""


def subject_of(message: str) -> str:
    """Return the first line of a message."""
    return message.lstrip("\n").partition("\n")[0].strip()


def claims_in(message: str) -> tuple[ClaimText, ...]:
    """Return the claims of one commit message, the subject's first; empty if it claims nothing."""
    subject = subject_of(message)
    found = [ClaimText(text=subject)] if _SUBJECT.match(f"{subject} ") else []
    last = message.rstrip().split("\n\n")[-1]
    lines = (_TRAILER.fullmatch(line.strip()) for line in last.splitlines())
    return (*found, *(_trailer(match["value"].strip()) for match in lines if match))


def _trailer(value: str) -> ClaimText:
    try:
        return ClaimText(text=value, wanted=WantedRefactoring.parse(value))
    except ValueError as error:
        return ClaimText(text=value, trouble=str(error))
