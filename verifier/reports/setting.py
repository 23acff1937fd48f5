"""The setting of a prediction, and the name by which tables group: settings never share a row."""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

from verifier.domain.generation import Disclosure, Generation, Sampling, Setting
from verifier.domain.prediction import Mode, Track, is_reference
from verifier.domain.verdict import Verdict

UNKNOWN = "unknown"
WAY = ("track", "mode")
"""The parts of a setting that some tables show in columns of their own."""
_DIGITS = 8
"""The digits of a SHA-256 that a name shows."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SettingKey:
    """What decides the answers of a setting; None means that the predictions do not state it.

    `prompt_texts` and `task_texts` are SHA-256 sums. `parameters` are those of the first sample.
    `answered` is the model that the endpoint says it used.
    """

    label: str
    answered: str | None = None
    asked: str | None = None
    prompt_set: str | None = None
    prompt_texts: str | None = None
    track: Track | None = None
    mode: Mode | None = None
    parameters: Sampling = field(default_factory=Sampling)
    task_texts: str | None = None
    disclose: tuple[Disclosure, ...] = ()
    context_tokens: int | None = None
    fit: bool = False

    @classmethod
    def of(cls, verdict: Verdict) -> "SettingKey":
        """The setting of a verdict. Reference predictions have only a label."""
        label, circumstances = verdict.model_name_or_path, verdict.circumstances
        if is_reference(label):
            return cls(label=label)
        key = cls(label=label, track=circumstances.track, mode=circumstances.mode)
        generation = circumstances.generation
        return key if generation is None else _generated(key, generation, verdict.sample)

    @classmethod
    def of_setting(cls, setting: Setting) -> "SettingKey":
        """The setting of a predictions file. It does not say which model answers."""
        return cls(
            label=setting.label,
            asked=setting.model,
            prompt_set=setting.prompt_set,
            prompt_texts=setting.prompt_set_sha256,
            track=Track(setting.track) if setting.track in set(Track) else None,
            mode=Mode(setting.mode) if setting.mode in set(Mode) else None,
            parameters=setting.parameters,
            task_texts=setting.tasks_sha256,
            disclose=setting.disclose,
            context_tokens=setting.context_tokens,
            fit=setting.fit,
        )

    @property
    def before_answer(self) -> "SettingKey":
        """The setting without the model that answered."""
        return replace(self, answered=None)


def _generated(key: SettingKey, generation: Generation, sample: int) -> SettingKey:
    parameters = generation.parameters
    if parameters.seed is not None:
        # Each sample has a seed of its own.
        parameters = replace(parameters, seed=parameters.seed - sample)
    return replace(
        key,
        answered=generation.model_answered or None,
        asked=generation.model_asked,
        prompt_set=generation.prompt_set,
        prompt_texts=generation.prompt_set_sha256,
        parameters=parameters,
        task_texts=generation.tasks_sha256,
        disclose=generation.disclose,
        context_tokens=generation.context_tokens,
        fit=generation.fit,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Part:
    """A part of a setting: its value, and the words for it in a name.

    It is left out if the part `after`, which comes first, makes the same distinction.
    """

    name: str
    value: Callable[[SettingKey], Hashable]
    words: Callable[[SettingKey], str]
    after: str = ""


def _plain(name: str, after: str = "") -> _Part:
    def value(key: SettingKey) -> str | None:
        found: str | None = getattr(key, name)
        return found or None

    return _Part(name=name, value=value, words=lambda key: str(value(key) or UNKNOWN), after=after)


def _sha256(name: str, what: str, after: str = "") -> _Part:
    def value(key: SettingKey) -> str | None:
        found: str | None = getattr(key, name)
        return found or None

    def words(key: SettingKey) -> str:
        found = value(key)
        return f"no {what}" if found is None else f"{what} {found[:_DIGITS]}"

    return _Part(name=name, value=value, words=words, after=after)


def _parameter(name: str) -> _Part:
    def value(key: SettingKey) -> float | str | None:
        found: float | str | None = getattr(key.parameters, name)
        return found

    def words(key: SettingKey) -> str:
        found = value(key)
        if found is None:
            return f"no {name}"
        return f"{name} {found:g}" if isinstance(found, float) else f"{name} {found}"

    return _Part(name=name, value=value, words=words)


_PARAMETERS = tuple(_parameter(each.name) for each in fields(Sampling))
_FURTHER = (
    _sha256("prompt_texts", "prompt texts", after="prompt_set"),
    _sha256("task_texts", "task texts"),
    _Part(
        name="disclose",
        value=lambda key: key.disclose,
        words=lambda key: f"discloses {', '.join(key.disclose) or 'nothing more'}",
    ),
    _Part(
        name="context_tokens",
        value=lambda key: key.context_tokens,
        words=lambda key: f"context {key.context_tokens or 'not limited'}",
    ),
    _Part(
        name="fit",
        value=lambda key: key.fit,
        words=lambda key: "cut to fit" if key.fit else "not cut",
    ),
)
IN_COLUMNS = ("answered", "asked", "prompt_set", *WAY)
"""The parts that the table of settings shows in columns of their own."""
_PARTS: tuple[_Part, ...] = (
    _plain("answered"),
    _plain("asked", after="answered"),
    _plain("prompt_set"),
    *map(_plain, WAY),
    *_PARAMETERS,
    *_FURTHER,
)


def parameter_words(key: SettingKey) -> str:
    """The parameters that are sent; empty if there are none."""
    return ", ".join(p.words(key) for p in _PARAMETERS if p.value(key) is not None)


def further_words(key: SettingKey) -> str:
    """What else decides the answers: texts, disclosures and the context; empty if nothing does."""
    return ", ".join(p.words(key) for p in _FURTHER if p.value(key))


def setting_names(
    keys: Iterable[SettingKey], *, without: Collection[str] = ()
) -> Mapping[SettingKey, str]:
    """Name each setting: by its label, and by the parts in which settings of one label differ.

    A part in `without` is not looked at, so settings that differ only there have one name.
    """
    parts = [part for part in _PARTS if part.name not in without]
    own: defaultdict[str, list[SettingKey]] = defaultdict(list)
    for key in dict.fromkeys(keys):
        own[key.label].append(key)
    names: dict[SettingKey, str] = {}
    taken: dict[tuple[Hashable, ...], str] = {(label,): label for label in own}
    for label, settings in own.items():
        differing = [part for part in parts if _distinguishes(part, settings)]
        for key in settings:
            values = tuple(part.value(key) for part in differing)
            words = ", ".join(part.words(key) for part in differing)
            names[key] = _unique(taken, (label, *values), f"{label} ({words})")
    return names


def _distinguishes(part: _Part, settings: Sequence[SettingKey]) -> bool:
    """Whether settings differ in a part although they agree in the part that it comes after."""
    found: defaultdict[Hashable, set[Hashable]] = defaultdict(set)
    for key in settings:
        found[getattr(key, part.after) if part.after else None].add(part.value(key))
    return any(len(values) > 1 for values in found.values())


def _unique(taken: dict[tuple[Hashable, ...], str], parts: tuple[Hashable, ...], said: str) -> str:
    """The name of a label and its parts. Another label may have the same text, so it is numbered."""
    if parts not in taken:
        name, number = said, 2
        while name in taken.values():
            name, number = f"{said} #{number}", number + 1
        taken[parts] = name
    return taken[parts]
