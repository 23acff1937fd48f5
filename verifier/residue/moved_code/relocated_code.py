"""Tell whether a moved or renamed method is the same code, apart from what the move requires.

PurityChecker calls moves pure even if operands or parameters were exchanged. Here the declarations
are compared token by token, each name as its meaning in its class. A name means something else in
another class; if the text does not show what, the result is unknown.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from verifier.domain.refactoring import MethodId
from verifier.java_text.names import simple_name, to_dotted
from verifier.residue.moved_code.comparison import CodeComparison
from verifier.residue.text.declaration import DeclarationTokens, Parameter, word_of
from verifier.residue.text.home import Home
from verifier.residue.text.meaning import HERE, OTHER, OWN, SELF, DeclarationContext
from verifier.residue.text.method_text import MethodText

_FREE = frozenset({"public", "protected", "private", "static", "final", "abstract", "default"})
"""Modifiers that another class may require."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Relocation:
    """A method before and after, with the parameters that exchanged places with `this`."""

    before: DeclarationTokens
    after: DeclarationTokens
    old: MethodText
    new: MethodText
    old_id: MethodId
    new_id: MethodId

    @property
    def lost(self) -> list[Parameter]:
        kept = {p.words for p in self.after.parameters}
        return [p for p in self.before.parameters if p.words not in kept]

    @property
    def gained(self) -> list[Parameter]:
        kept = {p.words for p in self.before.parameters}
        return [p for p in self.after.parameters if p.words not in kept]

    @property
    def changes_class(self) -> bool:
        return self.old_id.class_name != self.new_id.class_name


def compare(old: MethodText, old_id: MethodId, new: MethodText, new_id: MethodId) -> CodeComparison:
    """Compare two declarations that should be one method before and after a move or renaming.

    Visibility and similar modifiers may differ, and so may `@Override`. A parameter of the target's
    type may become `this`, and `this` a parameter of the source's type. Members of both classes may
    be qualified or not. Everything else must be the same, in the same order.
    """
    before = DeclarationTokens.of(old.tokens(), old_id)
    after = DeclarationTokens.of(new.tokens(), new_id)
    if before is None or after is None:
        return CodeComparison.OTHER
    pair = _Relocation(before=before, after=after, old=old, new=new, old_id=old_id, new_id=new_id)
    if not _trades_at_most_the_receiver(pair):
        return CodeComparison.OTHER
    # A synchronized method locks its class if it is static, otherwise its object.
    locks = pair.changes_class and "synchronized" in {t.text for t in before.tokens[: before.name]}
    certain = not locks and _is_of_the_classes(pair)
    if certain and _exact(pair, 0) == _exact(pair, 1):
        return CodeComparison.SAME
    return CodeComparison.UNKNOWN if _bare(pair, 0) == _bare(pair, 1) else CodeComparison.OTHER


def _trades_at_most_the_receiver(pair: _Relocation) -> bool:
    lost, gained = pair.lost, pair.gained
    kept_before = [p.words for p in pair.before.parameters if p not in lost]
    kept_after = [p.words for p in pair.after.parameters if p not in gained]
    return (
        _is_one_of(lost, simple_name(pair.new_id.class_name))
        and _is_one_of(gained, simple_name(pair.old_id.class_name))
        and kept_before == kept_after
    )


def _is_one_of(parameters: Sequence[Parameter], type_name: str) -> bool:
    """Tell whether there is no parameter, or exactly one of that type."""
    return not parameters or (len(parameters) == 1 and type_name in parameters[0].words[:-1])


def _is_of_the_classes(pair: _Relocation) -> bool:
    """Tell whether the parameters that exchange places have exactly the types of the two classes.

    An object of another class with the same simple name cannot be `this`.
    """
    traded = (
        (pair.lost, pair.old.home, pair.new_id),
        (pair.gained, pair.new.home, pair.old_id),
    )
    return all(
        home is not None
        and home.type_named(parameter.words[0]) == to_dotted(method.class_name)
        and len(parameter.words) == len(("type", "name"))
        for parameters, home, method in traded
        for parameter in parameters
    )


def _exact(pair: _Relocation, side: int) -> list[str]:
    """Return one side with every name as its meaning."""
    declared = (pair.before, pair.after)[side]
    meant = declared.meanings(_setting(pair, side))
    traded = [at for p in (pair.lost, pair.gained)[side] for at in p.place]
    places = [at for at in _list_compared(declared) if at not in traded]
    # A removed parameter leaves its comma, so commas between parameters do not count.
    return [word for at in places if not _divides(declared, at) for word in meant[at]]


def _divides(declared: DeclarationTokens, at: int) -> bool:
    inside = any(at in parameter.place for parameter in declared.parameters)
    return declared.name < at < declared.end and not inside


def _list_compared(declared: DeclarationTokens) -> Iterator[int]:
    """Yield the positions that must be the same: all but the name and what another class may
    require.
    """
    for at, token in enumerate(declared.tokens):
        in_head = at < declared.name
        if at == declared.name or (in_head and (token.text in _FREE or _is_override(declared, at))):
            continue
        # `final` on a parameter only restricts the body, which is compared anyway.
        if declared.name < at < declared.end and token.text == "final":
            continue
        yield at


def _is_override(declared: DeclarationTokens, at: int) -> bool:
    texts = [t.text for t in declared.tokens[max(at - 1, 0) : at + 2]]
    return texts[-2:] == ["@", "Override"] or texts[:2] == ["@", "Override"]


def _setting(pair: _Relocation, side: int) -> DeclarationContext:
    text, method = ((pair.old, pair.old_id), (pair.new, pair.new_id))[side]
    return DeclarationContext(
        home=text.home,
        side=("before", "after")[side],
        roles=_roles(pair, side),
        settled=not pair.changes_class and not pair.lost and not pair.gained,
        relatives=_relatives(pair, text.homes),
        # A constructor calls itself as `this(…)`, never by its name.
        own=word_of(method) if method.name != "<init>" else "",
        arity=len(method.parameter_types),
    )


def _roles(pair: _Relocation, side: int) -> dict[str, str]:
    """Map `this`, and the parameters that exchange places with it, to objects.

    If a method moves without a parameter for its old object, `this` is a new object.
    """
    if side == 0:
        return {"this": SELF, **{p.name: OTHER for p in pair.lost}}
    # Without a parameter for the old object, `this` in another class is a new object.
    stays = not pair.changes_class and not pair.gained
    receiver = OTHER if pair.lost else SELF if stays else HERE
    return {"this": receiver, **{p.name: SELF for p in pair.gained}}


def _relatives(pair: _Relocation, homes: Mapping[str, Home]) -> dict[str, Home]:
    source, target = homes.get(pair.old_id.class_name), homes.get(pair.new_id.class_name)
    roles = {SELF: source, OTHER: target}
    names = {home.full_name: home for home in (source, target) if home is not None}
    return {**names, **{role: home for role, home in roles.items() if home is not None}}


def _bare(pair: _Relocation, side: int) -> list[str]:
    """Return one side's words without qualifiers. If these words differ, the code differs."""
    declared = (pair.before, pair.after)[side]
    traded = (pair.lost, pair.gained)[side]
    dropped = {
        "this",
        simple_name(pair.old_id.class_name),
        simple_name(pair.new_id.class_name),
        ".",
    }
    dropped |= {p.name for p in traded}
    own = word_of((pair.old_id, pair.new_id)[side])
    texts = {at: declared.tokens[at].text for at in _list_compared(declared)}
    head = [text for at, text in texts.items() if at < declared.name]
    body = [text for at, text in texts.items() if at >= declared.end and text not in dropped]
    return [*head, *(OWN if word == own else word for word in body)]
