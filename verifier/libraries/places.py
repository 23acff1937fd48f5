"""Where the user's own build tools keep what they downloaded, and how they download."""

import re
from pathlib import Path

from verifier.config import environment, gradle_home
from verifier.domain.libraries import LibraryPlaces
from verifier.errors import MissingToolError
from verifier.tools.hostile_xml import UnreadableXml, read_xml
from verifier.tools.jdk import usual_jdk
from verifier.tools.maven_settings import USUAL

_DOWNLOADS = Path("caches", "modules-2", "files-2.1")
_CERTIFICATES = Path("lib", "security", "cacerts")
_VARIABLE = re.compile(r"\$\{([^}]*)\}")


def user_places(*, fetch: bool) -> LibraryPlaces:
    """The places of this user's Maven and Gradle; without `fetch` no settings but the repository's folder."""
    settings = Path.home() / USUAL
    repository = _declared_repository(settings) or settings.parent / "repository"
    gradle = gradle_home() / _DOWNLOADS
    if not fetch:
        return LibraryPlaces(repository=repository, gradle=gradle)
    return LibraryPlaces(
        repository=repository,
        gradle=gradle,
        settings=(settings,) if settings.is_file() else (),
        environment=environment(),
        trusted=_certificates(),
        fetch=True,
    )


def _declared_repository(settings: Path) -> Path | None:
    """The folder that the user's settings name; None where they name none."""
    try:
        root = read_xml(settings.read_bytes())
    except (OSError, UnreadableXml):
        return None
    named = next((e.text or "" for e in root if e.tag.endswith("localRepository")), "").strip()
    known = {"user.home": str(Path.home())} | {f"env.{k}": v for k, v in environment().items()}
    path = Path(_VARIABLE.sub(lambda found: known.get(found[1], found[0]), named))
    return path if named and path.is_absolute() else None


def _certificates() -> Path | None:
    """Those that the user's JDK trusts: a network may have its own; None without a JDK."""
    try:
        file = usual_jdk().home / _CERTIFICATES
    except MissingToolError:
        return None
    return file if file.is_file() else None
