"""What keeps a change from being shown to behave as before, though its checks passed.

The prover sees which method a call means, and what else has the new name; where it met something
definite, tests that pass do not settle it. A doubt is no evidence against a change.
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
from verifier.domain.refactoring import RELOCATING, MethodId
from verifier.domain.source import JavaTree
from verifier.gates.changed_names import NO_NAMES, ChangedNames
from verifier.gates.compile_errors import does_not_compile, may_not_compile
from verifier.gates.lombok import lombok_doubts
from verifier.gates.named_elsewhere import class_named_elsewhere, named_elsewhere
from verifier.gates.reflected_names import reflected_names
from verifier.libraries.wording import missing_text
from verifier.tools.records import facts_of

_RELOCATING = frozenset(str(kind) for kind in RELOCATING)
_LESSER = frozenset({ConditionKind.OPEN_WORLD, ConditionKind.SERIAL_FORM})
"""About classes outside the tree, and about data of earlier runs: told, and no doubt."""


def doubt_of(
    checks: Sequence[CheckResult],
    level: Level,
    after: JavaTree,
    gone: AbstractSet[str] = frozenset(),
    names: ChangedNames = NO_NAMES,
) -> str:
    """What stands against it that the code behaves as before, in a line; empty for nothing.

    `after` is the head of the unit, `gone` are the classes that are no more there under their full
    names, `names` what it declares otherwise than its base.
    """
    unseen = first_few(_unseen(checks, after, gone, names)) if level in _UNRUN else ""
    return unseen or ("" if is_proved(checks) else next(_doubts(checks, level), ""))


def first_few(doubts: Iterable[str]) -> str:
    """The first doubts in one line, each once; empty without any."""
    first = list(islice(dict.fromkeys(doubts), _MOST_LISTED + 1))
    more = ["and more"] if len(first) > _MOST_LISTED else []
    return "; ".join([*first[:_MOST_LISTED], *more])


_MOST_LISTED = 3
_UNRUN = frozenset({Level.STATIC, Level.BUILD})
"""Levels at which nothing is executed: they have no other evidence than a proof."""


def is_proved(checks: Sequence[CheckResult]) -> bool:
    """Whether the whole change is proved to behave alike, for all code of the repository."""
    return any(
        c.check is CheckName.PROOF and (c.status is Status.PASSED or needs_closed_world(c))
        for c in checks
    )


def needs_closed_world(check: CheckResult) -> bool:
    """Whether it is a proof, as long as no class outside of the repository overrides what is gone."""
    if check.check is not CheckName.PROOF or check.reason is not Reason.NOT_PROVED:
        return False
    facts = facts_of(check, ProofFacts)
    return facts is not None and facts.outcome is ProofOutcome.CLOSED_WORLD


def further_level(checks: Sequence[CheckResult], level: Level, doubt: str) -> Level | None:
    """The level that may answer what this one leaves open; None where none asks anything else."""
    if level is Level.STATIC and may_not_compile(checks):
        return Level.BUILD
    if level is not Level.BEHAVIOUR and met_difference(checks) is not None:
        return Level.BEHAVIOUR
    return Level.TESTS if level is Level.STATIC or (level is Level.BUILD and doubt) else None


def met_difference(checks: Sequence[CheckResult]) -> DifferenceFact | None:
    """What the prover saw the two versions do differently; None where it gave up, or saw nothing."""
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
        return  # the error refutes it: what a proof would need is no question any more
    facts = _proof(checks)
    for each in () if facts is None else facts.conditions:
        if each.kind not in _LESSER:
            yield f"{each.kind}: {each.where.replace('/', '.')}: {each.why}"
    first = met_difference(checks)
    # Inputs that were run say more than that no proof was found.
    if first is not None and level is not Level.BEHAVIOUR:
        said = UNMATCHED if first.reason in _OF_SHAPE else LIKELY
        where = f" where {' and '.join(first.path)}" if first.path else ""
        yield f"{said}: {first.line}{where}; --level behaviour tries to run it"
    if level in _UNRUN and not may_not_compile(checks):
        yield _no_proof(facts, level)


LIKELY = "likely different"
"""What the prover shows on a path and nothing has run."""
UNMATCHED = "not matched by the prover"
_OF_SHAPE = frozenset(
    {DifferenceReason.LOOP_SHAPE, DifferenceReason.RECURSION, DifferenceReason.ALIASES}
)
"""Reasons by which the code is built differently, whatever it does."""


def class_path_of(checks: Sequence[CheckResult]) -> LibraryRecord | None:
    """What the sources were compiled against for the proof; None where no jars were looked for."""
    facts = _proof(checks)
    return None if facts is None else facts.class_path


def _no_proof(facts: ProofFacts | None, level: Level) -> str:
    """That nothing but text was compared, why, and what would settle it."""
    if facts is None:
        return "there is no proof; --level tests runs the tests"
    missing, first = missing_types(facts.assumptions), facts.difference
    unresolved = first is not None and first.reason is DifferenceReason.UNRESOLVED
    if level is Level.STATIC and (missing or unresolved):
        names = ", ".join(missing[:_MOST_NAMED])
        more = f" and {len(missing) - _MOST_NAMED} more" if len(missing) > _MOST_NAMED else ""
        where = f"{names}{more}" if missing or first is None else first.after or first.before or ""
        return (
            f"the proof needs libraries that are not among the sources ({where});"
            f" {_how_to_get(facts.class_path)} --level build has the class path, --level tests runs"
            f" the tests"
        )
    said = f": {first.line}" if first is not None else _residue_text(facts)
    return f"no proof was found{said}; --level tests runs the tests"


def _how_to_get(class_path: LibraryRecord | None) -> str:
    """Which files are missing, and the option that downloads them; empty where none are known to be."""
    if class_path is None or not class_path.missing:
        return ""
    return f"not on this machine: {missing_text(class_path)}; --fetch downloads what is missing;"


def _residue_text(facts: ProofFacts) -> str:
    return f": left over: {facts.residue[0]}" if facts.residue else ""


_MOST_NAMED = 5
_MISSING = re.compile(r"the missing type (\S+) is the same for both versions")


def missing_types(assumptions: Iterable[str]) -> tuple[str, ...]:
    """The full names of the types that the prover has neither as sources nor in a library."""
    found = (_MISSING.fullmatch(each) for each in assumptions)
    return tuple(match[1].replace("/", ".") for match in found if match is not None)


def _unseen(
    checks: Sequence[CheckResult], after: JavaTree, gone: AbstractSet[str], names: ChangedNames
) -> Iterator[str]:
    """What no proof sees: who names code in a text, and what a compiler plugin makes of it."""
    renamed = {m.name for each in _refactorings(checks) if (m := _renamed(each)) is not None}
    yield from named_elsewhere(names, renamed, after)
    yield from class_named_elsewhere(gone, after)
    yield from reflected_names(names, after)
    facts = _proof(checks)
    if facts is None or facts.compared != BUILT:
        yield from lombok_doubts(names, after)


def _method(found: RefactoringFact, *, before: bool) -> MethodId | None:
    place = found.before if before else found.after
    try:
        return None if place is None else MethodId.parse(place.method)
    except ValueError:
        return None


def _renamed(found: RefactoringFact) -> MethodId | None:
    """The old method where its name or its class is another one now."""
    old, new = _method(found, before=True), _method(found, before=False)
    if found.type not in _RELOCATING or old is None or new is None:
        return None
    return old if (old.name, old.class_name) != (new.name, new.class_name) else None
