"""Plot IFR, PASS, alignment and precision, one plot per track (CodeTaste, figure 7)."""

from collections.abc import Callable, Sequence

from verifier.reports.figures import is_reference
from verifier.reports.material import Material
from verifier.reports.plot_frame import (
    AXIS,
    COLOURS,
    HEAD,
    LEFT,
    RIGHT,
    ROW,
    WIDTH,
    Plot,
    grid,
    x_of,
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
    ("A", lambda m: m.aligned("ifr")),
    ("PREC", lambda m: m.figure("prec")),
)


def rule_plots(material: Material) -> tuple[Plot, ...]:
    """Draw one plot per track with predictions. References appear only if there are no others."""
    groups = rule_groups(material)
    models = [g for g in groups if not is_reference(g.labels[0])] or list(groups)
    tracks = dict.fromkeys(g.labels[1] for g in models)
    return tuple(_plot(track, [g for g in models if g.labels[1] == track]) for track in tracks)


def _plot(track: str, groups: Sequence[RuleGroup]) -> Plot:
    marks: list[str] = []
    y = 0.0
    for name, figure in FIGURES:
        y += HEAD
        marks.append(text(name, x=0, y=y - 7, class_="category"))
        for number, group in enumerate(groups):
            marks.append(_mark(group, name, group.share(figure), y + ROW / 2, number % COLOURS))
            y += ROW
    title = "Rules and tests" if track == NONE else f"Rules and tests: {track} track"
    return Plot(
        name="rules" if track == NONE else f"rules-{track}",
        title=title,
        caption="Dot: mean over instances; line: its 95 % interval. A is PASS times IFR.",
        svg=drawing(title, WIDTH, y + AXIS, grid(y), *marks),
    )


def _mark(group: RuleGroup, name: str, mean: Mean, y: float, colour: int) -> str:
    words = group.labels[0] if group.labels[2] == NONE else f"{group.labels[0]} {group.labels[2]}"
    label = text(words, x=LEFT - 12, y=y + 4, class_="label")
    if mean.value is None:
        return label + text("no value", x=LEFT + 6, y=y + 4, class_="tick-left")
    said = mean_figure(mean, Kind.MEAN_WITH_INTERVAL)
    parts = [tooltip(f"{words}: {name} {said}, n={mean.count}")]
    if mean.interval is not None:
        low, high = (
            x_of(min(max(end, 0.0), 1.0)) for end in (mean.interval.low, mean.interval.high)
        )
        parts.append(element("line", x1=low, x2=high, y1=y, y2=y, class_=f"whisker c{colour}"))
    parts.append(element("circle", cx=x_of(mean.value), cy=y, r=4, class_=f"dot c{colour}"))
    return label + element("g", *parts) + text(said, x=RIGHT + 14, y=y + 4, class_="value")
