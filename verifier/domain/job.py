"""How far the shards of a job are."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier.domain.described import FORM, Described, Form
from verifier.domain.shard import Shard, ShardKind


@dataclass(frozen=True, kw_only=True, slots=True)
class ShardProgress(Described):
    """The units of one shard. The last four counts add up to `keys`."""

    shard: Shard
    """Which part of the job it is."""
    keys: int
    """All its units."""
    done: int
    """Units with an answer, a good or a bad one."""
    failed: int
    """Units without an answer that another run would leave without one too."""
    open: int
    """Units without an answer that another run may decide."""
    left: int
    """Units without any result."""
    bytes: int
    """Size of its files."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ShardedJobProgress(Described):
    """The progress of a job, read from the files of its shards while they are written or later."""

    kind: ShardKind
    """What is divided."""
    shards: tuple[ShardProgress, ...]
    """The shards that were given, in their order."""
    missing_shards: int
    """Shards of the job that were not given. Their units are not counted."""
    reasons: Mapping[str, int] = field(default_factory=dict)
    """Why units have no answer, the commonest reason first."""
    free_bytes: int
    """Free space where the first shard is."""
    units_per_hour: float | None = None
    """Results that were added per hour; null if this was not measured."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""

    @property
    def failed(self) -> int:
        """Units that failed for good."""
        return sum(each.failed for each in self.shards)

    @property
    def unfinished(self) -> int:
        """Units that are open or have no result."""
        return sum(each.open + each.left for each in self.shards)

    @property
    def is_complete(self) -> bool:
        """Whether every shard was given and has a lasting result for each unit."""
        return not self.missing_shards and not self.unfinished

    @property
    def hours_left(self) -> float | None:
        """Hours until all given shards are done at the measured rate; None if nothing was added."""
        return self.unfinished / self.units_per_hour if self.units_per_hour else None
