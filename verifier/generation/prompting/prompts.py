"""Render prompts: fill the text of a set for one task, and refuse what only the solution has."""

import hashlib
import json
from dataclasses import dataclass

from verifier.domain.generation import Disclosure
from verifier.errors import InputError
from verifier.generation.model import Message, Role
from verifier.generation.prompting.leaks import golden_names, leaks_in, words
from verifier.generation.prompting.material import PromptMaterial
from verifier.generation.prompting.prompt_set import PromptSet, PromptText
from verifier.generation.prompting.slots import CUT_ORDER, LEFT_OUT, SLOTS, fill, list_disclosures
from verifier.generation.tokens import estimate_tokens


@dataclass(frozen=True, kw_only=True, slots=True)
class Prompt:
    """The messages of a prompt, and what they disclose beyond the instruction."""

    messages: tuple[Message, ...]
    disclosed: tuple[Disclosure, ...]

    @property
    def sha256(self) -> str:
        """The SHA-256 of all messages."""
        plain = [[str(message.role), message.text] for message in self.messages]
        text = json.dumps(plain, ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(text.encode("ascii")).hexdigest()

    @property
    def bytes(self) -> int:
        """The length of all messages in UTF-8."""
        return sum(len(m.text.encode("utf-8", "surrogatepass")) for m in self.messages)

    @property
    def tokens(self) -> int:
        """The estimated number of tokens: one for 3.5 bytes."""
        return estimate_tokens(self.bytes)


def render(
    prompts: PromptSet, material: PromptMaterial, *, most_tokens: int | None = None
) -> Prompt:
    """Fill the set's text for a task; one user message, as SWE-Refactor asks (appendix E).

    A prompt over `most_tokens` is cut: first the project's structure, then callers, callees and
    hierarchy, then the class or file around the method. A prompt that is still too long is returned.

    Raises:
        InputError: the set has no text for the task, a slot has no value for it, or the prompt
            names something that only the developers' solution has.
        UsageError: the prompt needs the context, a repository or a task text, which is not given.
    """
    text = prompts.text_for(material)
    values = _values(prompts, text, material)
    _refuse_leaks(text, values, material)
    cut: set[str] = set()
    prompt = _fill_text(text, values, cut, material)
    for slots in CUT_ORDER:
        if most_tokens is None or prompt.tokens <= most_tokens:
            break
        if present := set(slots).intersection(values):
            cut |= present
            prompt = _fill_text(text, values, cut, material)
    return prompt


def _values(prompts: PromptSet, text: PromptText, material: PromptMaterial) -> dict[str, str]:
    found = {slot: _value(prompts, slot, material) for slot in text.slots}
    if empty := [f"{{{slot}}}" for slot, value in found.items() if value is None]:
        what = f"slot {empty[0]} has" if len(empty) == 1 else f"slots {', '.join(empty)} have"
        raise InputError(
            f"{prompts.place}: {text.file}: the {what} no value for {material.task.id}",
            hint="Take the slot out of the text, or leave such tasks out.",
        )
    return {slot: value for slot, value in found.items() if value is not None}


def _value(prompts: PromptSet, slot: str, material: PromptMaterial) -> str | None:
    own = prompts.values.get(slot)
    return SLOTS[slot].fill(material) if own is None else own


def _fill_text(
    text: PromptText, values: dict[str, str], cut: set[str], material: PromptMaterial
) -> Prompt:
    kept = {slot: LEFT_OUT if slot in cut else value for slot, value in values.items()}
    found = {d for slot in kept if slot not in cut for d in list_disclosures(slot, material)}
    if cut:
        found.add(Disclosure.CUT)
    return Prompt(
        messages=(Message(role=Role.USER, text=fill(text.text, kept)),),
        disclosed=tuple(d for d in Disclosure if d in found),
    )


def _refuse_leaks(text: PromptText, values: dict[str, str], material: PromptMaterial) -> None:
    """Refuse a prompt with names that only the solution has.

    Words of the set's own text and of the base are not leaks.
    """
    disclosed = {d for slot in values for d in list_disclosures(slot, material)}
    of_base = [value for slot, value in values.items() if SLOTS[slot].of_base]
    others = "\n".join(value for slot, value in values.items() if not SLOTS[slot].of_base)
    names = golden_names(material.task, disclosed)
    if leaks := leaks_in(others, names - words("\n".join((text.text, *of_base)))):
        raise InputError(
            f"the prompt for {material.task.id} names {', '.join(leaks)}, which only the"
            " developers' solution has",
            hint="Please report it with the task: no slot should show such a name.",
        )
