"""Notes on how an answer was found."""

from collections.abc import Iterable, Iterator, Sequence

from verifier.domain.gate import BehaviourAnswer, Level
from verifier.domain.libraries import LibraryRecord
from verifier.domain.paths import ROOT
from verifier.domain.source import Tree
from verifier.gates.change.division import list_not_judged
from verifier.gates.doubts import class_path_of, further_level
from verifier.gates.findings import API
from verifier.gates.judged import Judged
from verifier.printable import list_first


def list_class_paths(*judged: Judged) -> tuple[LibraryRecord, ...]:
    """Return the class paths of the proofs on sources, each once."""
    found = (path for each in judged if (path := class_path_of(each.checks)) is not None)
    return tuple(dict.fromkeys(found))


MIXED = (
    "a merge in the range mixes two lines of work: whether they fit, its commits one by one do not"
    " show; from level build on the whole is compiled"
)


_ADDS = {
    Level.BUILD: "the project's own compiler compiles the change",
    Level.TESTS: "it compiles the change and runs the tests that pass on the base",
    Level.BEHAVIOUR: "it looks for an input on which the two versions differ",
}


def list_notes(parts: Iterable[Judged]) -> Iterator[str]:
    """Yield notes on units that are given whatever the answers are."""
    for part in parts:
        if part.stopped:
            yield part.stopped
        if part.api:
            yield f"{API}{list_first(part.api, _MOST_NAMED)}"


def list_unknown_modules(modules: Iterable[str], base: Tree) -> Iterator[str]:
    """Yield a note for each named module that does not exist, even if nothing will be built."""
    named = [each for each in modules if each != ROOT]
    paths = base.paths() if named else ()
    for folder in named:
        if not any(path.startswith(f"{folder}/") for path in paths):
            yield f"--modules: there is no folder {folder} in the base"


def list_untracked(untracked: Iterable[str], allowed: Sequence[str]) -> Iterator[str]:
    """Yield a note on the files that leave a change open and may have nothing to do with it."""
    if found := list_not_judged(untracked, allowed):
        yield (
            f"git does not track {list_first(found, _MOST_NAMED)}: list what is not part of the"
            " change in .gitignore or .git/info/exclude"
        )


_MOST_NAMED = 10


def list_further_levels(parts: Iterable[Judged], level: Level) -> Iterator[str]:
    """Yield the level that may answer an open question on behaviour, if the whole unit was judged."""
    left_open = (
        p
        for p in parts
        if p.unit.behaviour is BehaviourAnswer.OPEN and p.division.is_whole and not p.stopped
    )
    found = (further_level(part.checks, level, part.doubt) for part in left_open)
    for further in dict.fromkeys(each for each in found if each is not None):
        yield f"left open at level {level}: --level {further} may answer, {_ADDS[further]}"
