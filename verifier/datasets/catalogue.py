"""The data sets that can be built: where their manifests are and what they contain."""

import json
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from pathlib import Path

from verifier.domain.purity import PurityVerdict
from verifier.domain.refactoring_traits import RefactoringType
from verifier.errors import UsageError
from verifier.tools.records import from_json

MANIFEST = "manifest.json"


class DatasetKind(StrEnum):
    """Where the history comes from: released artefacts, or patches of our own."""

    RELEASES = "releases"
    PATCHES = "patches"


@dataclass(frozen=True, kw_only=True, slots=True)
class PinnedFile:
    """One file of a release; `sha256` and `size` (bytes) pin it."""

    classifier: str
    extension: str
    sha256: str
    size: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Release:
    """One commit of a release history.

    `date` (ISO, midnight UTC) is the day of the newest file in the sources jar. `tree` is the id of
    the git tree that the layout rules must produce.
    """

    version: str
    date: str
    tree: str
    files: tuple[PinnedFile, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ReleaseManifest:
    """A project's releases on Maven Central; `leave_out` names folders of the jars to drop."""

    name: str
    kind: DatasetKind
    description: str
    origin: str
    licence: str
    group: str
    artifact: str
    leave_out: tuple[str, ...]
    releases: tuple[Release, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ExpectedRefactoring:
    """One refactoring in a step: the ground truth.

    `method` is the method that the refactoring acts on (`before.method`). `pure` says whether the
    step keeps the behaviour; `checker` is PurityChecker's answer, which may differ. `trap` says
    what makes it hard; empty if nothing does.
    """

    type: RefactoringType
    method: str
    pure: bool
    checker: PurityVerdict
    trap: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PatchStep:
    """One commit of a patch series; a step without refactorings must yield none.

    `patch` is a file name below `patches/`, `title` is the commit's message.
    """

    patch: str
    title: str
    refactorings: tuple[ExpectedRefactoring, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class PatchManifest:
    """A project of our own: the tree in `base/`, then one commit per step; `head` is the last commit's id."""

    name: str
    kind: DatasetKind
    description: str
    origin: str
    licence: str
    head: str
    steps: tuple[PatchStep, ...]


Manifest = ReleaseManifest | PatchManifest


def datasets_folder() -> Path:
    """Return the folder of all data sets: inside an installed package, or next to it in a checkout."""
    package = Path(str(files("verifier")))
    installed = package / "resources" / "datasets"
    return installed if installed.is_dir() else package.parent / "datasets"


def dataset_names() -> tuple[str, ...]:
    """Return all data sets that have a manifest, by name."""
    return tuple(sorted(path.parent.name for path in datasets_folder().glob(f"*/{MANIFEST}")))


def read_manifest(name: str) -> Manifest:
    """Return the manifest of one data set.

    Raises:
        UsageError: there is no such data set.
        InputError: its manifest cannot be read.
    """
    known = dataset_names()
    if name not in known:
        raise UsageError(f"no data set {name!r}", hint=f"There are: {', '.join(known)}.")
    text = (datasets_folder() / name / MANIFEST).read_text(encoding="utf-8")
    match DatasetKind(json.loads(text)["kind"]):
        case DatasetKind.RELEASES:
            return from_json(ReleaseManifest, text)
        case DatasetKind.PATCHES:
            return from_json(PatchManifest, text)
