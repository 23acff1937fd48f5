"""Analyse one commit, and turn a failure into the commit's outcome."""

import re
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.analysis.commit_detection import CommitDetection, CommitQuestion
from verifier.analysis.pool import AnalysisPool
from verifier.errors import AnalysisError, AnalysisOutOfMemory, AnalysisTimeout, RepositoryError
from verifier.mining.commit import CommitStatus, MinedCommit

_PATH = re.compile(r"(?<![\w./])/(?:[^\s/:]+/)+([^\s/:]+)")
_LONGEST_REASON = 300


ClassPathOf = Callable[[str], tuple[Path, ...]]
"""Gives the class path of a commit."""


@dataclass(frozen=True, kw_only=True)
class PoolAnalyser:
    """Sends the commits of one repository to an analysis pool.

    With `class_path`, refactorings are proved against the class path of the commit's parent.
    """

    pool: AnalysisPool
    git_dir: Path
    question: CommitQuestion
    window: int
    class_path: ClassPathOf | None = None

    def submit(self, commit: str, parent: str) -> Future[CommitDetection]:
        """Start the analysis of one commit."""
        question = self.question
        if self.class_path is not None:
            question = replace(question, prove_against=self.class_path(parent))
        return self.pool.submit_commit(self.git_dir, commit, parent, question)


def record_commit(commit: str, parent: str, future: Future[CommitDetection]) -> MinedCommit:
    """Return the record of a finished analysis. A failure of this commit becomes its status.

    Raises:
        VerifierError: the commit is not the cause (no Java runtime, a full disk).
    """
    try:
        found = future.result()
    except AnalysisTimeout as error:
        return _fail(commit, parent, CommitStatus.TIMEOUT, error.message)
    except AnalysisOutOfMemory as error:
        return _fail(commit, parent, CommitStatus.OUT_OF_MEMORY, error.message)
    except (AnalysisError, RepositoryError) as error:
        return _fail(commit, parent, CommitStatus.ERROR, error.message)
    detection = found.detection
    return MinedCommit(
        commit=commit,
        parent=parent,
        status=_status(found),
        seconds=found.milliseconds / 1000,
        refactorings=detection.refactorings,
        skipped_files=detection.skipped,
        sources=found.sources,
    )


def _status(found: CommitDetection) -> CommitStatus:
    if found.same_methods:
        return CommitStatus.SAME_METHODS
    return CommitStatus.OK if found.detection.refactorings else CommitStatus.NONE


def _fail(commit: str, parent: str, status: CommitStatus, reason: str) -> MinedCommit:
    return MinedCommit(commit=commit, parent=parent, status=status, reason=_without_places(reason))


def _without_places(reason: str) -> str:
    """Keep the first line, and only the last name of absolute paths: records name no machine."""
    return _PATH.sub(r"\1", reason.split("\n", 1)[0])[:_LONGEST_REASON]
