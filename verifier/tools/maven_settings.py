"""The part of the user's Maven settings that a base's build may see: where to download from."""

from pathlib import Path

from verifier.tools.hostile_xml import Element, UnreadableXml, read_xml, write_xml

USUAL = Path(".m2", "settings.xml")
_KEPT = ("mirrors", "proxies", "activeProfiles", "pluginGroups")
_SECRET = frozenset({"username", "password", "privateKey", "passphrase"})
_OF_PROFILE = frozenset({"id", "activation", "repositories", "pluginRepositories"})


def network_settings(path: Path | None = None) -> bytes:
    """Return mirrors, proxies and repositories of the user's settings.xml; empty settings if there
    is none.

    Leaves out every credential (servers, and the user and password of a proxy) and everything else
    in a profile: third-party code reads the result.
    """
    file = path or Path.home() / USUAL
    found = Element("settings")
    try:
        root = read_xml(file.read_bytes())
    except (OSError, UnreadableXml):
        return write_xml(found)
    for child in root:
        name = _name(child)
        if name in _KEPT:
            found.append(_without(child, _SECRET))
        elif name == "profiles":
            found.append(_profiles(child))
    return write_xml(found)


def mirror_settings(address: str) -> bytes:
    """Return settings with one mirror of every repository."""
    found, mirrors, mirror = Element("settings"), Element("mirrors"), Element("mirror")
    for name, text in (("id", "refverify"), ("mirrorOf", "*"), ("url", address)):
        child = Element(name)
        child.text = text
        mirror.append(child)
    mirrors.append(mirror)
    found.append(mirrors)
    return write_xml(found)


def mirrors_of_central(settings: bytes) -> tuple[str, ...]:
    """Return the ids of the mirrors in some settings that answer for the repository `central`."""
    mirrors = read_xml(settings).iterfind("{*}mirrors/{*}mirror")
    return tuple(
        mirror.findtext("{*}id", "").strip()
        for mirror in mirrors
        if _is_of_central(mirror.findtext("{*}mirrorOf", ""))
    )


def _is_of_central(mirror_of: str) -> bool:
    parts = {part.strip() for part in mirror_of.split(",")}
    return "!central" not in parts and not parts.isdisjoint({"*", "external:*", "central"})


def _profiles(profiles: Element) -> Element:
    made = Element("profiles")
    for profile in profiles:
        kept = Element("profile")
        kept.extend(_without(c, _SECRET) for c in profile if _name(c) in _OF_PROFILE)
        made.append(kept)
    return made


def _without(element: Element, left_out: frozenset[str]) -> Element:
    """Return a copy without namespaces and without some elements."""
    made = Element(_name(element))
    made.text = element.text
    made.extend(_without(child, left_out) for child in element if _name(child) not in left_out)
    return made


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]
