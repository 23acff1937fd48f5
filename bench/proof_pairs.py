"""The before/after pairs in tests/fixtures/proof-pairs; the README.md there describes the format."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "tests" / "fixtures" / "proof-pairs"
SUFFIX = ".pairs"
WITNESS = "witness"
_LIBRARY = "library/"
_PAIR, _FILE = "=== ", "--- "
_KEYS = frozenset({"expect", "java", "closed-world", "why"})


class Expectation(StrEnum):
    """The allowed results for a proof of the whole change."""

    PROVABLE = "provable"
    """A developer's step that keeps behaviour. It should be proved, or there is a reason why not."""
    NEVER = "never"
    """A proof would be a defect."""
    EITHER = "either"
    """Both answers are right."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ProofPair:
    """Two versions of a few files by path, and the expected result of their proof.

    `java` is the oldest source level that compiles both. `closed_world` allows a proof which
    assumes that no outside class extends these classes. `why` names the difference; it is empty if
    a proof is allowed. `witness` is a class Witness whose main prints different lines on the two
    versions; it may be empty.
    """

    group: str
    name: str
    expect: Expectation
    java: int
    closed_world: bool
    why: str
    before: Mapping[str, str]
    after: Mapping[str, str]
    witness: str

    @property
    def slug(self) -> str:
        """The name as a folder name."""
        return f"{self.group}-{self.name}".replace(" ", "-")


def proof_pairs(folder: Path = FOLDER) -> list[ProofPair]:
    """All pairs, in the order of the file names and then of their positions.

    Raises:
        ValueError: a file is not in the format.
    """
    files = sorted(folder.glob(f"*{SUFFIX}"))
    return [pair for file in files for pair in _read(file.stem, file.read_text("utf-8"))]


def without_library(files: Mapping[str, str]) -> dict[str, str]:
    """The files that the prover gets: not those of a library, which only compilers get."""
    return {path: text for path, text in files.items() if not path.startswith(_LIBRARY)}


def _read(group: str, text: str) -> Iterator[ProofPair]:
    preface, *pairs = ("\n" + text).split(f"\n{_PAIR}")
    if any(line and not line.startswith("#") for line in preface.splitlines()):
        raise ValueError(f"{group}: text before the first pair")
    for pair in pairs:
        head, *sections = pair.rstrip("\n").split(f"\n{_FILE}")
        name, *headers = head.splitlines()
        yield _pair(group, name, headers, sections)


def _pair(group: str, name: str, headers: list[str], sections: list[str]) -> ProofPair:
    said = dict(line.split(": ", 1) for line in headers if line)
    if not said.keys() <= _KEYS:
        raise ValueError(f"{group}: {name}: unknown {sorted(said.keys() - _KEYS)}")
    files = [section.partition("\n")[::2] for section in sections]
    try:
        sides = {
            side: {
                path: text
                for path, body in files
                if (text := _side(body, side)) is not None and path != WITNESS
            }
            for side in "-+"
        }
    except ValueError as error:
        raise ValueError(f"{group}: {name}: {error}") from error
    return ProofPair(
        group=group,
        name=name,
        expect=Expectation(said["expect"]),
        java=int(said.get("java", "8")),
        closed_world=said.get("closed-world") == "allowed",
        why=said.get("why", ""),
        before=sides["-"],
        after=sides["+"],
        witness=next((_side(body, "+") or "" for path, body in files if path == WITNESS), ""),
    )


def _side(body: str, sign: str) -> str | None:
    """The lines of one version. None if the version lacks the file."""
    lines = body.rstrip("\n").splitlines()
    bad = [line for line in lines if line[:1] not in {"", " ", "-", "+"}]
    if bad:
        raise ValueError(f"no sign before {bad[0]!r}")
    own = [line for line in lines if line[:1] in {"", " ", sign}]
    if not any(own):
        return None
    return "".join(f"{line[1:]}\n" for line in own)
