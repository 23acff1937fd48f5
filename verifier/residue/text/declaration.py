"""The parts of a method's declaration: head, parameters and body."""

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.domain.refactoring import MethodId
from verifier.java_text.brackets import between_commas
from verifier.java_text.names import simple_name
from verifier.java_text.tokens import Texts, Token, TokenKind
from verifier.residue.text.local_names import LocalNames
from verifier.residue.text.meaning import DeclarationContext, Words, meanings


@dataclass(frozen=True, kw_only=True, slots=True)
class Parameter:
    """One parameter: the positions of its tokens, its words without `final`, and its name."""

    place: range
    words: Words
    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DeclarationTokens:
    """The tokens of a declaration and where its parts begin.

    `name` is the position of the method's name; `end` is the position after its parameters.
    """

    tokens: tuple[Token, ...]
    name: int
    parameters: tuple[Parameter, ...]
    end: int

    @classmethod
    def of(cls, tokens: Sequence[Token], method: MethodId) -> "DeclarationTokens | None":
        """Read a declaration; None if these tokens declare no such method."""
        name = word_of(method)
        for at, token in enumerate(tokens[:-1]):
            # An annotation may have the method's name and brackets of its own.
            is_annotation = at > 0 and tokens[at - 1].text == "@"
            if token.text == name and tokens[at + 1].text == "(" and not is_annotation:
                parts, end = between_commas(Texts(tokens), at + 1, angles=True)
                parameters = tuple(_parameter(tokens, part) for part in parts)
                return cls(tokens=tuple(tokens), name=at, parameters=parameters, end=end)
        return None

    @property
    def body(self) -> range | None:
        """The positions between the braces of the body; None for an abstract method."""
        texts = [t.text for t in self.tokens[self.end :]]
        if "{" not in texts:
            return None
        return range(self.end + texts.index("{") + 1, len(self.tokens) - 1)

    @property
    def returned(self) -> str:
        """The variable that the last statement returns; empty if it returns none."""
        last = [self.tokens[at].text for at in self.body or ()][-3:]
        return last[1] if last[:1] == ["return"] and last[2:] == [";"] else ""

    def meanings(self, setting: DeclarationContext) -> list[Words]:
        """Return each token as its meaning."""
        names = LocalNames.of(self.tokens, [p.name for p in self.parameters], self.end)
        return meanings(self.tokens, names, setting)


def word_of(method: MethodId) -> str:
    """Return the word before the parameters; for a constructor the name of its class."""
    return simple_name(method.class_name) if method.name == "<init>" else method.name


def _parameter(tokens: Sequence[Token], place: range) -> Parameter:
    words = tuple(tokens[at].text for at in place if tokens[at].text != "final")
    names = [tokens[at].text for at in place if tokens[at].kind is TokenKind.WORD]
    return Parameter(place=place, words=words, name=names[-1] if names else "")
