"""The classes that have another name in the candidate. Fuzzing must treat them as the same."""

import re
from collections.abc import Iterable, Mapping

from verifier.domain.refactoring import Refactoring
from verifier.java_text.names import to_dotted
from verifier.tools.class_file import class_name

_RENAMED = re.compile(
    r"^(?:Rename|Move|Move And Rename) Class\s+(?P<old>[\w.$]+)\s+"
    r"(?:renamed|moved|moved and renamed) to\s+(?P<new>[\w.$]+)"
)


def map_renamed_classes(
    refactorings: Iterable[Refactoring], old: Iterable[str], new: Iterable[str]
) -> Mapping[str, str]:
    """Map binary names of the base's classes to the candidate's, including nested classes.

    `old` and `new` are the paths of the class files on both sides. RefactoringMiner writes nested
    classes with dots. A name without a class file is left out.
    """
    sides = [{_to_dotted(path): class_name(path) for path in paths} for paths in (old, new)]
    found: dict[str, str] = {}
    for refactoring in refactorings:
        match = _RENAMED.match(refactoring.description.replace("\t", " "))
        if match is None:
            continue
        before, after = sides[0].get(match["old"]), sides[1].get(match["new"])
        if before is not None and after is not None and before not in sides[1].values():
            found |= _with_nested(before, after, sides)
    return found


def _with_nested(before: str, after: str, sides: list[dict[str, str]]) -> dict[str, str]:
    later = set(sides[1].values())
    nested = [name for name in sides[0].values() if name.startswith(f"{before}$")]
    pairs = {name: f"{after}{name.removeprefix(before)}" for name in (before, *nested)}
    return {old: new for old, new in pairs.items() if new in later}


def _to_dotted(path: str) -> str:
    return to_dotted(class_name(path))
