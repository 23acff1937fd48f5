"""What a reviewer still has to read: the change without the files that are fully explained."""

from collections.abc import Container, Iterator

from verifier.checks.purity import MOST_LISTED
from verifier.domain.facts.purity import PurityFacts
from verifier.domain.gate import Answers, AsideWhy, BehaviourAnswer, Extent, Residual
from verifier.domain.outcome import CheckName, Status
from verifier.domain.purity import PurityVerdict
from verifier.gates.compile_errors import may_not_compile
from verifier.gates.judged import Judged
from verifier.tools.git.repository import Repository
from verifier.tools.records import facts_of


def residual_of(
    repository: Repository, base: str, head: str, judged: Judged
) -> tuple[Residual, bytes]:
    """Return the files that are left and their patch; it applies to the base plus all other files.

    A file is explained if refactorings account for every edit in it. If this is not known per file,
    all files are left. If a change is proved, or tested and only refactoring, only files that were
    allowed without a check are left.
    """
    changed = frozenset(entry.path for entry in repository.list_changed_entries(base, head))
    left = frozenset(_list_residual(judged, changed))
    patch = residual_patch(repository, base, head, left)
    lines = patch.split(b"\n")
    return Residual(
        files=tuple(sorted(left)),
        added=sum(line.startswith(b"+") and not line.startswith(b"+++ ") for line in lines),
        removed=sum(line.startswith(b"-") and not line.startswith(b"--- ") for line in lines),
    ), patch


def residual_patch(repository: Repository, base: str, head: str, left: Container[str]) -> bytes:
    """Return the patch of the files that are left; it applies to the base plus all other files."""
    entries = repository.list_changed_entries(base, head)
    explained = [entry for entry in entries if entry.path not in left]
    if len(explained) == len(entries):
        return b""
    middle = repository.commit_on(base, explained) if explained else base
    return repository.patch_bytes(middle, head)


def _list_residual(judged: Judged, changed: frozenset[str]) -> Iterator[str]:
    aside = {each.path: each.why for each in judged.division.aside}
    yield from (p for p, why in aside.items() if why is not AsideWhy.DOCUMENTATION)
    if judged.unit.behaviour is None:
        return
    code = changed - aside.keys()
    named = _list_named(judged)
    yield from code if named is None else code & named


def _list_named(judged: Judged) -> frozenset[str] | None:
    """Return the files with an unexplained edit; None if they are not known one by one."""
    unit, shown = judged.unit, judged.shown
    if _is_explained(unit) or (shown is not None and _is_explained(shown)):
        return frozenset()
    left_open = any(c.status in _OPEN and c.check not in _BY_FILE for c in judged.checks)
    if left_open or unit.refactoring is not Extent.MORE or may_not_compile(judged.checks):
        return None
    purity = next((c for c in judged.checks if c.check is CheckName.PURITY), None)
    facts = facts_of(purity, PurityFacts)
    if facts is None or facts.residue_count > len(facts.edits):
        return None
    if len(facts.not_compared) >= MOST_LISTED:
        return None
    impure = [r for r in judged.unit.refactorings if r.purity == PurityVerdict.IMPURE]
    files = [edit.file for edit in (*facts.edits, *facts.not_compared)]
    files += [file for each in impure for file in (each.before_file, each.file)]
    return None if "" in files else frozenset(files)


def _is_explained(answers: Answers) -> bool:
    tested = answers.behaviour is BehaviourAnswer.TESTED
    proved = answers.behaviour is BehaviourAnswer.PROVED
    return proved or (tested and answers.refactoring is Extent.ONLY)


_OPEN = frozenset({Status.FAILED, Status.INCONCLUSIVE})
_BY_FILE = frozenset({CheckName.PURITY, CheckName.PROOF})
