"""A generation run: ask for the samples that the journal lacks, then write the files from it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from verifier import __version__
from verifier.console import Console
from verifier.domain.declared import to_plain
from verifier.domain.described import FORM, Described, Form
from verifier.domain.generation import (
    FinishReason,
    Generation,
    GenerationSummary,
    Missing,
)
from verifier.domain.prediction import Circumstances, Mode, Prediction, Track
from verifier.domain.shard import ShardEnd, ShardHeader, ShardKind, ShardRequest
from verifier.errors import EndpointError
from verifier.generation.asking import Asking
from verifier.generation.journal import GenerationJournal, GenerationLine
from verifier.generation.model import Message, Model, ModelReply, OpenModel
from verifier.generation.output import GenerationPaths
from verifier.generation.plan import Asked, GenerationPlan, GenerationRequest, select_shard
from verifier.generation.spending import Spending, Spent
from verifier.tools.records import to_line
from verifier.tools.storage.files import replacing, storage_errors, write_whole
from verifier.tools.storage.shard_file import Unit, end_shard, write_shard_file
from verifier.utf8 import without_surrogates

_TOO_LONG = ModelReply(text="", finish=FinishReason.CONTEXT_EXCEEDED)
"""The reply to a prompt that does not fit into the context. It is not sent."""
_TRANSCRIPT = re.compile(r"[0-9a-f]{64}\.json")


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
        asking = Asking(console=console, spent=spent)
        run = _GenerationRun(plan=plan, request=request, journal=journal, asking=asking)
        try:
            run.ask(open_model)
        except EndpointError:
            if not journal.is_as_it_was:
                write_files(plan, journal, request.output)
            raise
        return write_files(plan, journal, request.output)


def generate_shard(  # noqa: PLR0913 - as `generate`, and the shard
    plan: GenerationPlan,
    request: GenerationRequest,
    open_model: OpenModel,
    console: Console,
    spent: Spent,
    *,
    part: ShardRequest,
) -> tuple[GenerationSummary, ShardEnd]:
    """Ask for the missing samples of one shard, and write its journal only. Return its summary.

    See `generate` for `open_model` and `spent`.

    Raises:
        EndpointError: the endpoint refuses every request. The answers so far are in the journal.
        StorageError: the disk is full; finished answers are kept. UsageError: see the journal.
    """
    own = select_shard(plan, part.shard)
    units = [
        Unit(
            key=asked.key,
            name=f"{asked.task_id} {asked.sample}",
            is_own=part.shard.holds(asked.task_id),
        )
        for asked in plan.asked
    ]
    header = ShardHeader(
        kind=ShardKind.GENERATION,
        shard=part.shard,
        settings={"setting": to_plain(plan.setting)},
        versions={"refverify": __version__},
        command=part.command,
    )
    with GenerationJournal(request.output.journal, plan.setting, fresh=request.force) as journal:
        write_shard_file(request.output.shard, header, units, fresh=request.force)
        asking = Asking(console=console, spent=spent)
        run = _GenerationRun(plan=own, request=request, journal=journal, asking=asking)
        run.ask(open_model)
        summary = summarise(own, journal)
    return summary, end_shard(part.shard, units, summary.asked - summary.answered)


@dataclass(kw_only=True)
class _GenerationRun:
    """An open run."""

    plan: GenerationPlan
    request: GenerationRequest
    journal: GenerationJournal
    asking: Asking

    def ask(self, open_model: OpenModel) -> None:
        """Ask for the samples that the journal lacks.

        Raises:
            EndpointError: the endpoint refuses every request. Requests that were on their way were
                waited for, so that no paid answer is lost.
        """
        if self.request.write_only:
            return
        to_do = [asked for asked in self.plan.asked if not self._is_known(asked)]
        if known := len(self.plan.asked) - len(to_do):
            console = self.asking.console
            console.say(f"{known} answers are in the journal already: {self.journal.path}")
        for asked in to_do:
            if not asked.fits:
                self._record(asked, _TOO_LONG, None)
        if sent := [asked for asked in to_do if asked.fits]:
            model = open_model([asked.request for asked in sent])
            self.asking.run("Asking", sent, self._one, jobs=self.request.jobs, model=model)

    def _is_known(self, asked: Asked) -> bool:
        line = self.journal.read(asked.key)
        if line is None or line.prediction is None:
            return False
        return line.prediction.circumstances.finish_reason not in self.request.retry

    def _one(self, asked: Asked, model: Model) -> str:
        """Ask for one sample and record the reply at once."""

        def keep(reply: ModelReply) -> None:
            self._record(asked, reply, model)

        reply = self.asking.ask(asked.request, model, keep)
        if reply is None:
            return f"{asked.task_id} {Missing.NOT_ASKED}"
        usd = self.asking.spent.usd
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
            model_output=without_surrogates(reply.text),
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
        setting = self.plan.setting
        return Generation(
            prompt_set=setting.prompt_set,
            prompt_set_sha256=setting.prompt_set_sha256,
            prompt_sha256=asked.prompt.sha256,
            disclosed=asked.prompt.disclosed,
            disclose=setting.disclose,
            tasks_sha256=setting.tasks_sha256,
            context_tokens=setting.context_tokens,
            fit=setting.fit,
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
    with replacing(output.predictions) as stream:
        for asked in plan.asked:
            line = journal.read(asked.key)
            if line is not None and line.prediction is not None:
                stream.write(to_line(line.prediction))
    _write_transcripts(plan, journal, output.transcripts)
    summary = summarise(plan, journal)
    write_whole(output.setting, to_line(summary))
    return summary


def summarise(plan: GenerationPlan, journal: GenerationJournal) -> GenerationSummary:
    """Count the samples of a plan that have an answer in the journal, and those without one by reason."""
    missing: Counter[Missing] = Counter()
    for asked in plan.asked:
        line = journal.read(asked.key)
        if line is None or line.prediction is None:
            missing[(line and line.missing) or Missing.NOT_ASKED] += 1
    return GenerationSummary(
        setting=plan.setting,
        asked=len(plan.asked),
        answered=len(plan.asked) - missing.total(),
        missing=dict(sorted(missing.items())),
        left_out=plan.left_out,
    )


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
