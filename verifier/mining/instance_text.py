"""One instance as lines of text for a person."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from verifier.domain.context_text import context_texts
from verifier.domain.instance import Instance, SideSources
from verifier.domain.purity import Purity, PurityTier, PurityVerdict
from verifier.domain.refactoring import RefactoringSide
from verifier.mining.instance_evidence import proof_lines, validation_lines
from verifier.printable import count_more

_OTHERS_SHOWN = 20
_ALL_MAPPED = 1
_MAPPING_STATES = {
    _ALL_MAPPED: "every statement is mapped",
    2: "leaf statements are left unmapped",
    3: "blocks are left unmapped",
    5: "moved, with statements left unmapped",
}
_TIERS = {
    PurityTier.CHECKER: "PurityChecker says pure, and may have tolerated edits",
    PurityTier.STRICT: "PurityChecker says pure and had to tolerate no edit",
    PurityTier.PROVED: "proved from the byte code of both versions",
}
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_FILE = re.compile(r"^(?=diff --git )", re.MULTILINE)


class Kind(StrEnum):
    """The kind of a line, which decides its colour."""

    TITLE = "title"
    TEXT = "text"
    CODE = "code"
    DIFF = "diff"


def _lines(text: str) -> Iterator[str]:
    """Split a text into lines that are safe for a terminal: U+FFFD replaces control characters."""
    ended = text.removesuffix("\n")
    for line in ended.split("\n") if ended else ():
        yield _CONTROL.sub("\ufffd", line.removesuffix("\r"))


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its line end."""

    text: str
    kind: Kind = Kind.TEXT


def instance_lines(
    instance: Instance, *, whole_patch: bool = False, in_full: bool = False
) -> Iterator[Line]:
    """Format an instance: description, place, purity, proof, validation, both sides' methods,
    context and diff.

    `in_full` shows everything that is recorded of validation and context.
    """
    yield from _head(instance)
    yield from _section("Purity", _purity(instance.purity, in_full=in_full))
    yield from _section("Proof", proof_lines(instance.purity))
    yield from _section("Validation", validation_lines(instance, in_full=in_full))
    yield from _side("Before", instance.before, instance.before_sources)
    yield from _side("After", instance.after, instance.after_sources)
    if instance.context is not None:
        texts = context_texts(instance.context, whole=in_full)
        yield from _section("Context on the base", (x for text in texts for x in _lines(text)))
    yield Line("")
    yield Line("Diff of the commit" if whole_patch else "Diff of the refactored files", Kind.TITLE)
    patch = instance.patch if whole_patch else _own_files(instance)
    yield from (Line(text, Kind.DIFF) for text in _lines(patch))
    yield from _section("What else the commit did", _others(instance))


def _head(instance: Instance) -> Iterator[Line]:
    yield Line(f"{instance.type} ({instance.refactoring_class})  {instance.id}", Kind.TITLE)
    yield from map(Line, _lines(instance.description))
    yield Line(f"repository  {instance.repo}")
    day = f"  {instance.committed}" if instance.committed else ""
    yield Line(f"commit      {instance.commit}{day}")
    yield Line(f"parent      {instance.parent}")


def _section(title: str, texts: Iterator[str]) -> Iterator[Line]:
    yield Line("")
    yield Line(title, Kind.TITLE)
    yield from (Line(text) for text in texts)


def _purity(purity: Purity, *, in_full: bool) -> Iterator[str]:
    verdict = str(purity.verdict).replace("_", " ")
    tier = f", tier {purity.tier}: {_TIERS[purity.tier]}" if purity.tier else ""
    yield f"{verdict}{tier}"
    if purity.verdict is PurityVerdict.NOT_APPLICABLE:
        yield "PurityChecker does not cover this refactoring."
    # That every statement is mapped is the usual case, which PurityChecker describes each time.
    mapped = purity.verdict is PurityVerdict.PURE and purity.mapping_state == _ALL_MAPPED
    said_once = mapped and not in_full
    yield from () if said_once else _lines(purity.description.strip())
    yield from (f"PurityChecker's comment: {line}" for line in _lines(purity.comment.strip()))
    if purity.mapping_state is not None and not said_once:
        meaning = _MAPPING_STATES.get(purity.mapping_state, "a state without a known meaning")
        yield f"mapping state {purity.mapping_state}: {meaning}"
    yield from (f"tolerated: {edit}" for edit in purity.tolerated)


def _side(title: str, side: RefactoringSide, sources: SideSources) -> Iterator[Line]:
    yield Line("")
    yield Line(f"{title}: {side.method}  {side.file}", Kind.TITLE)
    yield from (Line(text, Kind.CODE) for text in _lines(sources.method))
    if side.partner is not None:
        yield Line("")
        yield Line(f"{title}: {side.partner}  {side.partner_file or side.file}", Kind.TITLE)
        yield from (Line(text, Kind.CODE) for text in _lines(sources.partner))


def _own_files(instance: Instance) -> str:
    sides = (instance.before, instance.after)
    own = {f for side in sides for f in (side.file, side.partner_file) if f}
    parts = _FILE.split(instance.patch)
    return "".join(part for part in parts if own & set(_paths(part)))


def _paths(part: str) -> Iterator[str]:
    header = part.partition("\n@@")[0]
    for line in header.splitlines():
        for prefix in ("--- a/", "+++ b/", "rename from ", "rename to "):
            if line.startswith(prefix):
                yield line.removeprefix(prefix).removesuffix("\t")


def _others(instance: Instance) -> Iterator[str]:
    if not instance.others:
        yield "No other refactoring was detected."
        return
    counts = Counter(other.type_name for other in instance.others)
    yield ", ".join(f"{count} {name}" for name, count in counts.most_common())
    yield from (
        line for other in instance.others[:_OTHERS_SHOWN] for line in _lines(other.description)
    )
    if len(instance.others) > _OTHERS_SHOWN:
        yield f"... {count_more(len(instance.others) - _OTHERS_SHOWN)}"
