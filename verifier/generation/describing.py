"""Write task texts: let a model describe commits, for the instructed and for the open track.

The instructed text comes from the message, the pull request and the patch, in the parts that
CodeTaste asks for (section 3.3, figure 13). The open text is one sentence that comes from the
instructed one alone (figure 14). The wording of the prompts is our own.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path

from verifier.console import Console
from verifier.domain.assignment import CommitAssignment, MethodAssignment
from verifier.domain.declared import declaration
from verifier.domain.generation import Missing, Sampling
from verifier.domain.instance import Instance, StableId
from verifier.domain.prediction import Track
from verifier.domain.task_text import TaskText, TextSource
from verifier.errors import EndpointError, UsageError
from verifier.generation.asking import Asking
from verifier.generation.model import Message, Model, ModelReply, ModelRequest, OpenModel, Role
from verifier.generation.output import TextPaths
from verifier.generation.prompting.leaks import golden_names, leaks_in
from verifier.generation.prompting.prompts import Prompt
from verifier.generation.prompting.slots import fill
from verifier.generation.spending import Spent
from verifier.generation.text_files import PullRequest, TextLine, TextSummary
from verifier.judging.tasks import Repositories
from verifier.tools.records import load_jsonl, to_line
from verifier.tools.storage.files import replacing
from verifier.tools.storage.keyed_lines import SharedLines
from verifier.tools.task_records import load_task_records
from verifier.utf8 import without_surrogates

MOST_PATCH = 100_000
"""The characters of a patch that a prompt shows. A longer one is cut and says so."""
_ABSENT = "(none)"

DescribedTask = Instance | CommitAssignment
"""A task with a solution of the developers, which can be described."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DescribeRequest:
    """One call: the tasks, the output, the model and its sampling.

    `repositories` (`PATH` or `NAME=PATH`) give the messages of instances' commits; without one their
    message is left out. `pull_requests` is a file of pull requests by commit. `force` discards
    earlier answers.
    """

    tasks: Path
    output: TextPaths
    model: str
    sampling: Sampling = field(default_factory=Sampling)
    repositories: tuple[str, ...] = ()
    pull_requests: Path | None = None
    jobs: int = 4
    force: bool = False
    skip_bad_lines: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class _Question:
    """One request of a task, with the key of its journal line."""

    key: str
    task_id: str
    track: Track
    prompt: Prompt
    request: ModelRequest


def read_described(request: DescribeRequest, console: Console) -> list[DescribedTask]:
    """Read the tasks; a task that is in the file twice is described once.

    Raises:
        InputError: a line cannot be read.
        UsageError: a task is a method to rewrite, which has no solution to describe.
    """
    records, bad = load_task_records(request.tasks, skip_bad=request.skip_bad_lines)
    for line in bad:
        console.say(line.notice)
    tasks: dict[str, DescribedTask] = {}
    for record in records:
        if isinstance(record, MethodAssignment):
            raise UsageError(
                f"{record.id} is a method to rewrite, which has no commit to describe",
                hint="Its goal is its text: `generate` needs no other.",
            )
        tasks.setdefault(record.id, record)
    return list(tasks.values())


def describe(
    request: DescribeRequest, open_model: OpenModel, console: Console, spent: Spent
) -> TextSummary:
    """Ask for the texts that the journal lacks, and write the file of texts.

    The same request again continues an interrupted run; no answered request is sent again.

    Raises:
        EndpointError: the endpoint refuses every request. The texts so far are in the file.
        InputError, UsageError, RepositoryError, StorageError: see each class.
    """
    tasks = read_described(request, console)
    first = _first_questions(request, tasks)
    hint = "Give another -o, or --force to throw this journal away."
    with SharedLines(
        request.output.journal, TextLine, what="no line of texts: ", hint=hint, fresh=request.force
    ) as journal:
        asking = Asking(console=console, spent=spent)
        run = _DescribingRun(request=request, journal=journal, asking=asking)
        try:
            run.ask(tasks, first, open_model)
        except EndpointError:
            if not journal.is_as_it_was:
                run.write(tasks, first)
            raise
        return run.write(tasks, first)


def _first_questions(request: DescribeRequest, tasks: Sequence[DescribedTask]) -> list[_Question]:
    given = {} if request.pull_requests is None else _pull_requests(request.pull_requests)
    template = _template("instructed")
    with Repositories.parse(request.repositories) as repositories:
        return [
            _question(
                request, task, Track.INSTRUCTED, fill(template, _values(task, given, repositories))
            )
            for task in tasks
        ]


def _pull_requests(path: Path) -> dict[str, PullRequest]:
    return {each.commit: each for each in load_jsonl(PullRequest, path)[0]}


def _values(
    task: DescribedTask, given: Mapping[str, PullRequest], repositories: Repositories
) -> dict[str, str]:
    pull = given.get(task.commit)
    return {
        "message": _message(task, repositories).strip() or _ABSENT,
        "pull_request": _ABSENT if pull is None else f"{pull.title}\n\n{pull.body}".strip(),
        "patch": _cut(task.patch),
    }


def _message(task: DescribedTask, repositories: Repositories) -> str:
    if isinstance(task, CommitAssignment):
        return task.message
    if not repositories.paths:
        return ""
    repository = repositories.of(task.repo)
    return repository.message(repository.resolve(task.commit))


def _cut(patch: str) -> str:
    if len(patch) <= MOST_PATCH:
        return patch
    kept = patch[:MOST_PATCH].rpartition("\n")[0]
    return f"{kept}\n(cut: {len(patch) - len(kept):,} more characters)"


def _template(name: str) -> str:
    folder = files("verifier") / "resources" / "prompts" / "describe-1"
    return (folder / f"{name}.txt").read_text(encoding="utf-8")


def _question(
    request: DescribeRequest, task: DescribedTask, track: Track, text: str, *before: Message
) -> _Question:
    messages = (*before, Message(role=Role.USER, text=text))
    prompt = Prompt(messages=messages, disclosed=())
    key = str(
        StableId.of(declaration(task.id, track, prompt.sha256, request.model, request.sampling))
    )
    return _Question(
        key=key,
        task_id=task.id,
        track=track,
        prompt=prompt,
        request=ModelRequest(
            key=key, model=request.model, messages=messages, sampling=request.sampling
        ),
    )


@dataclass(kw_only=True)
class _DescribingRun:
    """An open run."""

    request: DescribeRequest
    journal: SharedLines[TextLine]
    asking: Asking

    def ask(
        self, tasks: Sequence[DescribedTask], first: Sequence[_Question], open_model: OpenModel
    ) -> None:
        """Ask for the texts of each task that are not known.

        Raises:
            EndpointError: the endpoint refuses every request.
        """
        open_ = [
            (task, question)
            for task, question in zip(tasks, first, strict=True)
            if len(list(self._texts(task, question))) < len(Track)
        ]
        if known := len(tasks) - len(open_):
            self.asking.console.say(f"{known} tasks are described in the journal already")
        if open_:
            # A task needs three requests at most, and the first has the longest prompt.
            model = open_model([question.request for _, question in open_] * 3)
            self.asking.run("Describing", open_, self._one, jobs=self.request.jobs, model=model)

    def _one(self, item: tuple[DescribedTask, _Question], model: Model) -> str:
        return f"{item[0].id} {len(list(self._texts(*item, model)))} texts"

    def _texts(
        self, task: DescribedTask, first: _Question, model: Model | None = None
    ) -> Iterator[TaskText]:
        """Yield the texts of a task. Without a model, only the journal answers."""
        instructed = self._answer(first, model)
        if not instructed:
            return
        yield self._text(first, instructed)
        request, template = self.request, _template("open")
        question = _question(request, task, Track.OPEN, fill(template, {"description": instructed}))
        sentence = self._answer(question, model)
        if not sentence:
            return
        names = golden_names(task)
        if leaks := leaks_in(sentence, names):
            again = fill(_template("again"), {"names": ", ".join(leaks)})
            before = (*question.prompt.messages, Message(role=Role.ASSISTANT, text=sentence))
            question = _question(request, task, Track.OPEN, again, *before)
            sentence = self._answer(question, model)
            if not sentence:
                return
        yield replace(self._text(question, sentence), leaks=leaks_in(sentence, names))

    def _text(self, question: _Question, answer: str) -> TaskText:
        return TaskText(
            instance_id=question.task_id,
            track=question.track,
            text=answer,
            source=TextSource.MODEL,
            model=self.request.model,
            prompt_sha256=question.prompt.sha256,
        )

    def _answer(self, question: _Question, model: Model | None) -> str:
        """Return the answer to a question, stripped; empty if there is none."""
        line = self.journal.read(question.key)
        if (line is None or not line.text) and model is not None:
            self.asking.ask(
                question.request, model, lambda reply: self.journal.append(_line(question, reply))
            )
            line = self.journal.read(question.key)
        return (line.text or "").strip() if line is not None else ""

    def write(self, tasks: Sequence[DescribedTask], first: Sequence[_Question]) -> TextSummary:
        """Write the texts from the journal alone, in the order of the tasks."""
        texts: list[TaskText] = []
        missing: Counter[Missing] = Counter()
        for task, question in zip(tasks, first, strict=True):
            found = list(self._texts(task, question))
            texts += found
            if lacking := len(Track) - len(found):
                missing[self._why(question)] += lacking
        with replacing(self.request.output.texts) as stream:
            stream.writelines(map(to_line, texts))
        return TextSummary(
            tasks=len(tasks), texts=tuple(texts), missing=dict(sorted(missing.items()))
        )

    def _why(self, question: _Question) -> Missing:
        line = self.journal.read(question.key)
        return (line and line.missing) or Missing.NOT_ASKED


def _line(question: _Question, reply: ModelReply) -> TextLine:
    text = None if reply.text is None else without_surrogates(reply.text)
    return TextLine(
        key=question.key,
        instance_id=question.task_id,
        track=question.track,
        text=text,
        missing=reply.missing or (None if text else Missing.GAVE_UP),
        usage=reply.usage,
        cost_usd=reply.cost_usd,
        attempts=reply.attempts,
        charged_usd=float(reply.charged.usd),
        charged_tokens=reply.charged.tokens,
    )
