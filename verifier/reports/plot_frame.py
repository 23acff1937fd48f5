"""The common parts of the report's plots: sizes, scale, grid and the finished plot."""

from dataclasses import dataclass

from verifier.reports.svg import element, text

WIDTH, LABEL_WIDTH, VALUE_WIDTH = 1140.0, 230.0, 150.0
ROW, HEAD, AXIS = 20.0, 26.0, 30.0
COLOURS = 8
LEFT, RIGHT = LABEL_WIDTH, WIDTH - VALUE_WIDTH


@dataclass(frozen=True, kw_only=True, slots=True)
class Key:
    """One entry of a plot's legend; `colour` is a style class."""

    label: str
    colour: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Plot:
    """A plot with its title, caption and legend."""

    name: str
    title: str
    caption: str
    svg: str
    keys: tuple[Key, ...] = ()


def x_of(share: float) -> float:
    """The x coordinate of a share in [0, 1]."""
    return LEFT + share * (RIGHT - LEFT)


def grid(bottom: float) -> str:
    """Draw vertical lines with their percentages."""
    lines = []
    for tick in (0, 25, 50, 75, 100):
        x = x_of(tick / 100)
        lines.append(element("line", x1=x, x2=x, y1=0, y2=bottom, class_="grid"))
        lines.append(text(f"{tick}%", x=x, y=bottom + 18, class_="tick"))
    return "".join(lines)
