"""Read the results of shards of any kind, and write them as one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.domain.shard import ShardKind
from verifier.validation.output import ValidatedPaths
from verifier.workflows.merging.given import GivenShard, order_keys
from verifier.workflows.merging.journals import index_journals, merge_costs, write_journal
from verifier.workflows.merging.lines import LineIndex
from verifier.workflows.merging.lists import index_lists, write_list
from verifier.workflows.merging.runs import IndexedRuns, index_runs, write_run


@dataclass(frozen=True, kw_only=True, slots=True)
class ShardResults:
    """The results of the shards of a job by key, and notices about lines that are left out.

    `write` writes the results of all shards to the output of the whole job, and returns their number.
    """

    index: LineIndex
    write: Callable[[Path], int]
    notices: tuple[str, ...] = ()


def read_results(shards: Sequence[GivenShard]) -> ShardResults:
    """Read the results of shards of one kind.

    Raises:
        InputError: a line cannot be read, or two lasting results of the golden runs differ.
        UsageError: two shards have different tools.
    """
    match shards[0].header.kind:
        case ShardKind.REPOSITORIES:
            listed = index_lists(shards)
            return ShardResults(index=listed, write=lambda to: write_list(shards, listed, to))
        case ShardKind.JUDGEMENT:
            runs = index_runs([each.output for each in shards])
            return ShardResults(
                index=runs.verdicts,
                write=lambda to: write_run(runs, order_keys(shards), to),
                notices=tuple(runs.notices),
            )
        case ShardKind.VALIDATION:
            golden = index_runs([folder for s in shards if (folder := _golden(s.output)).is_dir()])
            golden.verdicts.refuse_contradictions()
            return _read_journals(shards, golden)
        case _:
            return _read_journals(shards, IndexedRuns(folders=()))


def _golden(instances: Path) -> Path:
    return ValidatedPaths(instances=instances).golden


def _read_journals(shards: Sequence[GivenShard], golden: IndexedRuns) -> ShardResults:
    index = index_journals(shards)

    def write(output: Path) -> int:
        if golden.folders:
            write_run(golden, (), _golden(output))
        merge_costs(shards, output)
        # The journal comes last: a merge that was killed can be repeated.
        return write_journal(shards, index, output)

    return ShardResults(index=index, write=write, notices=tuple(golden.notices))
