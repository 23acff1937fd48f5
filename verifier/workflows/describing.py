"""`refverify describe`: write the texts of tasks and a page for their review, and say what it cost."""

from collections.abc import Sequence
from pathlib import Path

from verifier.console import Console
from verifier.generation.describing import DescribeRequest, describe
from verifier.generation.journal import sum_spending
from verifier.generation.spending import Spent
from verifier.generation.text_files import TextLine, TextSummary, review_page
from verifier.printable import pluralize
from verifier.tools.storage.files import refuse_to_overwrite, write_whole
from verifier.workflows.model_account import (
    OpenFor,
    account_of,
    describe_missing,
    describe_spent,
)


def write_texts(
    request: DescribeRequest, open_for: OpenFor, console: Console, review: Path | None = None
) -> tuple[TextSummary, Spent]:
    """Write the texts that are missing, and the page for a review. Return what was written and spent.

    Raises:
        EndpointError, InputError, UsageError, ConfigError, RepositoryError, StorageError: see each
            class.
    """
    paths = request.output
    written = (paths.texts, paths.journal, paths.costs, review)
    refuse_to_overwrite((request.tasks, request.pull_requests), written)
    before = sum_spending(paths.journal, TextLine)
    with account_of(paths.costs, paths.journal, open_for, before, fresh=request.force) as account:
        summary = describe(request, account.open_model, console, account.spent)
    if review is not None:
        write_whole(review, review_page(summary.texts).encode())
    return summary, account.spent


def closing_lines(request: DescribeRequest, summary: TextSummary, spent: Spent) -> Sequence[str]:
    """Say what was written and spent, and what is missing."""
    parts = [f"{pluralize(summary.tasks, 'task')}, {pluralize(len(summary.texts), 'text')}"]
    parts += describe_missing(summary.missing)
    if summary.leaking:
        parts.append(f"{pluralize(summary.leaking, 'open text')} with names of the solution")
    parts.append(describe_spent(spent))
    again = "; run the same command again for what is missing" if summary.missing else ""
    return ["; ".join(parts), f"wrote {request.output.texts}{again}"]
