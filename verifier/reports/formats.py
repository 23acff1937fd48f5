"""The formats of a report. The module imports little, so that `--help` stays fast."""

from enum import StrEnum


class Format(StrEnum):
    """The output format of a report."""

    TEXT = "text"
    MARKDOWN = "markdown"
    CSV = "csv"
    PARQUET = "parquet"
    JSON = "json"
    LATEX = "latex"
    HTML = "html"
    SITE = "site"
