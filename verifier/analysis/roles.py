"""The sentences in which RefactoringMiner says what a stretch of code is to a refactoring."""

from enum import StrEnum


class Role(StrEnum):
    """The roles of a `CodeRange` that are read; RefactoringMiner knows many more."""

    EXTRACTED = "extracted code from source method declaration"
    EXTRACTED_CALL = "extracted method invocation"
    INLINED = "inlined code in target method declaration"
    INLINED_CALL = "inlined method invocation"
