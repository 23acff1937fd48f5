"""What of a candidate goes onto the base tree: everything but tests and build files."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from verifier.domain.source import Candidate, FileChange

BUILD_FILE = re.compile(
    r"(?:^|/)(?:pom\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|gradle\.properties"
    r"|gradlew(?:\.bat)?|mvnw(?:\.cmd)?|\.java-version|\.sdkmanrc|\.gitattributes)$"
    r"|(?:^|/)(?:\.mvn|gradle|buildSrc|\.git|target)/"
)
TEST_FILE = re.compile(r"(?:^|/)src/(?:test|it|integration-test|testFixtures)/")
SYMBOLIC_LINK = "120000"
SUBMODULE = "160000"


@dataclass(frozen=True, kw_only=True, slots=True)
class Overlay:
    """The files that replace or delete (None) files of the base; `restored` are the refused ones."""

    files: Mapping[str, bytes | None] = field(default_factory=dict)
    restored: tuple[str, ...] = ()


def overlay_of(
    candidate: Candidate | None, test_folders: Sequence[str], editable: frozenset[str]
) -> Overlay:
    """Keep what a candidate may change; the rest stays as the base has it.

    Without a candidate it is empty: the base itself.
    """
    if candidate is None:
        return Overlay()
    prefixes = tuple(folder.rstrip("/") + "/" for folder in test_folders if folder != ".")
    kept: dict[str, bytes | None] = {}
    restored: list[str] = []
    for change in candidate.changes:
        if _may_change(change, prefixes, editable):
            kept[change.path] = change.content
        else:
            restored.append(change.path)
    return Overlay(files=kept, restored=tuple(sorted(restored)))


def _may_change(change: FileChange, prefixes: tuple[str, ...], editable: frozenset[str]) -> bool:
    path = change.path
    outside = path.startswith("/") or ".." in path.split("/")
    if outside or BUILD_FILE.search(path) or change.mode in {SYMBOLIC_LINK, SUBMODULE}:
        return False
    test = path.startswith(prefixes) or TEST_FILE.search(path) is not None
    return not test or path in editable
