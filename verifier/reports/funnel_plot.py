"""Plot what each stage of the mining funnel kept."""

from verifier.reports.funnel import FunnelStages
from verifier.reports.plot_frame import LEFT, RIGHT, ROW, WIDTH, Plot
from verifier.reports.svg import drawing, element, text, tooltip


def funnel_plot(funnel: FunnelStages) -> Plot | None:
    """Draw one bar per stage, scaled to the largest of its unit. None if there is no stage."""
    if not funnel.stages:
        return None
    marks = []
    top: dict[str, int] = {}
    for stage in funnel.stages:
        top[stage.unit] = max(top.get(stage.unit, 1), stage.count)
    for index, stage in enumerate(funnel.stages):
        y = index * (ROW + 8) + 4
        width = stage.count / top[stage.unit] * (RIGHT - LEFT)
        hint = tooltip(f"{stage.name}: {stage.count} {stage.unit}, {stage.lost} lost")
        bar = {"x": LEFT, "y": y, "width": max(width, 1), "height": ROW, "rx": 2}
        marks.append(text(stage.name, x=LEFT - 12, y=y + 14, class_="label"))
        marks.append(element("rect", hint, class_="bar c0", **bar))
        value = f"{stage.count:,} {stage.unit}"
        marks.append(text(value, x=LEFT + width + 8, y=y + 14, class_="value"))
    height = len(funnel.stages) * (ROW + 8) + 8
    return Plot(
        name="funnel",
        title="Mining funnel",
        caption="What every stage of mining kept; bars are to the scale of their unit.",
        svg=drawing("Mining funnel", WIDTH, height, *marks),
    )
