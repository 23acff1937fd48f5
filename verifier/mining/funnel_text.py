"""The funnel as lines of text, for a person."""

from collections.abc import Iterable, Iterator, Sequence

from verifier.mining.funnel import Funnel

_COLUMNS = ("type", "found", "instances", "acts", "pure", "impure", "n/a", "kept", "kept acts")

_NAMES = {
    ("merged", "instances"): "after merging",
    ("kept", "acts"): "kept: developer acts (instances done in one go)",
}
"""What a stage is called where its name in the record does not say enough."""


def funnel_text(funnel: Funnel) -> str:
    """Stages with their losses, then one line a type that occurred."""
    return "\n".join((*_stages(funnel), "", *_aligned([_COLUMNS, *_types(funnel)])))


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


def _aligned(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *figures in rows:
        cells = (f"{cell:>{w}}" for cell, w in zip(figures, widths[1:], strict=True))
        yield f"{name:<{widths[0]}}  {'  '.join(cells)}"
