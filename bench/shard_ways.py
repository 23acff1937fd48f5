"""Run every stage of a benchmark in one of several ways: one call, jobs, shards, Ray, or calls that are killed.

Each way has a folder of its own, in which the commands and the names of their files are the same.
"""

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.command import REFVERIFY
from tests.support.fake_endpoint import MODEL

ROOT = Path(__file__).resolve().parents[1]
_RAY = (sys.executable, str(ROOT / "scripts" / "ray-cluster"))
_DONE = frozenset({0, 3})
"""Exit codes of a command that wrote its files; with 3 some results are open."""
_LONGEST_PAUSE = 0.5
"""Most seconds between the line of a journal that is waited for and the kill."""
_GENERATED, _GOLDEN, _EMPTY = "predictions.jsonl", "golden.jsonl", "empty.jsonl"
JUDGED = "judged.jsonl"
"""The predictions that are judged: the answers of the endpoint, the golden ones and the empty ones."""
SAMPLE, TASKS = "sample.jsonl", "tasks.jsonl"
"""The sample of the instances that is built, and the same with context."""


class WayFailed(Exception):
    """A command ended with an error; the message has its last words."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StagePlan:
    """A command without its output, the option and the name of the output, and the journal of its work.

    `is_divided` says that `--shard` and `merge` exist for it.
    """

    name: str
    words: tuple[str, ...]
    option: str
    output: str
    journal: str
    is_divided: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Subject:
    """A repository and what is done with it.

    `sample` is the number of instances that are built. `mine` and `build` are more words for the commands
    that mine and that build. With `only_mine`, nothing else is done.
    """

    name: str
    repository: Path
    sample: int = 4
    mine: tuple[str, ...] = ()
    build: tuple[str, ...] = ()
    only_mine: bool = False

    @property
    def named(self) -> tuple[str, ...]:
        """The options that name the repository."""
        return ("--repo", f"{self.name}={self.repository}")

    def plan(self, endpoint: str) -> Iterator[StagePlan]:
        """Yield the stages in their order. `endpoint` is the address that answers `generate`."""
        mine = ("mine", str(self.repository), "--name", self.name, *self.mine)
        yield StagePlan(
            name="mine",
            words=mine,
            option="-o",
            output="instances.jsonl",
            journal="instances.journal.jsonl",
        )
        if self.only_mine:
            return
        build = (*self.named, *self.build)
        asked = ("--model", MODEL, "--base-url", endpoint, "--api-key-env", "-")
        for name, words, option, output, journal in (
            (
                "prepare",
                ("-i", SAMPLE, *build),
                "-o",
                "sample.bases.jsonl",
                "sample.bases.jsonl",
            ),
            # After prepare, because it takes the class paths of prepared bases.
            ("context", ("-i", SAMPLE, *self.named), "-o", TASKS, "tasks.journal.jsonl"),
            (
                "validate",
                ("-i", TASKS, *build),
                "-o",
                "tasks.validated.jsonl",
                "tasks.validated.journal.jsonl",
            ),
            (
                "generate",
                ("-i", TASKS, *asked, "--samples", "2", "--jobs", "1"),
                "-o",
                _GENERATED,
                "predictions.journal.jsonl",
            ),
            ("verify", (JUDGED, "-i", TASKS, *build), "--run", "run", "run/verdicts.jsonl"),
        ):
            yield StagePlan(
                name=name,
                words=(name, *words),
                option=option,
                output=output,
                journal=journal,
                is_divided=name != "prepare",
            )


@dataclass(kw_only=True, slots=True)
class Way:
    """One call for each stage, in `folder`, with a cache. Other ways replace `run`."""

    folder: Path
    cache: Path
    jobs: int = 1
    environment: dict[str, str] = field(default_factory=dict)

    def run_all(self, subject: Subject, endpoint: str) -> None:
        """Run every stage, and between them write the files that the next one reads."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.opened():
            for stage in subject.plan(endpoint):
                if stage.name == "prepare":
                    take_sample(self.folder, subject.sample)
                if stage.name == "verify":
                    self.collect(subject)
                self.run(stage)

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Start what the way needs, and stop it at the end of the block."""
        yield

    def run(self, stage: StagePlan) -> None:
        """Run one stage to its end."""
        self.call(*stage.words, *self.jobs_of(stage), stage.option, stage.output)

    def jobs_of(self, stage: StagePlan) -> tuple[str, ...]:
        """The option for the number of jobs. `generate` has its own."""
        return () if stage.name == "generate" else ("--jobs", str(self.jobs))

    def collect(self, subject: Subject) -> None:
        """Write the predictions to judge."""
        self.call("predictions", "golden", "-i", TASKS, *subject.named, "-o", _GOLDEN)
        self.call("predictions", "empty", "-i", TASKS, "-o", _EMPTY)
        parts = [(self.folder / name).read_bytes() for name in (_GENERATED, _GOLDEN, _EMPTY)]
        (self.folder / JUDGED).write_bytes(b"".join(parts))

    def call(self, *words: str) -> None:
        """Call refverify in the folder of the way.

        Raises:
            WayFailed: it ends with an error.
        """
        running = self.start(words)
        if (code := running.wait()) not in _DONE:
            said = self.log.read_text("utf-8", "replace")[-2000:]
            raise WayFailed(f"{' '.join(words)} ended with {code}: {said}")

    @property
    def log(self) -> Path:
        """The log of all commands."""
        return self.folder / "log"

    def start(self, words: Sequence[str]) -> "subprocess.Popen[bytes]":
        """Start refverify in the folder of the way, in a session of its own."""
        env = {**os.environ, "REFVERIFY_CACHE": str(self.cache), **self.environment}
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [*REFVERIFY, "-q", *words],
                cwd=self.folder,
                env=env,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )


def take_sample(folder: Path, count: int) -> None:
    """Write `sample.jsonl`: so many instances, evenly spaced in the file of all."""
    lines = (folder / "instances.jsonl").read_bytes().splitlines(keepends=True)
    chosen = min(count, len(lines))
    places = [number * len(lines) // chosen for number in range(chosen)]
    (folder / SAMPLE).write_bytes(b"".join(lines[place] for place in places))


@dataclass(kw_only=True, slots=True)
class ShardedWay(Way):
    """Each stage is done in `count` shards, one after the other, and merged."""

    count: int

    def run(self, stage: StagePlan) -> None:
        """Do the shards, and merge them. A stage without a merge writes one file for each shard."""
        outputs = []
        for index in range(self.count):
            output = f"shards/{index}/{stage.output}"
            (self.folder / output).parent.mkdir(parents=True, exist_ok=True)
            shard = ("--shard", f"{index}/{self.count}")
            self.call(*stage.words, *self.jobs_of(stage), *shard, stage.option, output)
            outputs.append(output)
        if stage.is_divided:
            self.call("merge", stage.output, *outputs)
        else:
            parts = [(self.folder / each).read_bytes() for each in outputs]
            (self.folder / stage.output).write_bytes(b"".join(parts))


@dataclass(kw_only=True, slots=True)
class RayWay(Way):
    """Each stage is one call with `--engine ray`, on two nodes of this machine with a slot each."""

    address: str = ""

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Start the cluster, with the cache of this way. Ray needs a short path for its sockets."""
        env = {
            **os.environ,
            "REFVERIFY_CACHE": str(self.cache),
            "REFVERIFY_RAY_STATE": f"/tmp/refverify-ray-{os.getpid()}",  # noqa: S108 - no secrets
        }
        start = [*_RAY, "start"]
        said = subprocess.run(start, env=env, capture_output=True, text=True, check=True).stdout
        self.environment.update(re.findall(r"(RAY_\w+)=(\S+)", said))
        self.address = said.split("--address ")[1].strip()
        try:
            yield
        finally:
            subprocess.run([*_RAY, "stop"], env=env, check=True)

    def run(self, stage: StagePlan) -> None:
        """Call the stage on the cluster. A stage that cannot be divided is an ordinary call."""
        engine = ("--engine", "ray", "--address", self.address) if stage.is_divided else ()
        self.call(*stage.words, *self.jobs_of(stage), *engine, stage.option, stage.output)


@dataclass(kw_only=True, slots=True)
class KilledWay(Way):
    """Calls are killed (SIGKILL) at moments, and repeated until they end.

    `moments` has, for each stage, the number of lines of its journal at which it is killed. `hits` counts
    the kills that hit a running call, by stage.
    """

    moments: Mapping[str, Sequence[int]]
    drawn: random.Random
    hits: dict[str, int] = field(default_factory=dict)

    def run(self, stage: StagePlan) -> None:
        """Kill the call at each of its moments, then let it end."""
        words = (*stage.words, *self.jobs_of(stage), stage.option, stage.output)
        for lines in self.moments.get(stage.name, ()):
            running = self.start(words)
            _wait_for_lines(running, self.folder / stage.journal, lines)
            time.sleep(self.drawn.uniform(0, _LONGEST_PAUSE))
            self.hits[stage.name] = self.hits.get(stage.name, 0) + _kill(running)
        self.call(*words)


def _wait_for_lines(running: "subprocess.Popen[bytes]", journal: Path, lines: int) -> None:
    """Wait until a journal has so many lines, or the call ended."""
    while running.poll() is None and count_lines(journal) < lines:
        time.sleep(0.02)


def _kill(running: "subprocess.Popen[bytes]") -> bool:
    """Kill the process alone, as the system would; tell whether it was still running."""
    if running.poll() is not None:
        return False
    running.send_signal(signal.SIGKILL)
    return running.wait() == -signal.SIGKILL


def count_lines(path: Path) -> int:
    """Count the complete lines of a file; 0 if there is none."""
    try:
        return path.read_bytes().count(b"\n")
    except OSError:
        return 0


def draw_moments(
    lines: Mapping[str, int], kills: int, drawn: random.Random
) -> dict[str, list[int]]:
    """Spread kills over the stages, and draw for each the number of lines at which it happens.

    `lines` are the lines of each stage's journal in an undisturbed run. A kill at 0 lines happens as the
    call begins. The numbers of a stage rise, since each call continues the one before.
    """
    found: dict[str, list[int]] = {name: [] for name in lines}
    for number in range(kills):
        name = list(lines)[number % len(lines)]
        found[name].append(drawn.randrange(max(1, lines[name])))
    return {name: sorted(points) for name, points in found.items()}
