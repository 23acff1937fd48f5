"""Problems that kept validation from a result, one line per reason."""

from collections import Counter
from collections.abc import Iterator

from verifier.domain.outcome import Reason, Status
from verifier.domain.validation import Step, StepResult
from verifier.printable import printable


class Troubles:
    """Counts the steps without a result by reason, and keeps the first detail of each."""

    def __init__(self) -> None:
        self._counts: Counter[Reason] = Counter()
        self._first: dict[Reason, str] = {}

    def add(self, lost: tuple[Step, StepResult] | None) -> None:
        """Add the step that stopped an instance. It counts only if it is inconclusive."""
        if lost is None or lost[1].status is not Status.INCONCLUSIVE or lost[1].reason is None:
            return
        self._counts[lost[1].reason] += 1
        if lost[1].details:
            self._first.setdefault(lost[1].reason, f"{lost[0]}: {lost[1].details}")

    def texts(self) -> Iterator[str]:
        """One line per reason, the most frequent first."""
        for reason, count in self._counts.most_common():
            first = printable(self._first.get(reason, "").partition("\n")[0])
            yield f"{count} without an answer: {reason}" + (f" ({first})" if first else "")
