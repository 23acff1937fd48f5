"""Write the edit that removes a difference, with the names that are valid at its place."""

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from verifier.residue.causes.expansion import HelperCall
from verifier.residue.causes.pairing import Pairing
from verifier.residue.text.method_text import MethodText
from verifier.residue.text.words import LONGEST, Statement, Word, on_one_line, write_words


@dataclass(frozen=True, kw_only=True, slots=True)
class Spelling:
    """How words of the old code are written in one declaration of the new code.

    `names` are words that have another name there. `phrases` are arguments that are parameters
    there. `known` are the words of the declaration that can name a variable. `strange` are the
    variables of the old code.
    """

    names: Mapping[str, str]
    phrases: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    known: AbstractSet[str] = frozenset()
    strange: AbstractSet[str] = frozenset()

    @classmethod
    def of(
        cls,
        home: MethodText,
        pairing: Pairing,
        calls: Sequence[HelperCall],
        strange: AbstractSet[str],
    ) -> "Spelling":
        """Learn the spelling from the statements that are the same, and from the calls."""
        names: dict[str, str] = {}
        for each in pairing.new:
            # If several words share one place, only all of them together have its name.
            places = Counter(id(word.token) for word in each.words)
            for word in each.words:
                token = word.token if word.home is home else None
                if token is not None and places[id(word.token)] == 1 and word != token.text:
                    names.setdefault(str(word), token.text)
        phrases: dict[tuple[str, ...], str] = {}
        for call in calls:
            if call.helper.text is home:
                for name in call.helper.parameters:
                    phrases[tuple(map(str, call.argument(name)))] = name
        known = _names_of_variables([token.text for token in home.tokens()])
        return cls(names=names, phrases=phrases, known=known, strange=strange)

    def spell(self, words: Sequence[Word]) -> list[str] | None:
        """Return the words in the spelling of the place; None if a variable has no name there."""
        found: list[str] = []
        at = 0
        while at < len(words):
            phrase = next(
                (p for p in self.phrases if p and tuple(words[at : at + len(p)]) == p), None
            )
            word = words[at]
            if at and words[at - 1] == ".":
                found.append(word)
            elif phrase is not None:
                found.append(self.phrases[phrase])
                at += len(phrase) - 1
            elif word in self.names:
                found.append(self.names[word])
            elif word in self.strange and word not in self.known:
                return None
            else:
                found.append(word)
            at += 1
        return found


def _names_of_variables(tokens: Sequence[str]) -> set[str]:
    """Return the tokens that can name a variable: no method, and no member of something else."""
    around = zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False)
    return {text for before, text, after in around if before not in {".", "::"} and after != "("}


def undo(old: Statement, new: Statement, spelling: Spelling) -> str:
    """Return the new statement's source with the difference undone; empty if it cannot be written."""
    home = new.home
    if home is None or any(w.home is not home for w in new.placed):
        return ""
    if spelling.spell(old.words) is None:
        # A word that both versions have can mean a variable in the old one only.
        return ""
    start = min(w.token.start for w in new.placed if w.token)
    end = max(w.token.end for w in new.placed if w.token)
    pieces: list[str] = []
    at = start
    opcodes = SequenceMatcher(None, old.key, new.key, autojunk=False).get_opcodes()
    for tag, a, b, c, d in opcodes:
        if tag == "equal":
            continue
        put = spelling.spell(old.words[a:b])
        span = _span(new.words, c, d)
        if put is None or span is None or span[0] < at:
            return ""
        pieces.append(home.code[at : span[0]])
        at = span[1]
        left = "".join(pieces)[-1:]
        is_joined = not left or left.isspace() or left in "([.!@"
        if write_words(put)[-1:] in {"(", ".", "!", "@"} or (not put and is_joined):
            at += len(home.code[at:end]) - len(home.code[at:end].lstrip())
        pieces.append(_fit(write_words(put), pieces, home.code[at:end]))
    text = on_one_line("".join([*pieces, home.code[at:end]]))
    return text if len(text) <= LONGEST else ""


def _span(words: Sequence[Word], start: int, end: int) -> tuple[int, int] | None:
    """Return the source range of some words; for no words, the gap between their neighbours."""
    if start == end:
        return _gap(words, start)
    inside = [w.token for w in words[start:end]]
    if any(token is None for token in inside):
        return None
    tokens = [token for token in inside if token is not None]
    outside = {w.token.start for w in (*words[:start], *words[end:]) if w.token is not None}
    if any(token.start in outside for token in tokens):
        # One name replaces several words, and some of them stay.
        return None
    return tokens[0].start, tokens[-1].end


def _gap(words: Sequence[Word], at: int) -> tuple[int, int] | None:
    """Return the place after the word before a position, or before the first word."""
    before, behind = words[at - 1] if at else None, words[at] if at < len(words) else None
    if before is None:
        place = None if behind is None or behind.token is None else behind.token.start
        return None if place is None else (place, place)
    if before.token is None or (behind is not None and behind.token == before.token):
        # Both words belong to one argument with one name here.
        return None
    return before.token.end, before.token.end


def _fit(text: str, before: Sequence[str], behind: str) -> str:
    """Return inserted source with spaces where two words would otherwise merge."""
    if not text:
        return ""
    left = "".join(before)[-1:]
    is_apart = left and not left.isspace() and left not in "(!.[@" and text[0] not in ".,;)(["
    lead = " " if is_apart else ""
    right = behind[:1]
    needs = right and not right.isspace() and right not in ".,;)([" and text[-1] not in "(.!@"
    return f"{lead}{text}{' ' if needs else ''}"
