"""Run one campaign as a sandboxed job. The result is returned as data, or an error is raised."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.domain.behaviour import Behaviour
from verifier.domain.testrun import RunEnd
from verifier.errors import FuzzingError
from verifier.fuzzing.outcome import RESULT
from verifier.fuzzing.request import Campaign, FuzzingBudget
from verifier.fuzzing.result import read_behaviour
from verifier.sandbox.base import Job, JobLimits, JobResult, Mount, Sandbox
from verifier.tools.own_jar import FUZZER

OUT = "out"
CAPTURED = "captured.bin"
PROPOSALS = "proposals.bin"
ENVIRONMENT = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
_FOR_A_SHORT_LIFE = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData")
_CONFIRMATION_FACTOR = 2.0
_CONFIRMATION_SECONDS = 180.0


class FuzzingEngine:
    """Calls the fuzzer's jar; every campaign is a separate job."""

    def __init__(
        self, sandbox: Sandbox, limits: JobLimits | None = None, *, jar: Path | None = None
    ) -> None:
        """`jar` replaces the engine's build, for measurements."""
        self._sandbox, self._limits, self._jar = sandbox, limits or JobLimits(), jar

    def run(self, campaign: Campaign) -> Behaviour:
        """Run until the budget is spent, including confirmation.

        Raises:
            FuzzingError: the engine crashed, ran out of time, or its result cannot be used.
            SandboxError: the environment failed.
        """
        places = _Places(campaign, self._sandbox, self._jar or FUZZER.path())
        result = self._sandbox.run(
            Job(
                command=places.command(),
                mounts=places.mounts,
                files=_files(campaign),
                env=ENVIRONMENT,
                results=(OUT,),
                limits=replace(self._limits, wall_seconds=_wall_seconds(campaign)),
                label="fuzz",
            )
        )
        return places.named(_read(result, campaign))


@dataclass(frozen=True, kw_only=True, slots=True)
class Fuzzing:
    """The engine, and the budget of each campaign."""

    engine: FuzzingEngine
    budget: FuzzingBudget


class _Places:
    """The job's paths of the jar, the two versions and the class path."""

    def __init__(self, campaign: Campaign, sandbox: Sandbox, jar: Path) -> None:
        self._campaign, self._sandbox = campaign, sandbox
        versions = campaign.versions
        self._jdk = Mount(name="jdk", source=campaign.jdk.home)
        self._jar = Mount(name="fuzzer.jar", source=jar)
        self._old = Mount(name="old", source=versions.old)
        self._new = Mount(name="new", source=versions.new)
        self._path = path_mounts(versions.class_path)

    @property
    def mounts(self) -> tuple[Mount, ...]:
        """Everything that the job may read."""
        return (self._jdk, self._jar, self._old, self._new, *self._path)

    def command(self) -> tuple[str, ...]:
        """The engine's command line."""
        see, campaign, budget = self._sandbox.path_of, self._campaign, self._campaign.budget
        words = [
            f"{see(self._jdk)}/bin/java", *_FOR_A_SHORT_LIFE, "-jar", see(self._jar), "fuzz",
            "--old", see(self._old), "--new", see(self._new), "--out", OUT,
            "--seed", str(budget.seed), "--executions", str(budget.executions),
            "--seconds", f"{budget.seconds:g}", "--flavour", str(campaign.junit),
        ]  # fmt: skip
        versions = campaign.versions
        for option, wanted in (
            ("--class-path", versions.class_path),
            ("--junit", versions.junit),
            ("--tests", versions.tests),
        ):
            entries = [see(mount) for mount in self._path if mount.source in wanted]
            if entries:
                words += [option, ":".join(entries)]
        for old, new in sorted(campaign.versions.renames.items()):
            words += ["--rename", f"{old}={new}"]
        for name in campaign.classes:
            words += ["--class", name]
        if campaign.captured is not None:
            words += ["--captured", CAPTURED]
        if campaign.proposals is not None:
            words += ["--proposals", PROPOSALS]
        return (*words, *_for_measurements(campaign))

    def named(self, found: Behaviour) -> Behaviour:
        """The result with the original names of class path entries."""
        sources = {self._sandbox.path_of(mount): str(mount.source) for mount in self._path}
        return replace(
            found, unsupported=tuple(_rename(line, sources) for line in found.unsupported)
        )


def _files(campaign: Campaign) -> dict[str, bytes]:
    files = {CAPTURED: campaign.captured, PROPOSALS: campaign.proposals}
    return {name: content for name, content in files.items() if content is not None}


def path_mounts(class_path: Sequence[Path]) -> list[Mount]:
    """Mount each entry of a class path under a unique name that keeps its suffix."""
    return [
        Mount(name=f"path{number}{entry.suffix}", source=entry)
        for number, entry in enumerate(class_path)
    ]


def _rename(line: str, sources: Mapping[str, str]) -> str:
    """Rename the job's path before the first colon of a line."""
    place, colon, why = line.partition(":")
    return f"{sources.get(place, place)}{colon}{why}"


def _for_measurements(campaign: Campaign) -> Iterator[str]:
    if not campaign.test:
        yield "--no-test"
    if campaign.identical:
        yield "--identical"
    if campaign.ablation is not None:
        yield from ("--ablation", str(campaign.ablation))
    if campaign.mutants:
        yield from ("--mutants", str(campaign.mutants))
    for method in campaign.methods:
        yield from ("--method", method)


def _wall_seconds(campaign: Campaign) -> float:
    """The wall-clock limit. The engine keeps its own time, so beyond this it hangs."""
    return campaign.budget.seconds * _CONFIRMATION_FACTOR + _CONFIRMATION_SECONDS


def _read(result: JobResult, campaign: Campaign) -> Behaviour:
    if result.end is not RunEnd.EXITED:
        raise _engine_error(f"it was ended: {result.end}", result)
    if result.exit_code != 0:
        raise _engine_error(f"it ended with status {result.exit_code}", result)
    raw = result.artefacts.get(f"{OUT}/{RESULT}")
    if raw is None:
        raise _engine_error("it left no result", result)
    return read_behaviour(raw, seed=campaign.budget.seed)


def _engine_error(why: str, result: JobResult) -> FuzzingError:
    text = (result.output + result.log).decode("utf-8", "replace").strip()
    return FuzzingError(f"the fuzzing engine failed: {why}", hint=_tail(text.splitlines()))


def _tail(lines: Sequence[str]) -> str:
    return "\n".join(lines[-10:])[-2000:]
