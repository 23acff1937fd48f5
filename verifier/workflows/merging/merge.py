"""`refverify merge`: read the shards of a job, refuse what does not fit, and write their results as one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.domain.shard import ShardKind
from verifier.errors import StorageError, UsageError
from verifier.workflows.merging.given import (
    FOLDERS,
    GivenShard,
    MissingShard,
    find_missing,
    find_shard,
    refuse_altered_keys,
    refuse_mixture,
)
from verifier.workflows.merging.journals import name_next_to
from verifier.workflows.merging.reading import read_results

_UNITS = {
    ShardKind.MINING: "commits",
    ShardKind.REPOSITORIES: "repositories",
    ShardKind.VALIDATION: "instances",
    ShardKind.CONTEXT: "instances",
    ShardKind.GENERATION: "samples",
    ShardKind.JUDGEMENT: "predictions",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class MergeResult:
    """What a merge found and wrote.

    `written` is the number of keys with a result, and None if nothing was written because some are
    missing. `unsettled` is the number of keys with open results only. `command` are the words of the ordinary command that writes the final files; empty if the
    files are final already.
    """

    kind: ShardKind
    count: int
    all_keys: int
    missing: tuple[MissingShard, ...]
    written: int | None
    unsettled: int
    output: Path
    command: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def is_final(self) -> bool:
        """Whether the merge writes final files, and not a journal from which a command writes them."""
        return self.kind in FOLDERS

    @property
    def units(self) -> str:
        """What the keys are, as a plural."""
        return _UNITS[self.kind]


def merge_shards(
    paths: Sequence[Path],
    output: Path,
    *,
    allow_missing: bool = False,
    begin: Callable[[], object] = lambda: None,
) -> MergeResult:
    """Put shards together. `output` is what the ordinary command would be given as its output.

    Without `allow_missing`, nothing is written if a shard or a result is missing. `begin` is called just
    before something is written.

    Raises:
        UsageError: the shards do not belong together, or the output is there already.
        InputError: a line cannot be read, or two lasting results of a key differ.
        StorageError: the output cannot be written.
    """
    shards = sorted(map(find_shard, _each_once(paths)), key=lambda each: each.header.shard.index)
    refuse_mixture(shards)
    refuse_altered_keys(shards)
    first = shards[0].header
    refuse_existing(output, first.kind)
    _refuse_inside(output, shards)
    results = read_results(shards)
    index = results.index
    index.refuse_contradictions()
    missing = find_missing(shards, set(index.keys))
    goes_on = allow_missing or not missing
    if goes_on:
        begin()
    return MergeResult(
        kind=first.kind,
        count=first.shard.count,
        all_keys=first.all_keys,
        missing=missing,
        written=results.write(output) if goes_on else None,
        unsettled=sum(index.choose(key).is_open for key in index.keys),
        output=output,
        command=() if first.kind in FOLDERS else first.command,
        notices=results.notices,
    )


def _each_once(paths: Sequence[Path]) -> list[Path]:
    return list({path.resolve(): path for path in paths}.values())


def list_outputs(output: Path, kind: ShardKind) -> tuple[Path, ...]:
    """Return the files and folders that a merge writes."""
    others = () if kind in FOLDERS else (".journal.jsonl", ".costs.jsonl", ".golden")
    return (output, *(name_next_to(output, ending) for ending in others))


def refuse_existing(output: Path, kind: ShardKind) -> None:
    """Refuse to replace files: a run may have written them, and there may be no copy.

    Raises:
        UsageError: the output is there. StorageError: its folder is not there.
    """
    for target in list_outputs(output, kind):
        if target.exists():
            raise UsageError(f"{target} exists already", hint="Give another OUT, or remove it.")
    if not output.absolute().parent.is_dir():
        raise StorageError(
            f"{output.absolute().parent}: no such folder",
            hint="Make it first, or give another OUT.",
        )


def _refuse_inside(output: Path, shards: Sequence[GivenShard]) -> None:
    """Refuse to write into a folder that is copied.

    Raises:
        UsageError: the output is in the folder of a shard.
    """
    parents = output.resolve().parents
    for each in shards:
        if each.header.kind in FOLDERS and each.output.resolve() in parents:
            raise UsageError(f"{output} is inside a shard: {each.output}", hint="Give another OUT.")
