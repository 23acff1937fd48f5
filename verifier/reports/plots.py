"""The report's plots, drawn by hand as inline SVG (docs/adr/0006-report-page.md)."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from verifier.domain.outcome import Status
from verifier.domain.verdict import Verdict
from verifier.reports.figures import (
    Group,
    counted,
    deciding,
    grouped,
    is_reference,
    label_order,
    reason_text,
)
from verifier.reports.funnel_plot import funnel_plot
from verifier.reports.material import Material
from verifier.reports.plot_frame import (
    AXIS,
    COLOURS,
    HEAD,
    LEFT,
    RIGHT,
    ROW,
    WIDTH,
    Key,
    Plot,
    grid,
    x_of,
)
from verifier.reports.rendering.text import interval_text, percent
from verifier.reports.rule_plots import rule_plots
from verifier.reports.svg import drawing, element, text, tooltip
from verifier.reports.tables.classes import CLASSES
from verifier.reports.tables.types import TYPES

MOST_REASONS = COLOURS - 2
GOOD = "good"
"""The colour of success. No other outcome uses it."""

SUCCESS, OTHER, INCONCLUSIVE = "success", "other reasons", "inconclusive"


def make_plots(material: Material) -> tuple[Plot, ...]:
    """Draw every plot that has data."""
    candidates = (
        _success(material, TYPES.collect, "by-type", "Success by type and model"),
        _success(material, CLASSES.collect, "by-class", "Atomic against compound"),
        *rule_plots(material),
        _reasons(material),
        None if material.funnel is None else funnel_plot(material.funnel),
    )
    return tuple(plot for plot in candidates if plot is not None)


def _models_first(groups: Sequence[Group]) -> list[Group]:
    """Drop the reference predictions, unless there are no others."""
    models = [g for g in groups if not is_reference(g.labels[0])]
    return models or list(groups)


def _success(
    material: Material,
    collect: Callable[[Material], Sequence[Group]],
    name: str,
    title: str,
) -> Plot | None:
    groups = _models_first(collect(material))
    if not groups:
        return None
    models = list(dict.fromkeys(g.labels[0] for g in groups))
    marks: list[str] = []
    y = 0.0
    for category, members in groupby(_by_category(groups), key=_category):
        y += HEAD
        marks.append(text(category, x=0, y=y - 7, class_="category"))
        for group in members:
            marks.append(_whisker(group, y + ROW / 2, models.index(group.labels[0]) % COLOURS))
            y += ROW
    picture = drawing(title, WIDTH, y + AXIS, grid(y), *marks)
    return Plot(
        name=name,
        title=title,
        caption="Full dot: share of successes among the judged; line: its 95 % Wilson interval;"
        " ring: strict success; ?k: k inconclusive, not counted.",
        svg=picture,
    )


def _category(group: Group) -> str:
    return group.labels[1]


def _by_category(groups: Sequence[Group]) -> list[Group]:
    return sorted(groups, key=lambda g: label_order(_category(g)))


def _whisker(group: Group, y: float, colour: int) -> str:
    label = text(group.labels[0], x=LEFT - 12, y=y + 4, class_="label")
    rate, strict = group.success, group.strict_success
    if rate.value is None or rate.interval is None:
        none = f"no value ({rate.inconclusive} inconclusive)"
        return label + text(none, x=LEFT + 6, y=y + 4, class_="tick-left")
    low, high = x_of(rate.interval.low), x_of(rate.interval.high)
    parts = [tooltip(f"{' · '.join(group.labels)}: {_sentence(group)}")]
    parts.append(element("line", x1=low, x2=high, y1=y, y2=y, class_=f"whisker c{colour}"))
    if strict.value is not None:
        x = x_of(strict.value)
        parts.append(element("circle", cx=x, cy=y, r=5, class_=f"hollow c{colour}"))
    parts.append(element("circle", cx=x_of(rate.value), cy=y, r=4, class_=f"dot c{colour}"))
    value = f"{percent(rate.value)} ({rate.passed}/{rate.judged})"
    value += f" ?{rate.inconclusive}" if rate.inconclusive else ""
    return label + element("g", *parts) + text(value, x=RIGHT + 14, y=y + 4, class_="value")


def _sentence(group: Group) -> str:
    rate, strict = group.success, group.strict_success
    if rate.value is None or rate.interval is None:
        return "no value"
    said = f"{percent(rate.value)} {interval_text(rate.interval)}, n={rate.judged}"
    if strict.value is not None:
        said += f"; strict {percent(strict.value)}"
    return said


def _reasons(material: Material) -> Plot | None:
    groups = _models_first(grouped(material.rows, "model"))
    if not groups:
        return None
    ranked = _ranked_reasons(groups)
    order = [SUCCESS, *ranked, OTHER]
    colours = [GOOD, *(f"c{number}" for number in range(1, len(order)))]
    keys = [Key(label=label, colour=c) for label, c in zip(order, colours, strict=True)]
    keys.append(Key(label=INCONCLUSIVE, colour="open"))
    marks = [
        _stack(group, index * (ROW + 8) + 4, keys, ranked) for index, group in enumerate(groups)
    ]
    bottom = len(groups) * (ROW + 8)
    shown = {label for group in groups for label in _fates(group, ranked)}
    return Plot(
        name="reasons",
        title="What became of the predictions",
        caption="Each prediction once: success, or the first check that failed and its reason.",
        svg=drawing("What became of the predictions", WIDTH, bottom + AXIS, grid(bottom), *marks),
        keys=tuple(key for key in keys if key.label in shown),
    )


def _ranked_reasons(groups: Sequence[Group]) -> list[str]:
    """Rank the reasons for failure by frequency and keep as many as there are colours."""
    counts = counted(_fate(v) for group in groups for v in group.verdicts)
    reasons = counts.keys() - {SUCCESS, INCONCLUSIVE}
    return sorted(reasons, key=lambda reason: (-counts[reason], reason))[:MOST_REASONS]


def _fate(verdict: Verdict) -> str:
    match verdict.success:
        case Status.PASSED:
            return SUCCESS
        case Status.FAILED:
            return reason_text(deciding(verdict))
        case _:
            return INCONCLUSIVE


def _fates(group: Group, ranked: Sequence[str]) -> Mapping[str, int]:
    own = {SUCCESS, INCONCLUSIVE, *ranked}
    return counted(fate if (fate := _fate(v)) in own else OTHER for v in group.verdicts)


def _stack(group: Group, y: float, keys: Sequence[Key], ranked: Sequence[str]) -> str:
    fates, total = _fates(group, ranked), len(group.verdicts)
    parts = [text(group.labels[0], x=LEFT - 12, y=y + 14, class_="label")]
    done = 0
    for key in keys:
        count = fates.get(key.label, 0)
        if not count:
            continue
        x, width = x_of(done / total), x_of(count / total) - LEFT
        hint = tooltip(f"{group.labels[0]}: {count} {key.label}")
        bar = {"x": x, "y": y, "width": max(width - 2, 1), "height": ROW, "rx": 2}
        parts.append(element("rect", hint, class_=f"bar {key.colour}", **bar))
        done += count
    parts.append(text(f"n={total}", x=RIGHT + 14, y=y + 14, class_="value"))
    return "".join(parts)
