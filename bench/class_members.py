"""The methods of a class folder that other code can call, as javap lists them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.tools import process
from verifier.tools.jdk import Jdk

_CLASS = re.compile(r"^(?:[\w-]+ )*(?:class|interface) ([\w.$]+)")
_METHOD = re.compile(r"^  (?P<words>[^(]*?)(?P<name>[\w.$]+)\(.*;$")
_CLOSED = frozenset({"private", "abstract", "native"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Member:
    """One method: its class, and its name in the form `pkg.Class#name(I)V`."""

    owner: str
    name: str

    @property
    def outermost(self) -> str:
        """The top-level class that contains it."""
        return self.owner.partition("$")[0]


def members(classes: Path, jdk: Jdk) -> list[Member]:
    """List the methods with code that are not private, sorted by name."""
    files = sorted(str(path) for path in classes.rglob("*.class"))
    printed = process.check([jdk.home / "bin" / "javap", "-p", "-s", *files]).text
    return sorted(_read(printed.splitlines()), key=lambda member: member.name)


def _read(lines: Sequence[str]) -> Iterator[Member]:
    owner, name = "", ""
    for line in lines:
        opened, method = _CLASS.match(line), _METHOD.match(line)
        if opened:
            owner = opened[1]
        elif method:
            closed = _CLOSED & set(method["words"].split())
            name = "" if closed else method["name"]
        elif name and line.startswith("    descriptor: ("):
            called = "<init>" if name == owner else name
            yield Member(owner=owner, name=f"{owner}#{called}{line.split()[1]}")
            name = ""
