"""Where mounts appear in a container, and which other folders a packaged tool needs.

Debian's JDK and Maven contain many links into /etc and /usr/share/java. A tool with links out of
its folder is mounted at its own path, so that relative links still resolve, together with the
linked folders. All other mounts are at /mnt/<name>.

If this process runs in a container of the same engine, the engine has other paths for the same files
(own_container.py). What our own image contains is not mounted, because jobs have the same image then.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from verifier.errors import SandboxError
from verifier.sandbox.base import Mount
from verifier.sandbox.own_container import OwnContainer

MOUNT_ROOT = "/mnt"
TOOL_MARKS = ("bin/java", "bin/mvn", "bin/gradle")
NEIGHBOURS = ("/etc/java-", "/etc/maven", "/etc/gradle", "/usr/share/java/", "/usr/share/maven")
"""Prefixes of folders that a tool's links may lead to; the folder with the prefix is mounted."""
CERTIFICATES = "/etc/ssl/certs/java"
READABLE = 0o004
FOLDER_DEPTH = {"etc": 2, "usr": 3}


@dataclass(frozen=True, kw_only=True, slots=True)
class Bind:
    """One bind mount: a path of the engine's machine and a path in the container."""

    source: str
    target: str
    writable: bool = False


def target_of(mount: Mount, own: OwnContainer | None = None) -> str:
    """Return the path at which a container sees a mount. `own` is the container of this process, if any."""
    source = mount.source.resolve()
    is_in_image = own is not None and own.is_in_image(source)
    stays = mount.in_place or is_in_image or _tool(source)
    return str(source) if stays else f"{MOUNT_ROOT}/{mount.name}"


def binds_of(
    mounts: tuple[Mount, ...],
    writable: tuple[Mount, ...] = (),
    own: OwnContainer | None = None,
) -> tuple[Bind, ...]:
    """Return all binds for a job's mounts, each target once, and for the mounts that it may write.

    `own` is the container of this process, if any.

    Raises:
        SandboxError: a source is missing, the job's user cannot read it, the engine cannot mount it, or a
            name is not unique.
    """
    found: dict[str, str] = {}
    for mount in mounts:
        source = _check(mount)
        target = target_of(mount, own)
        if found.setdefault(target, str(source)) != str(source):
            raise SandboxError(
                f"two mounts are named {mount.name!r}", hint="Mount names are unique in a job."
            )
        for neighbour in _tool(source):
            found.setdefault(neighbour, neighbour)
    read_only = (bind_of(Path(source), target, own) for target, source in found.items())
    # Never at a tool's own path: a job must not write what another one runs there.
    shared = (
        Bind(source=str(_place_of(_check(m), own)), target=f"{MOUNT_ROOT}/{m.name}", writable=True)
        for m in writable
    )
    return (*(bind for bind in read_only if bind is not None), *shared)


def bind_of(source: Path, target: str, own: OwnContainer | None = None) -> Bind | None:
    """Return the read-only bind of a path; None if the image of the jobs contains it.

    Raises:
        SandboxError: the engine cannot mount it.
    """
    if own is not None and own.is_in_image(source):
        own.check_in_image(source)
        return None
    return Bind(source=str(_place_of(source, own)), target=target)


def _place_of(source: Path, own: OwnContainer | None) -> Path:
    return source if own is None else own.place_of(source)


def _check(mount: Mount) -> Path:
    try:
        source = mount.source.resolve(strict=True)
    except OSError as error:
        raise SandboxError(
            f"cannot mount {mount.source}: {error.strerror}",
            hint="The folder or file must be there before the job starts.",
        ) from error
    if not source.stat().st_mode & READABLE:
        raise SandboxError(
            f"cannot mount {mount.source}: only its owner may read it",
            hint=f"The job runs as another user: chmod -R o+rX {mount.source}",
        )
    return source


@lru_cache(maxsize=256)
def _tool(source: Path) -> frozenset[str]:
    """Return the folders outside a tool that its links lead to; empty for anything but a tool."""
    if not any((source / mark).exists() for mark in TOOL_MARKS):
        return frozenset()
    todo, found = [source], set[str]()
    while todo:
        for target in _outward(todo.pop()):
            folder = _neighbour(target)
            if folder and folder not in found and not str(source).startswith(folder):
                found.add(folder)
                todo.append(Path(folder))
    return frozenset(found)


def _outward(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(parent, name)
            if path.is_symlink() and path.exists():
                target = Path(os.path.normpath(path.parent / path.readlink()))
                if not target.is_relative_to(folder):
                    yield target


def _neighbour(target: Path) -> str | None:
    path = f"{target}/"
    if path.startswith(f"{CERTIFICATES}/"):
        return CERTIFICATES
    if not path.startswith(NEIGHBOURS):
        return None
    folder = Path(*target.parts[: 1 + FOLDER_DEPTH[target.parts[1]]])
    return str(folder) if folder.is_dir() else None
