"""Build a data set's git repository: completely or not at all, and only once."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from verifier.datasets.catalogue import (
    Manifest,
    PatchManifest,
    ReleaseManifest,
    datasets_folder,
    read_manifest,
)
from verifier.datasets.patch_series import write_patches
from verifier.datasets.release_history import (
    EVERYTHING,
    ReleaseRange,
    select,
    write_releases,
)
from verifier.errors import InputError, IntegrityError, StorageError, UsageError
from verifier.tools.git.history import HistoryWriter, head_of
from verifier.tools.maven_central import ArtefactCache
from verifier.tools.records import from_json, to_json
from verifier.tools.storage.scratch import scratch_folder

STAMP = "refverify-dataset.json"
"""A file inside the repository that says what it was built from, so that a second call recognises it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stamp:
    """What a repository was built from; `plan` is a hash of manifest, range and patches."""

    name: str
    plan: str
    head: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Built:
    """A data set's repository; `fresh` is False if it already existed."""

    manifest: Manifest
    folder: Path
    head: str
    fresh: bool


def build(name: str, into: Path, cache: ArtefactCache, bounds: ReleaseRange = EVERYTHING) -> Built:
    """Create the bare git repository `into`, or leave it unchanged if it is already complete.

    `bounds` limits a release history to a range.

    Raises:
        UsageError: no such data set or version, or `into` contains something else.
        DownloadError, IntegrityError: an artefact cannot be fetched or is not the pinned one.
    """
    into = into.resolve()
    manifest = read_manifest(name)
    plan = _plan(manifest, bounds)
    stamp = _read_stamp(into)
    if stamp is not None and stamp.plan == plan and head_of(into) == stamp.head:
        return Built(manifest=manifest, folder=into, head=stamp.head, fresh=False)

    def fill(writer: HistoryWriter) -> None:
        _write(manifest, writer, cache, bounds)
        stamp = Stamp(name=name, plan=plan, head=writer.head)
        (writer.folder / STAMP).write_text(to_json(stamp) + "\n", encoding="utf-8")

    head = write_repository(into, fill)
    return Built(manifest=manifest, folder=into, head=head, fresh=True)


def write_repository(into: Path, fill: Callable[[HistoryWriter], None]) -> str:
    """Make a new bare git repository, whole or not at all; return its last commit.

    Raises:
        UsageError: `into` exists and is not an empty folder.
        StorageError: it cannot be written.
    """
    into = into.resolve()  # git runs in the folder of the repository
    _refuse_occupied(into)
    try:
        into.parent.mkdir(parents=True, exist_ok=True)
        with scratch_folder("dataset", into.parent) as work:
            writer = HistoryWriter(folder=Path(work) / "repository")
            writer.start()
            fill(writer)
            writer.folder.rename(into)
    except OSError as error:
        raise StorageError(f"cannot write {into}: {error.strerror}") from error
    return writer.head


def _write(
    manifest: Manifest,
    writer: HistoryWriter,
    cache: ArtefactCache,
    bounds: ReleaseRange,
) -> None:
    match manifest:
        case ReleaseManifest():
            write_releases(manifest, select(manifest, bounds), cache, writer)
        case PatchManifest():
            write_patches(manifest, datasets_folder() / manifest.name, writer)
            if writer.head != manifest.head:
                raise IntegrityError(
                    f"{manifest.name}: the history ends at {writer.head}, pinned is {manifest.head}",
                    hint="Base tree, patches and manifest do not belong together.",
                )


def _plan(manifest: Manifest, bounds: ReleaseRange) -> str:
    if isinstance(manifest, ReleaseManifest):
        text = "".join(map(to_json, select(manifest, bounds)))
    elif bounds != EVERYTHING:
        raise UsageError(
            f"{manifest.name} is not a release history: --from and --until do not apply"
        )
    else:
        text = to_json(manifest)
    return hashlib.sha256(text.encode()).hexdigest()


def _read_stamp(into: Path) -> Stamp | None:
    path = into / STAMP
    if not path.is_file():
        return None
    try:
        return from_json(Stamp, path.read_bytes())
    except InputError:
        return None


def _refuse_occupied(into: Path) -> None:
    if into.exists() and not (into.is_dir() and not any(into.iterdir())):
        raise UsageError(
            f"{into} exists and is not this data set",
            hint="Name another folder with -o, or remove that one.",
        )
