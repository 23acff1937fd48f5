"""The verdicts of each setting, together with the answers that it lacks."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from verifier.domain.generation import GenerationSummary, Missing
from verifier.domain.outcome import Status
from verifier.domain.prediction import Mode, Track
from verifier.domain.verdict import PROVED_CHECKS, STRICT_CHECKS, SUCCESS_CHECKS, Verdict
from verifier.reports.clustered import rate_of_clusters
from verifier.reports.figures import has_asked, is_reference, model_order
from verifier.reports.material import ReportData
from verifier.reports.setting import SettingKey
from verifier.reports.statistics import Rate
from verifier.reports.table import Kind, TableColumn

Figure = Callable[[Verdict], Status]


def success(verdict: Verdict) -> Status:
    """Success; not applicable if the prediction was not asked for all checks that it needs."""
    return verdict.success if has_asked(verdict, SUCCESS_CHECKS) else Status.NOT_APPLICABLE


def strict_success(verdict: Verdict) -> Status:
    """The same for strict success."""
    return verdict.strict_success if has_asked(verdict, STRICT_CHECKS) else Status.NOT_APPLICABLE


def decide_proved(verdict: Verdict) -> Status:
    """The same for proved success. If no proof was found, the prediction counts as not proved."""
    if not has_asked(verdict, PROVED_CHECKS):
        return Status.NOT_APPLICABLE
    found = verdict.proved_success
    return Status.FAILED if found is Status.NOT_APPLICABLE else found


@dataclass(frozen=True, kw_only=True, slots=True)
class SettingGroup:
    """The verdicts of one setting. `missing` is None if nothing says what is missing."""

    key: SettingKey
    asked: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    missing: Mapping[Missing, int] | None = None

    def rate(self, figure: Figure) -> Rate:
        """The rate of a figure, with an interval that allows for predictions of one commit."""
        return rate_of_clusters(((v.repo, v.base_commit), figure(v)) for v in self.verdicts)


def setting_groups(material: ReportData) -> tuple[SettingGroup, ...]:
    """One group per setting of a model; references are left out.

    Missing answers belong to the setting with their label, prompt set, track and mode. If none or
    several have them, because the endpoint answered with several models, they form a group without
    verdicts.
    """
    found: defaultdict[SettingKey, list[Verdict]] = defaultdict(list)
    for verdict in material.verdicts:
        if not is_reference(verdict.model_name_or_path):
            found[SettingKey.of(verdict)].append(verdict)
    groups = {key: _group(key, own) for key, own in found.items()}
    for key, missing in _missing(material).items():
        own = [each for each in groups if replace(each, answered=None) == key]
        for at in own if len(own) == 1 or not missing else [key]:
            groups[at] = replace(groups.get(at, SettingGroup(key=at)), missing=missing)
    return tuple(sorted(groups.values(), key=_order))


def _order(group: SettingGroup) -> tuple[object, ...]:
    key = group.key
    return (*model_order(key.label), *(str(each or "") for each in _parts(key)))


def _parts(key: SettingKey) -> tuple[str | None, ...]:
    return key.prompt_set, key.track, key.mode, key.answered


def _group(key: SettingKey, verdicts: list[Verdict]) -> SettingGroup:
    generated = (v.circumstances.generation for v in verdicts)
    asked = dict.fromkeys(sorted(g.model_asked for g in generated if g is not None))
    return SettingGroup(key=key, asked=tuple(asked), verdicts=tuple(verdicts))


def _missing(material: ReportData) -> Mapping[SettingKey, Mapping[Missing, int]]:
    found: defaultdict[SettingKey, Counter[Missing]] = defaultdict(Counter)
    for summary in material.generated.summaries:
        found[_key(summary)].update(summary.missing)
    return {key: +counts for key, counts in found.items()}


def _key(summary: GenerationSummary) -> SettingKey:
    setting = summary.setting
    return SettingKey(
        label=setting.label,
        prompt_set=setting.prompt_set,
        track=Track(setting.track) if setting.track in set(Track) else None,
        mode=Mode(setting.mode) if setting.mode in set(Mode) else None,
    )


def _label(
    name: str, title: str, description: str, value: Callable[[SettingGroup], str | None]
) -> TableColumn[SettingGroup]:
    return TableColumn(name=name, title=title, description=description, kind=Kind.TEXT, value=value)


LABELS: tuple[TableColumn[SettingGroup], ...] = (
    _label("model", "Model", "The label of the predictions.", lambda g: g.key.label),
    _label("asked", "Asked", "The model that was requested.", lambda g: ", ".join(g.asked) or None),
    _label(
        "answered",
        "Answered",
        "The model that the endpoint says it used.",
        lambda g: g.key.answered,
    ),
    _label("prompt_set", "Prompts", "The prompt set.", lambda g: g.key.prompt_set),
    _label("track", "Track", "instructed or open.", lambda g: g.key.track),
    _label("mode", "Mode", "direct, plan or multiplan.", lambda g: g.key.mode),
)
"""The columns that identify a setting; a part that predictions do not state has no value."""
