"""Mark instances that are copies of others (forks, pasted code), without dropping any."""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from verifier.domain.instance import Instance

SHINGLE = 5
"""How many consecutive tokens are compared as one unit."""
LEAST_SIMILARITY = 0.8
"""The share of common shingles (of all shingles of both) from which two instances count as near duplicates."""
_TOKEN = re.compile(r"\w+|[^\w\s\0]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Marks:
    """The ids of earlier instances that one repeats; None if it repeats none."""

    duplicate_of: str | None = None
    near_duplicate_of: str | None = None


def marks_of(instances: Iterable[Instance]) -> list[Marks]:
    """Return the marks of each instance, in order; a mark always names an earlier instance."""
    every = list(instances)
    first: dict[str, str] = {}
    exact = [_first_seen(first, _text(i), i.id) for i in every]
    near = _near(
        [_shingles(_text(i)) if exact[n] is None else frozenset() for n, i in enumerate(every)]
    )
    return [
        Marks(duplicate_of=exact[n], near_duplicate_of=None if at is None else every[at].id)
        for n, at in enumerate(near)
    ]


def _text(instance: Instance) -> str:
    """Return the methods of both sides."""
    sides = (instance.before_sources, instance.after_sources)
    return "\0".join(text for side in sides for text in (side.method, side.partner))


def _first_seen(first: dict[str, str], text: str, own: str) -> str | None:
    if not text.strip("\0 \n"):
        return None
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    found = first.setdefault(digest, own)
    return None if found == own else found


def _shingles(text: str) -> frozenset[str]:
    tokens = _TOKEN.findall(text)
    return frozenset(
        "\0".join(tokens[at : at + SHINGLE]) for at in range(max(0, len(tokens) - SHINGLE + 1))
    )


def _near(sets: Sequence[frozenset[str]]) -> list[int | None]:
    """Return for each set the first earlier set that is similar enough.

    The result is exact although not every pair is compared: two similar sets share one of their
    rarest shingles, if as many of these are indexed as the sets may differ in.
    """
    frequency = Counter(shingle for each in sets for shingle in each)
    index: Mapping[str, list[int]] = defaultdict(list)
    found: list[int | None] = []
    for at, own in enumerate(sets):
        rarest = sorted(own, key=lambda shingle: (frequency[shingle], shingle))
        prefix = rarest[: len(own) - ceil(LEAST_SIMILARITY * len(own)) + 1] if own else []
        candidates = sorted({other for shingle in prefix for other in index[shingle]})
        found.append(next((o for o in candidates if _are_similar(own, sets[o])), None))
        for shingle in prefix:
            index[shingle].append(at)
    return found


def _are_similar(one: frozenset[str], other: frozenset[str]) -> bool:
    if min(len(one), len(other)) < LEAST_SIMILARITY * max(len(one), len(other)):
        return False
    common = len(one & other)
    return common >= LEAST_SIMILARITY * (len(one) + len(other) - common)
