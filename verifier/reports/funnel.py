"""The mining funnel for the report."""

from dataclasses import dataclass
from pathlib import Path

from verifier.domain.funnel import Stage, ValidatedCounts
from verifier.errors import InputError
from verifier.tools.records import from_json


@dataclass(frozen=True, kw_only=True, slots=True)
class FunnelStages:
    """The stages of a funnel in their order, and the counts that validation kept."""

    stages: tuple[Stage, ...]
    validated: tuple[ValidatedCounts, ...] = ()

    @property
    def narrowing(self) -> tuple[Stage, ...]:
        """The stages without those that keep more than an earlier stage of the same unit.

        If validation requires nothing, it keeps instances that did not pass its last step, and
        `kept` is not a stage of the funnel.
        """
        least: dict[str, int] = {}
        shown = []
        for stage in self.stages:
            if stage.count <= least.get(stage.unit, stage.count):
                least[stage.unit] = stage.count
                shown.append(stage)
        return tuple(shown)


def read_funnel(path: Path) -> FunnelStages:
    """Read the funnel file that `refverify mine` saves.

    Raises:
        InputError: the file cannot be read or contains no funnel.
    """
    try:
        return from_json(FunnelStages, path.read_bytes())
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except InputError as error:
        raise InputError(
            f"{path} is not a mining funnel: {error.message}",
            hint="Give the funnel file that `refverify mine` writes next to the instances.",
        ) from error
