"""Which repositories the proxy asks: those of the user's Maven settings, and Maven's own."""

import ipaddress
import socket
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import urlsplit

from verifier.tools.git.address import without_credentials
from verifier.tools.hostile_xml import UnreadableXml, read_xml
from verifier.tools.maven_settings import list_mirrors, read_text


def upstreams_of(settings: bytes, defaults: Callable[[], Sequence[str]]) -> tuple[str, ...]:
    """Return the addresses to ask, in order, for the network part of a user's Maven settings.

    `defaults` returns the repositories that Maven itself declares. It is called only if no mirror
    replaces them.

    A mirror of everything replaces all others, as in Maven; a mirror of `central` replaces Maven
    Central. Plain http is allowed only on this machine and in a private network; other addresses are
    left out. So are addresses with a user name or a password, which a job would read in an error.
    """
    try:
        root = read_xml(settings)
    except UnreadableXml:
        return tuple(_allowed(defaults()))
    mirrors = list_mirrors(root)
    everything = [mirror.url for mirror in mirrors if mirror.is_of_everything]
    if everything:
        return tuple(_allowed(everything[:1]))
    central = [mirror.url for mirror in mirrors if "central" in mirror.of]
    declared = [
        read_text(each, "url")
        for kind in ("repositories/repository", "pluginRepositories/pluginRepository")
        for each in root.findall(f"profiles/profile/{kind}")
    ]
    return tuple(_allowed([*declared, *(central[:1] or defaults())]))


def _allowed(addresses: Sequence[str]) -> Iterator[str]:
    for address in dict.fromkeys(each.rstrip("/") for each in addresses):
        if without_credentials(address) != address:
            continue
        parts = urlsplit(address)
        if parts.scheme == "https" or (parts.scheme == "http" and _is_near(parts.hostname or "")):
            yield address


def _is_near(host: str) -> bool:
    """Whether all addresses of a host are of this machine or of a private network."""
    try:
        found = {str(entry[4][0]) for entry in socket.getaddrinfo(host, None)}
    except OSError:
        return False
    return bool(found) and all(
        ipaddress.ip_address(each.partition("%")[0]).is_private for each in found
    )
