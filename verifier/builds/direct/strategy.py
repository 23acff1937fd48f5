"""The direct strategy: our own javac and our own JUnit launcher, configured from the pom."""

import contextlib
import shlex
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from verifier.builds.base import Faults, Onlooker, PlantedRun, StrategyName
from verifier.builds.compilation import Compilation
from verifier.builds.direct.base_classes import BaseClasses, base_classes, write_classes
from verifier.builds.direct.broken_methods import break_some
from verifier.builds.direct.changed_methods import changed_methods
from verifier.builds.direct.class_archive import Archived, launcher_archive
from verifier.builds.direct.compiling import Compiler, level_of
from verifier.builds.direct.detection import detect
from verifier.builds.direct.evidence import Nonce, read_events, read_recording
from verifier.builds.direct.first_failure import MOST_NEAR, FirstFailureJob, Plans
from verifier.builds.direct.junit_parameters import platform_parameters
from verifier.builds.direct.same_code import code_of
from verifier.builds.direct.test_classes import concerned, nearest, reaching, select
from verifier.builds.direct.test_jvm import OWN_JDK, RESOURCES, SHORT_LIVED, Mounts, words
from verifier.builds.launching import Launcher
from verifier.builds.module import MAIN, TEST, TREE, ResourceFolder
from verifier.builds.overlay import Overlay
from verifier.builds.prepared import PreparedBase
from verifier.builds.recording import FILE, agent, includes_of, launched_word
from verifier.builds.strategy import (
    ENVIRONMENT,
    JOB_TREE,
    LOG_CHARACTERS,
    OUTPUT_BYTES,
    Request,
    tail,
    top_class,
)
from verifier.domain.instance import StableId
from verifier.domain.reach import ReachMap
from verifier.domain.testrun import UNKNOWN, BuildRun, RunEnd, TestRun
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import Job, JobResult, Mount, Sandbox
from verifier.tools.files import make_readable
from verifier.tools.scratch import scratch_folder

ONLOOKER = "onlooker"
NONE = "none"
TRAINING = Nonce(key=bytes(32), canary="archive.Canary", secret="0" * 32)
"""Of a run that proves nothing."""
_SCRIPT = f"""{OWN_JDK}cd {{working}} && exec env "${{@//{TREE}/$tree}}"
"""
# A rerun of failing tests comes right after the build, and the base's in turn with it.
_KEPT_COMPILATIONS = 2


class DirectStrategy:
    """Compiles in one job, tests in another whose classes are read-only mounts."""

    name = StrategyName.DIRECT

    def __init__(
        self,
        prepared: PreparedBase,
        sandbox: Sandbox,
        *,
        processing: bool,
        order: Sequence[str] = (),
    ) -> None:
        self._prepared, self._sandbox, self._processing = prepared, sandbox, processing
        self._place = {name: number for number, name in enumerate(order)}
        self._base: BaseClasses | None = None
        self._kept: OrderedDict[str, Compilation] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def compiler(self) -> str:
        """Javac with its level; a lifted level is said."""
        settings, jdk = self._prepared.module.main, self._prepared.jdk
        level = level_of(settings, jdk)
        said = f" (the pom says {settings.level})" if settings.level not in {None, level} else ""
        return f"javac {jdk.version}, level {level}{said}"

    def build(self, request: Request) -> BuildRun:
        """See Strategy."""
        compilation = self.compiled(request)
        if not compilation.compiled:
            return BuildRun(
                end=compilation.end,
                compiled=False,
                errors=compilation.errors,
                tests=None,
                log=tail(compilation.result),
                seconds=compilation.result.seconds,
                restored=request.overlay.restored,
            )
        with self._laid_out(request, compilation) as folder:
            return self._run(request, compilation, folder)

    def code_of(self, request: Request) -> str | None:
        """What a candidate's classes do otherwise than the base's; None where that is not all to know."""
        compilation = self.compiled(request)
        if self._base is None:
            return None
        return code_of(request, compilation, self._base, self._prepared.module)

    def first_failure(
        self,
        request: Request,
        failing: frozenset[str],
        known: Callable[[str], Sequence[TestRun]],
        reach: ReachMap | None = None,
    ) -> BuildRun | None:
        """The near tests until one fails that is not `failing` anyway, and this one's rounds.

        `known` are the base's rounds of a class, where there are all.
        None where none fails so, where nothing says which tests are near, and for any doubt.
        """
        compilation = self.compiled(request)
        if not compilation.compiled or self._base is None:
            return None
        near = self._near(request, compilation, self._base, reach)
        if not near:
            return None
        with self._laid_out(request, compilation) as folder:
            watched = includes_of(p for c in compilation.classes.values() for p in c)
            job = FirstFailureJob(
                prepared=self._prepared,
                sandbox=self._sandbox,
                request=request,
                candidate=Mounts.of(self._prepared, folder),
                base=Mounts.of(self._prepared, folder).beside(self._base.folder, folder / NONE),
                agent_of=watched if request.recorded else "",
                archive=self._archive(Mounts.of(self._prepared, folder)),
            )
            found_rounds = {name: known(name) for name in {top_class(n) for n in near}}
            plans = Plans(
                near=near,
                lines=self._lines(),
                failing=failing,
                known={name: rounds for name, rounds in found_rounds.items() if rounds},
            )
            result = self._sandbox.run(job.job(plans, self._watched()))
        found = plans.read(result, assertions=self._prepared.module.tests.keyword_assert)
        if found is None:
            return None
        touched = self._touched(request, result)
        return BuildRun(
            end=result.end,
            compiled=True,
            errors=(),
            tests=replace(found.tests, touched=touched),
            log=result.log.decode("utf-8", "replace")[-LOG_CHARACTERS:],
            seconds=compilation.result.seconds + result.seconds,
            test_seconds=result.seconds,
            restored=request.overlay.restored,
            built=compilation.built,
            starved=result.starved,
            rounds=found.rounds,
        )

    def _near(
        self, request: Request, compilation: Compilation, base: BaseClasses, reach: ReachMap | None
    ) -> list[str]:
        """The tests that are known to reach what the candidate changed; where none is known, that name it."""
        classes = compilation.classes[TEST]
        names = self._test_classes(classes, request)
        found: list[str] = []
        if reach is not None:
            changed = changed_methods(base.classes[MAIN], compilation.classes[MAIN])
            found = reaching(reach, changed, names)
        found = found or nearest(classes, names, base.changed(compilation, MAIN))
        return found[:MOST_NEAR]

    def plant(self, request: Request, faults: Faults) -> PlantedRun | None:
        """Run all tests with some of them broken; None where none can be."""
        compilation = self.compiled(request)
        broken = break_some(
            compilation.classes[TEST],
            faults.among,
            seed=faults.seed,
            most=faults.most,
            word=faults.word,
        )
        if not broken.tests:
            return None
        classes = {**compilation.classes, TEST: broken.classes}
        planted = replace(compilation, classes=classes)
        with self._laid_out(request, planted) as folder:
            return PlantedRun(run=self._run(request, planted, folder), tests=broken.tests)

    def observe(self, request: Request, onlooker: Onlooker, reach: ReachMap | None = None) -> bytes:
        """What an agent wrote while tests that concern it ran; empty where it wrote nothing."""
        compilation = self.compiled(request)
        with self._laid_out(request, compilation) as folder:
            tests = compilation.classes[TEST]
            every = self._test_classes(tests, request)
            near = set() if reach is None else set(reaching(reach, onlooker.methods, every))
            # The order stays that of the suite: some pass in it only.
            names = [n for n in every if n in near] or concerned(tests, every, onlooker.classes)
            wall = min(request.limits.wall_seconds, onlooker.seconds)
            bounded = replace(request, limits=replace(request.limits, wall_seconds=wall))
            job = self._job(bounded, folder, self._plan(Nonce(), names), onlooker)
            result = self._sandbox.run(job)
        return result.artefacts.get(f"{ONLOOKER}/{onlooker.result}", b"")

    def compiled(self, request: Request) -> Compilation:
        """The compilation of this overlay; a rerun of the same one does not compile again."""
        parts = (f"{p}\0{c!r}" for p, c in sorted(request.overlay.files.items()))
        key = str(StableId.of(*parts))
        with self._lock:
            if key in self._kept:
                return self._kept[key]
            if self._base is None and request.overlay.files:
                self._base = self._compiled_base(request)
        alone = not request.overlay.files and not self._processing
        compilation = self._base_alone(request) if alone else self._compile(request)
        with self._lock:
            self._kept[key] = compilation
            while len(self._kept) > _KEPT_COMPILATIONS:
                self._kept.popitem(last=False)
        return compilation

    def _compiled_base(self, request: Request) -> BaseClasses | None:
        """The base's classes; absent where annotation processors must see all sources at once."""
        if self._processing:
            return None
        own = replace(request, overlay=Overlay(), tests=(), label="base")
        return base_classes(self._prepared, lambda: self._compile(own))

    def _base_alone(self, request: Request) -> Compilation:
        """The base's compilation; its classes are kept for whoever compiles on them next."""
        made: list[Compilation] = []

        def compile_once() -> Compilation:
            made.append(self._compile(request))
            return made[0]

        with self._lock:
            try:
                self._base = self._base or base_classes(self._prepared, compile_once)
            except BaseInvalidError:
                if not made:
                    raise
            return made[0] if made or self._base is None else self._base.compilation()

    def _compile(self, request: Request) -> Compilation:
        compiler = Compiler(
            self._prepared,
            self._sandbox,
            processing=self._processing,
            compiled=self._base.folder if self._base is not None else None,
        )
        found = compiler.compile(request)
        return self._base.complete(found) if self._base is not None else found

    @contextlib.contextmanager
    def _laid_out(self, request: Request, compilation: Compilation) -> Iterator[Path]:
        """A folder with the classes and the candidate's resources, which a test run may read."""
        with scratch_folder() as folder:
            write_classes(folder, compilation.classes)
            write_classes(folder, {RESOURCES: self._changed_resources(request), NONE: {}})
            make_readable(folder)
            yield folder

    def _run(self, request: Request, compilation: Compilation, folder: Path) -> BuildRun:
        nonce = Nonce()
        names = self._test_classes(compilation.classes[TEST], request)
        watched = includes_of(p for c in compilation.classes.values() for p in c)
        plan = self._plan(nonce, names)
        job = self._job(request, folder, plan, recorded=watched if request.recorded else "")
        result = self._sandbox.run(job)
        tests, recording = None, None
        # A run that was ended from outside has no end of its chain; its events prove nothing.
        if result.end is RunEnd.EXITED:
            tests = read_events(
                result.output,
                nonce,
                exit_code=result.exit_code,
                assertions=self._prepared.module.tests.keyword_assert,
            )
            tests = replace(tests, touched=self._touched(request, result))
            if request.recorded:
                recording = read_recording(result.output, nonce, result.artefacts.get(FILE))
        return BuildRun(
            end=result.end,
            compiled=True,
            errors=(),
            tests=tests,
            log=result.log.decode("utf-8", "replace")[-LOG_CHARACTERS:],
            seconds=compilation.result.seconds + result.seconds,
            test_seconds=result.seconds,
            restored=request.overlay.restored,
            built=compilation.built,
            recording=recording,
            starved=result.starved,
        )

    def _watched(self) -> tuple[str, ...]:
        """Where the tests and their data lie in a job."""
        module = self._prepared.module
        folders = (*module.test_sources, *(r.folder for r in module.test_resources))
        there = [f for f in dict.fromkeys(folders) if (self._prepared.base / f).is_dir()]
        return tuple(f"{JOB_TREE}/{f}" for f in there)

    def _touched(self, request: Request, result: JobResult) -> frozenset[str]:
        """Which of the watched files and folders that were laid out the run touched."""
        if result.changed is None:
            return frozenset({UNKNOWN})
        base, files = self._prepared.base, request.overlay.files
        paths = (path.removeprefix(f"{JOB_TREE}/") for path in result.changed)
        return frozenset(p for p in paths if p in files or (base / p).exists())

    def _test_classes(self, classes: Mapping[str, bytes], request: Request) -> list[str]:
        settings = self._prepared.module.tests
        names = select(classes, settings.includes, settings.excludes)
        if settings.detect:
            names = detect(names, classes, self._prepared.launching.launcher)
        # Some suites pass in one order only, so that of the project's own build is followed.
        names.sort(key=lambda name: self._place.get(top_class(name), len(self._place)))
        wanted = request.test_classes()
        return [n for n in names if n.split("$")[0] in wanted] if wanted else names

    def _plan(self, nonce: Nonce, classes: Sequence[str]) -> bytes:
        lines = (*nonce.lines(), *self._lines(), *(f"class {name}" for name in classes))
        return "".join(f"{line}\n" for line in lines).encode()

    def _lines(self) -> list[str]:
        """What every plan of this base says: no secret, and no class."""
        settings = self._prepared.module.tests
        lines = [f"launcher {self._prepared.launching.launcher}"]
        lines.append(f"assertions {'on' if settings.keyword_assert else 'off'}")
        if self._prepared.launching.launcher is Launcher.PLATFORM:
            lines += [f"parameter {p}" for p in platform_parameters(self._prepared)]
            lines += [f"include-tag {t}" for t in _tags(settings.groups)]
            lines += [f"exclude-tag {t}" for t in _tags(settings.excluded_groups)]
        return lines

    def _job(
        self,
        request: Request,
        folder: Path,
        plan: bytes,
        onlooker: Onlooker | None = None,
        recorded: str = "",
    ) -> Job:
        mounts = Mounts.of(self._prepared, folder)
        agents = () if onlooker is None else (Mount(name="onlooker.jar", source=onlooker.jar),)
        jacoco = (agent(),) if recorded else ()
        module, settings = self._prepared.module, self._prepared.module.tests
        working = f"{JOB_TREE}/{settings.working_directory}"
        script = _SCRIPT.replace("{working}", shlex.quote(working))
        loaded = (
            *mounts.preloaded(self._prepared, self._sandbox),
            *(_agent_word(self._sandbox, m, onlooker) for m in agents),
            *(launched_word(self._sandbox.path_of(m), recorded) for m in jacoco),
        )
        path = mounts.class_path(self._prepared, self._sandbox)
        archive = self._archive(mounts)
        brief = SHORT_LIVED if request.short else ()
        jvm = words(self._prepared, path, loaded, (*archive.words, *brief))
        return Job(
            command=(
                *("bash", "-c", script, "test", self._sandbox.path_of(mounts.jdk), *jvm),
                *((f"{TREE}/../{FILE}",) if recorded else ()),
            ),
            mounts=(*mounts.all(), *agents, *jacoco, *archive.mounts),
            copies={
                # Tests find classes and data where the project's own build would have put them.
                JOB_TREE: mounts.base,
                f"{JOB_TREE}/{module.main_output}": mounts.main,
                f"{JOB_TREE}/{module.test_output}": mounts.test,
            },
            files={**request.files(), **_files(onlooker)},
            env=ENVIRONMENT,
            stdin=plan,
            results=(*((ONLOOKER,) if onlooker else ()), *((FILE,) if recorded else ())),
            watched=self._watched(),
            limits=replace(request.limits, output_bytes=OUTPUT_BYTES),
            label=f"test {request.label}",
        )

    def _archive(self, mounts: Mounts) -> Archived:
        """Of the launcher, made by a run without a test."""
        return launcher_archive(self._prepared, self._sandbox, mounts, self._plan(TRAINING, ()))

    def _changed_resources(self, request: Request) -> dict[str, bytes]:
        found: dict[str, bytes] = {}
        module = self._prepared.module
        for resource in (*module.resources, *module.test_resources):
            for path, content in request.overlay.files.items():
                place = _place(resource, path)
                if place is not None and content is not None:
                    found[place] = content
        return found


def _agent_word(sandbox: Sandbox, jar: Mount, onlooker: Onlooker | None) -> str:
    options = "" if onlooker is None else onlooker.options
    # Beside the tree: a test may list the tree's files.
    place = f"{TREE}/../{ONLOOKER}"
    return f"-javaagent:{sandbox.path_of(jar)}={options.replace('{place}', place)}"


def _files(onlooker: Onlooker | None) -> dict[str, bytes | None]:
    files = {} if onlooker is None else onlooker.files
    return {f"{ONLOOKER}/{name}": content for name, content in files.items()}


def _tags(expression: str) -> list[str]:
    return [part.strip() for part in expression.split(",") if part.strip()]


def _place(resource: ResourceFolder, path: str) -> str | None:
    prefix = "" if resource.folder == "." else f"{resource.folder}/"
    if not path.startswith(prefix) or path.endswith(".java"):
        return None
    place = path.removeprefix(prefix)
    return f"{resource.target}/{place}" if resource.target else place
