"""The causes that make two versions of code differ: a closed set, each with a place and an advice."""

from dataclasses import dataclass
from enum import StrEnum

from verifier.domain.described import Described


class CauseKind(StrEnum):
    """What differs between the code before and after, as far as the text shows it."""

    ORDER = "order"
    ARGUMENTS = "arguments"
    PARAMETERS = "parameters"
    LOST_RESULT = "lost_result"
    RETURNED_VALUE = "returned_value"
    CONDITION = "condition"
    BOUNDARY = "boundary"
    SHORT_CIRCUIT = "short_circuit"
    EVALUATION = "evaluation"
    BLOCK = "block"
    LOCK = "lock"
    EXCEPTIONS = "exceptions"
    OPERATOR = "operator"
    LITERAL = "literal"
    RECEIVER = "receiver"
    CALLED_METHOD = "called_method"
    VARIABLE = "variable"
    MODIFIERS = "modifiers"
    DROPPED = "dropped"
    ADDED = "added"
    PLACES_DIFFER = "places_differ"
    OTHER = "other"


@dataclass(frozen=True, kw_only=True, slots=True)
class CauseFact(Described):
    """One difference between the code before and after."""

    kind: CauseKind
    """What differs."""
    said: str
    """The same as a sentence."""
    file: str
    """The file in the candidate."""
    line: int
    """The line in that file, from 1."""
    before: str = ""
    """The old source, on one line; empty if code was only added."""
    after: str = ""
    """The new source, on one line; empty if code was only removed."""
    advice: str = ""
    """The edit that removes the difference, to be applied literally; empty if no edit is certain."""
    refactoring: str = ""
    """RefactoringMiner's description of the refactoring that contains the difference; empty for
    other code."""
