"""A base for the image of the product, made of this machine's own Python, git, JDK, Maven and Gradle.

No registry is needed: the sandbox's image has the shell and the C library, and the rest is copied.
"""

import functools
import os
import re
import runpy
import shutil
import subprocess
import sysconfig
import tarfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from importlib.metadata import distribution
from pathlib import Path

import docker

from verifier.sandbox.image import ensure_image
from verifier.tools.gradle import find_gradle
from verifier.tools.jdk import Jdk
from verifier.tools.maven import find_maven

ROOT = Path(__file__).parents[2]
BUILD = runpy.run_path(str(ROOT / "scripts" / "build-dist"))
LEFT_OUT = {
    "__pycache__",
    "idlelib",
    "jmods",
    "site-packages",
    "src.zip",
    "test",
    "tests",
    "tkinter",
}
_LIBRARY = re.compile(r"(?:=> )?(/\S+) \(0x")


_LIBRARIES = f"usr/lib/{sysconfig.get_config_var('MULTIARCH')}"


def make_base(tag: str, jdk: Jdk, folder: Path) -> None:
    """Make the image `tag`, with the packages that refverify depends on."""
    client = docker.from_env(timeout=300)
    tar = folder / "base.tar"
    bare = client.containers.create(ensure_image(), ["true"])
    try:
        with tar.open("wb") as stream:
            stream.writelines(bare.export())
    finally:
        bare.remove()
    with tarfile.open(tar, "a") as archive:
        known = {name.removeprefix("./") for name in archive.getnames()}
        for target, source in {target: source for source, target in _list_files(jdk)}.items():
            # The engine refuses a path that comes twice.
            if target not in known:
                # Links lead to what is not in the image, so their content is copied.
                archive.add(os.path.realpath(source), target, recursive=False)
        for name, target in _list_links(jdk):
            link = tarfile.TarInfo(name)
            link.type, link.linkname = tarfile.SYMTYPE, target
            archive.addfile(link)
    _import(tar, tag)
    client.close()


def make_gradle(tag: str, folder: Path) -> None:
    """Make the image `tag`, which has only Gradle, at the place of the official image."""
    tar = folder / "gradle.tar"
    with tarfile.open(tar, "w") as archive:
        for source, target in _below(find_gradle().home, "opt/gradle"):
            archive.add(os.path.realpath(source), target, recursive=False)
    _import(tar, tag)


def _import(tar: Path, tag: str) -> None:
    with closing(docker.from_env(timeout=300)) as client:
        repository, _, version = tag.partition(":")
        client.api.import_image_from_file(str(tar), repository=repository, tag=version)
    tar.unlink()


def _list_files(jdk: Jdk) -> Iterator[tuple[Path, str]]:
    """Yield each file and its place in the image."""
    python = f"python{sysconfig.get_python_version()}"
    program = Path(sysconfig.get_config_var("BINDIR"), python)
    git, which = (Path(shutil.which(name) or name) for name in ("git", "which"))
    placed = [
        (program, "usr/local/bin/python3"),
        (git, "usr/bin/git"),
        (which, "usr/bin/which"),
        *_below(Path(sysconfig.get_path("stdlib")), f"usr/local/lib/{python}"),
        *_list_packages(f"usr/local/lib/{python}/site-packages"),
        *_below(jdk.home, "usr/lib/jvm/jdk"),
        *_below(find_maven().home, "usr/share/maven"),
        # Debian's Gradle loads libraries from there.
        *_below(Path("/usr/share/java"), "usr/share/java"),
    ]
    yield from placed
    for path in _list_libraries(source for source, _ in placed):
        # A Python that was built with a shared library has it in a folder of its own.
        folder = _LIBRARIES if path.name.startswith("libpython") else str(path.parent).lstrip("/")
        yield path, f"{folder}/{path.name}"


def _list_links(jdk: Jdk) -> Iterator[tuple[str, str]]:
    for name in ("java", "javac"):
        assert (jdk.home / "bin" / name).exists()
        yield f"usr/bin/{name}", f"../lib/jvm/jdk/bin/{name}"
    yield "usr/bin/mvn", "../share/maven/bin/mvn"
    # Debian's Gradle knows no other place of its own.
    yield "usr/share/gradle", "../../opt/gradle"


def _below(folder: Path, target: str) -> Iterator[tuple[Path, str]]:
    for place, folders, names in os.walk(folder, followlinks=True):
        folders[:] = [name for name in folders if name not in LEFT_OUT]
        for name in names:
            path = Path(place, name)
            if name not in LEFT_OUT and path.is_file():
                yield path, f"{target}/{path.relative_to(folder)}"


def _list_packages(target: str) -> Iterator[tuple[Path, str]]:
    for name in ("pip", *BUILD["find_dependencies"](BUILD["PROJECT"])):
        for file in distribution(name).files or ():
            path = Path(str(file.locate()))
            if LEFT_OUT.isdisjoint(file.parts) and ".." not in file.parts and path.is_file():
                yield path, f"{target}/{file}"


def _list_libraries(files: Iterable[Path]) -> frozenset[Path]:
    """Return the shared libraries that programs and libraries load from the system's folders."""
    loading = [path for path in files if path.suffix == ".so" or "bin" in path.parts[-2:-1]]
    listed = subprocess.run(["ldd", *loading], check=False, capture_output=True, text=True).stdout
    found = (Path(path) for path in _LIBRARY.findall(listed))
    # /lib is a link, which a folder in the archive would replace.
    return frozenset(_real_folder(path.parent) / path.name for path in found if _is_systems(path))


@functools.cache
def _real_folder(folder: Path) -> Path:
    return folder.resolve()


def _is_systems(path: Path) -> bool:
    if path.name.startswith("libpython"):
        return True
    return _real_folder(path.parent).is_relative_to("/usr/lib") and "jvm" not in path.parts
