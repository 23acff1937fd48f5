"""The default image: only a few packages of this machine's own Debian.

The JDKs and Maven are mounted from this machine, so the image's C library must be able to run them.
It is therefore built from the same release, with the package sources that this machine uses.
"""

import hashlib
import io
import tarfile
from dataclasses import dataclass
from pathlib import Path

import docker.errors

from verifier import config
from verifier.errors import MissingToolError, SandboxError
from verifier.sandbox.engine import engine_errors, open_client
from verifier.tools import process
from verifier.tools.storage.locking import exclusive
from verifier.tools.storage.scratch import scratch_folder

REPOSITORY = "refverify-sandbox"
PACKAGES = (
    *("base-files", "base-passwd", "bash", "coreutils", "dash", "diffutils", "findutils", "grep"),
    *("libc-bin", "libc6", "libgcc-s1", "libstdc++6", "passwd", "sed", "tar", "zlib1g"),
)
UNNEEDED = tuple(
    f"usr/share/{name}" for name in ("doc", "info", "lintian", "locale", "man", "perl5")
)
USER_ID = 10001
ACCOUNTS = {
    "etc/passwd": "root:x:0:0::/root:/bin/bash\njob:x:10001:10001::/work:/bin/bash\n",
    "etc/group": "root:x:0:\njob:x:10001:\n",
    "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
}
FOLDERS = ("work",)
BUILD_SECONDS = 900
OS_RELEASE = Path("/etc/os-release")
SOURCES = (Path("/etc/apt/sources.list"), Path("/etc/apt/sources.list.d"))


def image_tag(codename: str) -> str:
    """Return the tag of the default image, which identifies its recipe."""
    recipe = repr((codename, PACKAGES, UNNEEDED, ACCOUNTS, FOLDERS, USER_ID))
    return f"{REPOSITORY}:{codename}-{hashlib.sha256(recipe.encode()).hexdigest()[:12]}"


def ensure_image(api: str | None = None) -> str:
    """Return the default image's tag; build the image if it is missing (ten seconds, 40 MB of
    packages).

    `api` is the engine's API version, if it is known. Two processes that need the image at once
    build it once.

    Raises:
        MissingToolError: mmdebstrap is not on this machine.
        SandboxError: this machine is not a Debian, the packages cannot be fetched, or the engine failed.
    """
    tag = image_tag(_codename())
    if not _exists(tag, api):
        with exclusive(config.cache_folder() / "sandbox" / "image.lock"):
            if not _exists(tag, api):
                _build(tag)
    return tag


@dataclass(frozen=True, kw_only=True, slots=True)
class Image:
    """An image that the engine has. `volumes` are the folders that it declares as volumes."""

    id: str
    volumes: tuple[str, ...] = ()


def require_image(name: str, api: str | None = None) -> Image:
    """Return an image that the user named.

    Raises:
        SandboxError: it does not exist; it is never pulled implicitly.
    """
    with open_client(api) as client, engine_errors(f"use the image {name}"):
        shown = client.inspect_image(name)
    volumes = (shown.get("Config") or {}).get("Volumes") or ()
    return Image(id=str(shown["Id"]), volumes=tuple(sorted(volumes)))


def _exists(tag: str, api: str | None = None) -> bool:
    with open_client(api) as client, engine_errors("look for the sandbox image"):
        try:
            client.inspect_image(tag)
        except docker.errors.ImageNotFound:
            return False
        return True


def _codename() -> str:
    facts = {}
    if OS_RELEASE.is_file():
        lines = OS_RELEASE.read_text("utf-8").splitlines()
        facts = {key: value.strip('"') for key, _, value in (line.partition("=") for line in lines)}
    family = {facts.get("ID", ""), *facts.get("ID_LIKE", "").split()}
    if "debian" not in family or "VERSION_CODENAME" not in facts:
        raise SandboxError(
            "the default sandbox image can only be made on Debian and its relatives",
            hint="Build docker/Dockerfile yourself and pass its name with --image.",
        )
    return facts["VERSION_CODENAME"]


def _build(tag: str) -> None:
    with scratch_folder() as folder:
        tar = folder / "image.tar"
        _bootstrap(tag, tar)
        _append_accounts(tar)
        with open_client() as client, engine_errors("import the sandbox image"):
            repository, _, version = tag.partition(":")
            client.import_image_from_file(str(tar), repository=repository, tag=version)
    if not _exists(tag):
        raise SandboxError("the engine did not keep the sandbox image", hint="See its log.")


def _bootstrap(tag: str, tar: Path) -> None:
    if process.which("mmdebstrap") is None:
        raise MissingToolError(
            "mmdebstrap makes the sandbox image and is not on this machine",
            hint="apt-get install mmdebstrap, or pass --image with one of your own.",
        )
    codename = tag.partition(":")[2].rpartition("-")[0]
    unneeded = " ".join(f'"$1/{path}"' for path in UNNEEDED)
    command = (
        *("mmdebstrap", "--quiet", "--variant=extract", f"--include={','.join(PACKAGES)}"),
        f"--extract-hook=rm -rf {unneeded}",
        *(codename, str(tar), *_sources()),
    )
    try:
        process.check(command, timeout=BUILD_SECONDS)
    except (process.ProcessFailed, process.ProcessTimeout) as error:
        raise SandboxError(
            f"the sandbox image could not be made: {error.message}",
            hint="Packages come from this machine's apt sources; try `apt-get update`.",
        ) from error


def _sources() -> tuple[str, ...]:
    """Return the files of this machine's package sources."""
    single, folder = SOURCES
    files = [single, *sorted((*folder.glob("*.list"), *folder.glob("*.sources")))]
    return tuple(str(path) for path in files if path.is_file() and path.stat().st_size)


def _append_accounts(tar: Path) -> None:
    with tarfile.open(tar, "a") as archive:
        for name, text in ACCOUNTS.items():
            entry = tarfile.TarInfo(f"./{name}")
            entry.size = len(text)
            entry.mode = 0o644
            archive.addfile(entry, io.BytesIO(text.encode()))
        for name in FOLDERS:
            entry = tarfile.TarInfo(f"./{name}")
            entry.type, entry.mode = tarfile.DIRTYPE, 0o755
            entry.uid = entry.gid = USER_ID
            archive.addfile(entry)
