"""Addresses that git can clone from, and what of them may be shown."""

import re

_SCP_LIKE = re.compile(r"^[\w.+-]+@[\w.-]+:(?!/{2})")


def is_url(text: str) -> bool:
    """True for what git can clone from elsewhere: `scheme://…` or `user@host:path`."""
    return "://" in text or bool(_SCP_LIKE.match(text))


def without_credentials(text: str) -> str:
    """The text with user names and passwords taken out of the URLs in it."""
    return re.sub(r"(\w+://)[^/@\s]*@", r"\1", text)
