"""The possible results of comparing two texts."""

from enum import StrEnum


class CodeComparison(StrEnum):
    """Three results, because a text does not show everything that its words mean."""

    SAME = "same"
    OTHER = "other"
    UNKNOWN = "not compared"
    """The words agree, but the text does not show everything that they mean."""
