"""Turn a project of our own into a git history: a base tree, then one commit per patch."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from verifier.datasets.catalogue import PatchManifest
from verifier.tools.git.history import CommitFacts, HistoryWriter

AUTHOR = "Patch series <patch-series@refverify.invalid>"
FIRST_DAY = datetime(2024, 1, 1, tzinfo=UTC)


def write_patches(manifest: PatchManifest, folder: Path, writer: HistoryWriter) -> None:
    """Commit `base/`, then every step's patch, a day apart; each step is tagged with its patch's
    name.

    Raises:
        RepositoryError: a patch does not apply to the step before it.
    """
    base = folder / "base"
    files = {
        path.relative_to(base).as_posix(): path.read_bytes()
        for path in base.rglob("*")
        if path.is_file()
    }
    writer.commit_files(files, _facts("Begin", 0, "base"))
    for day, step in enumerate(manifest.steps, start=1):
        patch = (folder / "patches" / step.patch).read_bytes()
        writer.commit_patch(patch, _facts(step.title, day, step.patch.removesuffix(".patch")))


def _facts(title: str, day: int, tag: str) -> CommitFacts:
    moment = FIRST_DAY + timedelta(days=day)
    seconds = int(moment.timestamp())
    return CommitFacts(message=f"{title}\n", author=AUTHOR, seconds=seconds, tag=tag)
