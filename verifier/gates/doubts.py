"""What keeps a change from being proved although its checks passed.

PurityChecker compares the text of the code that a refactoring touched. It does not see which method
a call means, nor what else has the new name. The prover does; where it met something definite,
purity's word alone proves nothing. A doubt is no evidence against a change: it leaves it unproven.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
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
from verifier.domain.purity import PurityVerdict
from verifier.domain.refactoring import RELOCATING, MethodId, RefactoringType
from verifier.domain.source import JavaTree
from verifier.gates.changed_names import NO_NAMES, ChangedNames
from verifier.gates.compile_errors import may_not_compile
from verifier.gates.lombok import lombok_doubts
from verifier.gates.named_elsewhere import class_named_elsewhere, named_elsewhere
from verifier.java_text.tree_text import text_of
from verifier.libraries.wording import missing_text
from verifier.tools.records import facts_of

_RELOCATING = frozenset(str(kind) for kind in RELOCATING)
_MOST_FOUND = 50
_LESSER = frozenset({ConditionKind.OPEN_WORLD, ConditionKind.SERIAL_FORM})
"""About classes outside the tree, and about data of earlier runs: told, and no doubt."""


def with_doubts(
    checks: Sequence[CheckResult],
    level: Level,
    after: JavaTree,
    gone: AbstractSet[str] = frozenset(),
    names: ChangedNames = NO_NAMES,
) -> tuple[CheckResult, ...]:
    """The results of a unit, those left open that a doubt stands against.

    `after` is its head, `gone` are the classes that are no more there under their full names,
    `names` what it declares otherwise than its base.
    """
    found = _refactorings(checks)
    unseen = _first_few(_unseen(checks, found, after, gone, names)) if level in _UNRUN else ""
    doubt = unseen or ("" if is_proved(checks) else next(_doubts(checks, found, level, after), ""))
    return tuple(_left_open(c, doubt, of_proof=bool(unseen)) for c in checks)


def left_open(checks: Sequence[CheckResult], doubts: Iterable[str]) -> tuple[CheckResult, ...]:
    """The results of a unit, of which no proof stands where there are doubts."""
    doubt = _first_few(doubts)
    return tuple(_left_open(c, doubt, of_proof=True) for c in checks)


def _first_few(doubts: Iterable[str]) -> str:
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


def runs_nothing(level: Level) -> bool:
    """Whether a level executes no code, so that only a proof can show that code behaves alike."""
    return level in _UNRUN


def _left_open(check: CheckResult, doubt: str, *, of_proof: bool) -> CheckResult:
    stands = check.status is Status.PASSED or check.reason is Reason.TYPE_NOT_COVERED
    stands = stands or needs_closed_world(check)
    asked = check.check is CheckName.PURITY or (of_proof and check.check is CheckName.PROOF)
    if not doubt or not stands or not asked:
        return check
    return replace(
        check, status=Status.INCONCLUSIVE, reason=Reason.NOT_COMPARED, details=DOUBT + doubt
    )


DOUBT = "not shown by text alone: "


def is_doubted(checks: Sequence[CheckResult]) -> bool:
    """Whether a doubt left purity open."""
    return any(c.check is CheckName.PURITY and is_doubt(c) for c in checks)


def is_doubt(check: CheckResult) -> bool:
    """Whether a result was left open by a doubt."""
    return check.reason is Reason.NOT_COMPARED and check.details.startswith(DOUBT)


def further_level(checks: Sequence[CheckResult], level: Level) -> Level | None:
    """The level that may answer what this one leaves open; None where none asks anything else."""
    if level is Level.STATIC and may_not_compile(checks):
        return Level.BUILD
    if level is not Level.BEHAVIOUR and met_difference(checks) is not None:
        return Level.BEHAVIOUR
    unrun = level is Level.STATIC or (level is Level.BUILD and is_doubted(checks))
    return Level.TESTS if unrun else None


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


def _doubts(
    checks: Sequence[CheckResult], found: Sequence[RefactoringFact], level: Level, after: JavaTree
) -> Iterator[str]:
    facts = _proof(checks)
    for each in () if facts is None else facts.conditions:
        if each.kind not in _LESSER:
            yield f"{each.kind}: {each.where.replace('/', '.')}: {each.why}"
    first = met_difference(checks)
    # Inputs that were run say more than that no proof was found.
    if first is not None and level is not Level.BEHAVIOUR:
        yield f"the two versions were met doing different things: {first.line}"
    if level is Level.STATIC:
        yield from _uncovered(found, after)
    if level in _UNRUN:
        yield _no_proof(facts, level)


def class_path_of(checks: Sequence[CheckResult]) -> LibraryRecord | None:
    """What the sources were compiled against for the proof; None where no jars were looked for."""
    facts = _proof(checks)
    return None if facts is None else facts.class_path


def _no_proof(facts: ProofFacts | None, level: Level) -> str:
    """That nothing but text was compared, why, and what would settle it."""
    if facts is None:
        return f"{_TEXT_ALONE}, and there is no proof; --level tests runs the tests"
    missing, first = missing_types(facts.assumptions), facts.difference
    unresolved = first is not None and first.reason is DifferenceReason.UNRESOLVED
    if level is Level.STATIC and (missing or unresolved):
        names = ", ".join(missing[:_MOST_NAMED])
        more = f" and {len(missing) - _MOST_NAMED} more" if len(missing) > _MOST_NAMED else ""
        where = f"{names}{more}" if missing or first is None else first.after or first.before or ""
        return (
            f"{_TEXT_ALONE}, and the proof needs libraries that are not among the sources ({where});"
            f" {_how_to_get(facts.class_path)} --level build has the class path, --level tests runs"
            f" the tests"
        )
    said = f": {first.line}" if first is not None else _residue_text(facts)
    return f"{_TEXT_ALONE}, and no proof was found{said}; --level tests runs the tests"


def _how_to_get(class_path: LibraryRecord | None) -> str:
    """Which files are missing, and the option that downloads them; empty where none are known to be."""
    if class_path is None or not class_path.missing:
        return ""
    return f"not on this machine: {missing_text(class_path)}; --fetch downloads them;"


def _residue_text(facts: ProofFacts) -> str:
    return f": left over: {facts.residue[0]}" if facts.residue else ""


_TEXT_ALONE = "PurityChecker compares text and follows no data"
_MOST_NAMED = 5
_MISSING = re.compile(r"the missing type (\S+) is the same for both versions")


def missing_types(assumptions: Iterable[str]) -> tuple[str, ...]:
    """The full names of the types that the prover has neither as sources nor in a library."""
    found = (_MISSING.fullmatch(each) for each in assumptions)
    return tuple(match[1].replace("/", ".") for match in found if match is not None)


def _unseen(
    checks: Sequence[CheckResult],
    found: Sequence[RefactoringFact],
    after: JavaTree,
    gone: AbstractSet[str],
    names: ChangedNames,
) -> Iterator[str]:
    """What no proof sees: who names code in a text, and what a compiler plugin makes of it."""
    renamed = {m.name for each in found if (m := _renamed(each)) is not None}
    yield from named_elsewhere(names, renamed, after)
    yield from class_named_elsewhere(gone, after)
    facts = _proof(checks)
    if facts is None or facts.compared != BUILT:
        yield from lombok_doubts(names, after)


def _uncovered(found: Sequence[RefactoringFact], after: JavaTree) -> Iterator[str]:
    """What PurityChecker does not cover: a renaming is safe where nothing has the old name."""
    covered = any(each.purity is PurityVerdict.PURE for each in found)
    renamed = [each for each in found if _is_uncovered_relocation(each)]
    if len(found) >= _MOST_FOUND:
        yield "there are more refactorings than are listed"
    elif not covered and not renamed:
        yield "PurityChecker covers none of the refactorings"
    for each in renamed:
        yield from _unsafe_name(each, after)


def _is_uncovered_relocation(found: RefactoringFact) -> bool:
    return found.type in _RELOCATING and found.purity is not PurityVerdict.PURE


def _unsafe_name(found: RefactoringFact, after: JavaTree) -> Iterator[str]:
    old, new = _method(found, before=True), _method(found, before=False)
    if old is None or new is None or found.type != RefactoringType.RENAME_METHOD:
        yield f"{found.description}: which calls mean it now is not known without a class path"
        return
    word = re.compile(rf"\b{re.escape(old.name)}\b")
    for path in sorted(p for p in after.paths() if p.endswith(".java")):
        if word.search(text_of(after, path) or ""):
            yield f"{old.name} became {new.name}, and {path} still has the old name"


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
