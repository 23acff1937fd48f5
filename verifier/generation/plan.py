"""Plan a run: read tasks and texts, render the prompts, and name each sample by its key."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.console import Console
from verifier.domain.assignment import TaskRecord
from verifier.domain.declared import declaration
from verifier.domain.generation import Disclosure, FinishReason, Sampling, Setting
from verifier.domain.instance import StableId
from verifier.domain.prediction import Mode, Track, is_reference
from verifier.domain.shard import Shard
from verifier.domain.task_text import TaskText
from verifier.errors import InputError, UsageError
from verifier.generation.model import ModelRequest
from verifier.generation.output import GenerationPaths
from verifier.generation.prompting.leaks import golden_names, leaks_in
from verifier.generation.prompting.material import PromptMaterial, bases_of
from verifier.generation.prompting.problems import Problems
from verifier.generation.prompting.prompt_set import DEFAULT_SET, PromptSet
from verifier.generation.prompting.prompt_sets import open_prompt_set
from verifier.generation.prompting.prompts import Prompt, render
from verifier.judging.tasks import Repositories
from verifier.printable import pluralize
from verifier.tools.records import load_jsonl
from verifier.tools.task_records import load_task_records
from verifier.utf8 import is_utf8


@dataclass(frozen=True, kw_only=True, slots=True)
class GenerationRequest:
    """One call: the tasks, the output, the prompts and the sampling.

    `repositories` are `PATH` or `NAME=PATH`; only some slots need them. `label` is the predictions'
    `model_name_or_path`, and the model's name if it is empty. `texts` is a file of task texts.
    `retry` asks again for samples with one of these finish reasons, `force` for all. With
    `write_only`, nothing is asked. `context_tokens` is the size of the model's context; with `fit`,
    longer prompts are cut to it.
    """

    tasks: Path
    output: GenerationPaths
    model: str
    label: str = ""
    prompts: str = DEFAULT_SET
    set_parameters: bool = True
    sampling: Sampling = field(default_factory=Sampling)
    samples: int = 1
    track: Track = Track.INSTRUCTED
    texts: Path | None = None
    keep_leaking: bool = False
    disclose: frozenset[Disclosure] = frozenset()
    repositories: tuple[str, ...] = ()
    context_tokens: int | None = None
    fit: bool = False
    jobs: int = 4
    retry: frozenset[FinishReason] = frozenset()
    force: bool = False
    write_only: bool = False
    skip_bad_lines: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """One sample: its key, and what to send. `fits` says whether the prompt fits into the context."""

    key: str
    task_id: str
    sample: int
    prompt: Prompt
    request: ModelRequest
    fits: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class GenerationPlan:
    """All samples of a run, in the order of the tasks, and their common setting.

    `left_out` counts tasks that are not asked, because their text of the open track leaks.
    """

    setting: Setting
    asked: tuple[Asked, ...]
    left_out: int = 0


def make_plan(request: GenerationRequest, console: Console) -> GenerationPlan:
    """Read the inputs and render all prompts. Nothing is sent, and no key is needed.

    Raises:
        InputError, UsageError, RepositoryError: see each class.
    """
    prompts = open_prompt_set(request.prompts)
    setting = _setting(request, prompts)
    tasks, bad = load_task_records(request.tasks, skip_bad=request.skip_bad_lines)
    for line in bad:
        console.say(line.notice)
    texts = None if request.texts is None else _texts(request.texts, request.track)
    with Repositories.parse(request.repositories) as repositories:
        base_of = bases_of(repositories)
        materials = [
            PromptMaterial(
                task=task,
                track=request.track,
                text=_text_of(task, texts, request),
                disclose=request.disclose,
                base=base_of(task),
            )
            for task in _distinct(tasks)
        ]
        kept = [m for m in materials if request.keep_leaking or not _leaks(m)]
        asked: list[Asked] = []
        problems = Problems()
        for material in kept:
            with problems.collect(material.task.id):
                asked += _samples(request, setting, prompts, material)
        problems.refuse()
    if left_out := len(materials) - len(kept):
        console.say(
            f"left out: {pluralize(left_out, 'task')} whose text of the open track names what only the"
            " developers' solution has (--keep-leaking asks them anyway)"
        )
    return GenerationPlan(setting=setting, asked=tuple(asked), left_out=left_out)


def select_shard(plan: GenerationPlan, shard: Shard) -> GenerationPlan:
    """Return the plan with the samples of one shard: all samples of a task belong to one shard."""
    return replace(plan, asked=tuple(a for a in plan.asked if shard.holds(a.task_id)))


def _setting(request: GenerationRequest, prompts: PromptSet) -> Setting:
    sampling = request.sampling
    if request.set_parameters:
        sampling = _merge_sampling(prompts.manifest.parameters, sampling)
    texts = request.texts
    setting = Setting(
        label=request.label or request.model,
        model=request.model,
        prompt_set=prompts.name,
        prompt_set_sha256=prompts.sha256,
        track=request.track,
        mode=Mode.DIRECT,
        samples=request.samples,
        parameters=sampling,
        disclose=tuple(d for d in Disclosure if d in request.disclose),
        tasks_sha256=None if texts is None else hashlib.sha256(_bytes(texts)).hexdigest(),
        context_tokens=request.context_tokens,
        fit=request.fit,
    )
    _refuse_label(setting.label)
    _refuse_half_characters(setting)
    return setting


def _refuse_label(label: str) -> None:
    """Refuse the labels of reference predictions: reports would count the answers as references."""
    if is_reference(label):
        raise UsageError(
            f"the label {label} marks reference predictions, which are no model's",
            hint="Give another --name.",
        )


def _refuse_half_characters(setting: Setting) -> None:
    """Refuse names that are not UTF-8: the journal could be written, but not read again."""
    for name in (setting.label, setting.model, setting.prompt_set):
        if not is_utf8(name):
            raise UsageError(
                f"{name!r} is not UTF-8",
                hint="Give another --model or --name, or rename the folder of the prompts.",
            )


def _merge_sampling(of_set: Sampling, given: Sampling) -> Sampling:
    """Return the user's parameters, completed by those of the set."""
    return Sampling(
        temperature=of_set.temperature if given.temperature is None else given.temperature,
        top_p=of_set.top_p if given.top_p is None else given.top_p,
        seed=of_set.seed if given.seed is None else given.seed,
        max_tokens=of_set.max_tokens if given.max_tokens is None else given.max_tokens,
        reasoning_effort=given.reasoning_effort or of_set.reasoning_effort,
    )


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error


def _distinct(tasks: Sequence[TaskRecord]) -> Iterator[TaskRecord]:
    """Yield each task once. A file may repeat a record, but not an id for another one."""
    known: dict[str, TaskRecord] = {}
    for task in tasks:
        if task.id not in known:
            known[task.id] = task
            yield task
        elif known[task.id] != task:
            raise InputError(
                f"two tasks have the id {task.id}", hint="Give each task its own id, once."
            )


def _texts(path: Path, track: Track) -> Mapping[str, TaskText]:
    found: dict[str, TaskText] = {}
    for text in load_jsonl(TaskText, path)[0]:
        if text.track is not track:
            continue
        if found.setdefault(text.instance_id, text) != text:
            raise InputError(
                f"{path} has two texts of the {track} track for {text.instance_id}",
                hint="Keep one of them.",
            )
    return found


def _text_of(
    task: TaskRecord, texts: Mapping[str, TaskText] | None, request: GenerationRequest
) -> TaskText | None:
    if texts is None:
        return None
    if task.id not in texts:
        raise UsageError(
            f"{request.texts} has no text of the {request.track} track for {task.id}",
            hint="Write it with `refverify describe`, or leave the task out.",
        )
    return texts[task.id]


def _leaks(material: PromptMaterial) -> bool:
    """Whether a text of the open track names what only the developers' solution has."""
    text = material.text
    if text is None or material.track is not Track.OPEN:
        return False
    return bool(text.leaks or leaks_in(text.text, golden_names(material.task)))


def _samples(
    request: GenerationRequest, setting: Setting, prompts: PromptSet, material: PromptMaterial
) -> Iterator[Asked]:
    room = _room(setting)
    prompt = render(prompts, material, most_tokens=room if setting.fit else None)
    for sample in range(setting.samples):
        sampling = _shift_seed(setting.parameters, sample)
        decided = declaration(
            replace(setting, samples=0), material.task.id, prompt.sha256, sampling, sample
        )
        key = str(StableId.of(decided))
        yield Asked(
            key=key,
            task_id=material.task.id,
            sample=sample,
            prompt=prompt,
            request=ModelRequest(
                key=key, model=request.model, messages=prompt.messages, sampling=sampling
            ),
            fits=room is None or prompt.tokens <= room,
        )


def _room(setting: Setting) -> int | None:
    """The tokens that a prompt may have, so that the answer fits too; None without a limit."""
    if setting.context_tokens is None:
        return None
    return max(0, setting.context_tokens - (setting.parameters.max_tokens or 0))


def _shift_seed(sampling: Sampling, sample: int) -> Sampling:
    """Give each sample its own seed, if there is a seed."""
    return sampling if sampling.seed is None else replace(sampling, seed=sampling.seed + sample)
