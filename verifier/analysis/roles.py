"""The phrases with which RefactoringMiner states the role of a code range."""

from enum import StrEnum


class Role(StrEnum):
    """The roles of a `CodeRange` that are read. RefactoringMiner has many more."""

    EXTRACTED = "extracted code from source method declaration"
    EXTRACTED_CALL = "extracted method invocation"
    INLINED = "inlined code in target method declaration"
    INLINED_CALL = "inlined method invocation"
