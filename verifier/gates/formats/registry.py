"""The formats of a report by name."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from verifier.domain.gate import GateReport
from verifier.gates.formats.github import github
from verifier.gates.formats.gitlab import gitlab
from verifier.gates.formats.html import html
from verifier.gates.formats.junit import junit
from verifier.gates.formats.markdown import markdown
from verifier.gates.formats.sarif import sarif
from verifier.gates.formats.text import text
from verifier.tools.records import to_json


class ReportForm(StrEnum):
    """The formats of a report."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    JUNIT = "junit"
    GITLAB = "gitlab"
    MARKDOWN = "markdown"
    GITHUB = "github"
    HTML = "html"


WRITERS: Mapping[ReportForm, Callable[[GateReport], str]] = {
    ReportForm.TEXT: text,
    ReportForm.JSON: lambda report: to_json(report) + "\n",
    ReportForm.SARIF: sarif,
    ReportForm.JUNIT: junit,
    ReportForm.GITLAB: gitlab,
    ReportForm.MARKDOWN: markdown,
    ReportForm.GITHUB: github,
    ReportForm.HTML: html,
}


def write_report(report: GateReport, form: ReportForm) -> bytes:
    """Return a report in one format, as bytes that end with a newline."""
    content = WRITERS[form](report).rstrip("\n") + "\n"
    return content.encode("utf-8", "backslashreplace")
