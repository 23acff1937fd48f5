"""From a report to the folder of a site."""

from collections.abc import Sequence
from pathlib import Path

from verifier.domain.evidence import RUN, VERDICTS
from verifier.errors import InputError
from verifier.reports.rendering.page import read_resource
from verifier.reports.report import Report
from verifier.reports.site.copies import EvidenceCopies
from verifier.reports.site.data import write_data
from verifier.reports.site.folder import INDEX, create_site
from verifier.reports.site.pages import SitePages

STYLE = "style.css"


def refuse_linked_runs(runs: Sequence[Path]) -> None:
    """Refuse a run folder whose ledger or description is a symbolic link.

    A site is published, so nothing outside of the run folders may get into it.

    Raises:
        InputError: one of the files is a link.
    """
    for path in (run / name for run in runs for name in (VERDICTS, RUN)):
        if path.is_symlink():
            raise InputError(
                f"{path} is a symbolic link, and a site shows only files of the run folder",
                hint="Put a copy of the file in its place.",
            )


def write_site(report: Report, target: Path) -> Path:
    """Write all pages, data files and copies of evidence. Return the path of the index.

    The folder appears when it is complete; an older site stays until then.

    Raises:
        UsageError: the folder contains other files.
        StorageError: the disk is full, or the folder cannot be written.
    """
    with create_site(target) as folder:
        pages = SitePages(report=report, copies=EvidenceCopies(folder=folder))
        for entry in report.material.ledger.entries:
            folder.write(*pages.verdict(entry))
        for name in pages.settings:
            for path, text in pages.setting(name):
                folder.write(path, text)
        folder.write(STYLE, read_resource("report.css"))
        folder.write(INDEX, pages.index(write_data(report, folder)))
    return target / INDEX
