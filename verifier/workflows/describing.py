"""`refverify describe`: write the texts of tasks and a page for their review, and say what it cost."""

from collections.abc import Sequence
from pathlib import Path

from verifier.console import Console
from verifier.generation.describing import DescribeRequest, describe
from verifier.generation.run import Spent
from verifier.generation.text_files import TextSummary, review_page, spent_on_texts
from verifier.printable import counted
from verifier.tools.storage.files import write_whole
from verifier.workflows.asking import OpenFor, account_of


def write_texts(
    request: DescribeRequest, opened: OpenFor, console: Console, review: Path | None = None
) -> tuple[TextSummary, Spent]:
    """Write the texts that are missing, and the page for a review. Return what was written and spent.

    Raises:
        EndpointError, InputError, UsageError, ConfigError, RepositoryError, StorageError: see each
            class.
    """
    paths = request.output
    before = spent_on_texts(paths.journal)
    with account_of(paths.costs, paths.journal, opened, before, fresh=request.force) as account:
        summary = describe(request, account.opened, console, account.spent)
    if review is not None:
        write_whole(review, review_page(summary.texts).encode())
    return summary, account.spent


def closing_lines(request: DescribeRequest, summary: TextSummary, spent: Spent) -> Sequence[str]:
    """Say what was written and spent, and what is missing."""
    parts = [f"{counted(summary.tasks, 'task')}, {counted(len(summary.texts), 'text')}"]
    if summary.missing:
        reasons = ", ".join(f"{reason} {number}" for reason, number in summary.missing.items())
        parts.append(f"missing {sum(summary.missing.values())} ({reasons})")
    if summary.leaking:
        parts.append(f"{counted(summary.leaking, 'open text')} with names of the solution")
    parts.append(f"this call: {spent.words}")
    again = "; run the same command again for what is missing" if summary.missing else ""
    return ["; ".join(parts), f"wrote {request.output.texts}{again}"]
