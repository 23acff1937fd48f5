"""All input of a report."""

from dataclasses import dataclass, field
from functools import cached_property

import pandas as pd

from verifier.domain.recorded import RecordedVerdict
from verifier.domain.verdict import Verdict
from verifier.frames import verdict_frame
from verifier.reports.figures import RECORD
from verifier.reports.funnel import FunnelStages
from verifier.reports.ledger import RunVerdicts


@dataclass(frozen=True, kw_only=True, slots=True)
class Pair:
    """A prediction with our verdict and a recorded one."""

    ours: Verdict
    recorded: RecordedVerdict


@dataclass(frozen=True, kw_only=True)
class Material:
    """The ledger with an optional mining funnel and pairs with recorded verdicts.

    `bootstrap` is the number of resamples for intervals of means; 0 selects t intervals.
    """

    ledger: RunVerdicts
    funnel: FunnelStages | None = None
    pairs: tuple[Pair, ...] = field(default=())
    notices: tuple[str, ...] = ()
    bootstrap: int = 0

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdicts that count."""
        return self.ledger.verdicts

    @cached_property
    def rows(self) -> pd.DataFrame:
        """The verdicts as a frame for `figures.grouped`, with the record in one column."""
        return verdict_frame(self.verdicts, self.ledger.run_names).assign(
            **{RECORD: pd.Series(self.verdicts, dtype=object)}
        )

    @property
    def has_samples(self) -> bool:
        """Whether some prediction is a further sample of the same task."""
        return any(v.sample > 0 for v in self.verdicts)
