"""Was the wanted refactoring done? RefactoringMiner must report it on the wanted method."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from verifier.checks.case import Case
from verifier.domain.facts.detection import DetectionFacts, PlaceFact, RefactoringFact
from verifier.domain.facts.purity import EditFact
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.refactoring import Refactoring, RefactoringSide, WantedRefactoring
from verifier.domain.source import SkippedFile
from verifier.java_text.names import simple_name, to_dotted
from verifier.printable import list_first

MOST_LISTED = 20
MOST_FOUND = 50


class DetectionCheck:
    """Passes if a refactoring with the wanted type, class, method name and parameters is found.

    If none was named, any refactoring of a known type is accepted.
    """

    name = CheckName.DETECTION
    summary = "RefactoringMiner reports the wanted type on the wanted method"
    needs = (CheckName.APPLICATION,)

    def run(self, case: Case) -> CheckResult:
        """Compare the detected refactorings with the wanted one."""
        detection = case.detection
        found = case.matched
        data = DetectionFacts(
            matched=tuple(r.description for r in found),
            delegate=bool(found) and all(r.delegate for r in found),
            detected=tuple(r.description for r in detection.refactorings[:MOST_LISTED]),
            detected_count=len(detection.refactorings),
            skipped_files={s.path: s.reason for s in detection.skipped},
            found=tuple(map(_fact, found[:MOST_FOUND])),
            edits=() if found or case.wanted is not None else _edits(case),
        ).as_data()
        wanted = case.wanted
        if wanted is not None and found and (namesakes := case.find_namesakes()):
            here = next((r.before.file for r in found if r.before is not None), "")
            return CheckResult(
                check=self.name,
                status=Status.INCONCLUSIVE,
                reason=Reason.UNSUPPORTED,
                details=_ambiguous(wanted, here, namesakes),
                data=data,
            )
        if found:
            said = "" if case.wanted is not None else _list_descriptions(found)
            return CheckResult(check=self.name, status=Status.PASSED, details=said, data=data)
        if detection.skipped:
            spoiled = _is_spoiled(detection.skipped)
            names = ", ".join(f"{s.path} ({s.reason})" for s in detection.skipped)
            return CheckResult(
                check=self.name,
                status=Status.FAILED if spoiled else Status.INCONCLUSIVE,
                reason=Reason.NOT_DETECTED if spoiled else Reason.ANALYSIS,
                details=f"RefactoringMiner did not read {names}",
                data=data,
            )
        return CheckResult(
            check=self.name,
            status=Status.FAILED,
            reason=Reason.NOT_DETECTED,
            details=_absent(case),
            data=data,
        )


def _edits(case: Case) -> tuple[EditFact, ...]:
    """Return the edits of a change that no detected refactoring could explain."""
    found = case.left_over
    return tuple(edit.fact() for edit in (*found.edits, *found.not_compared)[:MOST_LISTED])


def _fact(found: Refactoring) -> RefactoringFact:
    purity = found.purity
    return RefactoringFact(
        type=found.type_name,
        description=found.description,
        before=_place(found.before),
        after=_place(found.after),
        purity=None if purity is None else purity.verdict,
        comment="" if purity is None else purity.comment or purity.description,
    )


def _place(side: RefactoringSide | None) -> PlaceFact | None:
    if side is None:
        return None
    lines = [r.start_line for r in side.ranges if r.file == side.file]
    return PlaceFact(file=side.file, line=min(lines, default=0), method=str(side.method))


def _absent(case: Case) -> str:
    """Describe what was not found, and what was found instead."""
    wanted, detected = case.wanted, case.detection.refactorings
    if wanted is not None:
        instead = f"; detected instead: {_list_descriptions(detected)}"
        return f"wanted {wanted}{instead}{_advice(wanted, detected) or case.unknown_method()}"
    if not detected:
        return "no refactoring was detected in this patch"
    return f"what was detected in this patch is of no type that is judged: {_list_descriptions(detected)}"


def _ambiguous(wanted: WantedRefactoring, here: str, namesakes: Sequence[str]) -> str:
    """Say that another file declares the wanted method too, and how to name the first one."""
    others = list_first(namesakes, 3)
    said = f"wanted {wanted}: it was done in {here}, and this method is also in {others}"
    folder = _folder(here, wanted)
    return f'{said}\nname a folder: --want "{replace(wanted, folder=folder)}"' if folder else said


def _folder(path: str, wanted: WantedRefactoring) -> str:
    """Return the folder of a file's module, or of its sources if no folder is the module's."""
    package = to_dotted(wanted.method.class_name).split(".")[:-1]
    sources = path.rpartition("/")[0].removesuffix("/".join(package)).rstrip("/")
    return sources.partition("/src/")[0]


def _is_spoiled(skipped: Iterable[SkippedFile]) -> bool:
    """Whether every unread file was readable before the candidate changed it."""
    sides: dict[str, set[str]] = {}
    for each in skipped:
        sides.setdefault(each.path, set()).add(each.reason.partition(":")[0])
    return all(found == {"after"} for found in sides.values())


def nearest(
    wanted: WantedRefactoring, refactorings: Iterable[Refactoring]
) -> WantedRefactoring | None:
    """Return the detected refactoring that is most similar to the wanted one.

    It must share the method's name, or its type and class; None if no refactoring does.
    """
    found = [r for r in refactorings if r.type is not None and r.before is not None]
    best = max(found, key=lambda r: _nearness(wanted, r), default=None)
    if best is None or best.type is None or best.before is None:
        return None
    if _nearness(wanted, best) < _NEAR:
        return None
    return WantedRefactoring.of_sides(best.type, best.before, best.after)


_NEAR = 3


def _nearness(wanted: WantedRefactoring, found: Refactoring) -> int:
    """Score the similarity.

    A shared method name weighs more than a shared class, and a shared class more than a shared
    type.
    """
    method = None if found.before is None else found.before.method
    if method is None:
        return 0
    same_class = simple_name(method.class_name) == simple_name(wanted.method.class_name)
    same_type = found.type is wanted.type
    return 4 * (method.name == wanted.method.name) + 2 * same_class + same_type


def _advice(wanted: WantedRefactoring, refactorings: Iterable[Refactoring]) -> str:
    near = nearest(wanted, refactorings)
    return "" if near is None else f'\nnearest: --want "{near.type}:{near.subject}"'


def _list_descriptions(refactorings: Sequence[Refactoring]) -> str:
    if not refactorings:
        return "nothing"
    return list_first([r.description for r in refactorings], 3, "; ")
