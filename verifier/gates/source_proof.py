"""Prove a change on its sources, against the jars that are on this machine."""

import logging
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

from verifier.checks.proof import READ, proof_result
from verifier.domain.facts.detection import DetectionFacts
from verifier.domain.libraries import FoundLibraries
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.proof import DifferenceReason, Proof
from verifier.domain.proof_request import MethodHint, ProofRequest, SourceVersion
from verifier.domain.refactoring import MethodId
from verifier.domain.refactoring_traits import traits_of
from verifier.domain.source import Analysis, Tree
from verifier.errors import AnalysisError, CacheError
from verifier.gates.answer import Checks, find_result
from verifier.gates.doubts import missing_types
from verifier.judging.change import CandidateChange
from verifier.libraries.finding import LibraryFinder
from verifier.libraries.requests import with_class_path
from verifier.proving.prediction import source_request
from verifier.tools.git.repository import Repository
from verifier.tools.records import facts_of

logger = logging.getLogger(__name__)

_IMPORT = re.compile(r"(?m)^\s*import\s+(?:static\s+)?([\w.]+)")
_PLATFORM = ("java.", "javax.", "jdk.", "sun.", "org.w3c.dom.", "org.xml.sax.")
"""Packages that the Java platform usually has. The prover reports missing types of these packages."""


@dataclass(frozen=True, kw_only=True)
class SourceProver:
    """Proves changes of a repository on their sources; `libraries` finds class paths."""

    analysis: Analysis
    repository: Repository
    libraries: LibraryFinder

    def result(self, change: CandidateChange, checks: Checks) -> CheckResult:
        """Prove a change, with what other checks detected as a hint.

        Raises:
            RepositoryError: an object is missing.
        """
        applied = find_result(checks, CheckName.APPLICATION)
        if applied is None or applied.status is not Status.PASSED:
            return _no_proof(Status.NOT_APPLICABLE, Reason.NOT_REACHED, "needs application")
        started = time.monotonic()
        request = source_request(change.commit, change.base, change.applied)
        request = replace(request, hints=_hints(checks))
        try:
            proof = self._proof(request, change.base_commit)
        except AnalysisError as error:
            logger.info("no proof on the sources: %s", error)
            return _no_proof(Status.INCONCLUSIVE, Reason.ANALYSIS, error.message)
        seconds = round(time.monotonic() - started, 3)
        return replace(proof_result(proof, READ), seconds=seconds)

    def _proof(self, request: ProofRequest, base: str) -> Proof:
        """Prove the change; look for jars only if an import or a missing type needs them."""
        found = (
            self._find_libraries(request, base) if self._imports_libraries(request, base) else None
        )
        proof = self.analysis.prove(_against(request, found))
        if found is None and _lacks_types(proof):
            found = self._find_libraries(request, base)
            if found.jars:
                proof = self.analysis.prove(_against(request, found))
        return with_class_path(proof, None if found is None else found.record)

    def _find_libraries(self, request: ProofRequest, base: str) -> FoundLibraries:
        changed = request.changed.sources if request.changed is not None else frozenset()
        try:
            return self.libraries.find(self.repository, base, changed)
        except CacheError as error:
            logger.info("no class path: %s", error)
            return FoundLibraries()

    def _imports_libraries(self, request: ProofRequest, base: str) -> bool:
        after = request.after.changes if isinstance(request.after, SourceVersion) else {}
        return imports_libraries(
            (text for text in after.values() if text is not None), self.repository.tree(base)
        )


def imports_libraries(texts: Iterable[str], tree: Tree) -> bool:
    """Tell whether an import in some sources is neither in the tree nor in the Java platform."""
    names = {name for text in texts for name in _IMPORT.findall(text)}
    wanted = {name for name in names if not name.startswith(_PLATFORM)}
    if not wanted:
        return False
    folders = {path.rpartition("/")[0] for path in tree.paths() if path.endswith(".java")}
    ends = {end for folder in folders for end in _ends(folder)}
    return any(_package_of(name) not in ends for name in wanted)


def _ends(folder: str) -> Iterable[str]:
    """Return the folder as a package name relative to each folder above it."""
    parts = folder.split("/")
    return (".".join(parts[at:]) for at in range(len(parts)))


def _package_of(name: str) -> str:
    """Return the package of an imported name: the parts before the first capitalised one."""
    parts = name.rstrip(".").split(".")
    first = next((n for n, part in enumerate(parts) if part[:1].isupper()), len(parts))
    return ".".join(parts[:first])


def _against(request: ProofRequest, found: FoundLibraries | None) -> ProofRequest:
    return request if found is None else replace(request, class_path=found.jars)


def _lacks_types(proof: Proof) -> bool:
    first = proof.first_difference
    unresolved = first is not None and first.reason is DifferenceReason.UNRESOLVED
    return unresolved or bool(missing_types(proof.assumptions)) or bool(proof.compile_errors)


def _no_proof(status: Status, reason: Reason, details: str) -> CheckResult:
    return CheckResult(check=CheckName.PROOF, status=status, reason=reason, details=details)


def _hints(checks: Checks) -> tuple[MethodHint, ...]:
    """Say what the moved and renamed methods became, from what was detected."""
    facts = facts_of(find_result(checks, CheckName.DETECTION), DetectionFacts)
    hints = []
    for each in () if facts is None else facts.found or ():
        if traits_of(each.type).relocates and each.before and each.after:
            # Some spellings, such as a constructor of a nested generic class, cannot be parsed.
            with suppress(ValueError):
                old, new = (MethodId.parse(side.method) for side in (each.before, each.after))
                hints.append(MethodHint(before=old, after=new))
    return tuple(hints)
