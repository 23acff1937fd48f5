"""Fetch a Gradle distribution by the address and the checksum that a project states.

This is the only module that downloads a program itself. The bytes are not used before they match
the stated checksum. After that they are third-party code, which runs in the sandbox like the build
itself.
"""

import hashlib
import http.client
import shutil
import tempfile
import urllib.error
import urllib.request
import zipfile
from pathlib import Path, PurePosixPath

from verifier.errors import DownloadError, IntegrityError
from verifier.tools.gradle import Gradle, read_gradle
from verifier.tools.storage.locking import exclusive

LARGEST = 512 * 1024**2
"""The largest archive in bytes; its unpacked content may be four times as large."""
SECONDS = 60.0
_CHUNK = 1 << 20
_SCHEMES = ("https://", "http://")


_GONE = (404, 410)


class DistributionGone(DownloadError):
    """The server answered that there is no such distribution."""


def fetch_distribution(address: str, sha256: str, cache: Path) -> Gradle:
    """Return the distribution with a checksum, unpacked in the cache; fetch it if it is missing.

    Raises:
        DistributionGone: there is none at the address.
        DownloadError: it cannot be fetched.
        IntegrityError: it has another checksum, or is not a Gradle distribution.
    """
    folder = cache / sha256
    with exclusive(cache / f"{sha256}.lock"):
        if not folder.is_dir():
            with tempfile.TemporaryDirectory(dir=cache, prefix=".fetch-") as name:
                archive, made = Path(name) / "archive.zip", Path(name) / "made"
                _download(address, sha256, archive)
                _unpack(archive, made)
                made.rename(folder)
    found = next((g for home in sorted(folder.iterdir()) if (g := read_gradle(home))), None)
    if found is None:
        raise IntegrityError(f"{address} is not a distribution of Gradle")
    return found


def _download(address: str, sha256: str, target: Path) -> None:
    if not address.startswith(_SCHEMES):
        raise DownloadError(f"{address} is not an address that can be fetched")
    digest, size = hashlib.sha256(), 0
    try:
        with (
            urllib.request.urlopen(address, timeout=SECONDS) as answer,  # noqa: S310 - scheme checked
            target.open("wb") as file,
        ):
            while chunk := answer.read(_CHUNK):
                size += len(chunk)
                if size > LARGEST:
                    raise IntegrityError(f"{address} is larger than {LARGEST} bytes")
                digest.update(chunk)
                file.write(chunk)
    except urllib.error.HTTPError as error:
        kind = DistributionGone if error.code in _GONE else DownloadError
        raise kind(f"{address} cannot be fetched: {error}") from error
    except (urllib.error.URLError, OSError, http.client.HTTPException) as error:
        raise DownloadError(f"{address} cannot be fetched: {error}") from error
    if digest.hexdigest() != sha256:
        raise IntegrityError(f"{address} does not have the checksum that the base commit states")


def _unpack(archive: Path, folder: Path) -> None:
    """Unpack regular files, refuse paths outside the folder, and keep programs executable."""
    folder.mkdir()
    try:
        with zipfile.ZipFile(archive) as members:
            infos = [info for info in members.infolist() if not info.is_dir()]
            if sum(info.file_size for info in infos) > 4 * LARGEST:
                raise IntegrityError("the distribution holds more than can be kept")
            for info in infos:
                path = PurePosixPath(info.filename)
                if path.is_absolute() or ".." in path.parts:
                    raise IntegrityError(f"the distribution leads out of its folder: {path}")
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                with members.open(info) as source, target.open("wb") as file:
                    shutil.copyfileobj(source, file)
                target.chmod(0o755 if target.parent.name == "bin" else 0o644)
    except zipfile.BadZipFile as error:
        raise IntegrityError(f"the distribution is not an archive: {error}") from error
