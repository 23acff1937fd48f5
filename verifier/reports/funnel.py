"""The mining funnel, as the report shows it: what every stage kept."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from verifier.errors import InputError


@dataclass(frozen=True, kw_only=True, slots=True)
class Stage:
    """One stage of mining: how many went in and how many were kept.

    `unit` says what is counted: commits, then refactorings. `losses` counts what was lost, by
    reason.
    """

    name: str
    count: int
    unit: str = ""
    losses: Mapping[str, int]

    @property
    def lost(self) -> int:
        """How many were lost here."""
        return sum(self.losses.values())


@dataclass(frozen=True, kw_only=True, slots=True)
class Funnel:
    """All stages in their order."""

    stages: tuple[Stage, ...]


def read_funnel(path: Path) -> Funnel:
    """Read the funnel file that `refverify mine` saves.

    Raises:
        InputError: the file cannot be read or is no funnel.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        stages = tuple(_stage(item) for item in data["stages"])
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{path} is no mining funnel: {error!r}",
            hint="Give the funnel file that `refverify mine` writes beside the instances.",
        ) from error
    return Funnel(stages=stages)


def _stage(item: Mapping[str, object]) -> Stage:
    losses = item.get("losses")
    return Stage(
        name=str(item["name"]),
        count=int(str(item["count"])),
        unit=str(item.get("unit", "")),
        losses={str(k): int(v) for k, v in losses.items()} if isinstance(losses, dict) else {},
    )
