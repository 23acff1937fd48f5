"""Do all stages of a benchmark in several ways, and compare the files of each with those of one call.

    python -m bench.shards FOLDER --repo NAME=PATH [--ways one,jobs,1,2,7,ray,killed] [--sample 4]
        [--kills 10] [--seed 1] [--rev RANGE] [--max-commits N] [--answers FILE] [--share-cache]
        [--only-mine] [-- WORD ...]

The stages are mine, prepare, context, validate, generate and verify. An endpoint on this machine answers
`generate`. `one` is one call of each stage with one job, and always comes first; `jobs` has two jobs; a
number is a number of shards, then merged; `ray` is a cluster of two nodes on this machine; `killed` is one
call that is killed (SIGKILL) at moments drawn with the seed, and repeated. Each way has a cache of its own
with nothing but the dependencies of the first, unless they share one. A later call in the same folder can
add ways, and compares them with the same `one`. Words after -- are for the commands that build.

A line for each way says how many files are equal. The exit status is 1 if a file differs, or if the counts
of a stage are not those of the stage before.
"""

import argparse
import hashlib
import json
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.killed import seed
from bench.shard_results import find_differences, find_wrong_sums, list_files
from bench.shard_ways import KilledWay, RayWay, ShardedWay, Subject, Way, count_lines, draw_moments
from bench.tables import as_table
from tests.support.fake_endpoint import Answer, FakeEndpoint

FIRST = "one"
_WAYS = f"{FIRST},jobs,1,2,7,ray,killed"
_SECONDS_TO_ANSWER = 0.3
"""How long the endpoint thinks, so that `generate` can be killed meanwhile."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WayRow:
    """A way: its files, how many are equal to those of one call, wrong sums, kills that hit, and its time."""

    repository: str
    way: str
    files: int
    equal: int
    wrong_sums: int
    kills: int | None
    seconds: float


def answer_prompts(
    recorded: Sequence[Mapping[str, str]],
) -> Callable[[Mapping[str, Any], int], Answer]:
    """Answer a prompt with the first recorded answer whose text it contains, or else with its hash."""

    def choose(body: Mapping[str, Any], _number: int) -> Answer:
        time.sleep(_SECONDS_TO_ANSWER)
        text = "\n".join(str(message["content"]) for message in body["messages"])
        digest = hashlib.sha256(text.encode()).hexdigest()
        found = next((each["answer"] for each in recorded if each["contains"] in text), digest)
        return Answer(text=found)

    return choose


def open_endpoint(folder: Path, recorded: Sequence[Mapping[str, str]]) -> FakeEndpoint:
    """Open the endpoint at the port that all calls in this folder use: predictions name it."""
    known = folder / "port"
    port = int(known.read_text()) if known.exists() else 0
    endpoint = FakeEndpoint(script=answer_prompts(recorded), port=port)
    folder.mkdir(parents=True, exist_ok=True)
    known.write_text(f"{endpoint.port}\n")
    return endpoint


def make_way(name: str, folder: Path, subject: Subject, given: argparse.Namespace, url: str) -> Way:
    """Make a way by its name. Its cache begins with the dependencies of the first way's cache."""
    first = folder / FIRST / "cache"
    cache = first if given.share_cache else folder / name / "cache"
    if name != FIRST and not given.share_cache:
        seed(cache, first)
    place = folder / name
    match name:
        case "one":
            return Way(folder=place, cache=cache)
        case "jobs":
            return Way(folder=place, cache=cache, jobs=2)
        case "ray":
            return RayWay(folder=place, cache=cache)
        case "killed":
            lines = {s.name: count_lines(folder / FIRST / s.journal) for s in subject.plan(url)}
            drawn = random.Random(given.seed)  # noqa: S311 - moments, no secrets
            moments = draw_moments(lines, given.kills, drawn)
            return KilledWay(folder=place, cache=cache, moments=moments, drawn=drawn)
        case _:
            return ShardedWay(folder=place, cache=cache, count=int(name))


def run_way(
    name: str, folder: Path, subject: Subject, given: argparse.Namespace, url: str
) -> tuple[WayRow, list[str]]:
    """Run one way, and compare it with the first one. Return its row, and what is wrong."""
    began = time.monotonic()
    way = make_way(name, folder, subject, given, url)
    done = way.folder / "done"
    if not done.exists():
        way.run_all(subject, url)
        kills = sum(way.hits.values()) if isinstance(way, KilledWay) else None
        done.write_text(json.dumps({"seconds": time.monotonic() - began, "kills": kills}))
    known = json.loads(done.read_text())
    differences = list(find_differences(folder / FIRST, way.folder))
    sums = list(find_wrong_sums(way.folder))
    files = len(list_files(folder / FIRST))
    row = WayRow(
        repository=subject.name,
        way=name,
        files=files,
        equal=files - len(differences),
        wrong_sums=len(sums),
        **known,
    )
    return row, [f"{name}: {line}" for line in (*differences, *sums)]


def main(arguments: Sequence[str]) -> int:
    """Print a line for each way, and what is wrong. The exit status is 1 if anything is."""
    words = list(arguments)
    at = words.index("--") if "--" in words else len(words)
    given = _parser().parse_args(words[:at])
    name, _, path = given.repo.partition("=")
    mine = [word for option in ("rev", "max_commits") for word in _option(option, given)]
    subject = Subject(
        name=name,
        repository=Path(path).resolve(),
        sample=given.sample,
        mine=tuple(mine),
        build=tuple(words[at + 1 :]),
        only_mine=given.only_mine,
    )
    recorded = [] if given.answers is None else json.loads(given.answers.read_bytes())
    rows, wrong = [], []
    with open_endpoint(given.folder, recorded) as endpoint:
        for way in dict.fromkeys((FIRST, *given.ways.split(","))):
            row, faults = run_way(way, given.folder.resolve(), subject, given, endpoint.url)
            rows.append(row)
            wrong += faults
            # Column names only above the first row.
            lines = as_table(rows).splitlines()
            sys.stdout.write(
                "\n".join([*(lines[:1] if len(rows) == 1 else []), lines[-1], *faults, ""])
            )
            sys.stdout.flush()
    sys.stdout.write(f"{len(wrong)} things are wrong\n")
    return int(bool(wrong))


def _option(name: str, given: argparse.Namespace) -> tuple[str, ...]:
    value = getattr(given, name)
    return () if value is None else (f"--{name.replace('_', '-')}", str(value))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="a new folder for everything")
    parser.add_argument("--repo", required=True, help="NAME=PATH of a local repository")
    parser.add_argument("--ways", default=_WAYS)
    parser.add_argument("--sample", type=int, default=4, help="instances that are built")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rev")
    parser.add_argument("--max-commits", type=int)
    parser.add_argument("--answers", type=Path, help="JSON list of recorded answers")
    parser.add_argument("--share-cache", action="store_true", help="build each base once")
    parser.add_argument("--only-mine", action="store_true")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
