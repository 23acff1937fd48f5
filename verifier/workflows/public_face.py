"""The functions for programs and notebooks: few parameters, records in and out, no output."""

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring_traits import DEFAULT_TYPES, RefactoringType
from verifier.domain.verdict import Verdict
from verifier.mining.history import Selection
from verifier.mining.instances import Wanted
from verifier.mining.run import RunOptions
from verifier.mining.session import MiningRequest
from verifier.reports.ledger import read_ledger
from verifier.tools.records import load_jsonl, to_line
from verifier.tools.storage.files import replacing
from verifier.tools.storage.scratch import scratch_folder
from verifier.workflows.mining import MineRequest, mine_history

_INSTANCES = "instances.jsonl"


def mine(  # noqa: PLR0913 - a notebook names what it wants
    repository: str | Path,
    *,
    revisions: str = "HEAD",
    types: Sequence[RefactoringType] = DEFAULT_TYPES,
    include_impure: bool = False,
    jobs: int = 1,
    output: str | Path | None = None,
) -> list[Instance]:
    """Mine the pure method-level refactorings of a git history, oldest commit first.

    `repository` is a folder, which stays unchanged, or an address to clone. `revisions` is a git
    range. If `output` is a path that ends in `.jsonl`, the files of `refverify mine` stay there,
    and the same call continues after an interruption. `mine_history` takes every other step of the
    command.

    Raises:
        RepositoryError, InputError, StorageError, UsageError, MissingToolError: see each class.
    """
    with ExitStack() as stack:
        if output is None:
            folder = stack.enter_context(scratch_folder("face"))
            output = Path(folder, _INSTANCES)
        mining = MiningRequest(
            repository=str(repository),
            output=Path(output),
            selection=Selection(revisions=revisions),
            options=RunOptions(wanted=Wanted(types=tuple(types), include_impure=include_impure)),
            jobs=jobs,
        )
        return read_instances(mine_history(MineRequest(mining=mining)).instances)


def read_instances(path: str | Path) -> list[Instance]:
    """Read the instances of a JSONL file.

    Raises:
        InputError: the file, or a line of it, cannot be read.
    """
    return load_jsonl(Instance, Path(path))[0]


def read_predictions(path: str | Path) -> list[Prediction]:
    """Read the predictions of a JSONL file.

    Raises:
        InputError: the file, or a line of it, cannot be read.
    """
    return load_jsonl(Prediction, Path(path))[0]


def read_verdicts(*runs: str | Path) -> list[Verdict]:
    """Read the verdicts of run folders: the latest of each prediction, in a stable order.

    Raises:
        InputError: a folder is not a run, or its ledger is damaged.
    """
    return list(read_ledger([Path(run) for run in runs]).verdicts)


def write_records(
    path: str | Path, records: Iterable[Instance] | Iterable[Prediction] | Iterable[Verdict]
) -> None:
    """Write records as JSONL. The file appears complete or not at all, and the readers above accept
    it.

    Raises:
        StorageError: the file cannot be written.
    """
    with replacing(Path(path)) as stream:
        stream.writelines(map(to_line, records))
