"""A generation run: ask for the samples that the journal lacks, then write the files from it."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, Lock

from verifier.console import Console
from verifier.domain.described import FORM, Described, Form
from verifier.domain.generation import (
    FinishReason,
    Generation,
    GenerationSummary,
    Missing,
)
from verifier.domain.prediction import Circumstances, Mode, Prediction, Track
from verifier.errors import EndpointError
from verifier.generation.journal import GenerationJournal, GenerationLine
from verifier.generation.model import Message, Model, ModelReply, ModelRequest
from verifier.generation.output import GenerationPaths
from verifier.generation.plan import Asked, GenerationPlan, GenerationRequest
from verifier.generation.spending import Spending
from verifier.judging.schedule import some_at_a_time
from verifier.tools.records import to_line
from verifier.tools.storage.files import replacing, storage_errors, write_whole

OpenModel = Callable[[Sequence[ModelRequest]], Model]
"""A function that opens a model for requests, which it may refuse because of their cost."""
_TOO_LONG = ModelReply(text="", finish=FinishReason.CONTEXT_EXCEEDED)
"""The reply to a prompt that does not fit into the context. It is not sent."""
_TRANSCRIPT = re.compile(r"[0-9a-f]{64}\.json")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(kw_only=True)
class Spent:
    """What one call did and spent: answers, dollars and tokens.

    `replies` counts all requests that ended. `usd` is None while no cost is known, and `tokens`
    while no usage is.
    """

    replies: int = 0
    answers: int = 0
    usd: float | None = None
    tokens: int | None = None

    def add(self, reply: ModelReply) -> None:
        """Add the cost of a reply."""
        self.replies += 1
        self.answers += reply.text is not None
        if reply.cost_usd is not None:
            self.usd = (self.usd or 0.0) + reply.cost_usd
        if reply.usage is not None:
            self.tokens = (self.tokens or 0) + reply.usage.input + reply.usage.output


@dataclass(frozen=True, kw_only=True, slots=True)
class RawAnswer(Described):
    """A whole answer to a prompt."""

    instance_id: str
    """The id of the instance or assignment."""
    sample: int
    """The number of the sample, from 0."""
    text: str
    """The answer."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Transcript(Described):
    """A prompt and all answers to it. Its file is named after the SHA-256 of the messages."""

    messages: tuple[Message, ...]
    """The messages of the prompt, as sent."""
    answers: tuple[RawAnswer, ...]
    """The answers, in the order of the tasks and samples."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


def generate(
    plan: GenerationPlan,
    request: GenerationRequest,
    open_model: OpenModel,
    console: Console,
    spent: Spent,
) -> GenerationSummary:
    """Ask a model for all samples of the plan that the journal lacks, and write the files.

    The same request again continues an interrupted run. Samples without an answer are asked again.
    `open_model` gets the requests that will be sent; it is not called if there are none. `spent` counts
    what this call spends, also if it fails.

    Raises:
        EndpointError: the endpoint refuses every request. The answers so far are in the files.
        StorageError: the disk is full; finished answers are kept. UsageError: see the journal.
    """
    with GenerationJournal(request.output.journal, plan.setting, fresh=request.force) as journal:
        run = _GenerationRun(
            plan=plan, request=request, console=console, journal=journal, spent=spent
        )
        try:
            run.ask(open_model)
        except EndpointError:
            write_files(plan, journal, request.output)
            raise
        return write_files(plan, journal, request.output)


@dataclass(kw_only=True)
class _GenerationRun:
    """An open run."""

    plan: GenerationPlan
    request: GenerationRequest
    console: Console
    journal: GenerationJournal
    spent: Spent
    refused: EndpointError | None = None
    lock: Lock = field(default_factory=Lock)

    def ask(self, open_model: OpenModel) -> None:
        """Ask for the samples that the journal lacks.

        Raises:
            EndpointError: the endpoint refuses every request. Requests that were on their way were
                waited for, so that no paid answer is lost.
        """
        to_do = [asked for asked in self.plan.asked if not self._is_known(asked)]
        if known := len(self.plan.asked) - len(to_do):
            self.console.say(f"{known} answers are in the journal already: {self.journal.path}")
        for asked in to_do:
            if not asked.fits:
                self._record(asked, _TOO_LONG, None)
        if sent := [asked for asked in to_do if asked.fits]:
            with closing(open_model([asked.request for asked in sent])) as model:
                self._send(sent, model)

    def _send(self, sent: Sequence[Asked], model: Model) -> None:
        def one(asked: Asked) -> str:
            return self._one(asked, model)

        with self.console.progress("Asking", len(sent)) as progress:
            for note in some_at_a_time(one, sent, self.request.jobs, Event()):
                progress.advance(note)
        if self.refused is not None:
            raise self.refused

    def _is_known(self, asked: Asked) -> bool:
        line = self.journal.read(asked.key)
        if line is None or line.prediction is None:
            return False
        return line.prediction.circumstances.finish_reason not in self.request.retry

    def _one(self, asked: Asked, model: Model) -> str:
        """Ask for one sample and record the reply at once."""
        if self.refused is not None:
            return f"{asked.task_id} {Missing.NOT_ASKED}"
        try:
            reply = model.ask(asked.request)
        except EndpointError as error:
            self.refused = error
            return f"{asked.task_id} {Missing.NOT_ASKED}"
        self._record(asked, reply, model)
        with self.lock:
            self.spent.add(reply)
            usd = self.spent.usd
        cost = "" if usd is None else f", {usd:.4f} USD so far"
        return f"{asked.task_id} {reply.missing or reply.finish}{cost}"

    def _record(self, asked: Asked, reply: ModelReply, model: Model | None) -> None:
        """Append a reply. An earlier answer stays if the sample was asked again without success."""
        known = self.journal.read(asked.key)
        if reply.text is None and known is not None and known.prediction is not None:
            if reply.charged != Spending():
                self.journal.append(_also_charged(known, reply))
            return
        line = GenerationLine(
            key=asked.key,
            instance_id=asked.task_id,
            sample=asked.sample,
            setting=self.plan.setting,
            prediction=self._prediction(asked, reply, model),
            missing=reply.missing or (Missing.GAVE_UP if reply.text is None else None),
            attempts=reply.attempts,
            charged_usd=float(reply.charged.usd),
            charged_tokens=reply.charged.tokens,
        )
        self.journal.append(line)

    def _prediction(
        self, asked: Asked, reply: ModelReply, model: Model | None
    ) -> Prediction | None:
        setting = self.plan.setting
        if reply.text is None:
            return None
        return Prediction(
            instance_id=asked.task_id,
            model_name_or_path=setting.label,
            sample=asked.sample,
            # A lone surrogate is no character, and JSON readers refuse it.
            model_output=_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", reply.text),
            circumstances=Circumstances(
                track=Track(setting.track),
                mode=Mode(setting.mode),
                cost_usd=reply.cost_usd,
                finish_reason=reply.finish,
                finish_raw=reply.finish_raw,
                generation=self._generation(asked, reply, model),
            ),
        )

    def _generation(self, asked: Asked, reply: ModelReply, model: Model | None) -> Generation:
        return Generation(
            prompt_set=self.plan.setting.prompt_set,
            prompt_sha256=asked.prompt.sha256,
            disclosed=asked.prompt.disclosed,
            endpoint_host="" if model is None else model.host,
            model_asked=asked.request.model,
            model_answered=reply.model_answered,
            system_fingerprint=reply.system_fingerprint,
            model_ends=reply.model_ends,
            parameters=asked.request.sampling,
            usage=reply.usage,
            prices_sha256=None if model is None else model.prices_sha256,
        )


def _also_charged(known: GenerationLine, reply: ModelReply) -> GenerationLine:
    """Return a line with its answer, and what a later request without an answer may have cost."""
    return replace(
        known,
        attempts=(*known.attempts, *reply.attempts),
        charged_usd=float(reply.charged.usd),
        charged_tokens=reply.charged.tokens,
    )


def write_files(
    plan: GenerationPlan, journal: GenerationJournal, output: GenerationPaths
) -> GenerationSummary:
    """Write predictions, transcripts and summary from the journal alone, in the order of the tasks.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    missing: Counter[Missing] = Counter()
    with replacing(output.predictions) as stream:
        for asked in plan.asked:
            line = journal.read(asked.key)
            if line is not None and line.prediction is not None:
                stream.write(to_line(line.prediction))
            else:
                missing[(line and line.missing) or Missing.NOT_ASKED] += 1
    _write_transcripts(plan, journal, output.transcripts)
    summary = GenerationSummary(
        setting=plan.setting,
        asked=len(plan.asked),
        answered=len(plan.asked) - missing.total(),
        missing=dict(sorted(missing.items())),
        left_out=plan.left_out,
    )
    write_whole(output.setting, to_line(summary))
    return summary


def _write_transcripts(plan: GenerationPlan, journal: GenerationJournal, folder: Path) -> None:
    """Write each prompt once, with its answers, and remove transcripts of other prompts."""
    by_prompt: dict[str, list[Asked]] = {}
    for asked in plan.asked:
        by_prompt.setdefault(asked.prompt.sha256, []).append(asked)
    names = set()
    for sha256, group in by_prompt.items():
        if answers := tuple(_answers(group, journal)):
            transcript = Transcript(messages=group[0].prompt.messages, answers=answers)
            names.add(f"{sha256}.json")
            write_whole(folder / f"{sha256}.json", to_line(transcript))
    if folder.is_dir():
        with storage_errors(folder):
            for stale in sorted(folder.iterdir()):
                # Other files in the folder are not ours.
                if _TRANSCRIPT.fullmatch(stale.name) and stale.name not in names:
                    stale.unlink()


def _answers(group: Sequence[Asked], journal: GenerationJournal) -> Iterator[RawAnswer]:
    for asked in group:
        line = journal.read(asked.key)
        if line is not None and line.prediction is not None:
            text = line.prediction.model_output or ""
            yield RawAnswer(instance_id=asked.task_id, sample=asked.sample, text=text)
