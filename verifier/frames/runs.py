"""Runs as a frame: the content of each `run.json`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from verifier.frames.columns import COUNT, FLAG, TEXT, FrameColumn, column, frame_of


@dataclass(frozen=True, kw_only=True, slots=True)
class _FrameRun:
    name: str
    facts: Mapping[str, Any]


def _text(name: str, description: str, *path: str) -> FrameColumn[_FrameRun]:
    keys = path or (name,)
    return column(name, TEXT, description, lambda run: _word(_at(run.facts, keys)))


def _at(facts: object, keys: tuple[str, ...]) -> object:
    """Return the value at a path of keys; None if a part is missing or has another type."""
    for key in keys:
        facts = facts.get(key) if isinstance(facts, Mapping) else None
    return facts


def _word(value: object) -> str | None:
    """Return a text unchanged and a list as its members; None for anything else."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return value if isinstance(value, str) else None


def _flag(name: str, description: str) -> FrameColumn[_FrameRun]:
    def value(run: _FrameRun) -> bool | None:
        found = run.facts.get(name)
        return found if isinstance(found, bool) else None

    return column(name, FLAG, description, value)


def _left_out(name: str, description: str) -> FrameColumn[_FrameRun]:
    def value(run: _FrameRun) -> int | None:
        found = run.facts.get(name)
        found = len(found) if isinstance(found, list) else found
        return found if isinstance(found, int) else None

    return column(name, COUNT, description, value)


COLUMNS: tuple[FrameColumn[_FrameRun], ...] = (
    column("run", TEXT, "The run folder's name.", lambda run: run.name),
    _text("refverify", "The version of refverify."),
    _text("checks", "The requested checks, separated by commas."),
    _flag("all_checks", "Whether checks also ran after a failed one."),
    _text("sandbox", "Where answers were built and tested."),
    _flag("isolated", "Whether that sandbox isolates."),
    _text("engine", "The container engine."),
    _text("image", "The container image."),
    _text("runtime", "The runtime of the containers."),
    _text("instances", "The instances file, relative to the run folder.", "instances", "path"),
    _text("instances_sha256", "Its SHA-256.", "instances", "sha256"),
    _text(
        "predictions", "The predictions file, relative to the run folder.", "predictions", "path"
    ),
    _text("predictions_sha256", "Its SHA-256.", "predictions", "sha256"),
    _left_out("bad_lines", "Number of input lines that could not be read."),
    _left_out("unknown_instances", "Number of predictions for unknown instances."),
)


def run_frame(runs: Mapping[str, Mapping[str, Any]]) -> pd.DataFrame:
    """Return one row per run, from each run's name and description (`RunVerdicts.meta`)."""
    return frame_of((_FrameRun(name=name, facts=facts) for name, facts in runs.items()), COLUMNS)
