"""Where the user's own build tools keep their downloads, and how they download."""

import re
from pathlib import Path

from verifier.config import environment, gradle_home
from verifier.domain.libraries import LibraryPlaces
from verifier.errors import MissingToolError
from verifier.tools.hostile_xml import UnreadableXml, read_xml
from verifier.tools.jdk import Jdk, usual_jdk
from verifier.tools.maven_settings import USUAL

_DOWNLOADS = Path("caches", "modules-2", "files-2.1")
_CERTIFICATES = Path("lib", "security", "cacerts")
_VARIABLE = re.compile(r"\$\{([^}]*)\}")


def user_places(*, fetch: bool) -> LibraryPlaces:
    """Return the places of this user's Maven and Gradle.

    Without `fetch` the user's settings are read only for the folder of the local repository.
    """
    settings = Path.home() / USUAL
    repository = _read_repository(settings) or settings.parent / "repository"
    gradle = gradle_home() / _DOWNLOADS
    jdk = _user_jdk()
    java = "" if jdk is None else jdk.version
    if not fetch:
        return LibraryPlaces(repository=repository, gradle=gradle, java=java)
    return LibraryPlaces(
        repository=repository,
        gradle=gradle,
        settings=(settings,) if settings.is_file() else (),
        environment=environment(),
        trusted=None if jdk is None else _certificates(jdk),
        java=java,
        fetch=True,
    )


def _read_repository(settings: Path) -> Path | None:
    """Return the local repository that the user's settings name; None if they name none."""
    try:
        root = read_xml(settings.read_bytes())
    except (OSError, UnreadableXml):
        return None
    named = next((e.text or "" for e in root if e.tag.endswith("localRepository")), "").strip()
    known = {"user.home": str(Path.home())} | {f"env.{k}": v for k, v in environment().items()}
    path = Path(_VARIABLE.sub(lambda found: known.get(found[1], found[0]), named))
    return path if named and path.is_absolute() else None


def _user_jdk() -> Jdk | None:
    """Return the JDK that the user's own Maven would run on; None if there is none."""
    try:
        return usual_jdk()
    except MissingToolError:
        return None


def _certificates(jdk: Jdk) -> Path | None:
    """Return the certificates that a JDK trusts, because a network may have its own.

    The result is None if there is no such file.
    """
    file = jdk.home / _CERTIFICATES
    return file if file.is_file() else None
