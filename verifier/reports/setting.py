"""The setting of a prediction, and the name by which tables group: settings never share a row."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields

from verifier.domain.prediction import Mode, Track
from verifier.domain.verdict import Verdict
from verifier.reports.figures import is_reference

UNKNOWN = "unknown"
WAY = ("track", "mode")
"""The parts of a setting that some tables show in columns of their own."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SettingKey:
    """What distinguishes the settings of a report; None means that predictions do not state it."""

    label: str
    answered: str | None = None
    prompt_set: str | None = None
    track: Track | None = None
    mode: Mode | None = None

    @classmethod
    def of(cls, verdict: Verdict) -> "SettingKey":
        """The setting of a verdict. Reference predictions have only a label."""
        label, circumstances = verdict.model_name_or_path, verdict.circumstances
        if is_reference(label):
            return cls(label=label)
        generation = circumstances.generation
        return cls(
            label=label,
            answered=(generation.model_answered or None) if generation is not None else None,
            prompt_set=generation.prompt_set if generation is not None else None,
            track=circumstances.track,
            mode=circumstances.mode,
        )


def setting_names(
    keys: Iterable[SettingKey], *, without: Collection[str] = ()
) -> Mapping[SettingKey, str]:
    """Name each setting: by its label, and by the parts in which settings of one label differ.

    A part in `without` is not looked at, so settings that differ only there have one name.
    """
    parts = [f.name for f in fields(SettingKey) if f.name not in {"label", *without}]
    own: defaultdict[str, list[SettingKey]] = defaultdict(list)
    for key in dict.fromkeys(keys):
        own[key.label].append(key)
    names: dict[SettingKey, str] = {}
    taken: dict[tuple[str, ...], str] = {(label,): label for label in own}
    for label, settings in own.items():
        differing = [p for p in parts if len({getattr(key, p) for key in settings}) > 1]
        for key in settings:
            shown = tuple(str(getattr(key, part) or UNKNOWN) for part in differing)
            names[key] = _unique(taken, label, shown)
    return names


def _unique(taken: dict[tuple[str, ...], str], label: str, parts: tuple[str, ...]) -> str:
    """The name of a label and its parts. Another label may have the same text, so it is numbered."""
    if (label, *parts) not in taken:
        name = said = f"{label} ({', '.join(parts)})"
        number = 2
        while name in taken.values():
            name, number = f"{said} #{number}", number + 1
        taken[label, *parts] = name
    return taken[label, *parts]
