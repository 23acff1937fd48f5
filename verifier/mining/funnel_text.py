"""The funnel as lines of text for a person."""

from collections.abc import Iterable, Iterator, Sequence

from verifier.domain.funnel import ValidatedCounts
from verifier.mining.funnel import Funnel

_COLUMNS = ("type", "found", "instances", "acts", "pure", "impure", "n/a", "kept", "kept acts")

_VALIDATED = (
    "project", "type", "asked", "before", "after", "tests", "covered", "golden", "kept",
)  # fmt: skip

_NAMES = {
    ("merged", "instances"): "after merging",
    ("kept", "acts"): "kept: developer acts (instances done in one go)",
}
"""Labels for stages whose name in the record is unclear."""


def funnel_text(funnel: Funnel) -> str:
    """Format the stages with their losses, and one line for each type and for each validated
    project and type.
    """
    lines = [*_stages(funnel)]
    if types := [*_types(funnel)]:
        lines += ["", *_align([_COLUMNS, *types])]
    elif not funnel.validated:
        lines += ["", *_align([_COLUMNS])]
    if funnel.validated:
        lines += ["", *_align([_VALIDATED, *map(_validation_row, funnel.validated)])]
    return "\n".join(lines)


def stages_text(funnel: Funnel) -> str:
    """Format the stages alone."""
    return "\n".join(_stages(funnel))


def _validation_row(n: ValidatedCounts) -> tuple[str, ...]:
    golden = "-" if n.golden is None else str(n.golden)
    steps = (n.instances, n.builds_before, n.builds_after, n.tests_pass, n.covered)
    return (n.repo, str(n.type), *map(str, steps), golden, str(n.kept))


def _stages(funnel: Funnel) -> Iterator[str]:
    for stage in funnel.stages:
        name = _NAMES.get((stage.name, stage.unit), stage.name)
        lost = ", ".join(f"{count} {reason}" for reason, count in stage.losses.items())
        yield f"{stage.count:8} {stage.unit:13}{name}{f'  (lost: {lost})' if lost else ''}"
    for reason, count in funnel.skipped_files.items():
        yield f"{count:8} files        not looked at: {reason}"


def _types(funnel: Funnel) -> Iterator[tuple[str, ...]]:
    for kind, n in funnel.types.items():
        if n.refactorings:
            figures = (
                n.refactorings, n.instances, n.acts, n.pure, n.impure,
                n.not_applicable + n.error, n.kept, n.kept_acts,
            )  # fmt: skip
            yield (str(kind), *map(str, figures))


def _align(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """Align text columns left and number columns right."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    words = [not any(cell.isdigit() for cell in column) for column in columns]
    words[0] = True
    for row in rows:
        cells = (
            f"{cell:<{w}}" if is_word else f"{cell:>{w}}"
            for cell, w, is_word in zip(row, widths, words, strict=True)
        )
        yield "  ".join(cells).rstrip()
