"""Calls that follow a method to its new name or class: the same call before and after."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from verifier.domain.parameter_type import canonical_type
from verifier.domain.refactoring import MethodId, Refactoring
from verifier.java_text.brackets import closing, is_nested_deeper, parts
from verifier.java_text.names import classes_of, package_of, simple_name

_T = TypeVar("_T")

_MOST_NESTED = 100
"""Limit of nested brackets, because each call within a call is a step of recursion."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FollowingCalls:
    """How methods were called before and after they were renamed or moved.

    `labels` gives the old and the new name of one method the same label. `renamed` are the pairs
    that differ; a call may change only from the first name to the second. `moved` are the labels of
    methods whose class changed too. Their receiver may be one of the `owners` (simple names of the
    classes, and `this`), with or without one of their `packages`, or it may be missing. `traded`
    are the labels of methods whose parameters changed as well: an argument may become the receiver,
    and the receiver an argument.
    """

    labels: Mapping[str, str]
    renamed: frozenset[tuple[str, str]]
    moved: frozenset[str]
    traded: Mapping[str, frozenset["_Trade"]]
    owners: frozenset[str]
    packages: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, refactorings: Iterable[Refactoring]) -> "FollowingCalls":
        """Return the calls of the methods that these refactorings rename or move."""
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
            renamed=frozenset((p.old.name, p.new.name) for p in pairs if p.old.name != p.new.name),
            moved=frozenset(labels[pair.old.name] for pair in moved),
            traded={
                label: frozenset(
                    trade for p in moved if labels[p.old.name] == label for trade in _trades(p)
                )
                for label in {labels[p.old.name] for p in moved}
            },
            owners=frozenset({"this", *classes}),
            packages=frozenset(_words(package_of(name)) for name in homes if package_of(name)),
        )

    @property
    def unclear(self) -> frozenset[str]:
        """Method names for which types do not show which argument and the receiver were exchanged."""
        return frozenset(n for n, label in self.labels.items() if len(self._trades_of(label)) > 1)

    def _trades_of(self, label: str) -> frozenset["_Trade"]:
        return self.traded.get(label, frozenset())

    def agree(self, old: Sequence[str], new: Sequence[str]) -> bool:
        """Tell whether two token sequences are the same, apart from such calls, and the calls
        match.

        Tokens that nest too deeply never agree.
        """
        if any(is_nested_deeper(tokens, _MOST_NESTED) for tokens in (old, new)):
            return False
        return self._same(self._items(old), self._items(new))

    def _items(self, tokens: Sequence[str]) -> "_Items":
        """Return the tokens, with each such call or reference as one item."""
        result: list[str | _Call] = []
        position = 0
        while position < len(tokens):
            name = tokens[position]
            label = self.labels.get(name)
            called = tuple(tokens[position + 1 : position + 2]) == ("(",)
            if label is None or not (called or result[-1:] == ["::"]):
                result.append(name)
                position += 1
                continue
            end = _end(tokens, position + 1) if called else position
            inner = parts(tokens[position + 2 : end])
            # A reference gets an argument that no call can have.
            arguments = tuple(map(self._items, inner)) if called else (("::",),)
            receiver = _take_receiver(result)
            result.append(_Call(name=name, label=label, receiver=receiver, arguments=arguments))
            position = end + 1
        return tuple(result)

    def _same(self, old: "_Items", new: "_Items") -> bool:
        return len(old) == len(new) and all(map(self._is_same, old, new))

    def _is_same(self, old: "str | _Call", new: "str | _Call") -> bool:
        if isinstance(old, str) or isinstance(new, str):
            return old == new
        if old.name != new.name and (old.name, new.name) not in self.renamed:
            return False
        same_arguments = self._all_same(old.arguments, new.arguments)
        if same_arguments and self._same_receiver(old.receiver, new.receiver, old.label):
            return True
        return any(self._is_trade(old, new, each) for each in self._trades_of(old.label))

    def _all_same(self, old: tuple["_Items", ...], new: tuple["_Items", ...]) -> bool:
        return len(old) == len(new) and all(map(self._same, old, new))

    def _same_receiver(self, old: "_Items", new: "_Items", label: str) -> bool:
        """Tell whether the receivers are the same, or both one of the classes or `this`.

        If the method stays in its class, the receiver still decides whose method runs.
        """
        if old == new or label not in self.moved:
            return old == new
        # `this` and `C.this` differ here, so they are two objects.
        two_objects = old[-1:] == new[-1:] == ("this",)
        return not two_objects and self._drop_own(old) == self._drop_own(new)

    def _is_trade(self, old: "_Call", new: "_Call", trade: "_Trade") -> bool:
        """Tell whether an argument became the receiver, or the receiver an argument, and the rest
        stayed.
        """
        gave, left = _divide(old.arguments, trade.lost)
        took, right = _divide(new.arguments, trade.gained)
        if not self._all_same(left, right):
            return False
        # A receiver that is an object must not disappear or appear.
        was, now = self._drop_own(old.receiver), self._drop_own(new.receiver)
        same = self._is_object(gave, new.receiver) if gave is not None else not now
        return same and (self._is_object(took, old.receiver) if took is not None else not was)

    def _is_object(self, argument: "_Items", receiver: "_Items") -> bool:
        """Tell whether an argument and a receiver are the same object.

        An empty receiver means some `this`.
        """
        if receiver:
            return self._same(argument, receiver)
        return argument[-1:] == ("this",) and not self._drop_own(argument)

    def _drop_own(self, words: "_Items") -> "_Items":
        """Return nothing for one of the classes or `this`.

        A field of theirs is not a local variable.
        """
        package = next((p for p in self.packages if words[: len(p)] == p), ())
        classes = words[len(package) :]
        is_owner = classes and all(w in self.owners or w == "." for w in classes)
        return () if is_owner else words


@dataclass(frozen=True, kw_only=True, slots=True)
class _Call:
    """A call of one of the methods, or a reference to it.

    `receiver` excludes its last dot or `::`; it is empty if there is none.
    """

    name: str
    label: str
    receiver: "_Items"
    arguments: tuple["_Items", ...]


_Items = tuple[str | _Call, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Trade:
    """The position of the old argument that became the receiver, and of the new argument that the
    receiver became.
    """

    lost: int | None
    gained: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Relocation:
    old: MethodId
    new: MethodId


def _trades(pair: _Relocation) -> Iterator[_Trade]:
    """Yield the exchanges that the types allow, preferring receivers of the right class.

    If no exchange fits, yield all.
    """
    old = tuple(map(canonical_type, pair.old.parameter_types))
    new = tuple(map(canonical_type, pair.new.parameter_types))
    if old == new:
        return
    lost, gained = (None, *range(len(old))), (None, *range(len(new)))
    trades = [_Trade(lost=i, gained=j) for i in lost for j in gained if (i, j) != (None, None)]
    fitting = [t for t in trades if _divide(old, t.lost)[1] == _divide(new, t.gained)[1]]
    homes = simple_name(pair.new.class_name), simple_name(pair.old.class_name)
    exact = [
        t
        for t in fitting
        if _divide(old, t.lost)[0] in {None, homes[0]}
        and _divide(new, t.gained)[0] in {None, homes[1]}
    ]
    yield from exact or fitting or trades


def _divide(items: tuple[_T, ...], at: int | None) -> tuple[_T | None, tuple[_T, ...]]:
    """Return the item at a position and the others.

    If there is no such position, return None and all items.
    """
    if at is None or at >= len(items):
        return None, items
    return items[at], items[:at] + items[at + 1 :]


def list_relocated(refactorings: Iterable[Refactoring]) -> Iterator[MethodId]:
    """Yield the old and the new form of the methods that these refactorings rename or move."""
    for pair in filter(None, map(_relocation, refactorings)):
        yield pair.old
        yield pair.new


def _relocation(refactoring: Refactoring) -> _Relocation | None:
    """Return the method before and after; None if it was neither renamed nor moved."""
    before, after = refactoring.before, refactoring.after
    # A constructor is called by its class's name, which no refactoring of a method changes.
    if before is None or after is None or before.method.name == "<init>":
        return None
    # The old name stays on a method that only delegates; the code and its callers moved.
    if refactoring.delegate and after.partner is not None:
        return _Relocation(old=before.method, new=after.partner)
    if refactoring.traits.relocates:
        return _Relocation(old=before.method, new=after.method)
    return None


def _words(package: str) -> tuple[str, ...]:
    return tuple(package.replace(".", " . ").split())


def _end(tokens: Sequence[str], opening: int) -> int:
    end = closing(tokens, opening)
    return len(tokens) if end is None else end


def _take_receiver(result: "list[str | _Call]") -> "_Items":
    """Cut `a.b.` or `a.b::` off the end of the tokens, and return it without its last joint."""
    cut, joints = len(result), {".", "::"}
    while cut >= 2 and result[cut - 1] in joints and _is_word(result[cut - 2]):  # noqa: PLR2004
        cut, joints = cut - 2, {"."}
    receiver = tuple(result[cut:-1])
    del result[cut:]
    return receiver


def _is_word(token: "str | _Call") -> bool:
    return isinstance(token, str) and (token[:1].isalpha() or token[:1] in "_$")
