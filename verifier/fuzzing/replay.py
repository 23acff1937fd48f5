"""A replay file: one input on which two versions differed, and the paths of the versions."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verifier.domain.described import FORM, Described, Form
from verifier.errors import InputError
from verifier.tools.records import from_json


@dataclass(frozen=True, kw_only=True, slots=True)
class ReplayFile(Described):
    """`replay` is the engine's own record of the input.

    `old`, `new` and `class_path` are the sources or class folders of both versions and their class
    path, relative to the file's folder; empty if the versions were not kept.
    """

    replay: Mapping[str, Any]
    """The engine's own record of the input."""
    old: str = ""
    """The old version's source or class folder, relative to the file's folder; empty if it was not
    kept.
    """
    new: str = ""
    """The new version's source or class folder, relative to the file's folder; empty if it was not
    kept.
    """
    class_path: tuple[str, ...] = ()
    """The class path of both versions, relative to the file's folder."""
    renames: Mapping[str, str] = field(default_factory=dict)
    """Full class names of the old version, with those of the new one."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""

    def locate(self, folder: Path, path: str) -> Path:
        """Resolve a path of the record."""
        return (folder / path).resolve()


def relative(path: Path, folder: Path) -> str:
    """The path as a replay file in a folder names it."""
    return os.path.relpath(path.resolve(), folder.resolve())


def read_replay(path: Path) -> ReplayFile:
    """Read a replay file.

    Raises:
        InputError: the file is missing, or is not such a record.
    """
    try:
        return from_json(ReplayFile, path.read_bytes())
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except InputError as error:
        raise InputError(
            f"{path} is not a replay file: {error.message}",
            hint="`refverify fuzz -o DIR` and the check behaviour write replay.json.",
        ) from error


def as_captured(file: ReplayFile) -> bytes:
    """The input in the engine's format for recorded inputs, which run first.

    Raises:
        InputError: the record names no method or no input.
    """
    method, recorded = file.replay.get("old"), file.replay.get("input")
    if not isinstance(method, Mapping) or recorded is None:
        raise InputError("the replay file names no method, or no input")
    entry = f"{method.get('owner')}#{method.get('name')}{method.get('descriptor')}"
    return (json.dumps({"entry": entry, "input": recorded}) + "\n").encode()
