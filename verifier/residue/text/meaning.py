"""Write each name in a declaration as its meaning, so that code of two classes can be compared.

`n`, `this.n` and `order.n` become the same words if they are the same variable. They become
different words if they are not, or if the text does not show it. So equal words mean the same code,
but different words do not prove a difference.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from verifier.java_text.calls import argument_count
from verifier.java_text.keywords import RESERVED
from verifier.java_text.tokens import Texts, Token, TokenKind
from verifier.residue.text.home import Home
from verifier.residue.text.local_names import LocalNames, inside_of_classes

# No class can have these names; `«self»` could be a class `self` without a package.
SELF, OTHER, HERE = "«#self»", "«#other»", "«#here»"
"""The object that had the method, one that was passed to it, and one that only this side knows."""
OWN, HOME = "«#own»", "«#home»"
"""The method itself under any name, and its class as a qualifier."""

Words = tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class DeclarationContext:
    """The context of a declaration, and which object each name means.

    `roles` are the objects behind `this` and behind parameters that exchanged places with it.
    `relatives` are the classes of these objects. `side` marks names of unknown meaning, so that
    they never equal those of the other side. `settled` says that only the method's name changed, so
    every name keeps its meaning. `own` is the method's name if it may differ. `arity` is the number
    of its parameters.
    """

    home: Home | None
    side: str
    roles: Mapping[str, str]
    settled: bool
    relatives: Mapping[str, Home] = field(default_factory=dict)
    own: str = ""
    arity: int = 0


def meanings(
    tokens: Sequence[Token], names: LocalNames, setting: DeclarationContext
) -> list[Words]:
    """Return the meaning of each token as words.

    The result is empty for a token that belongs to the previous one.
    """
    inner = frozenset(inside_of_classes(tokens))
    return _Reading(tokens=tokens, names=names, setting=setting, inner=inner).all()


@dataclass(kw_only=True, slots=True)
class _Reading:
    tokens: Sequence[Token]
    names: LocalNames
    setting: DeclarationContext
    receivers: dict[int, Home | None] = field(default_factory=dict)
    """The class that is searched for a member, if known, by the position of the member's name."""
    inner: frozenset[int] = frozenset()
    """The positions in anonymous and local classes, whose own members take precedence."""

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
        # `? super T` is a bound, not a superclass.
        following = self._text(at + 1) in {".", "::", "("}
        if token.text == "super" and following and not self.setting.settled:
            return self._unknown(at)
        if token.text in RESERVED or self._is_contextual(at):
            return (token.text,)
        return self._name(at)

    def _name(self, at: int) -> Words:
        """Read a name without a qualifier."""
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
        # A pattern's variable, or a field if its scope has ended.
        hidden = name in home.fields or not home.alone
        return self._unknown(at) if hidden and not self.setting.settled else (name,)

    def _free(self, at: int, home: Home) -> Words:
        """Read a name that is a field or a type."""
        name = self.tokens[at].text
        if name in home.fields:
            if at in self.inner:
                return self._unknown(at)
            if home.fields[name]:
                return (f"«{home.owner_of(name)}»", ".", name)
            return (self._this(), ".", name)
        static = [i.name for i in home.imports if i.static and i.name.endswith(f".{name}")]
        full = home.type_named(name) if not static else static[0]
        # Without a supertype or an import, a lower-case name is not a field of a known class.
        if full is None or (self.setting.settled and full not in self.setting.relatives):
            return self._unknown(at)
        # A member of this class follows the dot; only changed classes are known well enough.
        self.receivers[at + 2] = self.setting.relatives.get(full)
        if full == home.full_name and self._text(at + 1) == "." and self._calls_itself(at + 2):
            return (HOME,)
        return (f"«{full}»",)

    def _call(self, at: int, home: Home) -> Words:
        """Read a call of a method of this or an enclosing class, or the creation of an object."""
        name, arguments = self.tokens[at].text, self._arguments(at + 1)
        if self._text(at - 1) in {"new", "@"}:
            full = home.type_named(name)
            return self._unknown(at) if full is None else (f"«{full}»",)
        overload = None if at in self.inner else home.overload(name, arguments)
        if overload is None:
            # With the method's new name, an overload may fit better.
            return self._unknown(at, surely=self._is_own(name, arguments))
        word = OWN if self._is_own(name, arguments) else name
        if overload.static:
            return (HOME, ".", OWN) if word == OWN else (f"«{home.full_name}»", ".", name)
        return (self._this(), ".", word)

    def _member(self, at: int) -> Words:
        """Read a name after a dot: it is the same member if the object before the dot is the same.

        But a call chooses among the methods that are accessible here, so another class may choose
        another one. For changed classes the text shows whether there is only one.
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
        """Mark a name that this text does not explain; in a settled place it keeps its meaning.

        It is not a local variable, so it must not equal one of the same spelling.
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
        """Recognise `var x` and `yield x`; in other places these words are names."""
        following = self.tokens[at + 1].kind if at + 1 < len(self.tokens) else TokenKind.OPERATOR
        return self._text(at) in {"var", "yield"} and following is not TokenKind.OPERATOR

    def _arguments(self, opening: int) -> int | None:
        return argument_count(Texts(self.tokens), opening)

    def _text(self, at: int) -> str:
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""
