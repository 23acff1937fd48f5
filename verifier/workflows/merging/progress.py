"""Read from the files of shards how far their job is."""

import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from verifier.domain.job import ShardedJobProgress, ShardProgress
from verifier.domain.shard import ShardKind
from verifier.validation.output import ValidatedPaths
from verifier.workflows.merging.given import FOLDERS, GivenShard, find_shard, refuse_mixture
from verifier.workflows.merging.journals import name_next_to
from verifier.workflows.merging.lines import LineIndex
from verifier.workflows.merging.reading import read_results


def read_progress(paths: Sequence[Path]) -> ShardedJobProgress:
    """Return the progress of the shards of one job.

    A line that is being written does not count. What a merge refuses is refused here too, except for
    missing results.

    Raises:
        UsageError: the shards do not belong together.
        InputError: there is no shard, or a line cannot be read.
    """
    shards = sorted(map(find_shard, paths), key=lambda each: each.header.shard.index)
    refuse_mixture(shards)
    index, reasons = read_results(shards).index, Counter[str]()
    header = shards[0].header
    by_number = {each.header.shard.index: each for each in shards}
    return ShardedJobProgress(
        kind=header.kind,
        shards=tuple(_count(each, index, reasons) for each in by_number.values()),
        missing_shards=header.shard.count - len(by_number),
        reasons=dict(reasons.most_common()),
        free_bytes=shutil.disk_usage(shards[0].file.parent).free,
    )


def measure_progress(
    paths: Sequence[Path], seconds: float, sleep: Callable[[float], None] = time.sleep
) -> ShardedJobProgress:
    """Read the progress twice, so many seconds apart, and add the rate between.

    Raises:
        UsageError, InputError: see `read_progress`.
    """
    first = read_progress(paths)
    sleep(seconds)
    second = read_progress(paths)
    added = first.unfinished - second.unfinished
    return replace(second, units_per_hour=added * 3600 / seconds)


def _count(shard: GivenShard, index: LineIndex, reasons: Counter[str]) -> ShardProgress:
    done = failed = still_open = left = 0
    known = index.known
    for key in shard.plan.keys:
        if key.key not in known:
            left += 1
            continue
        place = index.choose(key.key)
        if place.failure:
            reasons[place.failure] += 1
        if place.is_open:
            still_open += 1
        elif place.failure:
            failed += 1
        else:
            done += 1
    return ShardProgress(
        shard=shard.header.shard,
        keys=len(shard.plan.keys),
        done=done,
        failed=failed,
        open=still_open,
        left=left,
        bytes=sum(_sizes(shard)),
    )


def _sizes(shard: GivenShard) -> Iterator[int]:
    """Yield the size of each file of a shard. Files that vanish meanwhile do not count."""
    if shard.header.kind in FOLDERS:
        folders, files = [shard.output], list[Path]()
    else:
        golden = ValidatedPaths(instances=shard.output).golden
        folders = [golden] if shard.header.kind is ShardKind.VALIDATION else []
        files = [shard.file, name_next_to(shard.output, ".journal.jsonl")]
    every = [*files, *(path for folder in folders for path in folder.rglob("*"))]
    for path in every:
        if path.is_file() and not path.is_symlink():
            yield path.stat().st_size
