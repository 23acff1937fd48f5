"""Calls that follow a method to its new name or class: the same call before and after."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from verifier.domain.refactoring import RELOCATING, MethodId, Refactoring
from verifier.java_text.brackets import closing, parts
from verifier.java_text.names import classes_of, package_of


@dataclass(frozen=True, kw_only=True, slots=True)
class FollowingCalls:
    """How methods were called before and after they were renamed or moved.

    `labels` gives the old and the new name of one method the same label. Of the labels in `moved`
    the class changed too: `owners` (simple names of the classes, and `this`) may stand before them
    or not, with one of their `packages` or without. Of those in `traded` the parameters changed as well: the
    receiver may become an argument and back.
    """

    labels: Mapping[str, str]
    moved: frozenset[str]
    traded: frozenset[str]
    owners: frozenset[str]
    packages: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, refactorings: Iterable[Refactoring]) -> "FollowingCalls":
        """The calls of the methods that these refactorings rename or move."""
        pairs = [pair for r in refactorings if (pair := _relocation(r)) is not None]
        labels: dict[str, str] = {}
        for pair in pairs:
            label = labels.setdefault(pair.old.name, pair.old.name)
            # f became g, and g became h: without joining them, a call of g would have two labels.
            joined = labels.get(pair.new.name, label)
            labels |= {name: label for name, own in labels.items() if own == joined}
            labels[pair.new.name] = label
        moved = [pair for pair in pairs if pair.old.class_name != pair.new.class_name]
        homes = {m.class_name for p in moved for m in (p.old, p.new)}
        classes = {part for name in homes for part in classes_of(name)}
        return cls(
            labels=labels,
            moved=frozenset(labels[pair.old.name] for pair in moved),
            traded=frozenset(
                labels[pair.old.name]
                for pair in moved
                if pair.old.parameter_types != pair.new.parameter_types
            ),
            owners=frozenset({"this", *classes}),
            packages=frozenset(_words(package_of(name)) for name in homes if package_of(name)),
        )

    def neutral(self, tokens: Sequence[str]) -> list[str]:
        """The tokens, with each such call as one token that is the same on both sides."""
        result: list[str] = []
        position = 0
        while position < len(tokens):
            label = self.labels.get(tokens[position])
            if label is not None and tuple(tokens[position + 1 : position + 2]) == ("(",):
                end = _end(tokens, position + 1)
                receiver = _take_receiver(result)
                inner = self.neutral(tokens[position + 2 : end])
                result.append(self._call(label, [receiver, *(parts(inner) or [[]])]))
                position = end + 1
            else:
                result.append(tokens[position])
                position += 1
        return result

    def _call(self, label: str, parts: Sequence[Sequence[str]]) -> str:
        """`parts` are the receiver and the arguments, each of them kept in its order."""
        if label not in self.moved:
            # Within its class the receiver still says whose method runs, so it has to stay.
            return f"{label}({', '.join(' '.join(part) for part in parts)})"
        kept = [self._kept(part) for part in parts]
        if label in self.traded:
            # Which part became the receiver is not told, so their order says nothing here.
            kept = sorted(filter(None, kept))
        return f"{label}({', '.join(kept)})"

    def _kept(self, part: Sequence[str]) -> str:
        """Nothing where it is one of the classes or `this`; a field of theirs is no local variable."""
        words = tuple(part[:-1] if part[-1:] == ["."] else part)
        package = next((p for p in self.packages if words[: len(p)] == p), ())
        classes = words[len(package) :]
        is_owner = not words or (classes and all(w in self.owners or w == "." for w in classes))
        return "" if is_owner else " ".join(words)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Relocation:
    old: MethodId
    new: MethodId


def relocated(refactorings: Iterable[Refactoring]) -> Iterator[MethodId]:
    """The methods that these refactorings rename or move, as they are and as they were."""
    for pair in filter(None, map(_relocation, refactorings)):
        yield pair.old
        yield pair.new


def _relocation(refactoring: Refactoring) -> _Relocation | None:
    """The method before and after; None where it stays what and where it is."""
    before, after = refactoring.before, refactoring.after
    # A constructor is called by its class's name, which no refactoring of a method changes.
    if before is None or after is None or before.method.name == "<init>":
        return None
    # The old name stays on a method that only calls; the code, and who called it, went on.
    if refactoring.delegate and after.partner is not None:
        return _Relocation(old=before.method, new=after.partner)
    if refactoring.type in RELOCATING:
        return _Relocation(old=before.method, new=after.method)
    return None


def _words(package: str) -> tuple[str, ...]:
    return tuple(package.replace(".", " . ").split())


def _end(tokens: Sequence[str], opening: int) -> int:
    end = closing(tokens, opening)
    return len(tokens) if end is None else end


def _take_receiver(result: list[str]) -> list[str]:
    """Cut `a.b.` off the end of the tokens and return it."""
    cut = len(result)
    while cut >= 2 and result[cut - 1] == "." and _is_word(result[cut - 2]):  # noqa: PLR2004
        cut -= 2
    receiver = result[cut:]
    del result[cut:]
    return receiver


def _is_word(token: str) -> bool:
    return token[:1].isalpha() or token[:1] in "_$"
