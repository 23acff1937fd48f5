"""Plots of a mined data set, drawn by hand as inline SVG (docs/adr/0006-report-page.md)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from verifier.domain.purity import PurityTier, PurityVerdict
from verifier.domain.validation import Demand
from verifier.reports.funnel_plot import funnel_plot
from verifier.reports.instance_set import InstanceSet, SetEntry, group_entries, size_of
from verifier.reports.plot_frame import BAR, GAP, Frame, Key, Plot
from verifier.reports.svg import drawing, element, tooltip

_SIZES = (5, 10, 20, 40, 80)
"""Upper bound of each bar, in lines. The last bar has none."""


def make_set_plots(found: InstanceSet) -> tuple[Plot, ...]:
    """Draw every plot that has data."""
    candidates = (
        None if found.funnel is None else funnel_plot(found.funnel),
        _stack(found, _Stack("tiers", "Types and purity", _TIERS, _tier, "by tier of purity")),
        _stack(
            found, _Stack("usable", "Types and validation", _REACHED, _last_step, "by the last step passed")
        ) if any(entry.steps for entry in found.entries) else None,
        _sizes(found),
    )  # fmt: skip
    return tuple(plot for plot in candidates if plot is not None)


@dataclass(frozen=True, slots=True)
class _Stack:
    """A plot with one bar per type, divided by a label of each instance."""

    name: str
    title: str
    colours: Mapping[str, str]
    word_of: Callable[[SetEntry], str]
    caption: str


_TIERS = {
    str(PurityTier.PROVED): "c3",
    str(PurityTier.STRICT): "c0",
    str(PurityTier.CHECKER): "c6",
    "not pure": "open",
}


def _tier(entry: SetEntry) -> str:
    purity = entry.instance.purity
    tier = purity.tier if purity.verdict is PurityVerdict.PURE else None
    return "not pure" if tier is None else str(tier)


_REACHED = {
    "golden": "good",
    "covered": "c3",
    "tested": "c0",
    "built": "c6",
    "does not build": "c1",
    "not validated": "open",
}


def _last_step(entry: SetEntry) -> str:
    if not entry.steps:
        return "not validated"
    reached = [str(demand) for demand in Demand if entry.meets(demand)]
    return reached[-1] if reached else "does not build"


def _stack(found: InstanceSet, stack: _Stack) -> Plot | None:
    groups = [(str(kind), entries) for kind, entries in found.by_type()]
    if not groups:
        return None
    most = max(len(entries) for _, entries in groups)

    def draw(frame: Frame) -> str:
        marks = [_bar(frame, row, at, most, stack) for at, row in enumerate(groups)]
        return drawing(stack.title, frame.width, _height(frame, len(groups)), *marks)

    seen = {stack.word_of(entry) for entry in found.entries}
    return Plot(
        name=stack.name,
        title=stack.title,
        caption=f"Instances of each type, {stack.caption}.",
        draw=draw,
        keys=tuple(
            Key(label=word, colour=colour) for word, colour in stack.colours.items() if word in seen
        ),
    )


def _height(frame: Frame, rows: int) -> float:
    return rows * (frame.row + GAP) + GAP


def _bar(
    frame: Frame, row: tuple[str, Sequence[SetEntry]], at: int, most: int, stack: _Stack
) -> str:
    name, entries = row
    y = at * (frame.row + GAP) + 4
    parts = []
    own = group_entries(entries, stack.word_of)
    x = frame.left
    for word, colour in stack.colours.items():
        count = len(own.get(word, ()))
        if count:
            width = count / most * (frame.right - frame.left)
            parts.append(_rect(f"{name}: {count} {word}", x, y + frame.above, width, colour))
            x += width
    return frame.words(y, name, f"{len(entries):,}", end=x) + "".join(parts)


def _rect(hint: str, x: float, y: float, width: float, colour: str) -> str:
    bar = {"x": x, "y": y, "width": max(width - 1, 1), "height": BAR, "rx": 2}
    return element("rect", tooltip(hint), class_=f"bar {colour}", **bar)


def _sizes(found: InstanceSet) -> Plot | None:
    sizes = [size for size in map(size_of, found.entries) if size is not None]
    if not sizes:
        return None
    edges = [0, *_SIZES]
    counts = {
        f"{low + 1} to {high} lines": sum(low < size <= high for size in sizes)
        for low, high in zip(edges, _SIZES, strict=False)
    }
    counts[f"more than {_SIZES[-1]} lines"] = sum(size > _SIZES[-1] for size in sizes)
    return Plot(
        name="sizes",
        title="Sizes of the methods",
        caption="Lines of the wanted method on the base that are not blank.",
        draw=lambda frame: _draw_sizes(frame, counts),
    )


def _draw_sizes(frame: Frame, counts: Mapping[str, int]) -> str:
    most = max(counts.values())
    marks = []
    for at, (label, count) in enumerate(counts.items()):
        y = at * (frame.row + GAP) + 4
        width = count / most * (frame.right - frame.left)
        marks.append(frame.words(y, label, f"{count:,}", end=frame.left + width))
        if count:
            hint = f"{count} methods of {label}"
            marks.append(_rect(hint, frame.left, y + frame.above, width, "c0"))
    return drawing("Sizes of the methods", frame.width, _height(frame, len(counts)), *marks)
