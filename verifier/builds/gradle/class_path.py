"""Merge a project's class paths into one; files that other projects make become references to their source sets."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from verifier.builds.described.module import (
    ClassPath,
    Dependency,
    explain_other_content,
    not_its_classes,
)
from verifier.builds.gradle.model import GradleArchive, relative
from verifier.builds.gradle.source_sets import ModelPaths, SourceSets

_STORED = re.compile(r"caches/modules-\d+/files-[\d.]+/([^/]+)/([^/]+)/([^/]+)/[^/]+/[^/]+")


class _Kind(Enum):
    CLASSES = auto()
    RESOURCES = auto()
    JAR = auto()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Made:
    """A file or folder that a project makes from its main or test code (`side`); `refusal` says why from neither."""

    by: SourceSets
    kind: _Kind
    side: str
    refusal: str = ""

    @property
    def dependency(self) -> tuple[str, str]:
        """The key of the dependency on a class path."""
        return self.by.folder, self.side


class Makers:
    """Which project makes a file on a class path; after the build (`built`), a jar that was not made is refused."""

    def __init__(self, projects: Iterable[SourceSets], *, built: bool) -> None:
        self._made: dict[str, _Made] = {}
        for sets in projects:
            self._made |= _folders(sets)
            self._made |= _archives(sets, built=built)

    def of(self, path: str) -> _Made | None:
        """Return the maker of a path; None if no project makes it."""
        return self._made.get(path)


def _folders(sets: SourceSets) -> Mapping[str, _Made]:
    found: dict[str, _Made] = {}
    for each in sets.project.sets:
        side = sets.side(each.name)
        for path in each.list_outputs():
            kind = _Kind.RESOURCES if path == each.resources_folder else _Kind.CLASSES
            # Nothing is made of an empty source set, and many class paths contain it.
            refusal = "" if side or not sets.has_files(each) else _not_its_classes(sets, path)
            found[path] = _Made(by=sets, kind=kind, side=side, refusal=refusal)
    return found


def _archives(sets: SourceSets, *, built: bool) -> Mapping[str, _Made]:
    by_file: dict[str, list[GradleArchive]] = {}
    for each in sets.project.archives:
        by_file.setdefault(each.file, []).append(each)
    found: dict[str, _Made] = {}
    for path, (first, *others) in by_file.items():
        side = sets.side(first.set or "")
        tasks = " or ".join(each.task for each in (first, *others))
        if others:
            refusal = explain_other_content(sets.folder, tasks)
        elif first.odd or (built and not first.made):
            odd = first.odd or "it was not run"
            refusal = explain_other_content(sets.folder, f"{first.task} ({odd})")
        else:
            refusal = "" if side else _not_its_classes(sets, path)
        found[path] = _Made(by=sets, kind=_Kind.JAR, side=side, refusal=refusal)
    return found


def _not_its_classes(sets: SourceSets, path: str) -> str:
    return not_its_classes(relative(path, sets.project.folder), sets.folder)


@dataclass(frozen=True, kw_only=True, slots=True)
class Read:
    """A class path, and the reasons why our own compiler and launcher cannot use it."""

    path: ClassPath
    refusals: Sequence[str]


def read_class_path(own: SourceSets, makers: Makers, place: ModelPaths) -> Read:
    """Read what the project's tests run with, followed by what its code is only compiled with."""
    run = [f for t in own.tests for f in t.runtime_path.files]
    compiled = [f for each in own.compiled for f in each.compile_path.files]
    of_main = own.main.compile_path.files if own.main is not None else ()
    refusals: list[str] = []
    found: dict[str | tuple[str, str], Dependency] = {}
    needed = {m.dependency for f in of_main if (m := makers.of(f)) is not None}
    for path in (*run, *compiled):
        made = makers.of(path)
        if made is None:
            stored = _match_stored(path, place)
            if stored is None:
                said = relative(path, place.tree)
                refusals.append(f"its class path has more than modules of repositories: {said}")
            else:
                found.setdefault(path, _jar(stored, main=path in of_main))
        elif made.refusal:
            refusals.append(made.refusal)
        elif made.by is own and made.kind is _Kind.JAR:
            refusals.append(_not_its_classes(own, path))
        elif made.by is not own and made.side:
            found.setdefault(made.dependency, _module(made, main=made.dependency in needed))
    refusals += _halves(run, own, makers)
    return Read(path=ClassPath(jars=tuple(found.values())), refusals=refusals)


def _halves(run: Sequence[str], own: SourceSets, makers: Makers) -> Iterator[str]:
    """Yield a refusal for each project whose classes the tests see without its resources, or the reverse."""
    seen: dict[tuple[str, str], set[_Kind]] = {}
    for path in run:
        made = makers.of(path)
        if made is not None and made.by is not own and made.side:
            seen.setdefault(made.dependency, set()).add(made.kind)
    for (folder, _), kinds in seen.items():
        if _Kind.JAR not in kinds and kinds != {_Kind.CLASSES, _Kind.RESOURCES}:
            half = "resources" if _Kind.CLASSES in kinds else "classes"
            yield f"its tests see {folder} without its {half}"


def _match_stored(path: str, place: ModelPaths) -> re.Match[str] | None:
    return _STORED.fullmatch(relative(path, place.store))


def _jar(stored: re.Match[str], *, main: bool) -> Dependency:
    group, name, version = stored.groups()
    return Dependency(path=stored[0], name=f"{group}:{name}", version=version, main=main)


def _module(made: _Made, *, main: bool) -> Dependency:
    project = made.by.project
    return Dependency(
        path="",
        name=project.full_name,
        version="",
        main=main,
        module=made.by.folder,
        of=made.side,
    )
