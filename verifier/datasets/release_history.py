"""Turn a project's releases on Maven Central into a git history: one commit per release."""

import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from verifier.datasets.catalogue import PinnedFile, Release, ReleaseManifest
from verifier.errors import IntegrityError, UsageError
from verifier.tools.git.history import CommitFacts, HistoryWriter
from verifier.tools.maven_central import Artefact, ArtefactCache

AUTHOR = "Release history <release-history@refverify.invalid>"

_ROOTS = {"sources": "src/main", "test-sources": "src/test"}


@dataclass(frozen=True, kw_only=True, slots=True)
class ReleaseRange:
    """The versions `first` to `last`, both inclusive; None means no limit on that side."""

    first: str | None = None
    last: str | None = None


EVERYTHING = ReleaseRange()


def select(manifest: ReleaseManifest, bounds: ReleaseRange) -> tuple[Release, ...]:
    """Return the releases within the bounds, oldest first.

    Raises:
        UsageError: the manifest lacks one of the versions, or no release is between them.
    """
    versions = [release.version for release in manifest.releases]
    for version in filter(None, (bounds.first, bounds.last)):
        if version not in versions:
            raise UsageError(
                f"{manifest.name} has no release {version!r}",
                hint=f"There are: {', '.join(versions)}.",
            )
    start = versions.index(bounds.first) if bounds.first else 0
    stop = versions.index(bounds.last) + 1 if bounds.last else len(versions)
    if start >= stop:
        raise UsageError(
            f"{bounds.first} comes after {bounds.last}: there is no release between the two"
        )
    return manifest.releases[start:stop]


def write_releases(
    manifest: ReleaseManifest,
    releases: Sequence[Release],
    cache: ArtefactCache,
    writer: HistoryWriter,
) -> None:
    """Commit the releases in order and compare each tree with the manifest's.

    Raises:
        DownloadError, IntegrityError: an artefact cannot be fetched or is not the pinned one; or the
            layout produces another tree than the pinned one.
    """
    pins = {artefact_of(manifest, r, file): r for r in releases for file in r.files}
    paths = cache.get(list(pins))
    for release in releases:
        files = {a: paths[a] for a, owner in pins.items() if owner is release}
        commit = writer.commit_files(
            tree_files(files, manifest.leave_out), _facts(manifest, release)
        )
        if (tree := writer.tree_of(commit)) != release.tree:
            raise IntegrityError(
                f"{manifest.name} {release.version}: the tree is {tree}, pinned is {release.tree}",
                hint="The manifest and the layout rules of this version do not belong together.",
            )


def artefact_of(manifest: ReleaseManifest, release: Release, file: PinnedFile) -> Artefact:
    """Return the pinned artefact with its full coordinates."""
    return Artefact(
        group=manifest.group,
        name=manifest.artifact,
        version=release.version,
        classifier=file.classifier,
        extension=file.extension,
        sha256=file.sha256,
        size=file.size,
    )


def tree_files(files: Mapping[Artefact, Path], leave_out: Sequence[str]) -> dict[str, bytes]:
    """Return the tree of one release: its pom, and both jars in Maven's source layout."""
    tree: dict[str, bytes] = {}
    for artefact, path in files.items():
        if artefact.classifier in _ROOTS:
            tree.update(_read_entries(path, _ROOTS[artefact.classifier], leave_out))
        else:
            tree["pom.xml"] = path.read_bytes()
    return tree


def _read_entries(jar: Path, root: str, leave_out: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(jar) as archive:
        for entry in archive.infolist():
            path = PurePosixPath(entry.filename)
            if entry.is_dir() or _is_left_out(path, leave_out):
                continue
            if path.is_absolute() or {"..", ".git"} & set(path.parts):
                raise IntegrityError(f"{jar.name} has an entry outside its tree: {path}")
            kind = "java" if path.suffix == ".java" else "resources"
            yield f"{root}/{kind}/{path}", archive.read(entry)


def _is_left_out(path: PurePosixPath, leave_out: Sequence[str]) -> bool:
    packaging = path == PurePosixPath("META-INF/MANIFEST.MF") or path.parts[:2] == (
        "META-INF",
        "maven",
    )
    return packaging or not set(leave_out).isdisjoint(path.parts[:-1])


def _facts(manifest: ReleaseManifest, release: Release) -> CommitFacts:
    source = f"{manifest.group}:{manifest.artifact}:{release.version}"
    day = datetime.fromisoformat(release.date).replace(tzinfo=UTC)
    return CommitFacts(
        message=f"{manifest.name} {release.version}\n\nFrom the artefacts of {source}.\n",
        author=AUTHOR,
        seconds=int(day.timestamp()),
        tag=release.version,
    )
