"""The formats of a report; a module of its own so that `--help` loads nothing else."""

from enum import StrEnum


class Format(StrEnum):
    """How a report is written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    CSV = "csv"
    PARQUET = "parquet"
    JSON = "json"
    LATEX = "latex"
    HTML = "html"
