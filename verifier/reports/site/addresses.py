"""The addresses inside a site. They are made of hashes only, so no foreign text becomes a path."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from verifier.domain.verdict import Verdict
from verifier.reports.ledger import VerdictKey

_DIGITS = 32
"""Enough digits that two texts cannot be made to have the same address."""


def page_of_setting(name: str, number: int = 1) -> str:
    """The path of one page of a setting; further pages list its further verdicts."""
    further = "" if number == 1 else f"-{number}"
    return f"models/{_hash(name)}{further}.html"


def link_settings(names: Iterable[str], up: str = "") -> Mapping[str, str]:
    """The addresses of the settings' pages by name, seen from a page below `up`."""
    return {name: up + page_of_setting(name) for name in names}


@dataclass(frozen=True, kw_only=True, slots=True)
class VerdictAddress:
    """Where a verdict and its evidence are. Both stay the same in each site that has the verdict."""

    digest: str

    @classmethod
    def of(cls, verdict: Verdict) -> "VerdictAddress":
        """The address of a verdict."""
        key = VerdictKey.of(verdict)
        return cls(digest=_hash(key.instance_id, str(key.sample), repr(key.setting)))

    @property
    def page(self) -> str:
        """The path of the verdict's page."""
        return f"verdicts/{self.digest}.html"

    def evidence(self, name: str) -> str:
        """The path of a copy of evidence. `name` is one of our own.

        Because of the suffix, no server runs it and no browser renders it.
        """
        return f"evidence/{self.digest}/{name}.txt"


def _hash(*parts: str) -> str:
    text = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()[:_DIGITS]
