"""Plot what each stage of the mining funnel kept."""

from collections import Counter

from verifier.reports.funnel import FunnelStages
from verifier.reports.plot_frame import BAR, GAP, Frame, Plot
from verifier.reports.svg import drawing, element, tooltip


def funnel_plot(funnel: FunnelStages) -> Plot | None:
    """Draw one bar per stage, scaled to the largest of its unit. None if there is no stage."""
    if not funnel.stages:
        return None
    return Plot(
        name="funnel",
        title="Mining funnel",
        caption="What every stage of mining kept; bars are to the scale of their unit.",
        draw=lambda frame: _draw(funnel, frame),
    )


def _draw(funnel: FunnelStages, frame: Frame) -> str:
    top: dict[str, int] = {}
    stages = funnel.narrowing
    for stage in stages:
        top[stage.unit] = max(top.get(stage.unit, 1), stage.count)
    names = Counter(stage.name for stage in stages)
    marks = []
    for index, stage in enumerate(stages):
        y = index * (frame.row + GAP) + 4
        width = stage.count / top[stage.unit] * (frame.right - frame.left)
        hint = tooltip(f"{stage.name}: {stage.count} {stage.unit}, {stage.lost} lost")
        bar = {
            "x": frame.left,
            "y": y + frame.above,
            "width": max(width, 1),
            "height": BAR,
            "rx": 2,
        }
        label = f"{stage.name}: {stage.unit}" if names[stage.name] > 1 else stage.name
        value = f"{stage.count:,} {stage.unit}"
        marks.append(frame.words(y, label, value, end=frame.left + width))
        marks.append(element("rect", hint, class_="bar c0", **bar))
    height = len(stages) * (frame.row + GAP) + GAP
    return drawing("Mining funnel", frame.width, height, *marks)
