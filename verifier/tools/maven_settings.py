"""The part of the user's Maven settings that a base's build may see: where to download from."""

from dataclasses import dataclass
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Mirror:
    """A mirror in settings, and the words of what it is `mirrorOf`."""

    id: str
    url: str
    of: frozenset[str]

    @property
    def is_of_everything(self) -> bool:
        """Whether it answers for every repository, or for every one that it does not exclude."""
        return not self.of.isdisjoint({"*", "external:*"})

    @property
    def is_of_central(self) -> bool:
        """Whether it answers for the repository `central`."""
        return "!central" not in self.of and (self.is_of_everything or "central" in self.of)


def list_mirrors(settings: Element) -> tuple[Mirror, ...]:
    """List the mirrors in settings that `network_settings` or `mirror_settings` wrote, in order."""
    return tuple(
        Mirror(
            id=read_text(each, "id"),
            url=read_text(each, "url"),
            of=frozenset(word.strip() for word in read_text(each, "mirrorOf").split(",")),
        )
        for each in settings.findall("mirrors/mirror")
    )


def read_text(element: Element, name: str) -> str:
    """Return the text of a child without blanks at its ends; empty if there is none."""
    return (element.findtext(name) or "").strip()


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
