"""The base's classes, compiled once and cached, so that a candidate compiles only what it changed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.builds.described.compilation import Compilation, of_side
from verifier.builds.described.module import MAIN, TEST
from verifier.builds.described.prepared import PreparedBase
from verifier.domain.reach import ChangedFiles
from verifier.domain.testrun import RunEnd
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import JobResult
from verifier.tools.own_jar import RUNNER
from verifier.tools.storage.cache_seal import cache_errors, damage, seal, set_aside
from verifier.tools.storage.files import create_whole
from verifier.tools.storage.locking import exclusive
from verifier.tools.worktree_layout import StandingFiles, lay_out


@dataclass(frozen=True, kw_only=True, slots=True)
class BaseClasses:
    """Class files by path, by source set, and the folder that contains them."""

    folder: Path
    classes: Mapping[str, Mapping[str, bytes]]

    def compilation(self) -> Compilation:
        """Return what compiling the base again would return, without running anything."""
        nothing = JobResult(
            end=RunEnd.EXITED,
            exit_code=0,
            output=b"",
            log=b"",
            truncated=False,
            artefacts={},
            rejected=(),
            seconds=0.0,
        )
        return Compilation(
            end=RunEnd.EXITED,
            compiled=True,
            errors=(),
            classes=self.classes,
            result=nothing,
            standing=self.standing,
        )

    @property
    def standing(self) -> tuple[StandingFiles, ...]:
        """Where the class files already are on disk."""
        return tuple(
            StandingFiles(folder=self.folder / name, files=files)
            for name, files in self.classes.items()
        )

    def changed(self, compilation: Compilation, side: str) -> frozenset[str]:
        """Return the top-level classes (qualified names) that differ from the base, over all modules."""
        old, new = of_side(self.classes, side), compilation.of_side(side)
        paths = (p for p in old.keys() | new.keys() if old.get(p) != new.get(p))
        return frozenset(top_level(p).replace("/", ".") for p in paths if p.endswith(".class"))

    def changed_files(self, compilation: Compilation) -> ChangedFiles:
        """Return the class files of main code that differ from the base's, or are gone."""
        old, new = of_side(self.classes, MAIN), compilation.of_side(MAIN)
        paths = (path for path in old if path.endswith(".class") and old[path] != new.get(path))
        return {path: (old[path], new.get(path)) for path in paths}

    def complete(self, compilation: Compilation) -> Compilation:
        """Add the base's classes to those of a partial compilation."""
        if not compilation.compiled:
            return compilation
        whole = {
            side: self._merge(side, made, compilation.replaced.get(side))
            for side, made in compilation.classes.items()
        }
        return replace(compilation, classes=whole, replaced={}, standing=self.standing)

    def _merge(
        self, side: str, made: Mapping[str, bytes], replaced: frozenset[str] | None
    ) -> Mapping[str, bytes]:
        if replaced is None:
            return made
        kept = {p: c for p, c in self.classes[side].items() if top_level(p) not in replaced}
        return {**kept, **made}


def top_level(path: str) -> str:
    """The path, without suffix, of the top-level class that a class file belongs to."""
    folder, slash, name = path.removesuffix(".class").rpartition("/")
    # A name may begin with a dollar sign.
    outer = name[0] + name[1:].partition("$")[0]
    return f"{folder}{slash}{outer}"


def base_classes(prepared: PreparedBase, compile_base: Callable[[], Compilation]) -> BaseClasses:
    """Read the cached classes, or compile the base and cache them.

    Raises:
        BaseInvalidError: the base does not compile.
    """
    # Another version of the runner may compile differently, so its classes are cached separately.
    folder = prepared.folder / f"classes-{RUNNER.digest()[:12]}"
    lock = prepared.folder.parent / f"{prepared.folder.name}.classes.lock"
    with cache_errors(), exclusive(lock):
        if folder.is_dir() and (what := damage(folder)):
            set_aside(folder, f" ({what})")
        if not folder.is_dir():
            found = compile_base()
            if not found.compiled:
                raise BaseInvalidError("the base commit does not compile any more")
            with create_whole(folder) as scratch:
                for name, files in found.classes.items():
                    lay_out(scratch / name, files)
                seal(scratch)
    names = (part.set_name(side) for part in prepared.parts for side in (MAIN, TEST))
    return BaseClasses(folder=folder, classes={name: _read(folder / name) for name in names})


def _read(folder: Path) -> dict[str, bytes]:
    files = (p for p in folder.rglob("*") if p.is_file())
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in files}


def read_smallest_source(prepared: PreparedBase) -> dict[str, bytes]:
    """Return the smallest Java source of the modules with code, by its path; empty if there is none."""
    base = prepared.base
    folders = (base / f for part in prepared.parts for f in part.module.sources)
    found = [p for folder in folders for p in folder.rglob("*.java") if p.is_file()]
    least = min(found, key=lambda p: (p.stat().st_size, str(p)), default=None)
    return {} if least is None else {least.relative_to(base).as_posix(): least.read_bytes()}
