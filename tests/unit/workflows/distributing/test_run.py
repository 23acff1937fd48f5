"""Which nodes get work, what is merged, and which exit code a job on a cluster has."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support.generation_tasks import several, write_tasks
from tests.support.scripted_model import ScriptedModel
from verifier.console import Console
from verifier.domain.outcome import JsonValue
from verifier.domain.shard import Shard, ShardKind, ShardRequest
from verifier.errors import ClusterError, UsageError
from verifier.generation.output import GenerationPaths
from verifier.generation.plan import GenerationRequest, make_plan
from verifier.generation.run import generate_shard
from verifier.generation.spending import Spent
from verifier.workflows.distributing.node import describe_node
from verifier.workflows.distributing.ray_cluster import ClusterChoice
from verifier.workflows.distributing.run import DistributedJob, distribute
from verifier.workflows.distributing.scheduling import SlotEvent
from verifier.workflows.distributing.shard_call import CallEnd, EndKind
from verifier.workflows.distributing.shard_folders import prepare_start, write_exit_code
from verifier.workflows.distributing.slot import StartedShard

QUIET = Console(quiet=True)
LOST = CallEnd(kind=EndKind.WORKER_LOST)
SLOTS = ("a", "b")
FACTS = describe_node()


@dataclass
class FakeCluster:
    """Two slots in this process, which ask a scripted model. `ends` replaces the work of shards."""

    ends: dict[str, CallEnd] = field(default_factory=dict)
    reports: dict[str, Mapping[str, JsonValue] | str] = field(default_factory=dict)
    asked: Mapping[str, JsonValue] = field(default_factory=dict)
    sees_disk: bool = True
    started: list[str] = field(default_factory=list)
    connected: int = 0
    _events: deque[SlotEvent] = field(default_factory=deque)
    _describe: Callable[[int], Mapping[str, JsonValue]] = lambda _: {}

    @property
    def count(self) -> int:
        return len(SLOTS)

    @contextmanager
    def connect(self, _choice: ClusterChoice) -> Iterator["FakeCluster"]:
        self.connected += 1
        yield self

    def open_slots(
        self,
        job: str,
        shard_timeout: float,
        describe_start: Callable[[int], Mapping[str, JsonValue]],
    ) -> "FakeCluster":
        assert (len(job), shard_timeout) == (16, 60.0)
        self._describe = describe_start
        return self

    def report(self, probe: Mapping[str, JsonValue]) -> Mapping[str, Mapping[str, JsonValue] | str]:
        self.asked = probe
        if self.sees_disk:
            Path(f"{probe['probe']}.seen").write_text(Path(probe["probe"]).read_text())
        good = {"facts": FACTS, "has_token": True, "problems": [], "sandbox": None}
        return {slot: self.reports.get(slot, good) for slot in SLOTS}

    def start(self, slot: str, shard: int) -> None:
        given = StartedShard.from_plain(self._describe(shard))
        self.started.append(f"{given.folder.name} on {slot}")
        prepare_start(given.folder, given.previous)
        end = self.ends.get(given.folder.name) or ask(given)
        self._events.append(SlotEvent(slot=slot, end=end, is_ready=True))

    def wait(self) -> SlotEvent:
        return self._events.popleft()

    def leave(self) -> None:
        pass


def ask(given: StartedShard) -> CallEnd:
    index, _, count = given.words[-1].partition("/")
    request = GenerationRequest(
        tasks=given.cwd / "tasks.jsonl",
        output=GenerationPaths(predictions=given.output),
        model="m",
        jobs=1,
    )
    part = ShardRequest(shard=Shard(index=int(index), count=int(count)))
    plan, model = make_plan(request, QUIET), ScriptedModel()
    generate_shard(plan, request, model.open, QUIET, Spent(), part=part)
    write_exit_code(given.folder, 0)
    return CallEnd(kind=EndKind.EXITED, exit_code=0)


@dataclass
class Job:
    """A job in a folder, and what its call said."""

    folder: Path
    finished: int = 0
    sandbox: Mapping[str, JsonValue] | None = None

    @property
    def output(self) -> Path:
        return self.folder / "p.jsonl"

    def run(self, cluster: FakeCluster) -> int:
        def finish() -> int:
            assert (self.folder / "p.journal.jsonl").is_file()
            self.finished += 1
            return 0

        job = DistributedJob(
            kind=ShardKind.GENERATION,
            output=self.output,
            command=("generate",),
            name_words=lambda shard, _: ("generate", "--shard", str(shard)),
            choice=ClusterChoice(address="host:1", shard_timeout=60.0),
            sandbox=self.sandbox,
        )
        return distribute(job, Console(), finish, cluster.connect)


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Job:
    monkeypatch.chdir(tmp_path)
    write_tasks(tmp_path / "tasks.jsonl", several(12))
    return Job(tmp_path)


def test_a_job_has_four_shards_for_each_slot_and_one_journal_in_the_end(job: Job) -> None:
    cluster = FakeCluster()

    assert job.run(cluster) == 0

    assert len(cluster.started) == 8
    assert job.finished == 1
    assert (job.folder / "p.journal.jsonl").read_bytes().count(b"\n") >= 12
    assert not (job.folder / "p.shards").exists()


def test_a_poisoned_shard_is_all_that_the_same_command_does_again(
    job: Job, capsys: pytest.CaptureFixture[str]
) -> None:
    assert job.run(FakeCluster(ends={"5-1": LOST, "5-2": LOST})) == 3
    said = capsys.readouterr().err
    assert "shard 5 is poisoned, its command died twice: worker lost\n" in said
    assert "nothing was merged; the same command does again only what is not done\n" in said
    assert job.finished == 0
    assert not (job.folder / "p.journal.jsonl").exists()

    again = FakeCluster()
    assert job.run(again) == 0

    assert again.started == ["5-3 on a"]
    assert job.finished == 1


@pytest.mark.parametrize(("codes", "code"), [((4, 4), 4), ((4, 6), 3)])
def test_the_code_of_all_failures_is_that_of_the_job(
    job: Job, codes: tuple[int, int], code: int
) -> None:
    failed = [CallEnd(kind=EndKind.EXITED, exit_code=each) for each in codes]

    assert job.run(FakeCluster(ends={"1-1": failed[0], "2-1": failed[1]})) == code


def test_where_all_machines_lack_something_its_code_is_that_of_the_job(
    job: Job, capsys: pytest.CaptureFixture[str]
) -> None:
    stop = CallEnd(kind=EndKind.STOPPED_BY_NODE, exit_code=8, text="no engine")

    assert job.run(FakeCluster(ends={"0-1": stop, "1-1": stop})) == 8

    said = capsys.readouterr().err
    assert "slot a takes no shard any more: exit code 8: no engine\n" in said
    assert "no slot was left for 8 shards: 0, 1, 2, 3, 4, 5, 6, 7\n" in said


def test_a_node_that_differs_is_named_and_gets_no_work(
    job: Job, capsys: pytest.CaptureFixture[str]
) -> None:
    jars = FACTS["jars"] | {"runner.jar": "0123"}
    other = {
        "facts": FACTS | {"jars": jars, "python": "3.9.1"},
        "has_token": True,
        "problems": [],
        "sandbox": None,
    }
    cluster = FakeCluster(reports={"a": other})

    assert job.run(cluster) == 0

    assert {each.partition(" on ")[2] for each in cluster.started} == {"b"}
    said = capsys.readouterr().err
    assert "slot a gets no work: its node differs from this machine: jars.runner.jar " in said
    assert ", and 0123; python " in said


def test_a_node_with_another_sandbox_than_most_is_named_and_gets_no_work(
    job: Job, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(f"{__name__}.SLOTS", ("a", "b", "c"))
    usual = {"name": "docker", "image": "image@sha256:1", "runtime": "runc"}
    good = {"facts": FACTS, "has_token": True, "problems": [], "sandbox": usual}
    other = good | {"sandbox": usual | {"image": "image@sha256:2", "runtime": "runsc"}}
    job.sandbox = {"kind": "docker", "image": None, "runtime": None}
    cluster = FakeCluster(reports={"a": other, "b": good, "c": good})

    assert job.run(cluster) == 0

    assert {each.partition(" on ")[2] for each in cluster.started} == {"b", "c"}
    assert cluster.asked["sandbox"] == job.sandbox
    said = capsys.readouterr().err
    assert (
        "slot a gets no work: its node has another sandbox than other slots:"
        " image image@sha256:1, and image@sha256:2; runtime runc, and runsc\n"
    ) in said


@pytest.mark.parametrize(
    ("report", "why"),
    [
        ("cannot start refverify: no module", "its node cannot start refverify: no module"),
        (
            {"facts": FACTS, "has_token": False, "problems": [], "sandbox": None},
            "its node was started without RAY_AUTH_MODE=token",
        ),
        (
            {"facts": FACTS, "has_token": True, "problems": ["does not see /x"], "sandbox": None},
            "its node does not see /x",
        ),
    ],
)
def test_without_a_fit_node_nothing_is_started(
    job: Job,
    report: Mapping[str, JsonValue] | str,
    why: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    cluster = FakeCluster(reports=dict.fromkeys(SLOTS, report))

    with pytest.raises(ClusterError, match="no slot of the cluster is fit"):
        job.run(cluster)

    assert why in capsys.readouterr().err
    assert cluster.started == []


def test_a_disk_that_is_not_shared_is_noticed(job: Job) -> None:
    cluster = FakeCluster(sees_disk=False)

    with pytest.raises(ClusterError, match="is not seen here"):
        job.run(cluster)
    assert cluster.started == []


@pytest.mark.parametrize("name", ["p.jsonl", "p.journal.jsonl"])
def test_an_output_that_exists_is_refused_before_any_work(job: Job, name: str) -> None:
    (job.folder / name).write_text("mine")
    cluster = FakeCluster()

    with pytest.raises(UsageError, match="exists already"):
        job.run(cluster)

    assert cluster.started == []
    assert (job.folder / name).read_text() == "mine"


def test_a_merge_that_was_killed_is_done_again(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.workflows.merging import reading

    def write_half(_shards: object, _index: object, output: Path) -> int:
        output.with_name("p.journal.jsonl").write_text("half")
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(reading, "write_journal", write_half)
        with pytest.raises(KeyboardInterrupt):
            job.run(FakeCluster())
    cluster = FakeCluster()

    assert job.run(cluster) == 0

    assert cluster.started == []
    assert (job.folder / "p.journal.jsonl").read_bytes().count(b"\n") >= 12
