"""Addresses that git can clone from, and how to show them without credentials."""

import re

_SCP_LIKE = re.compile(r"^[\w.+-]+@[\w.-]+:(?!/{2})")


def is_url(text: str) -> bool:
    """Whether git can clone it from another place: `scheme://…` or `user@host:path`."""
    return "://" in text or bool(_SCP_LIKE.match(text))


def without_credentials(text: str) -> str:
    """Remove user names and passwords from the URLs in a text."""
    return re.sub(r"(\w+://)[^/@\s]*@", r"\1", text)
