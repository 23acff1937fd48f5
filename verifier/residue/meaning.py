"""A declaration with each name written as what it means, so that two classes can be compared.

`n`, `this.n` and `order.n` become the same words where they are the same variable, and other words
where they are not or where the text does not show it. So equal words are the same code, while
different words are no proof of a difference.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from verifier.java_text.calls import argument_count
from verifier.java_text.keywords import RESERVED
from verifier.java_text.tokens import Texts, Token, TokenKind
from verifier.residue.home import Home
from verifier.residue.local_names import LocalNames, inside_of_classes

# No class can have such names: `«self»` would be what a class `self` without a package means.
SELF, OTHER, HERE = "«#self»", "«#other»", "«#here»"
"""The object that had the method, one that it was given, and one that only this side knows."""
OWN, HOME = "«#own»", "«#home»"
"""The method itself, whatever it is called, and the class that it stands in, in front of it."""

Words = tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Setting:
    """Where a declaration stands, and who is who in it.

    `roles` are the objects behind `this` and behind parameters that took its place or gave it up;
    `relatives` the classes of these objects. `side` marks names of unknown meaning, so that they
    never equal those of the other side. With `settled` nothing but the method's name changed: what
    a name means is what it meant. `own` is the method's name where that may differ.
    """

    home: Home | None
    side: str
    roles: Mapping[str, str]
    settled: bool
    relatives: Mapping[str, Home] = field(default_factory=dict)
    own: str = ""
    arity: int = 0


def meanings(tokens: Sequence[Token], names: LocalNames, setting: Setting) -> list[Words]:
    """What each token means, as words; empty for one that is part of what stands before it."""
    inner = frozenset(inside_of_classes(tokens))
    return _Reading(tokens=tokens, names=names, setting=setting, inner=inner).all()


@dataclass(kw_only=True, slots=True)
class _Reading:
    tokens: Sequence[Token]
    names: LocalNames
    setting: Setting
    receivers: dict[int, Home | None] = field(default_factory=dict)
    """By the position of a member's name: the class that is searched for it, where we know it."""
    inner: frozenset[int] = frozenset()
    """The tokens inside of anonymous and local classes, whose own members come first."""

    def all(self) -> list[Words]:
        return [self._word(at) for at in range(len(self.tokens))]

    def _word(self, at: int) -> Words:
        token = self.tokens[at]
        if token.kind is not TokenKind.WORD:
            return (token.text,)
        if self._text(at - 1) in {".", "::"}:
            return self._member(at)
        if token.text == "this" and self._text(at + 1) != "(":
            inner = at in self.inner
            return self._unknown(at) if inner else self._object(at, "this", self.setting.home)
        # `? super T` is a bound, and no superclass.
        following = self._text(at + 1) in {".", "::", "("}
        if token.text == "super" and following and not self.setting.settled:
            return self._unknown(at)
        if token.text in RESERVED or self._is_contextual(at):
            return (token.text,)
        return self._name(at)

    def _name(self, at: int) -> Words:
        """A name without anything in front of it."""
        name, home = self.tokens[at].text, self.setting.home
        called = self._text(at + 1) == "("
        if not called and self.names.covers(name, at):
            relative = self.setting.relatives.get(self.setting.roles.get(name, ""))
            return self._object(at, name, relative) if name in self.setting.roles else (name,)
        if home is None:
            return self._unknown(at)
        if called:
            return self._call(at, home)
        if not self.names.may_cover(name, at):
            return self._free(at, home)
        # A pattern's variable, unless its scope has ended and a field is meant.
        hidden = name in home.fields or not home.alone
        return self._unknown(at) if hidden and not self.setting.settled else (name,)

    def _free(self, at: int, home: Home) -> Words:
        """A field or a type."""
        name = self.tokens[at].text
        if name in home.fields:
            if at in self.inner:
                return self._unknown(at)
            if home.fields[name]:
                return (f"«{home.owner_of(name)}»", ".", name)
            return (self._this(), ".", name)
        static = [i.name for i in home.imports if i.static and i.name.endswith(f".{name}")]
        full = home.type_named(name) if not static else static[0]
        # Without a supertype or an import, a small name is still a field of no class that we know.
        if full is None or (self.setting.settled and full not in self.setting.relatives):
            return self._unknown(at)
        # Behind the dot stands a member of this class; only what changed is known well enough.
        self.receivers[at + 2] = self.setting.relatives.get(full)
        if full == home.full_name and self._text(at + 1) == "." and self._calls_itself(at + 2):
            return (HOME,)
        return (f"«{full}»",)

    def _call(self, at: int, home: Home) -> Words:
        """A call of a method of this class, or of one around it; or a creation of an object."""
        name, arguments = self.tokens[at].text, self._arguments(at + 1)
        if self._text(at - 1) in {"new", "@"}:
            full = home.type_named(name)
            return self._unknown(at) if full is None else (f"«{full}»",)
        overload = None if at in self.inner else home.overload(name, arguments)
        if overload is None:
            # Under its new name the method may meet an overload that fits better.
            return self._unknown(at, surely=self._is_own(name, arguments))
        word = OWN if self._is_own(name, arguments) else name
        if overload.static:
            return (HOME, ".", OWN) if word == OWN else (f"«{home.full_name}»", ".", name)
        return (self._this(), ".", word)

    def _member(self, at: int) -> Words:
        """A name behind a dot: the same member wherever the object in front of it is the same.

        But a call looks among the methods that may be called from here, so that another class can
        find another one. Of the classes that changed, the text shows whether there is only one.
        """
        name = self.tokens[at].text
        if name == "this" and not self.setting.settled:
            return self._unknown(at)
        if at not in self.receivers or self._text(at + 1) != "(":
            return (name,)
        receiver, arguments = self.receivers[at], self._arguments(at + 1)
        only = receiver is not None and receiver.overload(name, arguments) is not None
        if receiver is not None and receiver == self.setting.home and self._is_own(name, arguments):
            return (OWN,) if only else self._unknown(at, surely=True)
        return (name,) if only or self.setting.settled else self._unknown(at)

    def _object(self, at: int, name: str, of: Home | None) -> Words:
        self.receivers[at + 2] = of
        return (self.setting.roles.get(name, HERE),)

    def _this(self) -> str:
        return self.setting.roles.get("this", HERE)

    def _unknown(self, at: int, *, surely: bool = False) -> Words:
        """A name that this text does not explain; in a settled place it means what it meant.

        It is no local variable, so it must not equal one of the same spelling.
        """
        name = self.tokens[at].text
        if self.setting.settled and not surely:
            home = self.setting.home
            variable = home is None or at in self.inner or home.may_have(name)
            return (f"«{name}»",) if variable else (name,)
        return (f"«{self.setting.side}?{name}»",)

    def _calls_itself(self, at: int) -> bool:
        called = self._text(at + 1) == "("
        return called and self._is_own(self._text(at), self._arguments(at + 1))

    def _is_own(self, name: str, arguments: int | None) -> bool:
        return name == self.setting.own and arguments in {None, self.setting.arity}

    def _is_contextual(self, at: int) -> bool:
        """`var x` and `yield x`: words that are names anywhere else."""
        following = self.tokens[at + 1].kind if at + 1 < len(self.tokens) else TokenKind.OPERATOR
        return self._text(at) in {"var", "yield"} and following is not TokenKind.OPERATOR

    def _arguments(self, opening: int) -> int | None:
        return argument_count(Texts(self.tokens), opening)

    def _text(self, at: int) -> str:
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""
