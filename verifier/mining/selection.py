"""Find instances in a file by their properties or by id."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from verifier.domain.instance import Instance
from verifier.domain.purity import PurityTier, PurityVerdict
from verifier.domain.refactoring_traits import RefactoringClass, RefactoringType
from verifier.domain.validation import Demand
from verifier.errors import UnknownInstanceError
from verifier.tools.records import read_jsonl


@dataclass(frozen=True, kw_only=True, slots=True)
class InstanceFilter:
    """Conditions that must all hold. Without one, every instance matches.

    `tier` is exact: a strict instance does not match `checker`. An instance matches `demand` if it was
    validated and passed all these steps. `text` is searched in the id,
    repository, commit, description and methods, ignoring case.
    """

    types: frozenset[RefactoringType] = frozenset()
    refactoring_class: RefactoringClass | None = None
    pure: bool | None = None
    tier: PurityTier | None = None
    demand: Demand | None = None
    text: str = ""

    def matches(self, instance: Instance) -> bool:
        """Whether all conditions hold."""
        purity = instance.purity
        pure = purity.verdict is PurityVerdict.PURE
        return (
            (not self.types or instance.type in self.types)
            and self.refactoring_class in {None, instance.refactoring_class}
            and self.pure in {None, pure}
            and self.tier in {None, purity.tier}
            and (self.demand is None or _meets(instance, self.demand))
            and self.text.casefold() in _text_to_search(instance).casefold()
        )


def _meets(instance: Instance, demand: Demand) -> bool:
    validation = instance.validation
    return validation is not None and validation.meets(demand)


def _text_to_search(instance: Instance) -> str:
    sides = (instance.before, instance.after)
    methods = (str(m) for side in sides for m in (side.method, side.partner) if m is not None)
    return "\n".join((instance.id, instance.repo, instance.commit, instance.description, *methods))


def read_instances(path: Path, *, skip_bad: bool = False) -> Iterator[Instance]:
    """Read the instances of a file one at a time.

    Raises:
        InputError: the file, or without `skip_bad` a line of it, cannot be read.
    """
    for item in read_jsonl(Instance, path):
        if isinstance(item, Instance):
            yield item
        elif not skip_bad:
            raise item.refusal(hint=_ASSIGNMENTS if _is_assignment(path, item.number) else "")


_ASSIGNMENTS = (
    "The line is an assignment: `generate` and `verify` read it, but it is not a mined instance."
)


def _is_assignment(path: Path, number: int) -> bool:
    with path.open("rb") as stream:
        line = next(islice(stream, number - 1, None), b"")
    try:
        return "kind" in json.loads(line)
    except (ValueError, TypeError, RecursionError):
        return False


def find_instance(instances: Iterable[Instance], wanted: str, source: Path) -> Instance:
    """Find the instance with this id, or the only one whose id starts with it. `source` is their
    file.

    Raises:
        UnknownInstanceError: no id fits, or several do.
    """
    fitting = [i for i in instances if wanted and i.id.startswith(wanted)]
    exact = [i for i in fitting if i.id == wanted]
    chosen = exact[:1] or fitting
    if len(chosen) == 1:
        return chosen[0]
    several = ", ".join(i.id for i in fitting[:5])
    raise UnknownInstanceError(
        f"the id {wanted!r} fits several: {several}"
        if fitting
        else f"no instance {wanted!r} in {source}",
        hint=f"`refverify instances -i {source}` lists the ids.",
    )
