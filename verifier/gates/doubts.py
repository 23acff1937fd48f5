"""What keeps a change from being proved although its checks passed.

PurityChecker compares the text of the code that a refactoring touched. It does not see which method
a call means, nor what else has the new name. The prover does; where it met something definite,
purity's word alone proves nothing. A doubt is no evidence against a change: it leaves it unproven.
"""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import chain
from pathlib import PurePosixPath

from verifier.domain.facts.detection import DetectionFacts, RefactoringFact
from verifier.domain.facts.proof import DifferenceFact, ProofFacts
from verifier.domain.gate import Level
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.proof import ConditionKind, DifferenceReason, MethodStatus, ProofOutcome
from verifier.domain.purity import PurityVerdict
from verifier.domain.refactoring import RELOCATING, MethodId, RefactoringType
from verifier.domain.source import JavaTree
from verifier.gates.compile_errors import may_not_compile
from verifier.java_text.tree_text import text_of
from verifier.tools.records import facts_of

_RELOCATING = frozenset(str(kind) for kind in RELOCATING)
_MOST_FOUND = 50
_LESSER = frozenset({ConditionKind.OPEN_WORLD, ConditionKind.SERIAL_FORM})
"""About classes outside the tree, and about data of earlier runs: told, and no doubt."""
_OPEN = frozenset(
    {DifferenceReason.BUDGET, DifferenceReason.UNSUPPORTED, DifferenceReason.UNRESOLVED}
)
"""Reasons by which the prover says that it does not know."""
_BY_NAME = re.compile(
    r"\b(getMethods?|getDeclaredMethods?|findVirtual|findStatic|findSpecial|MethodSource"
    r"|FieldSource|EnabledIf|DisabledIf|invokeMethod|ReflectionUtils|Whitebox|invokeExactMethod"
    r"|getAccessibleMethod|ReflectionTestUtils|DataProvider|dataProvider|TestCase|TestSuite)\b"
)
_OTHER_CALLERS = frozenset(
    {".kt", ".kts", ".groovy", ".gradle", ".scala", ".clj", ".jsp", ".jspx", ".xhtml", ".ftl"}
    | {".vm", ".drl"}
)
"""Sources and templates that call Java methods and that nothing here compiles."""
_NAMING_NOTHING = frozenset(
    {".md", ".adoc", ".rst", ".png", ".jpg", ".gif", ".svg", ".ico", ".pdf", ".jar", ".class"}
    | {".zip", ".gz", ".java"}
)
"""Files that bring no class to life by its name; scripts, builds and configuration all may."""


def with_doubts(
    checks: Sequence[CheckResult],
    level: Level,
    after: JavaTree,
    gone: AbstractSet[str] = frozenset(),
) -> tuple[CheckResult, ...]:
    """The results of a unit, those left open that a doubt stands against.

    `after` is its head, `gone` are the classes that are no more there under their full names.
    """
    found = _refactorings(checks)
    named = chain(_named_in_words(found, after), _named_in_files(gone, after))
    by_name = next(named, "") if level in _UNRUN else ""
    proved = any(c.check is CheckName.PROOF and c.status is Status.PASSED for c in checks)
    doubt = by_name or ("" if proved else next(_doubts(checks, found, level, after), ""))
    return tuple(_left_open(c, doubt, of_proof=bool(by_name)) for c in checks)


_UNRUN = frozenset({Level.STATIC, Level.BUILD})
"""Levels at which nothing is executed."""


def _left_open(check: CheckResult, doubt: str, *, of_proof: bool) -> CheckResult:
    stands = check.status is Status.PASSED or check.reason is Reason.TYPE_NOT_COVERED
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
    if facts is None or facts.outcome is not ProofOutcome.NOT_PROVED:
        return None
    first = facts.difference if facts.methods.get(MethodStatus.NOT_PROVED) else None
    return None if first is None or first.reason in _OPEN else first


def leaves_open(check: CheckResult) -> bool:
    """Whether a result keeps a refactoring that PurityChecker calls pure from being proved."""
    if check.check is CheckName.PURITY:
        return check.status is Status.INCONCLUSIVE
    facts = facts_of(check, ProofFacts) if check.check is CheckName.PROOF else None
    return facts is not None and any(each.kind not in _LESSER for each in facts.conditions)


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


def _named_in_words(found: Sequence[RefactoringFact], after: JavaTree) -> Iterator[str]:
    """Where old names still stand in what no compiler here compares with the methods' new ones."""
    old = {m.name for each in found if (m := _renamed(each)) is not None}
    if not old:
        return
    names = "|".join(map(re.escape, sorted(old)))
    literal = re.compile(rf'["#]({names})(\([^"]*)?"')
    configured = re.compile(rf"""(?:method[\w-]*|<include\s+name)\s*=\s*["'](?:{names})["']""")
    word = re.compile(rf"\b(?:{names})\b")
    for path in sorted(after.paths()):
        suffix = PurePosixPath(path).suffix.lower()
        text = text_of(after, path) or "" if suffix in {".java", ".xml", *_OTHER_CALLERS} else ""
        if suffix == ".java":
            named = literal.search(text)
            if named is not None and _BY_NAME.search(text):
                yield f"{path} looks for methods by name and still has {named[0]}"
        elif (named := (configured if suffix == ".xml" else word).search(text)) is not None:
            yield f"{path} is not Java and still has {named[0]}"


def _named_in_files(gone: AbstractSet[str], after: JavaTree) -> Iterator[str]:
    """Classes that are gone under their names, while a file that is not Java still names them."""
    if not gone:
        return
    names = re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, sorted(gone)))})(?!\w)".encode())
    for path in sorted(after.paths()):
        if PurePosixPath(path).name in gone:
            yield f"{path} is about a class that is gone under this name"
        elif PurePosixPath(path).suffix.lower() not in _NAMING_NOTHING:
            found = names.search(after.read(path) or b"")
            if found is not None:
                yield f"{path} still names {found[0].decode()}, which is gone under this name"


def _renamed(found: RefactoringFact) -> MethodId | None:
    """The old method where its name or its class is another one now."""
    old, new = _method(found, before=True), _method(found, before=False)
    if found.type not in _RELOCATING or old is None or new is None:
        return None
    return old if (old.name, old.class_name) != (new.name, new.class_name) else None
