"""All input of a report."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import pandas as pd

from verifier.domain.recorded import RecordedVerdict
from verifier.domain.verdict import Verdict
from verifier.frames import verdict_frame
from verifier.frames.columns import TEXT
from verifier.reports.figures import RECORD
from verifier.reports.funnel import FunnelStages
from verifier.reports.labels import Labels
from verifier.reports.ledger import RunVerdicts
from verifier.reports.measures import Measure, find_headline
from verifier.reports.missing import Generated
from verifier.reports.setting import WAY, SettingKey, setting_names


@dataclass(frozen=True, kw_only=True, slots=True)
class Pair:
    """A prediction with our verdict and a recorded one."""

    ours: Verdict
    recorded: RecordedVerdict


@dataclass(frozen=True, kw_only=True)
class ReportData:
    """The ledger with an optional mining funnel and pairs with recorded verdicts.

    `bootstrap` is the number of resamples for intervals of means; 0 selects t intervals. `read` is
    the number of failures to read for each setting. `counts` shows types as counts. `labels` is None
    without a labels file.
    """

    ledger: RunVerdicts
    funnel: FunnelStages | None = None
    pairs: tuple[Pair, ...] = field(default=())
    notices: tuple[str, ...] = ()
    generated: Generated = field(default_factory=Generated)
    bootstrap: int = 0
    read: int = 0
    counts: bool = False
    labels: Labels | None = None

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdicts that count."""
        return self.ledger.verdicts

    @cached_property
    def rows(self) -> pd.DataFrame:
        """The verdicts as a frame for `figures.group_rows`: `model` is the name of the setting, and one
        column has the record.
        """
        frame = verdict_frame(self.verdicts, self.ledger.run_names)
        names = pd.array([self.name_of(v) for v in self.verdicts], dtype=TEXT)
        return frame.assign(model=names, **{RECORD: pd.Series(self.verdicts, dtype=object)})

    def name_of(self, verdict: Verdict) -> str:
        """The name of the verdict's setting: its label, if the label has no other setting."""
        return self._names[SettingKey.of(verdict)]

    def model_of(self, verdict: Verdict) -> str:
        """The same for tables that show track and mode in columns of their own."""
        return self._models[SettingKey.of(verdict)]

    @cached_property
    def _names(self) -> Mapping[SettingKey, str]:
        return setting_names(map(SettingKey.of, self.verdicts))

    @cached_property
    def _models(self) -> Mapping[SettingKey, str]:
        return setting_names(map(SettingKey.of, self.verdicts), without=WAY)

    @cached_property
    def headline(self) -> Measure | None:
        """The strongest measure that every prediction was asked for; None if that is success."""
        return find_headline(self.verdicts)

    @property
    def has_samples(self) -> bool:
        """Whether some prediction is a further sample of the same task."""
        return any(v.sample > 0 for v in self.verdicts)
