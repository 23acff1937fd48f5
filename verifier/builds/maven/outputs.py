"""Keep what the project's own build makes besides class files, for our own compiler and launcher."""

import shutil
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from verifier.builds.described.module import MAIN, TEST
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import JOB_TREE
from verifier.sandbox.base import below

_GENERATED = ((MAIN, "generated-sources"), (TEST, "generated-test-sources"))
_OF_BENCHMARKS = frozenset({"META-INF/BenchmarkList", "META-INF/CompilerHints"})
"""What JMH's annotation processor writes next to the classes."""


def outputs_of(prepared: PreparedBase) -> tuple[str, ...]:
    """Return the output folders of the modules with code, as results of a job."""
    every = (each for part in prepared.parts for each in (_resources(part), _list_generated(part)))
    return tuple(dict.fromkeys(place for places in every for place in places.values()))


def keep_outputs(files: Mapping[str, bytes], prepared: PreparedBase) -> None:
    """Keep processed resources and generated sources of a job's results, for each module with code."""
    for part in prepared.parts:
        _keep_outputs(files, part)


def _keep_outputs(files: Mapping[str, bytes], prepared: PreparedBase) -> None:
    for side, output in _resources(prepared).items():
        kept = _create_empty(prepared.resource_output(side))
        for path, content in sorted(below(files, output).items()):
            if PurePosixPath(path).suffix != ".class" and not _lists_benchmarks(path, prepared):
                _write(kept / path, content)
    for side, output in _list_generated(prepared).items():
        kept = _create_empty(prepared.source_output(side))
        for path, content in sorted(below(files, output).items()):
            generator, *inner = PurePosixPath(path).parts
            # Output of annotation processors is left out: they run again if they are allowed to.
            if inner and not generator.endswith("annotations"):
                _write(kept.joinpath(*inner), content)


def _lists_benchmarks(path: str, prepared: PreparedBase) -> bool:
    """Whether JMH generated a file from Java sources: it is no resource, and is generated again with its classes."""
    module = prepared.module
    folders = (prepared.base / r.folder for r in (*module.resources, *module.test_resources))
    return path in _OF_BENCHMARKS and not any((folder / path).is_file() for folder in folders)


def _resources(prepared: PreparedBase) -> dict[str, str]:
    module = prepared.module
    return {MAIN: _place(module.main_output), TEST: _place(module.test_output)}


def _list_generated(prepared: PreparedBase) -> dict[str, str]:
    target = PurePosixPath(prepared.module.main_output).parent
    return {side: _place(target / name) for side, name in _GENERATED}


def _place(path: PurePosixPath | str) -> str:
    return PurePosixPath(JOB_TREE, path).as_posix()


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _create_empty(folder: Path) -> Path:
    """Create an empty folder; an attempt with another JDK may have left files."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
