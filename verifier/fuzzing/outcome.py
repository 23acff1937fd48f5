"""The files of a campaign: record, replay file and failing test."""

import tempfile
from pathlib import Path

from verifier.domain.behaviour import Behaviour, Witness
from verifier.fuzzing.replay import ReplayFile, relative
from verifier.fuzzing.request import Versions
from verifier.tools.records import to_json
from verifier.tools.storage.files import replacing, storage_errors

RESULT = "result.json"
REPLAY = "replay.json"
_LONGEST_NAME = 200


def prepare(folder: Path) -> None:
    """Create the folder of an outcome before a campaign, so that a campaign is not wasted.

    Raises:
        StorageError: the folder cannot be created or written.
    """
    with storage_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass


def write_outcome(
    found: Behaviour, folder: Path, versions: Versions | None = None
) -> tuple[Path, ...]:
    """Write the record and, for a difference, the failing test and the replay file. Return their
    paths.

    The replay file names the versions that the user gave, if any.

    Raises:
        StorageError: the folder cannot be written.
    """
    files = {RESULT: to_json(found)}
    if found.witnesses:
        first = found.witnesses[0]
        files[REPLAY] = to_json(_replay(first, folder, versions))
        if first.test and first.test_class:
            files[f"{file_stem(first.test_class)}.java"] = first.test
    prepare(folder)
    for name, text in files.items():
        with replacing(folder / name) as stream:
            stream.write(text.encode("utf-8", "backslashreplace"))
    return tuple(folder / name for name in files)


def _replay(witness: Witness, folder: Path, versions: Versions | None) -> ReplayFile:
    if versions is None:
        return ReplayFile(replay=witness.replay)
    return ReplayFile(
        replay=witness.replay,
        old=relative(versions.old, folder),
        new=relative(versions.new, folder),
        class_path=tuple(relative(path, folder) for path in versions.class_path),
        renames=versions.renames,
    )


def file_stem(class_name: str) -> str:
    """A class's name without its package, safe as a file name.

    The name comes from the engine's result: `_` replaces characters of no Java identifier, and the
    name is cut to 200 bytes, because file systems limit it.
    """
    last = class_name.rpartition(".")[2]
    name = "".join(c if c.isalnum() or c in "_$" else "_" for c in last)
    return name.encode()[:_LONGEST_NAME].decode("utf-8", "ignore") or "_"
