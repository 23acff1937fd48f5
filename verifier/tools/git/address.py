"""Addresses that git can clone from, and how to show them without credentials."""

import re

_SCP_LIKE = re.compile(r"^[\w.+-]+@[\w.-]+:(?!/{2})")


def is_url(text: str) -> bool:
    """Whether git can clone it from another place: `scheme://…` or `user@host:path`."""
    return "://" in text or bool(_SCP_LIKE.match(text))


def without_credentials(text: str) -> str:
    """Remove user names and passwords from the URLs in a text."""
    return re.sub(r"(\w+://)[^/@\s]*@", r"\1", text)


def read_host(address: str) -> str:
    """Return the host of a URL or of `user@host:path`, in lower case; empty if it has none."""
    rest = address.partition("://")[2] if "://" in address else address.partition(":")[0]
    return rest.partition("/")[0].rpartition("@")[2].partition(":")[0].lower()
