"""What makes two versions of code differ: a closed set of causes, each with its place and its mend."""

from dataclasses import dataclass
from enum import StrEnum

from verifier.domain.described import Described


class CauseKind(StrEnum):
    """What differs between the code before and after, as far as its text shows it."""

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
    """The same in a sentence."""
    file: str
    """The file, on the candidate's side."""
    line: int
    """The line there, from 1."""
    before: str = ""
    """The source that was there, on one line; empty where something was added."""
    after: str = ""
    """The source that is there now, on one line; empty where something is gone."""
    advice: str = ""
    """The edit that takes the difference away, to be done literally; empty where none is certain."""
    refactoring: str = ""
    """RefactoringMiner's sentence for the refactoring that holds it; empty for other code."""
