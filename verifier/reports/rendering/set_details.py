"""The details of each instance on the page: a row for the list, a body that opens on demand, and
the examples.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import dedent
from typing import Any

from verifier.domain.context import InstanceContext
from verifier.domain.context_text import context_texts
from verifier.domain.outcome import Status
from verifier.domain.validation import Demand, GoldenResult, Step, StepResult
from verifier.reports.instance_set import InstanceSet, SetEntry, lines_of
from verifier.reports.rendering.details import PAGE_BYTES, Block, inert_json

MOST_LINES = 200
MOST_CHARACTERS = 2_000
EXAMPLE_LINES = range(3, 41)
"""Preferred number of lines of both sides of an example together."""


def row(entry: SetEntry) -> Mapping[str, Any]:
    """Make one short row for the list."""
    instance = entry.instance
    return {
        "id": instance.id,
        "type": str(instance.type),
        "project": instance.repo,
        "method": str(instance.before.method),
        "commit": instance.commit[:10],
        "purity": str(instance.purity.tier or instance.purity.verdict).replace("_", " "),
        "validation": _describe_reached(entry),
        "outcome": _outcome(entry),
        "licence": entry.licence,
        "copy": "a copy" if entry.duplicate_of else "near copy" if entry.near_duplicate_of else "",
    }


def _outcome(entry: SetEntry) -> str:
    """The colour for the outcome of validation."""
    lost = _find_loss(entry)
    if not entry.steps:
        return "not_applicable"
    return str(Status.PASSED if lost is None else lost[1].status)


def _describe_reached(entry: SetEntry) -> str:
    """Name the first step that did not pass, with its reason, or say that all passed."""
    if not entry.steps:
        return "not validated"
    lost = _find_loss(entry)
    if lost is None:
        return "passed all"
    return f"{lost[0]}: {lost[1].reason}"


def _find_loss(entry: SetEntry) -> tuple[Step, StepResult] | None:
    found = entry.instance.validation
    return None if found is None else found.find_loss()


@dataclass(kw_only=True)
class Bodies:
    """Makes the blocks. Once they hold `PAGE_BYTES` together, code is omitted; `refverify show`
    prints it.
    """

    _used: int = field(default=0)

    def body(self, number: int, entry: SetEntry) -> Block:
        """Make the block with everything about one instance."""
        full = self._used < PAGE_BYTES
        instance = entry.instance
        body = {
            "description": _cut(instance.description),
            "commit": instance.commit,
            "parent": instance.parent,
            "purity": list(_purity(entry)),
            "steps": [_step(step, result) for step, result in entry.steps.items()],
            "coverage": _coverage(entry),
            "context": _context(instance.context),
            "notes": list(_notes(entry, full=full)),
            "sides": sides(entry) if full else [],
        }
        block = Block(id=f"instance-{number}", json=inert_json(body))
        self._used += len(block.json)
        return block


def _purity(entry: SetEntry) -> Iterator[str]:
    purity = entry.instance.purity
    tier = f", tier {purity.tier}" if purity.tier else ""
    yield f"{str(purity.verdict).replace('_', ' ')}{tier}"
    if purity.comment:
        yield _cut(purity.comment)
    yield from (f"tolerated: {edit}" for edit in purity.tolerated)
    if purity.unproved is not None:
        why = purity.unproved
        said = ": ".join(filter(None, [str(why.outcome), why.reason, why.why]))
        places = " and ".join(filter(None, [why.before, why.after]))
        yield f"not proved: {said}" + (f" ({places})" if places else "")


def _step(step: Step, result: StepResult) -> Mapping[str, Any]:
    check = result.check if isinstance(result, GoldenResult) else None
    return {
        "step": step,
        "status": result.status,
        "reason": result.reason or "",
        "details": _cut(f"check {check}: {result.details}" if check else result.details),
    }


def _coverage(entry: SetEntry) -> str:
    coverage = entry.instance.coverage
    facts = None if coverage is None else coverage.facts
    if facts is None or facts.before is None or facts.after is None:
        return ""
    sides = (("before", facts.before.lines), ("after", facts.after.lines))
    return ", ".join(f"{lines.covered} of {lines.total} lines {name}" for name, lines in sides)


def _notes(entry: SetEntry, *, full: bool) -> Iterator[str]:
    if entry.licence:
        yield f"licence {entry.licence}"
    if entry.duplicate_of:
        yield f"the same methods as {entry.duplicate_of}"
    if entry.near_duplicate_of:
        yield f"nearly the same methods as {entry.near_duplicate_of}"
    if not entry.has_texts:
        yield "its licence keeps its code off this page"
    elif not full:
        yield "the page is full; `refverify show` has its code"


def sides(entry: SetEntry) -> list[Mapping[str, Any]]:
    """Both sides with their methods. A line is marked if the other side has no equal line."""
    instance = entry.instance
    if not entry.has_texts:
        return []
    texts = [
        [(str(side.method), side.file, sources.method)]
        + ([(str(side.partner), side.partner_file or side.file, sources.partner)] if side.partner else [])
        for side, sources in (
            (instance.before, instance.before_sources),
            (instance.after, instance.after_sources),
        )
    ]  # fmt: skip
    before, after = (_read_lines(methods) for methods in texts)
    return [
        _side("Before", texts[0], after, "removed"),
        _side("After", texts[1], before, "added"),
    ]


Method = tuple[str, str, str]


def _read_lines(methods: Sequence[Method]) -> frozenset[str]:
    return frozenset(line.strip() for _, _, text in methods for line in text.splitlines())


def _side(
    title: str, methods: Sequence[Method], other: frozenset[str], mark: str
) -> Mapping[str, Any]:
    return {
        "title": title,
        "methods": [
            {
                "name": name,
                "file": file,
                "lines": [
                    [line, mark if line.strip() and line.strip() not in other else ""]
                    for line in _unindent(text)[:MOST_LINES]
                ],
                "left_out": max(0, len(text.splitlines()) - MOST_LINES),
            }
            for name, file, text in methods
        ],
    }


def _unindent(text: str) -> list[str]:
    """Split a method into lines and remove the indent of its class. The first line has none
    already.
    """
    first, *rest = text.splitlines() or [""]
    return [first, *dedent("\n".join(rest)).splitlines()] if rest else [first]


def examples(found: InstanceSet) -> list[Mapping[str, Any]]:
    """Choose one example per type that shows its code.

    Prefer a readable size, then more passed steps, then no duplicates, then the shorter text.
    """
    chosen = (_example(entries) for _, entries in found.by_type())
    return [{**row(entry), "sides": sides(entry)} for entry in chosen if entry is not None]


def _example(entries: Sequence[SetEntry]) -> SetEntry | None:
    able = [e for e in entries if e.has_texts and e.is_pure and _lines(e)]
    return min(able, key=_rank, default=None)


def _rank(entry: SetEntry) -> tuple[bool, int, bool, int, str]:
    lines = _lines(entry)
    reached = sum(entry.meets(demand) for demand in Demand)
    return (
        lines not in EXAMPLE_LINES,
        -reached,
        entry.duplicate_of is not None,
        lines,
        entry.instance.id,
    )


def _lines(entry: SetEntry) -> int:
    sources = entry.instance.before_sources, entry.instance.after_sources
    return sum(lines_of(text) for side in sources for text in (side.method, side.partner))


def _context(context: InstanceContext | None) -> list[str]:
    """A short text per kind of context. Empty if no context was recorded."""
    return [] if context is None else list(map(_cut, context_texts(context)))


def _cut(said: str) -> str:
    left = len(said) - MOST_CHARACTERS
    return f"{said[:MOST_CHARACTERS]}\n… {left:,} more characters" if left > 0 else said
