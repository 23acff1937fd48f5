"""What comparing two texts can say."""

from enum import StrEnum


class Comparison(StrEnum):
    """Three answers, for a text does not show all that its words mean."""

    SAME = "same"
    OTHER = "other"
    UNKNOWN = "not compared"
    """The words agree, and what they mean is more than the text shows."""
