"""The records of task texts: pull requests, the journal of requests, and the page for a review."""

import html
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from verifier.domain.described import FORM, Described, Form
from verifier.domain.generation import Missing, Usage
from verifier.domain.prediction import Track
from verifier.domain.task_text import TaskText
from verifier.generation.model import Attempt


@dataclass(frozen=True, kw_only=True, slots=True)
class PullRequest(Described):
    """The pull request of a commit, from a file of the user."""

    commit: str
    """The developers' commit."""
    title: str
    """Its title."""
    body: str = ""
    """Its text."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TextLine(Described):
    """One request for a text, and its answer or the reason why there is none."""

    key: str
    """The hash of everything that decides the request."""
    instance_id: str
    """The id of the instance or assignment."""
    track: Track
    """`instructed` or `open`."""
    text: str | None
    """The answer; null if it is missing."""
    missing: Missing | None = None
    """Why there is no answer; null if there is one."""
    usage: Usage | None = None
    """The tokens; null if they are not known."""
    cost_usd: float | None = None
    """The price in US dollars; null if it is not known."""
    attempts: tuple[Attempt, ...] = ()
    """All attempts to send the request."""
    charged_usd: float = 0.0
    """The most dollars that the attempts can have cost; 0 if no price is known."""
    charged_tokens: int = 0
    """The most tokens that the attempts can have used; 0 if no limit of tokens is known."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""

    @property
    def spent(self) -> tuple[float, int]:
        """The dollars and tokens of the request; see `Paid`."""
        tokens = self.usage.input + self.usage.output if self.usage else 0
        return max(self.cost_usd or 0.0, self.charged_usd), max(tokens, self.charged_tokens)


@dataclass(frozen=True, kw_only=True, slots=True)
class TextSummary:
    """What a run wrote: texts, open texts with leaks, and missing texts by reason."""

    tasks: int
    texts: tuple[TaskText, ...]
    missing: Mapping[Missing, int]

    @property
    def leaking(self) -> int:
        """Number of open texts that name what only the developers' solution has."""
        return sum(bool(text.leaks) for text in self.texts)


def review_page(texts: Iterable[TaskText]) -> str:
    """Return a Markdown page with both texts of each task side by side, for a person to read.

    Texts of models are hostile: HTML and Markdown in them are shown, not interpreted.
    """
    by_task: dict[str, dict[Track, TaskText]] = {}
    for text in texts:
        by_task.setdefault(text.instance_id, {})[text.track] = text
    parts = [
        "# Task texts",
        "Read each open text: it must not say what to do, or how.",
        *_tasks(by_task),
    ]
    return "\n\n".join(parts) + "\n"


def _tasks(by_task: Mapping[str, Mapping[Track, TaskText]]) -> Iterator[str]:
    for name, texts in by_task.items():
        yield f"## {_escape(name)}"
        cells = (_cell(texts.get(track)) for track in Track)
        yield f"| {' | '.join(Track)} |\n|---|---|\n| {' | '.join(cells)} |"
        leaks = [leak for text in texts.values() for leak in text.leaks]
        if leaks:
            yield f"**Leaks:** {', '.join(map(_escape, leaks))}"


def _cell(text: TaskText | None) -> str:
    return "(missing)" if text is None else _escape(text.text)


def _escape(text: str) -> str:
    """Return a text for one cell: each character means itself, line breaks become `<br>`."""
    escaped = html.escape(text.strip(), quote=False)
    for mark in "\\`*_{}[]#|~":
        escaped = escaped.replace(mark, f"&#{ord(mark)};")
    return "<br>".join(escaped.splitlines())
