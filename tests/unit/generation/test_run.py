"""A generation run against a scripted model: what is sent, what is kept, and how it goes on."""

import json
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tests.support.assignments import a_method
from tests.support.generation_tasks import several, task, write_tasks
from tests.support.scripted_model import ScriptedModel, answer
from verifier.console import Console
from verifier.domain.generation import (
    Disclosure,
    FinishReason,
    GenerationSummary,
    Missing,
    Sampling,
)
from verifier.domain.prediction import Prediction, Track
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.task_text import TaskText, TextSource
from verifier.errors import EndpointError, InputError, UsageError
from verifier.generation.journal import GenerationJournal, GenerationLine, sum_spending
from verifier.generation.model import ModelReply, ModelRequest
from verifier.generation.output import GenerationPaths
from verifier.generation.plan import GenerationRequest, make_plan
from verifier.generation.run import generate
from verifier.generation.spending import Spending, Spent
from verifier.tools.records import load_jsonl

QUIET = Console(quiet=True)


@pytest.fixture
def request_of(tmp_path: Path) -> Callable[..., GenerationRequest]:
    """Make a request for two tasks."""

    def make(tasks: int = 2, file: Path | None = None, **more: Any) -> GenerationRequest:
        fields: dict[str, Any] = {
            "tasks": file or write_tasks(tmp_path / "i.jsonl", several(tasks)),
            "output": GenerationPaths(predictions=tmp_path / "out" / "p.jsonl"),
            "model": "m",
            "jobs": 1,
        }
        (tmp_path / "out").mkdir(exist_ok=True)
        return GenerationRequest(**{**fields, **more})

    return make


def run(request: GenerationRequest, model: ScriptedModel) -> GenerationSummary:
    return generate(make_plan(request, QUIET), request, model.open, QUIET, Spent())


def predictions(request: GenerationRequest) -> list[Prediction]:
    return load_jsonl(Prediction, request.output.predictions)[0]


def contents(request: GenerationRequest) -> dict[str, bytes]:
    """All files except those with times."""
    folder = request.output.predictions.parent
    with_times = {request.output.journal, request.output.costs}
    return {
        str(p.relative_to(folder)): p.read_bytes()
        for p in sorted(folder.rglob("*"))
        if p.is_file() and p not in with_times
    }


Make = Callable[..., GenerationRequest]


def test_each_sample_becomes_a_prediction_in_the_order_of_the_tasks(request_of: Make) -> None:
    request = request_of(tasks=3, samples=2, jobs=3)
    model = ScriptedModel()

    summary = run(request, model)

    assert (summary.asked, summary.answered, dict(summary.missing)) == (6, 6, {})
    assert [(p.instance_id, p.sample) for p in predictions(request)] == [
        (f"i{n}", sample) for n in range(3) for sample in range(2)
    ]
    assert len({r.key for r in model.asked}) == 6
    assert model.closed == 1


def test_a_prediction_says_how_it_was_made(request_of: Make) -> None:
    request = request_of(tasks=1, label="mine", sampling=Sampling(top_p=0.5))
    model = ScriptedModel(reply=lambda _: answer("text", system_fingerprint="fp"))

    run(request, model)

    (made,) = predictions(request)
    assert (made.model_name_or_path, made.model_output) == ("mine", "text")
    how, generation = made.circumstances, made.circumstances.generation
    assert (how.track, how.mode, how.cost_usd) == ("instructed", "direct", 0.01)
    assert (how.finish_reason, how.finish_raw) == (FinishReason.SUCCESS, "stop")
    assert generation is not None
    assert generation.prompt_set == "refverify-1"
    assert generation.disclosed == (Disclosure.METHOD, Disclosure.CLASS, Disclosure.OPERATION)
    assert (generation.model_asked, generation.model_answered) == ("m", "m-2026")
    assert (generation.endpoint_host, generation.system_fingerprint) == ("model.example", "fp")
    assert generation.parameters == Sampling(top_p=0.5)


def test_each_sample_has_its_own_seed(request_of: Make) -> None:
    model = ScriptedModel()
    run(request_of(tasks=1, samples=3, sampling=Sampling(seed=7)), model)

    assert [r.sampling.seed for r in model.asked] == [7, 8, 9]


def test_what_is_in_the_journal_is_not_sent_again(request_of: Make) -> None:
    request = request_of()
    run(request, ScriptedModel())
    first, again = contents(request), ScriptedModel()

    run(request, again)

    assert again.asked == []
    assert contents(request) == first


def test_more_samples_and_tasks_go_on_from_the_journal(request_of: Make) -> None:
    run(request_of(tasks=1), ScriptedModel())
    more = ScriptedModel()
    run(request_of(tasks=2, samples=2), more)

    assert len(more.asked) == 3


def test_a_missing_answer_is_counted_and_asked_again(request_of: Make) -> None:
    request = request_of(tasks=3)
    ends = iter([Missing.BUDGET, None, Missing.GAVE_UP])

    def reply(_: ModelRequest) -> ModelReply:
        missing = next(ends)
        return answer() if missing is None else ModelReply(text=None, missing=missing)

    summary = run(request, ScriptedModel(reply=reply))

    assert (summary.asked, summary.answered) == (3, 1)
    assert summary.missing == {Missing.BUDGET: 1, Missing.GAVE_UP: 1}
    assert [p.instance_id for p in predictions(request)] == ["i1"]
    again = ScriptedModel()
    assert run(request, again).missing == {}
    assert len(again.asked) == 2


def test_an_endpoint_that_refuses_keeps_the_answers(request_of: Make) -> None:
    request = request_of(tasks=4)

    def reply(_: ModelRequest) -> ModelReply:
        if len(model.asked) == 3:
            raise EndpointError("the key is refused")
        return answer()

    model = ScriptedModel(reply=reply)
    with pytest.raises(EndpointError, match="key is refused"):
        run(request, model)

    assert len(model.asked) == 3
    assert model.closed == 1
    assert [p.instance_id for p in predictions(request)] == ["i0", "i1"]
    summary = json.loads(request.output.setting.read_bytes())
    assert summary["missing"] == {"not_asked": 2}


def test_an_endpoint_that_refuses_the_first_request_discards_nothing(request_of: Make) -> None:
    def refuse(_: ModelRequest) -> ModelReply:
        raise EndpointError("the key is refused")

    forced = request_of(force=True)
    run(request_of(), ScriptedModel())
    before = contents(forced)
    with pytest.raises(EndpointError):
        run(forced, ScriptedModel(reply=refuse))

    assert contents(forced) == before
    assert len(predictions(forced)) == 2


def test_answers_on_their_way_are_kept_if_another_request_is_refused(request_of: Make) -> None:
    refused = Event()

    def reply(_: ModelRequest) -> ModelReply:
        if len(model.asked) == 1:
            assert refused.wait(20)
            return answer("late")
        refused.set()
        raise EndpointError("no credit")

    request = request_of(tasks=9, jobs=2)
    model = ScriptedModel(reply=reply)
    with pytest.raises(EndpointError):
        run(request, model)

    assert [p.model_output for p in predictions(request)] == ["late"]


def test_chosen_endings_are_asked_again_and_a_failure_keeps_the_old_answer(
    request_of: Make,
) -> None:
    run(
        request_of(tasks=2),
        ScriptedModel(reply=lambda _: answer("cut", finish=FinishReason.TRUNCATED)),
    )
    retry = frozenset({FinishReason.TRUNCATED})
    gone = ScriptedModel(reply=lambda _: ModelReply(text=None, missing=Missing.GAVE_UP))

    assert run(request_of(tasks=2, retry=retry), gone).answered == 2
    assert len(gone.asked) == 2
    request = request_of(tasks=2, retry=retry)
    run(request, ScriptedModel(reply=lambda _: answer("whole")))
    assert [p.model_output for p in predictions(request)] == ["whole", "whole"]


def test_force_starts_over(request_of: Make) -> None:
    run(request_of(), ScriptedModel(reply=lambda _: answer("old")))
    request, model = request_of(force=True), ScriptedModel(reply=lambda _: answer("new"))
    run(request, model)

    assert [p.model_output for p in predictions(request)] == ["new", "new"]


def test_a_call_that_was_not_confirmed_writes_and_discards_nothing(request_of: Make) -> None:
    def decline(_: object) -> ScriptedModel:
        raise UsageError("not confirmed; nothing was sent")

    first, forced = request_of(), request_of(force=True)
    for request in (first, forced):
        with pytest.raises(UsageError, match="not confirmed"):
            generate(make_plan(request, QUIET), request, decline, QUIET, Spent())
        if request is first:
            assert contents(first) == {}
            assert not first.output.journal.exists()
            run(first, ScriptedModel())
            paid = first.output.journal.read_bytes()
    assert forced.output.journal.read_bytes() == paid
    assert len(predictions(forced)) == 2


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"model": "other"}, "label, model"),
        ({"model": "other", "label": "m"}, "model"),
        ({"sampling": Sampling(temperature=1.0)}, "sampling parameters"),
        ({"track": Track.OPEN}, "track"),
        ({"disclose": frozenset({Disclosure.SENTENCE})}, "--disclose"),
        ({"context_tokens": 9_000}, "--context-tokens"),
    ],
)
def test_another_setting_is_refused_before_anything_is_sent(
    request_of: Make, changed: dict[str, object], named: str
) -> None:
    run(request_of(), ScriptedModel())
    model = ScriptedModel()

    with pytest.raises(UsageError, match=f"another setting: {named} differ") as caught:
        run(request_of(**changed), model)
    assert model.asked == []
    assert "another -o" in caught.value.hint
    assert "--name" not in caught.value.hint


def test_a_journal_of_another_version_is_refused(request_of: Make) -> None:
    request = request_of()
    run(request, ScriptedModel())
    journal = request.output.journal
    journal.write_bytes(journal.read_bytes().replace(b'"schema":1', b'"schema":2'))

    with pytest.raises(UsageError, match="version 2 of the journal's format"):
        run(request, ScriptedModel())


def test_a_damaged_journal_is_an_input_error(request_of: Make) -> None:
    request = request_of()
    request.output.journal.write_text('{"key": 1}\n')

    with pytest.raises(InputError, match="no line of a generation"):
        run(request, ScriptedModel())


def test_two_writers_are_one_too_many(request_of: Make) -> None:
    request = request_of()
    plan = make_plan(request, QUIET)

    with (
        GenerationJournal(request.output.journal, plan.setting),
        pytest.raises(UsageError, match="another run is writing"),
    ):
        run(request, ScriptedModel())


def test_a_prompt_over_the_context_is_not_sent(request_of: Make) -> None:
    request, model = request_of(tasks=1, context_tokens=10), ScriptedModel()
    summary = run(request, model)

    assert (model.asked, model.closed, summary.answered) == ([], 0, 1)
    (made,) = predictions(request)
    assert made.circumstances.finish_reason is FinishReason.CONTEXT_EXCEEDED
    assert made.model_output == ""


def test_a_prompt_is_cut_to_the_context_on_request(request_of: Make, tmp_path: Path) -> None:
    sources = replace(task().before_sources, class_="class A { /* long */ }" * 9)
    file = write_tasks(tmp_path / "long.jsonl", [task(before_sources=sources)])
    whole = make_plan(request_of(file=file), QUIET).asked[0].prompt.tokens
    cut = make_plan(request_of(file=file, context_tokens=whole - 1, fit=True), QUIET).asked[0]
    answers = Sampling(max_tokens=whole)
    room = make_plan(request_of(file=file, context_tokens=2 * whole, sampling=answers), QUIET)

    assert (cut.fits, Disclosure.CUT in cut.prompt.disclosed) == (True, True)
    assert room.asked[0].fits
    assert (
        not make_plan(request_of(file=file, context_tokens=2 * whole - 1, sampling=answers), QUIET)
        .asked[0]
        .fits
    )


@pytest.mark.parametrize("text", ["", "\x00\x1b[31m", "a\ud800b", "x" * 1_000_000, "\r\n\u2028"])
def test_any_answer_is_kept_and_can_be_read(request_of: Make, text: str) -> None:
    request = request_of(tasks=1)
    run(request, ScriptedModel(reply=lambda _: answer(text)))

    (made,) = predictions(request)
    assert made.model_output == text.replace("\ud800", "\N{REPLACEMENT CHARACTER}")


def test_transcripts_hold_each_prompt_once_with_its_answers(request_of: Make) -> None:
    request = request_of(tasks=2, samples=2)
    run(request, ScriptedModel())

    # Both tasks have the same text, so they have one prompt.
    (path,) = request.output.transcripts.iterdir()
    transcript = json.loads(path.read_bytes())
    (made, *_) = predictions(request)
    assert made.circumstances.generation is not None
    assert path.stem == made.circumstances.generation.prompt_sha256
    assert [m["role"] for m in transcript["messages"]] == ["user"]
    assert [(a["instance_id"], a["sample"]) for a in transcript["answers"]] == [
        ("i0", 0),
        ("i0", 1),
        ("i1", 0),
        ("i1", 1),
    ]


def test_only_transcripts_of_other_prompts_are_removed(request_of: Make) -> None:
    request = request_of()
    folder = request.output.transcripts
    folder.mkdir(parents=True)
    (folder / "notes.json").mkdir()
    (folder / "mine.json").write_text("{}")
    (folder / f"{'0' * 64}.json").write_text("{}")

    run(request, ScriptedModel())

    names = {path.name for path in folder.iterdir()}
    assert {"notes.json", "mine.json"} < names
    assert f"{'0' * 64}.json" not in names


def test_times_are_in_the_journal_alone(request_of: Make) -> None:
    request = request_of()
    run(request, ScriptedModel())

    assert all(b"2026-01-01" not in content for content in contents(request).values())
    lines = load_jsonl(GenerationLine, request.output.journal)[0]
    assert {line.attempts[0].started_at for line in lines} == {"2026-01-01T00:00:00Z"}


def test_what_may_have_been_charged_counts_for_later_calls(request_of: Make) -> None:
    lost = ModelReply(
        text=None, missing=Missing.GAVE_UP, charged=Spending(tokens=200, usd=Decimal("0.5"))
    )
    request = request_of(tasks=1)
    run(request, ScriptedModel(lambda _: lost))
    assert sum_spending(request.output.journal, GenerationLine) == (0.5, 200)

    run(request, ScriptedModel(lambda _: answer(finish=FinishReason.TRUNCATED)))
    assert sum_spending(request.output.journal, GenerationLine) == (0.51, 215)

    retry = replace(request, retry=frozenset({FinishReason.TRUNCATED}))
    run(retry, ScriptedModel(lambda _: lost))
    assert sum_spending(request.output.journal, GenerationLine) == (1.01, 415)
    assert len(predictions(request)) == 1


@pytest.mark.parametrize("name", ["label", "model", "prompts"])
def test_a_name_that_the_journal_could_not_be_read_with_is_refused(
    request_of: Make, tmp_path: Path, name: str
) -> None:
    half = "half\udc80"
    if name == "prompts":
        (tmp_path / half).mkdir()
        (tmp_path / half / "extract-method.txt").write_text("x")
        half = str(tmp_path / half)

    with pytest.raises(UsageError, match=r"\\udc80' is not UTF-8"):
        make_plan(request_of(**{name: half}), QUIET)


def test_what_was_spent_is_the_sum_of_all_lines(request_of: Make) -> None:
    request = request_of(samples=2)
    spent = Spent()
    generate(make_plan(request, QUIET), request, ScriptedModel().open, QUIET, spent)

    usd, tokens = sum_spending(request.output.journal, GenerationLine)
    assert (round(usd, 9), tokens) == (0.04, 60)
    assert spent.usd is not None
    assert (spent.answers, round(spent.usd, 9), spent.tokens) == (4, 0.04, 60)
    unknown = Spent()
    unknown.add(answered=True, usd=None, usage=None)
    assert (unknown.usd, unknown.tokens) == (None, None)


def texts(tmp_path: Path, *made: TaskText) -> Path:
    return write_tasks(tmp_path / "t.jsonl", made)


def text(instance: str, words: str, track: Track = Track.OPEN, **more: Any) -> TaskText:
    return TaskText(instance_id=instance, track=track, text=words, source=TextSource.MODEL, **more)


def test_open_texts_that_leak_are_left_out_and_counted(request_of: Make, tmp_path: Path) -> None:
    file = texts(
        tmp_path,
        text("i0", "Make newCanary."),
        text("i1", "Tidy up."),
        text("i2", "Tidy it.", leaks=("x",)),
    )
    request = request_of(tasks=3, track=Track.OPEN, texts=file)

    plan = make_plan(request, QUIET)
    assert ([a.task_id for a in plan.asked], plan.left_out) == (["i1"], 2)
    kept = make_plan(replace(request, keep_leaking=True), QUIET)
    assert ([a.task_id for a in kept.asked], kept.left_out) == (["i0", "i1", "i2"], 0)


def test_texts_belong_to_a_track_and_each_task_needs_one(request_of: Make, tmp_path: Path) -> None:
    file = texts(tmp_path, text("i0", "Tidy up."), text("i0", "Do it.", Track.INSTRUCTED))
    plan = make_plan(request_of(tasks=1, texts=file), QUIET)

    assert "Task: Do it." in plan.asked[0].prompt.messages[0].text
    with pytest.raises(UsageError, match="no text of the open track for i1"):
        make_plan(request_of(tasks=2, texts=file, track=Track.OPEN), QUIET)


def test_two_texts_for_one_task_are_refused(request_of: Make, tmp_path: Path) -> None:
    file = texts(tmp_path, text("i0", "a"), text("i0", "b"))

    with pytest.raises(InputError, match="two texts of the open track for i0"):
        make_plan(request_of(tasks=1, texts=file, track=Track.OPEN), QUIET)


def test_two_tasks_with_one_id_are_refused(request_of: Make, tmp_path: Path) -> None:
    file = write_tasks(tmp_path / "two.jsonl", [task(), task(), task(repo="other")])

    with pytest.raises(InputError, match="two tasks have the id i1"):
        make_plan(request_of(tasks=1, file=file), QUIET)


def test_parameters_of_a_set_are_sent_unless_they_are_not_wanted(
    request_of: Make, tmp_path: Path
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "extract-method.txt").write_text("{task}")
    (folder / "manifest.json").write_text(
        '{"set": "mine", "parameters": {"temperature": 0, "top_p": 0.1}}'
    )
    given = {"prompts": str(folder), "sampling": Sampling(top_p=0.9)}

    def read_sent(**more: object) -> Sampling:
        return make_plan(request_of(tasks=1, **given, **more), QUIET).setting.parameters

    assert read_sent() == Sampling(temperature=0.0, top_p=0.9)
    assert read_sent(set_parameters=False) == Sampling(top_p=0.9)


def test_all_texts_and_values_that_tasks_lack_are_named_at_once(
    request_of: Make, tmp_path: Path
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "extract-method.txt").write_text("{variable} {task}")
    (folder / "simplify.txt").write_text("{variable} {class_source} {task}")
    request = request_of(prompts=str(folder))
    kinds = (
        RefactoringType.EXTRACT_METHOD,
        RefactoringType.EXTRACT_METHOD,
        RefactoringType.MOVE_METHOD,
        RefactoringType.MOVE_METHOD,
        RefactoringType.INLINE_METHOD,
    )
    tasks = [task(kind, id=f"i{n}") for n, kind in enumerate(kinds)]
    write_tasks(request.tasks, [*tasks, a_method()])

    with pytest.raises(InputError) as caught:
        make_plan(request, QUIET)

    said = [line.partition(str(folder))[2] for line in caught.value.message.splitlines()[1:]]
    assert said == [
        ": extract-method.txt: the slot {variable} has no value for i0",
        " has no text move-method.txt, which the task i2 needs",
        " has no text inline-method.txt, which the task i4 needs",
        ": simplify.txt: the slots {variable}, {class_source} have no value for m1",
    ]


@pytest.mark.parametrize("label", ["golden", "golden-refactoring", "golden-mine", "empty"])
def test_the_label_of_reference_predictions_is_refused(request_of: Make, label: str) -> None:
    with pytest.raises(UsageError, match=f"the label {label} marks reference predictions"):
        make_plan(request_of(label=label), QUIET)
