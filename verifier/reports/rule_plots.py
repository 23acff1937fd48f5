"""Plot IFR, PASS, alignment and precision, one plot per track (CodeTaste, figure 7)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verifier.domain.prediction import is_reference
from verifier.reports.material import ReportData
from verifier.reports.plot_frame import (
    AXIS,
    BAR,
    COLOURS,
    HEAD,
    Frame,
    Plot,
)
from verifier.reports.rendering.text import mean_figure
from verifier.reports.rule_scores import NONE, RuleGroup, RuleVerdict, rule_groups
from verifier.reports.statistics import Mean
from verifier.reports.svg import drawing, element, text, tooltip
from verifier.reports.table import Kind

Figure = Callable[[RuleVerdict], float | None]

FIGURES: tuple[tuple[str, Figure], ...] = (
    ("IFR", lambda m: m.figure("ifr")),
    ("PASS", lambda m: None if m.passes is None else float(m.passes)),
    ("A", lambda m: m.product_with("ifr")),
    ("PREC", lambda m: m.figure("prec")),
)


def rule_plots(material: ReportData) -> tuple[Plot, ...]:
    """Draw one plot per track with predictions. References appear only if there are no others."""
    groups = rule_groups(material)
    models = [g for g in groups if not is_reference(g.labels[0])] or list(groups)
    tracks = dict.fromkeys(g.labels[1] for g in models)
    return tuple(_plot(track, [g for g in models if g.labels[1] == track]) for track in tracks)


@dataclass(frozen=True, kw_only=True, slots=True)
class _At:
    """The top of a row, and the number of its colour."""

    top: float
    colour: int


def _plot(track: str, groups: Sequence[RuleGroup]) -> Plot:
    title = "Rules and tests" if track == NONE else f"Rules and tests: {track} track"

    def draw(frame: Frame) -> str:
        marks: list[str] = []
        y = 0.0
        for name, figure in FIGURES:
            y += HEAD
            marks.append(text(name, x=0, y=y - 7, class_="category"))
            for number, group in enumerate(groups):
                at = _At(top=y, colour=number % COLOURS)
                marks.append(_mark(frame, group, name, group.share(figure), at))
                y += frame.row
        return drawing(title, frame.width, y + AXIS, frame.grid(y), *marks)

    return Plot(
        name="rules" if track == NONE else f"rules-{track}",
        title=title,
        caption="Dot: mean over instances; line: its 95 % interval. A is PASS times IFR.",
        draw=draw,
    )


def _words(group: RuleGroup) -> str:
    return group.labels[0] if group.labels[2] == NONE else f"{group.labels[0]} {group.labels[2]}"


def _mark(frame: Frame, group: RuleGroup, name: str, mean: Mean, at: _At) -> str:
    words = _words(group)
    if mean.value is None:
        return frame.words(at.top, words, "no value", end=frame.left)
    said = mean_figure(mean, Kind.MEAN_WITH_INTERVAL)
    y = at.top + frame.above + BAR / 2
    parts = [tooltip(f"{words}: {name} {said}, n={mean.count}")]
    if mean.interval is not None:
        low, high = (
            frame.x_of(min(max(end, 0.0), 1.0)) for end in (mean.interval.low, mean.interval.high)
        )
        whisker = f"whisker c{at.colour}"
        parts.append(element("line", x1=low, x2=high, y1=y, y2=y, class_=whisker))
    dot = {"cx": frame.x_of(mean.value), "cy": y, "r": 4}
    parts.append(element("circle", class_=f"dot c{at.colour}", **dot))
    return frame.words(at.top, words, said) + element("g", *parts)
