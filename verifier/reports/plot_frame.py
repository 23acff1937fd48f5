"""The common parts of the report's plots: sizes, scale, grid and the finished plot."""

from collections.abc import Callable
from dataclasses import dataclass

from verifier.reports.svg import element, text

HEAD, AXIS, GAP = 26.0, 30.0, 8.0
BAR = 20.0
"""The height of a bar."""
COLOURS = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """Where the parts of a plot lie, in pixels. A row has a label, a bar and a value."""

    width: float
    left: float
    """The x coordinate at which bars begin."""
    right: float
    """The x coordinate at which they end at most."""
    above: float
    """The height of a line with label and value above the bar; 0 if they are next to the bar."""
    most_label: int
    """Most characters of a label."""

    @property
    def row(self) -> float:
        """The height of a row."""
        return self.above + BAR

    def x_of(self, share: float) -> float:
        """The x coordinate of a share in [0, 1]."""
        return self.left + share * (self.right - self.left)

    def words(self, y: float, label: str, value: str = "", *, end: float | None = None) -> str:
        """Draw the label and the value of the row at `y`.

        A value next to the bar begins behind `end`, or in a column of its own.
        """
        shown = label if len(label) <= self.most_label else f"{label[: self.most_label - 1]}…"
        if self.above:
            parts = [text(shown, x=0, y=y + 13, class_="label-above")]
            parts.append(text(value, x=self.width, y=y + 13, class_="value-above"))
        else:
            at = self.right + 14 if end is None else end + 8
            parts = [text(shown, x=self.left - 12, y=y + 14, class_="label")]
            parts.append(text(value, x=at, y=y + 14, class_="value"))
        return "".join(parts if value else parts[:1])

    def grid(self, bottom: float) -> str:
        """Draw vertical lines with their percentages."""
        lines = []
        for tick in (0, 25, 50, 75, 100):
            x = self.x_of(tick / 100)
            lines.append(element("line", x1=x, x2=x, y1=0, y2=bottom, class_="grid"))
            lines.append(text(f"{tick}%", x=x, y=bottom + 18, class_="tick"))
        return "".join(lines)


WIDE = Frame(width=1140, left=300, right=990, above=0, most_label=42)
MIDDLE = Frame(width=680, left=14, right=662, above=18, most_label=64)
NARROW = Frame(width=340, left=14, right=322, above=18, most_label=32)
"""For tablets and phones: label and value are above the bar, so that nothing is outside the page."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Key:
    """One entry of a plot's legend; `colour` is a style class."""

    label: str
    colour: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Plot:
    """A plot with its title, caption and legend. `draw` draws it in a frame."""

    name: str
    title: str
    caption: str
    draw: Callable[[Frame], str]
    keys: tuple[Key, ...] = ()

    @property
    def svg(self) -> str:
        """The drawing for wide pages."""
        return self.draw(WIDE)

    @property
    def middle(self) -> str:
        """The drawing for tablets."""
        return self.draw(MIDDLE)

    @property
    def narrow(self) -> str:
        """The drawing for phones."""
        return self.draw(NARROW)
