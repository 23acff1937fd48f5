"""A finished report: filled tables and notices for the reader."""

from dataclasses import dataclass

from verifier.printable import pluralize
from verifier.reports.figures import count_keys as numbers
from verifier.reports.material import ReportData
from verifier.reports.table import Table
from verifier.reports.tables import fill_all
from verifier.reports.tables.paired import too_many


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """The input of a renderer. `notices` name what was left out and what to keep in mind."""

    material: ReportData
    tables: tuple[Table, ...]
    notices: tuple[str, ...]


def make_report(material: ReportData) -> Report:
    """Fill every table."""
    return Report(
        material=material,
        tables=fill_all(material),
        notices=(*material.ledger.notices, *material.notices, *_caveats(material)),
    )


def _caveats(material: ReportData) -> list[str]:
    caveats = []
    open_boxes = sum(not v.provenance.isolated for v in material.verdicts)
    if open_boxes:
        caveats.append(
            f"{pluralize(open_boxes, 'verdict comes', 'verdicts come')} from a sandbox that isolates nothing"
        )
    versions = {v.provenance.refverify for v in material.verdicts}
    if len(versions) > 1:
        caveats.append(f"verdicts of several versions: {', '.join(sorted(versions))}")
    configs = {v.provenance.config_hash for v in material.verdicts}
    if len(configs) > 1:
        caveats.append(f"verdicts were made with {len(configs)} different configurations")
    caveats += _other_models(material)
    if number := too_many(material):
        caveats.append(f"{number} settings are too many to compare in pairs")
    if not material.verdicts:
        caveats.append("no verdicts yet")
    return caveats


def _other_models(material: ReportData) -> list[str]:
    """Say which models answered in place of the requested ones."""
    generated = (v.circumstances.generation for v in material.verdicts)
    found = numbers(
        (g.model_asked, g.model_answered)
        for g in generated
        if g is not None and g.model_answered not in ("", g.model_asked)
    )
    return [
        f"{asked} was requested, and {answered} answered: {pluralize(count, 'prediction')}"
        for (asked, answered), count in sorted(found.items())
    ]
