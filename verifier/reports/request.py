"""From a request to a written report; `refverify report` calls this module."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar, assert_never

from verifier.errors import StorageError, UsageError
from verifier.reports.comparison import RECORDED, RecordedComparison, compare, find_recorded
from verifier.reports.formats import Format
from verifier.reports.funnel import read_funnel
from verifier.reports.labels import read_labels
from verifier.reports.ledger import RunVerdicts, read_ledger
from verifier.reports.material import ReportData
from verifier.reports.missing import read_generated
from verifier.reports.report import Report, make_report
from verifier.reports.tables import TABLES
from verifier.tools.storage.files import storage_errors

Shown = TypeVar("Shown")
BRIEF = frozenset({"models", "reasons"})
"""The tables that fit on a screen: the success of each model and the reasons for failures."""
AGAINST_RECORDED = "recorded"


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportRequest:
    """The user's choices. Empty `tables` means all; `width` and `colour` describe the terminal.

    `brief` shows the most important tables if none was named, and lists the names of the others. It
    applies to the format `text` only.
    """

    runs: tuple[Path, ...]
    format: Format = Format.TEXT
    output: Path | None = None
    tables: tuple[str, ...] = ()
    against: str | None = None
    funnel: Path | None = None
    bootstrap: int = 0
    read: int = 0
    counts: bool = False
    labels: Path | None = None
    width: int = 120
    colour: bool = False
    brief: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Done:
    """The result: text for standard output or the written files, and notices."""

    text: str | None
    files: tuple[Path, ...]
    notices: tuple[str, ...]


def write_report(request: ReportRequest) -> Done:
    """Read, fill and render the report; write it if the request names an output.

    Raises:
        InputError: a run, funnel, labels or recorded file cannot be read.
        UsageError: a table is unknown, or the format cannot show the choice.
        StorageError: the output cannot be written.
        MissingToolError: the format is Parquet, and pyarrow is not installed.
    """
    if request.format is Format.SITE:
        return _write_site(request)
    whole = make_report(gather(request))
    if request.format is Format.PARQUET:
        return _write_parquet(whole, request)
    is_brief = request.brief and not request.tables and request.format is Format.TEXT
    report = _select(whole, _brief(whole, request) if is_brief else request.tables)
    if request.format is Format.CSV:
        return _write_csv(report, request)
    text = _render(report, request)
    if request.output is None:
        shown = {table.name for table in report.tables}
        others = [table.name for table in whole.tables if table.name not in shown]
        more = [f"more tables: {', '.join(others)}; --all shows them, --table NAME one of them"]
        return Done(text=text, files=(), notices=tuple(more if others and is_brief else ()))
    _write(request.output, text)
    return Done(text=None, files=(request.output,), notices=report.notices)


def _brief(report: Report, request: ReportRequest) -> tuple[str, ...]:
    """The names of the tables that fit on a screen, and of those that an option asks for."""
    asked = {"types": request.counts, "read": request.read > 0}
    return tuple(t.name for t in report.tables if t.name in BRIEF or asked.get(t.name))


def gather(request: ReportRequest) -> ReportData:
    """Read all input of the report."""
    ledger = read_ledger(request.runs)
    comparison = _comparison(ledger, request.against)
    generated = read_generated(ledger)
    labels = None if request.labels is None else read_labels(request.labels, ledger)
    return ReportData(
        ledger=ledger,
        funnel=read_funnel(request.funnel) if request.funnel is not None else None,
        pairs=comparison.pairs,
        notices=(*comparison.notices, *generated.notices, *(labels.notices if labels else ())),
        generated=generated,
        bootstrap=request.bootstrap,
        read=request.read,
        counts=request.counts,
        labels=labels,
    )


def _comparison(ledger: RunVerdicts, against: str | None) -> RecordedComparison:
    if against is None:
        return RecordedComparison(pairs=(), notices=())
    if against == AGAINST_RECORDED:
        return compare(ledger, find_recorded(ledger))
    path = Path(against)
    return compare(ledger, [path / RECORDED if path.is_dir() else path])


def _select(report: Report, names: Sequence[str]) -> Report:
    if not names:
        return report
    known = {table.name: table for table in report.tables}
    return replace(report, tables=_choose(known, names))


def _choose(known: Mapping[str, Shown], names: Sequence[str]) -> tuple[Shown, ...]:
    unknown = [name for name in names if name not in known]
    empty = [table.name for table in TABLES if table.name in unknown]
    if empty and len(empty) == len(unknown):
        raise UsageError(
            f"the table {', '.join(empty)} has no rows in this report",
            hint=f"docs/reports.md says what a table needs. With rows: {', '.join(known)}.",
        )
    if unknown:
        raise UsageError(
            f"no table {', '.join(unknown)} in this report",
            hint=f"There are: {', '.join(known)}.",
        )
    return tuple(known[name] for name in names)


def _render(report: Report, request: ReportRequest) -> str:
    """Render every format except CSV. Only the chosen renderer is imported."""
    match request.format:
        case Format.TEXT:
            from verifier.reports.rendering.terminal import render_terminal

            return render_terminal(report, width=request.width, colour=request.colour)
        case Format.MARKDOWN:
            from verifier.reports.rendering.markdown import render_markdown

            return render_markdown(report)
        case Format.JSON:
            from verifier.reports.rendering.json import render_json

            return render_json(report)
        case Format.LATEX:
            from verifier.reports.rendering.latex import render_latex

            return render_latex(report)
        case Format.HTML:
            from verifier.reports.rendering.html import render_html

            return render_html(report, page=request.output and request.output.parent)
        case Format.CSV | Format.PARQUET | Format.SITE:
            raise UsageError(f"{request.format} is not a single text")
        case _:
            assert_never(request.format)


def _write_site(request: ReportRequest) -> Done:
    from verifier.reports.site.folder import require_own
    from verifier.reports.site.site import refuse_linked_runs, write_site

    if request.output is None:
        raise UsageError("a site is a folder", hint="Name it: -o site")
    require_own(request.output)
    refuse_linked_runs(request.runs)
    report = _select(make_report(gather(request)), request.tables)
    index = write_site(report, request.output)
    return Done(text=None, files=(index,), notices=report.notices)


def _write_csv(report: Report, request: ReportRequest) -> Done:
    from verifier.reports.rendering.csv import render_csv

    if request.output is not None and request.output.suffix == "":
        files = tuple(request.output / f"{table.name}.csv" for table in report.tables)
        for path, table in zip(files, report.tables, strict=True):
            _write(path, render_csv(table))
        return Done(text=None, files=files, notices=report.notices)
    first, others = report.tables[0], report.tables[1:]
    if request.tables and others:
        raise UsageError(
            "one CSV file holds one table", hint="Give a folder with -o for one file a table."
        )
    notices = (*report.notices, *_others([table.name for table in report.tables]))
    if request.output is None:
        return Done(text=render_csv(first), files=(), notices=notices)
    _write(request.output, render_csv(first))
    return Done(text=None, files=(request.output,), notices=notices)


def _write_parquet(report: Report, request: ReportRequest) -> Done:
    from verifier.frames.files import write_parquet
    from verifier.reports.rendering.parquet import report_frames

    if request.output is None:
        raise UsageError(
            "Parquet is not for standard output", hint="Give a folder or a file: -o tables"
        )
    frames = report_frames(report)
    names = request.tables or tuple(frames)
    chosen = dict(zip(names, _choose(frames, names), strict=True))
    notices = report.notices
    if request.output.suffix:
        if request.tables and len(chosen) > 1:
            raise UsageError(
                "one Parquet file holds one table",
                hint="Give a folder with -o for one file a table.",
            )
        files, notices = {request.output: names[0]}, (*notices, *_others(names))
    else:
        files = {request.output / f"{name}.parquet": name for name in chosen}
    with storage_errors(request.output):
        next(iter(files)).parent.mkdir(parents=True, exist_ok=True)
    for path, name in files.items():
        write_parquet(chosen[name], path)
    return Done(text=None, files=tuple(files), notices=notices)


def _others(names: Sequence[str]) -> list[str]:
    """Name the tables that a single file leaves out. Empty if there is only one table."""
    if len(names) == 1:
        return []
    return [f"{names[0]} only; with -o FOLDER or --table also: {', '.join(names[1:])}"]


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    except OSError as error:
        raise StorageError(
            f"cannot write {path}: {error.strerror}", hint="Choose another place with -o."
        ) from error
