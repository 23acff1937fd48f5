"""Find the licence of a tree's sources, as far as its own files state it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from verifier.domain.source import Tree
from verifier.errors import UsageError

UNKNOWN = "NOASSERTION"
"""SPDX's id for an unknown licence."""
PERMISSIVE = frozenset(
    {
        "Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "Unlicense", "CC0-1.0",
        "0BSD",
    }
)  # fmt: skip
"""Licences that allow copying sources into a collection without conditions for the rest of it."""
_FILE = re.compile(r"(licen[cs]e|copying|unlicense)([-_.].*)?", re.IGNORECASE)
_MOST_READ = 100_000

_ANY_PURPOSE = (
    r"permission to use, copy, modify, and(?:/or)? distribute this software for any purpose"
    r" with or without fee is hereby granted"
)
_SIGNS: tuple[tuple[str, str], ...] = (
    (r"gnu affero general public license", "AGPL-3.0-only"),
    (r"gnu lesser general public license\s+version 3", "LGPL-3.0-only"),
    (r"gnu lesser general public license\s+version 2\.1", "LGPL-2.1-only"),
    (r"gnu library general public license", "LGPL-2.0-only"),
    (r"gnu lesser general public license", "LGPL-2.1-only"),
    (r"gnu general public license\s+version 3", "GPL-3.0-only"),
    (r"gnu general public license\s+version 2", "GPL-2.0-only"),
    (r"gnu general public license", "GPL-2.0-only"),
    (r"eclipse public license\s*-?\s*v(ersion)?\s*2\.0", "EPL-2.0"),
    (r"eclipse public license", "EPL-1.0"),
    (r"mozilla public license,?\s*(v\.|version)\s*2\.0", "MPL-2.0"),
    (r"mozilla public license", "MPL-1.1"),
    (r"common development and distribution license", "CDDL-1.0"),
    (r"common public license", "CPL-1.0"),
    (r"apache license,?\s*version 2\.0", "Apache-2.0"),
    (r"apache software license,?\s*version 1\.1", "Apache-1.1"),
    (r"this is free and unencumbered software released into the public domain", "Unlicense"),
    (r"cc0 1\.0 universal", "CC0-1.0"),
    (r"permission is hereby granted, free of charge, to any person obtaining a copy", "MIT"),
    (f"{_ANY_PURPOSE}, provided that", "ISC"),
    (rf"{_ANY_PURPOSE}\.", "0BSD"),
    (r"this software is provided 'as-is', without any express or implied warranty", "Zlib"),
    (
        r"redistributions of source code must .*(neither the names? of|endorse or promote)",
        "BSD-3-Clause",
    ),
    (r"redistributions of source code must", "BSD-2-Clause"),
)
"""Texts that identify a licence; if two match at the same position, the earlier entry counts."""
_NAMES: tuple[tuple[str, str], ...] = (
    (r"apache.*2", "Apache-2.0"),
    (r"eclipse public.*2", "EPL-2.0"),
    (r"eclipse public", "EPL-1.0"),
    (r"\bmit\b", "MIT"),
    (r"bsd.*2", "BSD-2-Clause"),
    (r"bsd.*3|new bsd|revised bsd", "BSD-3-Clause"),
)
"""The same for the licence's name in a pom."""
_LICENSES = re.compile(r"<licenses>(.*?)</licenses>", re.DOTALL)
_NAME = re.compile(r"<name>\s*(.*?)\s*</name>", re.DOTALL)


@dataclass(frozen=True, kw_only=True, slots=True)
class Licence:
    """The licence that a tree states: an SPDX id or `NOASSERTION`, and the files that state it."""

    id: str
    files: tuple[str, ...] = ()


NOBODY_CAN_TELL = Licence(id=UNKNOWN)


def licence_of(tree: Tree) -> Licence:
    """Return the licence of a tree; the strictest if there are several; an unknown one counts as strict."""
    found = {
        path: _of_text(_text(tree, path)) for path in sorted(tree.paths()) if _is_licence(path)
    }
    if found:
        return Licence(id=_strictest(found.values()), files=tuple(found))
    named = [_of_name(name) for name in _names_in_pom(_text(tree, "pom.xml"))]
    return Licence(id=_strictest(named), files=("pom.xml",)) if named else NOBODY_CAN_TELL


def _is_licence(path: str) -> bool:
    return "/" not in path and not path.endswith(".java") and _FILE.fullmatch(path) is not None


def _text(tree: Tree, path: str) -> str:
    content = tree.read(path)
    return "" if content is None else content[:_MOST_READ].decode("utf-8", "replace")


def _of_text(text: str) -> str:
    """Return the licence of the first match: a licence may mention another one later."""
    plain = " ".join(text.casefold().replace("*", " ").split())
    found = [
        (match.start(), order, spdx)
        for order, (pattern, spdx) in enumerate(_SIGNS)
        if (match := re.search(pattern, plain)) is not None
    ]
    return min(found)[2] if found else UNKNOWN


def _of_name(name: str) -> str:
    signs = (spdx for pattern, spdx in _NAMES if re.search(pattern, name.casefold()))
    return next(signs, UNKNOWN)


def _names_in_pom(text: str) -> Iterator[str]:
    for block in _LICENSES.findall(text):
        yield from _NAME.findall(block)


def _strictest(ids: Iterable[str]) -> str:
    """Return the strictest: an unknown licence, then one that is not permissive, then the first by name."""
    return min(ids, key=lambda each: (each in PERMISSIVE, each != UNKNOWN, each))


@dataclass(frozen=True, kw_only=True, slots=True)
class Allowed:
    """The licences whose sources are copied; None for any, including unknown ones."""

    ids: frozenset[str] | None = PERMISSIVE

    @classmethod
    def parse(cls, words: str) -> "Allowed":
        """Parse `permissive`, `any`, or comma-separated SPDX ids.

        Raises:
            UsageError: no licence is named.
        """
        if words == "permissive":
            return cls()
        if words == "any":
            return cls(ids=None)
        ids = frozenset(word.strip() for word in words.split(",") if word.strip())
        if not ids:
            raise UsageError(
                "--licences names no licence",
                hint="Write permissive, any, or SPDX ids: MIT,EPL-2.0.",
            )
        return cls(ids=ids)

    def covers(self, licence: Licence) -> bool:
        """Whether sources under a licence are copied."""
        return self.ids is None or licence.id in self.ids
