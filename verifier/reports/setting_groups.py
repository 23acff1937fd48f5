"""The verdicts of each setting, together with the answers that it lacks."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from verifier.domain.generation import Missing
from verifier.domain.prediction import is_reference
from verifier.domain.verdict import Verdict
from verifier.reports.clustered import rate_of_clusters
from verifier.reports.figures import model_order
from verifier.reports.material import ReportData
from verifier.reports.measures import Figure
from verifier.reports.setting import (
    IN_COLUMNS,
    SettingKey,
    further_words,
    parameter_words,
    setting_names,
)
from verifier.reports.statistics import Rate
from verifier.reports.table import Kind, TableColumn


@dataclass(frozen=True, kw_only=True, slots=True)
class SettingGroup:
    """The verdicts of one setting. `missing` is None if nothing says what is missing.

    `name` is the label, with what the columns of a table of settings do not show, if that differs.
    """

    key: SettingKey
    name: str = ""
    verdicts: tuple[Verdict, ...] = ()
    missing: Mapping[Missing, int] | None = None

    def rate(self, figure: Figure) -> Rate:
        """The rate of a figure, with an interval that allows for predictions of one commit."""
        return rate_of_clusters(((v.repo, v.base_commit), figure(v)) for v in self.verdicts)


def setting_groups(material: ReportData) -> tuple[SettingGroup, ...]:
    """One group per setting of a model; references are left out.

    Missing answers belong to the setting that they were asked with. If no verdict or verdicts of
    several answering models have it, they form a group without verdicts.
    """
    found: defaultdict[SettingKey, list[Verdict]] = defaultdict(list)
    for verdict in material.verdicts:
        if not is_reference(verdict.model_name_or_path):
            found[SettingKey.of(verdict)].append(verdict)
    groups = {key: SettingGroup(key=key, verdicts=tuple(own)) for key, own in found.items()}
    for key, missing in _missing(material).items():
        own = [each for each in groups if each.before_answer == key]
        for at in own if len(own) == 1 or not missing else [key]:
            groups[at] = replace(groups.get(at, SettingGroup(key=at)), missing=missing)
    names = setting_names(groups, without=IN_COLUMNS)
    named = (replace(group, name=names[group.key]) for group in groups.values())
    return tuple(sorted(named, key=_order))


def _order(group: SettingGroup) -> tuple[object, ...]:
    key = group.key
    parts = (key.prompt_set, key.track, key.mode, key.answered)
    return (*model_order(key.label), *(str(each or "") for each in parts), group.name)


def _missing(material: ReportData) -> Mapping[SettingKey, Mapping[Missing, int]]:
    found: defaultdict[SettingKey, Counter[Missing]] = defaultdict(Counter)
    for summary in material.generated.summaries:
        found[SettingKey.of_setting(summary.setting)].update(summary.missing)
    return {key: +counts for key, counts in found.items()}


def _label(
    name: str, title: str, description: str, value: Callable[[SettingGroup], str | None]
) -> TableColumn[SettingGroup]:
    return TableColumn(name=name, title=title, description=description, kind=Kind.TEXT, value=value)


LABELS: tuple[TableColumn[SettingGroup], ...] = (
    _label("model", "Model", "The label of the predictions.", lambda g: g.name),
    _label("asked", "Asked", "The model that was requested.", lambda g: g.key.asked),
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

DECIDING: tuple[TableColumn[SettingGroup], ...] = (
    _label(
        "parameters",
        "Parameters",
        "The sampling parameters of the first sample.",
        lambda g: parameter_words(g.key) or None,
    ),
    _label(
        "further",
        "Further",
        "What else decides the answers: the first digits of the SHA-256 of prompt texts and task texts,"
        " what the prompts disclose on request, and the context.",
        lambda g: further_words(g.key) or None,
    ),
)
"""The columns with everything else that decides the answers."""
