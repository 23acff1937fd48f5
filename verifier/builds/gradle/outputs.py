"""Keep what the project's own build makes besides class files, for our own compiler and launcher."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from verifier.builds.described.module import MAIN, TEST
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.gradle.words import GENERATED, MADE, place_of
from verifier.sandbox.base import below


def keep_outputs(files: Mapping[str, bytes], prepared: PreparedBase) -> None:
    """Keep the processed resources and generated sources that the init script copied, for each project with code."""
    for part in prepared.parts:
        place = place_of(part.module)
        for side in (MAIN, TEST):
            _keep(files, f"{MADE}/{place}/{side}", part.resource_output(side), ".class")
            _keep(files, f"{GENERATED}/{place}/{side}", part.source_output(side), "")


def _keep(files: Mapping[str, bytes], folder: str, kept: Path, but: str) -> None:
    # An attempt with another JDK may have left files.
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir(parents=True)
    for path, content in sorted(below(files, folder).items()):
        if not but or not path.endswith(but):
            (kept / path).parent.mkdir(parents=True, exist_ok=True)
            (kept / path).write_bytes(content)
