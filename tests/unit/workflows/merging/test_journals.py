"""Shards of journals give the same bytes as one run: mining, validation, generation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.generation_tasks import several, write_tasks
from tests.support.instances import make_mined
from tests.support.scripted_model import ScriptedModel, answer
from tests.unit.mining import test_run as mining
from tests.unit.validation.test_run import AFTER, BEFORE, EXTRACTION, PATH, Desk, green
from verifier.console import Console
from verifier.domain.generation import Missing
from verifier.domain.instance import Instance, Provenance
from verifier.domain.refactoring_traits import DEFAULT_TYPES
from verifier.domain.shard import Shard, ShardEnd, ShardHeader, ShardKind, ShardRequest
from verifier.errors import AnalysisError, InputError, UsageError
from verifier.generation.journal import GenerationLine, sum_spending
from verifier.generation.model import ModelReply, ModelRequest
from verifier.generation.output import GenerationPaths
from verifier.generation.plan import GenerationRequest, make_plan
from verifier.generation.run import generate, generate_shard
from verifier.generation.spending import Spending, Spent
from verifier.mining.history import Selection, list_commits
from verifier.mining.instances import InstanceBuilder
from verifier.mining.journal import JournalHeader
from verifier.mining.output import OutputPaths
from verifier.mining.run import MiningRun, RunOptions
from verifier.tools.git.repository import Repository
from verifier.tools.records import to_line
from verifier.validation.output import ValidatedPaths
from verifier.validation.run import ValidationRequest, validate_shard_with, validate_with
from verifier.workflows.merging.merge import merge_shards

QUIET = Console(quiet=True)
COUNTS = [1, 2, 7]
WRITE_ONLY = RunOptions(write_only=True)


def shards_of(count: int) -> list[Shard]:
    return [Shard(index=index, count=count) for index in range(count)]


@dataclass(frozen=True)
class History:
    """A history of small commits, mined by a scripted analyser."""

    subject: mining.Subject
    folder: Path
    ends: list[ShardEnd] = field(default_factory=list)

    @property
    def script(self) -> mining.Scripted:
        return mining.Scripted(mining.script(self.subject))

    def run(self, folder: Path, options: RunOptions | None = None) -> MiningRun:
        folder.mkdir(exist_ok=True, parents=True)
        return MiningRun(
            commits=list_commits(self.subject.repository, Selection()),
            output=OutputPaths(instances=folder / "i.jsonl"),
            header=JournalHeader(repo="r", types=DEFAULT_TYPES, versions={"java": "25"}),
            options=options or RunOptions(),
            console=QUIET,
        )

    def write(self, folder: Path, options: RunOptions | None = None) -> dict[str, bytes]:
        provenance = Provenance(refverify="0", refactoring_miner="0", java="0")
        builder = InstanceBuilder(
            repository=self.subject.repository, repo="r", provenance=provenance
        )
        paths = self.run(folder, options)
        paths.mine(self.script, builder)
        names = (paths.output.instances, paths.output.funnel, paths.output.commits)
        return {path.name: path.read_bytes() for path in names}

    def do(
        self,
        shard: Shard,
        script: mining.Scripted | None = None,
        name: str = "",
        versions: dict[str, str] | None = None,
    ) -> Path:
        """Mine a shard and return its output."""
        folder = self.folder / (name or f"{shard.index}of{shard.count}")
        header = ShardHeader(
            kind=ShardKind.MINING, shard=shard, settings={}, versions=versions or {"java": "25"}
        )
        self.ends.append(self.run(folder).mine_shard(script or self.script, header))
        return folder / "i.jsonl"


@pytest.fixture
def history(make_repository: MakeRepository, tmp_path: Path) -> History:
    made = make_repository("made")
    commits = [made.commit({"T.java": f"class T {{ int x{n}; }}\n"}) for n in range(7)]
    repository = Repository.open(made.path)
    output = OutputPaths(instances=tmp_path / "i.jsonl")
    subject = mining.Subject(repository=repository, commits=commits, output=output)
    return History(subject=subject, folder=tmp_path / "shards")


@pytest.mark.parametrize("count", COUNTS)
def test_shards_of_a_history_are_mined_to_the_same_bytes_as_one_run(
    history: History, tmp_path: Path, count: int
) -> None:
    whole = history.write(tmp_path / "whole")
    outputs = [history.do(shard) for shard in shards_of(count)]
    assert not any(output.exists() for output in outputs)
    (tmp_path / "merged").mkdir()

    result = merge_shards(outputs[::-1], tmp_path / "merged" / "i.jsonl")

    assert (result.written, result.all_keys, result.missing) == (6, 6, ())
    assert history.write(tmp_path / "merged", WRITE_ONLY) == whole


def test_a_shard_analyses_its_commits_alone_and_each_once(history: History) -> None:
    scripts = [history.script for _ in range(2)]
    for shard, script in zip(shards_of(2), scripts, strict=True):
        history.do(shard, script)
        history.do(shard, script)

    asked = [commit for script in scripts for commit in script.asked]
    assert sorted(asked) == sorted(history.subject.commits[1:])


def test_a_failed_commit_yields_to_an_analysed_one_of_the_same_shard(
    history: History, tmp_path: Path
) -> None:
    whole = history.write(tmp_path / "whole")
    c = history.subject.commits
    failing = mining.Scripted({each: AnalysisError("gone") for each in c})
    outputs = [history.do(Shard(index=0, count=1), failing, "failed")]
    assert history.ends[-1].open == 6
    outputs.append(history.do(Shard(index=0, count=1), name="again"))

    merge_shards(outputs, tmp_path / "i.jsonl")

    assert history.write(tmp_path, WRITE_ONLY) == whole


def test_the_same_shard_twice_counts_once(history: History, tmp_path: Path) -> None:
    one = history.do(Shard(index=0, count=2))
    other = history.do(Shard(index=1, count=2))
    result = merge_shards([one, other, one, one.parent], tmp_path / "i.jsonl")

    assert result.written == 6
    lines = (tmp_path / "i.journal.jsonl").read_bytes().splitlines()
    assert len(lines) == len(set(lines)) == 7


def test_two_lasting_results_of_a_commit_are_refused_with_both_places(
    history: History, tmp_path: Path
) -> None:
    whole = Shard(index=0, count=1)
    one = history.do(whole, name="one")
    other = history.do(whole, mining.Scripted({}), "other")

    with pytest.raises(InputError, match=rf"two different results for {'.' * 40}: ") as caught:
        merge_shards([one, other], tmp_path / "i.jsonl")

    assert caught.value.exit_code == 4
    for folder in ("one", "other"):
        assert f"{history.folder / folder / 'i.journal.jsonl'}:" in caught.value.message
    assert list(tmp_path.glob("i.*")) == []


def test_a_torn_line_is_cut_and_its_commit_is_listed(history: History, tmp_path: Path) -> None:
    output = history.do(Shard(index=0, count=1))
    journal = output.with_name("i.journal.jsonl")
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]) + lines[-1][:-9])

    result = merge_shards([output], tmp_path / "i.jsonl")

    assert result.written is None
    (missing,) = result.missing
    assert len(missing.keys) == 1
    assert missing.describe(1).startswith("shard 0/1 lacks 1 result: ")
    assert list(tmp_path.glob("i.*")) == []


def test_a_missing_shard_is_listed_and_nothing_is_written_unless_it_may_be_missing(
    history: History, tmp_path: Path
) -> None:
    outputs = [history.do(shard) for shard in shards_of(3)[:2]]

    result = merge_shards(outputs, tmp_path / "i.jsonl")
    assert [each.describe(3) for each in result.missing] == ["shard 2/3 is missing"]
    assert result.written is None

    result = merge_shards(outputs, tmp_path / "i.jsonl", allow_missing=True)
    assert result.written is not None
    with pytest.raises(UsageError, match=r"lacks [0-9]+ results?, and --write-only adds none"):
        history.write(tmp_path, WRITE_ONLY)
    whole = history.write(tmp_path / "whole")
    assert history.write(tmp_path) == whole


def test_a_damaged_line_in_the_middle_is_named(history: History, tmp_path: Path) -> None:
    output = history.do(Shard(index=0, count=1))
    journal = output.with_name("i.journal.jsonl")
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines[:2], b"{}\n", *lines[3:]]))

    with pytest.raises(InputError, match=r"i\.journal\.jsonl:3: `commit` is missing"):
        merge_shards([output], tmp_path / "i.jsonl")


# Validation


@dataclass(frozen=True)
class Mined:
    """Instances of several bases, whose builds were written down."""

    path: Path
    instances: tuple[Instance, ...]

    def request(self, folder: Path, *, write_only: bool = False) -> ValidationRequest:
        folder.mkdir(exist_ok=True, parents=True)
        source = folder / "i.jsonl"
        source.write_bytes(b"".join(map(to_line, self.instances)))
        return ValidationRequest(
            instances=source,
            output=ValidatedPaths.next_to(source),
            repositories=(str(self.path),),
            write_only=write_only,
        )


@pytest.fixture
def bases(make_repository: MakeRepository) -> Mined:
    writer = make_repository("subject")
    assert EXTRACTION.before is not None
    assert EXTRACTION.after is not None
    found = []
    for number in range(4):
        base = writer.commit({PATH: BEFORE, "n.txt": str(number)})
        commit = writer.commit({PATH: AFTER})
        one = make_mined(
            id=f"i{number}",
            commit=commit,
            parent=base,
            before=EXTRACTION.before,
            after=EXTRACTION.after,
        )
        found += [one, replace(one, id=f"j{number}", description="again")]
    return Mined(path=writer.path, instances=tuple(found))


def validated_files(folder: Path) -> dict[str, bytes]:
    names = ("i.validated.jsonl", "i.validated.funnel.json")
    return {name: (folder / name).read_bytes() for name in names}


@pytest.mark.parametrize("count", COUNTS)
def test_shards_of_instances_are_validated_to_the_same_bytes_as_one_run(
    bases: Mined, tmp_path: Path, count: int
) -> None:
    whole = tmp_path / "whole"
    validate_with(Desk(green).toolset, bases.request(whole), QUIET)
    outputs, asked = [], []
    for shard in shards_of(count):
        desk, request = Desk(green), bases.request(tmp_path / str(shard.index))
        part = ShardRequest(shard=shard, command=("validate",))
        validate_shard_with(desk.toolset, request, part, QUIET)
        outputs.append(request.output.instances)
        asked.append(set(desk.asked))
    # All instances of a base belong to one shard.
    assert sum(map(len, asked)) == len(set().union(*asked))
    request = bases.request(tmp_path / "merged", write_only=True)

    result = merge_shards(outputs, request.output.instances)
    nothing = Desk(green)
    validate_with(nothing.toolset, request, QUIET)

    assert (result.written, result.command) == (8, ("validate",))
    assert nothing.asked == []
    assert validated_files(tmp_path / "merged") == validated_files(whole)
    golden = [
        folder / "i.validated.golden/verdicts.jsonl" for folder in (whole, tmp_path / "merged")
    ]
    one, other = (path.read_bytes().count(b"\n") for path in golden)
    assert one == other


def test_shards_of_other_versions_jdks_or_settings_are_refused_by_name(
    bases: Mined, tmp_path: Path
) -> None:
    outputs = []
    for shard in shards_of(2):
        request = bases.request(tmp_path / str(shard.index))
        desk = Desk(green)
        tools = replace(desk.toolset, versions={"jdks": f"17.0.{shard.index}"})
        if shard.index:
            request = replace(request, golden=False)
        validate_shard_with(tools, request, ShardRequest(shard=shard), QUIET)
        outputs.append(request.output.instances)

    with pytest.raises(UsageError, match="do not belong together") as caught:
        merge_shards(outputs, tmp_path / "i.jsonl")
    assert "jdks 17.0.0, and 17.0.1; setting golden true, and false" in caught.value.message


# Generation


def generation(folder: Path, tasks: int = 5) -> GenerationRequest:
    folder.mkdir(exist_ok=True, parents=True)
    return GenerationRequest(
        tasks=write_tasks(folder / "i.jsonl", several(tasks)),
        output=GenerationPaths(predictions=folder / "p.jsonl"),
        model="m",
        samples=2,
        jobs=1,
    )


def ask_shard(
    folder: Path, shard: Shard, model: ScriptedModel | None = None
) -> tuple[Path, ShardEnd]:
    request = generation(folder)
    opened = (model or ScriptedModel()).open
    plan, part = make_plan(request, QUIET), ShardRequest(shard=shard)
    _, end = generate_shard(plan, request, opened, QUIET, Spent(), part=part)
    return request.output.predictions, end


@pytest.mark.parametrize("count", COUNTS)
def test_shards_of_tasks_are_asked_to_the_same_bytes_as_one_run(tmp_path: Path, count: int) -> None:
    whole = generation(tmp_path / "whole")
    generate(make_plan(whole, QUIET), whole, ScriptedModel().open, QUIET, Spent())
    outputs = [ask_shard(tmp_path / str(s.index), s)[0] for s in shards_of(count)]
    request = replace(generation(tmp_path / "merged"), write_only=True)

    merge_shards(outputs, request.output.predictions)
    nothing = ScriptedModel()
    summary = generate(make_plan(request, QUIET), request, nothing.open, QUIET, Spent())

    assert (summary.answered, nothing.asked) == (10, [])
    for name in ("p.jsonl", "p.setting.json"):
        assert (tmp_path / "merged" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    transcripts = [sorted((tmp_path / f / "p.transcripts").iterdir()) for f in ("whole", "merged")]
    one, other = ([(p.name, p.read_bytes()) for p in each] for each in transcripts)
    assert one == other


def test_an_answer_yields_to_nothing_and_all_that_was_paid_is_kept(tmp_path: Path) -> None:
    whole = Shard(index=0, count=1)
    lost = ModelReply(
        text=None, missing=Missing.GAVE_UP, charged=Spending(tokens=7, usd=Spending().usd)
    )
    first, end = ask_shard(tmp_path / "a", whole, ScriptedModel(reply=lambda _: lost))
    assert (end.open, end.keys) == (10, 10)
    second, _ = ask_shard(tmp_path / "b", whole)
    merge_shards([first, second, first], tmp_path / "p.jsonl")

    usd, tokens = sum_spending(tmp_path / "p.journal.jsonl", GenerationLine)
    assert tokens == 10 * (7 + 15)
    assert usd == pytest.approx(0.1)


def test_two_answers_to_one_sample_are_refused(tmp_path: Path) -> None:
    def reply(text: str) -> Callable[[ModelRequest], ModelReply]:
        return lambda _: answer(text)

    whole = Shard(index=0, count=1)
    outputs: Sequence[Path] = [
        ask_shard(tmp_path / text, whole, ScriptedModel(reply=reply(text)))[0] for text in "ab"
    ]
    with pytest.raises(InputError, match="two different results"):
        merge_shards(outputs, tmp_path / "p.jsonl")
