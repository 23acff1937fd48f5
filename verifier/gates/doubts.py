"""Reasons why a change is not shown to behave as before, although its checks passed.

The prover knows which method a call means, and what else has the new name. If it found a definite
difference, passing tests do not settle it. A doubt is not evidence against a change.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice

from verifier.checks.proof import BUILT
from verifier.domain.facts.detection import DetectionFacts, RefactoringFact
from verifier.domain.facts.proof import DifferenceFact, ProofFacts
from verifier.domain.gate import Level
from verifier.domain.libraries import LibraryRecord
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.proof import (
    GAVE_UP,
    ConditionKind,
    DifferenceReason,
    MethodStatus,
    ProofOutcome,
)
from verifier.domain.refactoring import MethodId
from verifier.domain.refactoring_traits import traits_of
from verifier.domain.source import JavaTree
from verifier.gates.compile_errors import does_not_compile, may_not_compile
from verifier.gates.names.changed_names import NO_NAMES, ChangedNames
from verifier.gates.names.lombok import lombok_doubts
from verifier.gates.names.named_elsewhere import class_named_elsewhere, find_named_elsewhere
from verifier.gates.names.reflected_names import find_reflected_names
from verifier.libraries.wording import missing_text
from verifier.printable import list_first
from verifier.proving.prover_words import format_fact
from verifier.tools.records import facts_of

_LESSER = frozenset({ConditionKind.OPEN_WORLD, ConditionKind.SERIAL_FORM})
"""Conditions on classes outside the tree and on data of earlier runs.

They are reported but raise no doubt.
"""


def doubt_of(
    checks: Sequence[CheckResult],
    level: Level,
    after: JavaTree,
    gone: AbstractSet[str] = frozenset(),
    names: ChangedNames = NO_NAMES,
) -> str:
    """Say in one line why the code is not shown to behave as before.

    The result is empty if nothing speaks against it. `after` is the head of the unit. `gone` are
    the classes that no longer exist under their full names. `names` are the names that the change
    removes or declares differently.
    """
    unseen = first_few(_list_unproved(checks, after, gone, names)) if level in _UNRUN else ""
    return unseen or ("" if is_proved(checks) else next(_doubts(checks, level), ""))


def first_few(doubts: Iterable[str]) -> str:
    """Join the first distinct doubts to one line; empty if there are none."""
    first = list(islice(dict.fromkeys(doubts), _MOST_LISTED + 1))
    more = ["and more"] if len(first) > _MOST_LISTED else []
    return "; ".join([*first[:_MOST_LISTED], *more])


_MOST_LISTED = 3
_UNRUN = frozenset({Level.STATIC, Level.BUILD})
"""Levels that execute nothing: a proof is their only evidence."""


def is_proved(checks: Sequence[CheckResult]) -> bool:
    """Tell whether the whole change is proved to behave as before, for all code of the repository."""
    return any(
        c.check is CheckName.PROOF and (c.status is Status.PASSED or needs_closed_world(c))
        for c in checks
    )


def needs_closed_world(check: CheckResult) -> bool:
    """Tell whether a proof holds only if no class outside the repository overrides what was
    removed.
    """
    if check.check is not CheckName.PROOF or check.reason is not Reason.NOT_PROVED:
        return False
    facts = facts_of(check, ProofFacts)
    return facts is not None and facts.outcome is ProofOutcome.CLOSED_WORLD


def further_level(checks: Sequence[CheckResult], level: Level, doubt: str) -> Level | None:
    """Return the level that may settle what this level leaves open; None if no level can."""
    if level is Level.STATIC and may_not_compile(checks):
        return Level.BUILD
    if level is not Level.BEHAVIOUR and find_difference(checks) is not None:
        return Level.BEHAVIOUR
    return Level.TESTS if level is Level.STATIC or (level is Level.BUILD and doubt) else None


def find_difference(checks: Sequence[CheckResult]) -> DifferenceFact | None:
    """Return the difference that the prover found; None if it gave up or found none."""
    facts = _proof(checks)
    if facts is None or not facts.methods.get(MethodStatus.NOT_PROVED):
        return None
    first = facts.difference
    return None if first is None or first.reason in GAVE_UP else first


def _refactorings(checks: Sequence[CheckResult]) -> tuple[RefactoringFact, ...]:
    detection = next((c for c in checks if c.check is CheckName.DETECTION), None)
    facts = facts_of(detection, DetectionFacts)
    return () if facts is None else facts.found or ()


def _proof(checks: Sequence[CheckResult]) -> ProofFacts | None:
    return facts_of(next((c for c in checks if c.check is CheckName.PROOF), None), ProofFacts)


def _doubts(checks: Sequence[CheckResult], level: Level) -> Iterator[str]:
    if does_not_compile(checks):
        return  # the error already refutes it, so conditions of a proof do not matter
    facts = _proof(checks)
    for each in () if facts is None else facts.conditions:
        if each.kind not in _LESSER:
            yield f"{each.kind}: {each.where.replace('/', '.')}: {each.why}"
    first = find_difference(checks)
    # Inputs that ran say more than the lack of a proof.
    if first is not None and level is not Level.BEHAVIOUR:
        said = UNMATCHED if first.reason in _OF_SHAPE else LIKELY
        where = f" where {' and '.join(map(format_fact, first.path))}" if first.path else ""
        yield f"{said}: {first.line}{where}; --level behaviour tries to run it"
    if level in _UNRUN and not may_not_compile(checks):
        yield _no_proof(facts, level)


LIKELY = "likely different"
"""The prover shows a difference on a path, and nothing has run it."""
UNMATCHED = "not matched by the prover"
_OF_SHAPE = frozenset(
    {DifferenceReason.LOOP_SHAPE, DifferenceReason.RECURSION, DifferenceReason.ALIASES}
)
"""Reasons that are only about the structure of the code, not about what it does."""


def class_path_of(checks: Sequence[CheckResult]) -> LibraryRecord | None:
    """Return the class path of the proof on sources; None if no jars were looked for."""
    facts = _proof(checks)
    return None if facts is None else facts.class_path


def _no_proof(facts: ProofFacts | None, level: Level) -> str:
    """Say that there is no proof, why, and what would settle it."""
    if facts is None:
        return "there is no proof; --level tests runs the tests"
    missing, first = missing_types(facts.assumptions), facts.difference
    unresolved = first is not None and first.reason is DifferenceReason.UNRESOLVED
    if level is Level.STATIC and (missing or unresolved):
        names = list_first(missing, _MOST_NAMED)
        where = names if missing or first is None else first.after or first.before or ""
        return (
            f"the proof needs libraries that are not among the sources ({where});"
            f" {_how_to_get(facts.class_path)} --level build has the class path, --level tests runs"
            f" the tests"
        )
    said = f": {first.line}" if first is not None else _residue_text(facts)
    return f"no proof was found{said}; --level tests runs the tests"


def _how_to_get(class_path: LibraryRecord | None) -> str:
    """Name the missing files and the option that downloads them.

    The result is empty if none is known to be missing.
    """
    if class_path is None or not class_path.missing:
        return ""
    return f"not on this machine: {missing_text(class_path)}; --fetch downloads what is missing;"


def _residue_text(facts: ProofFacts) -> str:
    return f": left over: {facts.residue[0]}" if facts.residue else ""


_MOST_NAMED = 5
_MISSING = re.compile(r"the missing type (\S+) is the same for both versions")


def missing_types(assumptions: Iterable[str]) -> tuple[str, ...]:
    """Return the full names of the types that the prover found neither in the sources nor in a
    library.
    """
    found = (_MISSING.fullmatch(each) for each in assumptions)
    return tuple(match[1].replace("/", ".") for match in found if match is not None)


def _list_unproved(
    checks: Sequence[CheckResult], after: JavaTree, gone: AbstractSet[str], names: ChangedNames
) -> Iterator[str]:
    """Yield doubts that no proof covers: names of code in texts, and code that a compiler plugin
    makes.
    """
    renamed = {m.name for each in _refactorings(checks) if (m := _find_renamed(each)) is not None}
    yield from find_named_elsewhere(names, renamed, after)
    yield from class_named_elsewhere(gone, after)
    yield from find_reflected_names(names, after)
    facts = _proof(checks)
    if facts is None or facts.compared != BUILT:
        yield from lombok_doubts(names, after)


def _method(found: RefactoringFact, *, before: bool) -> MethodId | None:
    place = found.before if before else found.after
    try:
        return None if place is None else MethodId.parse(place.method)
    except ValueError:
        return None


def _find_renamed(found: RefactoringFact) -> MethodId | None:
    """Return the old method if its name or its class changed."""
    old, new = _method(found, before=True), _method(found, before=False)
    if not traits_of(found.type).relocates or old is None or new is None:
        return None
    return old if (old.name, old.class_name) != (new.name, new.class_name) else None
