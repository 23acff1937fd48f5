"""The report's plots, drawn by hand as inline SVG (docs/adr/0006-report-page.md)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from verifier.domain.outcome import Status
from verifier.domain.prediction import is_reference
from verifier.domain.verdict import Verdict
from verifier.reports.figures import (
    Group,
    count_keys,
    deciding,
    group_rows,
    label_order,
    reason_text,
)
from verifier.reports.funnel_plot import funnel_plot
from verifier.reports.material import ReportData
from verifier.reports.plot_frame import (
    AXIS,
    BAR,
    COLOURS,
    GAP,
    HEAD,
    Frame,
    Key,
    Plot,
)
from verifier.reports.rendering.text import interval_text, percent
from verifier.reports.rule_plots import rule_plots
from verifier.reports.statistics import Rate
from verifier.reports.svg import drawing, element, text, tooltip
from verifier.reports.tables.classes import CLASSES
from verifier.reports.tables.types import TYPES

MOST_REASONS = COLOURS - 2
GOOD = "good"
"""The colour of success. No other outcome uses it."""

SUCCESS, OTHER, INCONCLUSIVE = "success", "other reasons", "inconclusive"


def make_plots(material: ReportData) -> tuple[Plot, ...]:
    """Draw every plot that has data."""
    headline = material.headline
    what = "Success" if headline is None else headline.title
    candidates = (
        _success(material, TYPES.collect, "by-type", f"{what} by type and model"),
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
    material: ReportData,
    collect: Callable[[ReportData], Sequence[Group]],
    name: str,
    title: str,
) -> Plot | None:
    groups = _models_first(collect(material))
    if not groups:
        return None
    headline = material.headline
    shown = "share of successes among the judged" if headline is None else headline.title
    models = list(dict.fromkeys(g.labels[0] for g in groups))

    def draw(frame: Frame) -> str:
        marks: list[str] = []
        y = 0.0
        for category, members in groupby(_by_category(groups), key=_category):
            y += HEAD
            marks.append(text(category, x=0, y=y - 7, class_="category"))
            for group in members:
                colour = models.index(group.labels[0]) % COLOURS
                rate = group.success if headline is None else group.rate(headline.status)
                marks.append(_whisker(frame, group, rate, y, colour))
                y += frame.row
        return drawing(title, frame.width, y + AXIS, frame.grid(y), *marks)

    return Plot(
        name=name,
        title=title,
        caption=f"Full dot: {shown}; line: its 95 % Wilson interval;"
        " ring: strict success; ?k: k inconclusive, not counted.",
        draw=draw,
    )


def _category(group: Group) -> str:
    return group.labels[1]


def _by_category(groups: Sequence[Group]) -> list[Group]:
    return sorted(groups, key=lambda g: label_order(_category(g)))


def _whisker(frame: Frame, group: Group, rate: Rate, top: float, colour: int) -> str:
    strict = group.strict_success
    if rate.value is None or rate.interval is None:
        none = f"no value ({rate.inconclusive} inconclusive)"
        return frame.words(top, group.labels[0], none, end=frame.left)
    y = top + frame.above + BAR / 2
    low, high = frame.x_of(rate.interval.low), frame.x_of(rate.interval.high)
    parts = [tooltip(f"{' · '.join(group.labels)}: {_sentence(group, rate)}")]
    parts.append(element("line", x1=low, x2=high, y1=y, y2=y, class_=f"whisker c{colour}"))
    if strict.value is not None:
        x = frame.x_of(strict.value)
        parts.append(element("circle", cx=x, cy=y, r=5, class_=f"hollow c{colour}"))
    parts.append(element("circle", cx=frame.x_of(rate.value), cy=y, r=4, class_=f"dot c{colour}"))
    value = f"{percent(rate.value)} ({rate.passed}/{rate.judged})"
    value += f" ?{rate.inconclusive}" if rate.inconclusive else ""
    return frame.words(top, group.labels[0], value) + element("g", *parts)


def _sentence(group: Group, rate: Rate) -> str:
    strict = group.strict_success
    if rate.value is None or rate.interval is None:
        return "no value"
    said = f"{percent(rate.value)} {interval_text(rate.interval)}, n={rate.judged}"
    if strict.value is not None:
        said += f"; strict {percent(strict.value)}"
    return said


def _reasons(material: ReportData) -> Plot | None:
    groups = _models_first(group_rows(material.rows, "model"))
    if not groups:
        return None
    ranked = _rank_reasons(groups)
    order = [SUCCESS, *ranked, OTHER]
    colours = [GOOD, *(f"c{number}" for number in range(1, len(order)))]
    keys = [Key(label=label, colour=c) for label, c in zip(order, colours, strict=True)]
    keys.append(Key(label=INCONCLUSIVE, colour="open"))
    title = "What became of the predictions"

    def draw(frame: Frame) -> str:
        step = frame.row + GAP
        tops = ((group, index * step + 4) for index, group in enumerate(groups))
        marks = [_stack(frame, group, y, _Fates(keys=keys, ranked=ranked)) for group, y in tops]
        bottom = len(groups) * step
        return drawing(title, frame.width, bottom + AXIS, frame.grid(bottom), *marks)

    shown = {label for group in groups for label in _fates(group, ranked)}
    return Plot(
        name="reasons",
        title=title,
        caption="Each prediction once: success, or the first check that failed and its reason.",
        draw=draw,
        keys=tuple(key for key in keys if key.label in shown),
    )


def _rank_reasons(groups: Sequence[Group]) -> list[str]:
    """Rank the reasons for failure by frequency and keep as many as there are colours."""
    counts = count_keys(_fate(v) for group in groups for v in group.verdicts)
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
    return count_keys(fate if (fate := _fate(v)) in own else OTHER for v in group.verdicts)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Fates:
    """The legend of the outcomes, and the reasons with a colour of their own."""

    keys: Sequence[Key]
    ranked: Sequence[str]


def _stack(frame: Frame, group: Group, y: float, drawn: _Fates) -> str:
    fates, total = _fates(group, drawn.ranked), len(group.verdicts)
    parts = [frame.words(y, group.labels[0], f"n={total}")]
    done = 0
    for key in drawn.keys:
        count = fates.get(key.label, 0)
        if not count:
            continue
        x, width = frame.x_of(done / total), frame.x_of(count / total) - frame.left
        hint = tooltip(f"{group.labels[0]}: {count} {key.label}")
        top = y + frame.above
        bar = {"x": x, "y": top, "width": max(width - 2, 1), "height": BAR, "rx": 2}
        parts.append(element("rect", hint, class_=f"bar {key.colour}", **bar))
        done += count
    return "".join(parts)
