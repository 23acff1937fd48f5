"""Compile a tree with our own javac driver, in the sandbox; no code of the tree runs there."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from verifier.builds.described.compilation import Compilation
from verifier.builds.described.module import MAIN, TEST, CompilerSettings, Dependency
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import ENVIRONMENT, JOB_TREE, BuildRequest
from verifier.builds.direct.class_archive import javac_archive
from verifier.builds.direct.warm_compiler import WarmCompiler, may_stay
from verifier.domain.testrun import CompileError, RunEnd
from verifier.errors import SandboxError
from verifier.sandbox.base import Job, JobResult, Mount, Sandbox
from verifier.tools.jdk import Jdk
from verifier.tools.own_jar import RUNNER

MAIN_CLASS = "launch.Compile"
_RESULT_BYTES = 512 * 1024**2
_RESULT_FILES = 100_000
_LINE = re.compile(r"\d{1,9}")
_DEFAULT_LEVEL = 8
_PAST_PUBLIC = "-XDignore.symbol.file"
_JDK_WITH_RELEASE = 9
_JDK_WITHOUT_IMPLICIT_PROCESSING = 23


class Compiler:
    """javac of the chosen JDK, configured like the project's pom in everything that changes
    meaning.

    `processing` lets annotation processors on the class path run; they come from the base.
    `compiled` is a folder with the base's classes, so that only changed sources are compiled.
    """

    def __init__(
        self,
        prepared: PreparedBase,
        sandbox: Sandbox,
        *,
        processing: bool,
        compiled: Path | None = None,
    ) -> None:
        self._compiled = None if compiled is None else Mount(name="compiled", source=compiled)
        self._prepared, self._sandbox, self._processing = prepared, sandbox, processing
        self._jdk = Mount(name="jdk", source=prepared.jdk.home)
        self._runner = Mount(name="runner.jar", source=RUNNER.path())
        self._repository = Mount(name="repository", source=prepared.libraries)
        self._parts = prepared.parts
        self._base = Mount(name="base", source=prepared.base)

    def compile(self, request: BuildRequest) -> Compilation:
        """Compile main and test code of all modules of the base with the overlay applied.

        Raises:
            SandboxError: the classes could not be copied back.
        """
        found = self._compile(request)
        # This is rare, so compiling everything again is cheaper than a special rule.
        if found.compiled and self._is_astray(found, request):
            whole = Compiler(self._prepared, self._sandbox, processing=self._processing)
            return whole.compile(request)
        return found

    def _is_astray(self, found: Compilation, request: BuildRequest) -> bool:
        """Whether a changed source defines a class other than its path says.

        Another source may define the same class, which a partial compilation does not notice.
        Sources that are recompiled because of it are named after their classes.
        """
        folders = {
            part.set_name(side): sources
            for part in self._parts
            for side, sources in (
                (MAIN, part.module.sources),
                (TEST, part.module.test_sources),
            )
        }
        own = _parse_listed(found.result, "part")
        return any(
            classes != _classes_of(request.overlay.files, folders[side])
            for side, classes in own.items()
        )

    def warm_up(self, request: BuildRequest) -> None:
        """Send the request to the warm compiler, if there is one; ignore its answer."""
        self._ask(request)

    def _compile(self, request: BuildRequest) -> Compilation:
        result = self._ask(request)
        if result is None:
            result = self._sandbox.run(self._job(request))
        if result.end is not RunEnd.EXITED:
            nothing: dict[str, dict[str, bytes]] = {name: {} for name in self._sets}
            return Compilation(
                end=result.end, compiled=False, errors=(), classes=nothing, result=result
            )
        # A missing class would make tests disappear, and the candidate would be blamed.
        if result.exit_code == 0 and result.rejected:
            raise SandboxError(
                f"compiled classes were not brought back: {', '.join(result.rejected[:5])}",
                hint="Raise the limits; see docs/sandbox.md.",
            )
        return Compilation(
            end=result.end,
            compiled=result.exit_code == 0,
            errors=() if result.exit_code == 0 else read_errors(result),
            classes={name: _below(result.artefacts, name) for name in self._sets},
            result=result,
            replaced=read_replaced(result),
            built={**self._list_deleted(request), **read_built(result)},
        )

    def _ask(self, request: BuildRequest) -> JobResult | None:
        """Return the answer of the warm compiler; None if a job must compile: for the base, or if it would run other code."""
        modules = [part.module for part in self._parts]
        arguments = [a for m in modules for a in (*m.main.arguments, *m.test.arguments)]
        if not self._prepared.warm_compiler or self._compiled is None or self._processing:
            return None
        if not may_stay(arguments):
            return None
        words, archive = self._jvm()
        warm = WarmCompiler(
            sandbox=self._sandbox, words=words, mounts=(*self._mounts(), *archive), base=self._base
        )
        return warm.compile(_limit_results(request), self._plan(request), self._sets)

    def _list_deleted(self, request: BuildRequest) -> dict[str, None]:
        """Return the sources that the candidate deletes; the sandbox has already deleted them."""
        modules, files = [part.module for part in self._parts], request.overlay.files
        folders = [f for m in modules for f in (*m.sources, *m.test_sources)]
        return {p: None for p in below(files, folders) if files[p] is None}

    @property
    def _sets(self) -> tuple[str, ...]:
        """The names of the source sets, in the order in which they are compiled."""
        return tuple(part.set_name(side) for part in self._parts for side in (MAIN, TEST))

    def _jvm(self) -> tuple[tuple[str, ...], tuple[Mount, ...]]:
        """Return the options of the compiler's JVM, and the archive of its classes if there is one."""
        java = f"{self._sandbox.path_of(self._jdk)}/bin/java"
        jar = self._sandbox.path_of(self._runner)
        # Long call chains overflow javac's default stack; it runs only for a second, so C2 is off.
        flags = ("-Xss8m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", jar)
        own, driver = (self._jdk, self._runner), (java, *flags, MAIN_CLASS)
        archive = javac_archive(self._prepared, self._sandbox, own, driver)
        return (java, *archive.words, *flags), archive.mounts

    def _job(self, request: BuildRequest) -> Job:
        # Outside the tree: otherwise a glob of the project would find our class files.
        script = f'mkdir {" ".join(self._sets)} && cd {JOB_TREE} && exec "$@"'
        words, archive = self._jvm()
        return Job(
            command=("bash", "-c", script, "compile", *words, MAIN_CLASS),
            mounts=(*self._mounts(), *archive),
            copies={JOB_TREE: self._base},
            files=request.files(),
            env=ENVIRONMENT,
            stdin="".join(f"{line}\n" for line in self._plan(request)).encode(),
            results=self._sets,
            limits=_limit_results(request).limits,
            label=f"compile {request.label}",
        )

    def _mounts(self) -> tuple[Mount, ...]:
        mounts = [self._jdk, self._runner, self._repository]
        mounts += [m for part in self._parts if (m := _mount_generated(part)).source.is_dir()]
        if self._compiled is not None:
            mounts.append(self._compiled)
        return tuple(mounts)

    def _plan(self, request: BuildRequest) -> list[str]:
        return [line for part in self._parts for line in self._plan_of(part, request)]

    def _plan_of(self, part: PreparedBase, request: BuildRequest) -> list[str]:
        module, path = part.module, part.module.class_path
        main, test = self._path(path.main()), self._path(path.jars)
        return [
            *self._source_set(module.main, main, part, MAIN),
            *self._sources(request, module.sources, part, MAIN),
            *self._source_set(module.test, [*self._list_made(part, MAIN), *test], part, TEST),
            *(
                self._sources(request, module.test_sources, part, TEST)
                if module.tests_compiled
                else ()
            ),
        ]

    def _path(self, jars: Sequence[Dependency]) -> list[str]:
        """Return the plan lines of a class path."""
        repository = self._sandbox.path_of(self._repository)
        parts = {part.module.folder: part for part in self._parts}
        lines: list[str] = []
        for jar in jars:
            if jar.module:
                lines += self._list_made(parts[jar.module], jar.of)
            else:
                lines.append(
                    f"path {jar.path if jar.path.startswith('/') else f'{repository}/{jar.path}'}"
                )
        return lines

    def _processors(self, part: PreparedBase, side: str) -> list[str]:
        """Return the jars of a class path that contain the base's annotation processors."""
        path = part.module.class_path
        jars = self._path([j for j in (path.main() if side == MAIN else path.jars) if not j.module])
        return [line.removeprefix("path ") for line in jars]

    def _list_made(self, part: PreparedBase, side: str) -> list[str]:
        """Return plan lines for the classes compiled so far, followed by the base's classes that
        were not recompiled.
        """
        name = part.set_name(side)
        if self._compiled is None:
            return [f"path ../{name}"]
        return [f"path ../{name}", f"behind {self._sandbox.path_of(self._compiled)}/{name}"]

    def _source_set(
        self, settings: CompilerSettings, path: Sequence[str], part: PreparedBase, side: str
    ) -> list[str]:
        # The source path does not exist: otherwise javac would compile any source that it finds by
        # name.
        options = ["-sourcepath", "../none", "-g", "-nowarn", "-Xmaxerrs", "100", "-implicit:none"]
        # Otherwise a warm compiler would keep the shared name table for its next compilation.
        options.append("-XDuseUnsharedTable=true")
        options += [*level_options(settings, self._prepared.jdk), *settings.arguments]
        if not self._processing:
            options.append("-proc:none")
            if may_stay(settings.arguments):
                # Otherwise a library could bring a javac plugin that starts automatically.
                options += ["-processorpath", "../none"]
        else:
            # Classes compiled before are on the class path too; they must not run here.
            options += ["-processorpath", ":".join(self._processors(part, side)) or "../none"]
            if self._prepared.jdk.feature >= _JDK_WITHOUT_IMPLICIT_PROCESSING:
                options.append("-proc:full")
        name, encoding = part.set_name(side), part.module.encoding
        head = [f"set {name}", f"encoding {encoding}", f"output ../{name}"]
        if self._compiled is not None:
            head.append(f"base {self._sandbox.path_of(self._compiled)}/{name}")
        return [*head, *(f"option {o}" for o in options), *path]

    def _sources(
        self, request: BuildRequest, folders: Sequence[str], part: PreparedBase, side: str
    ) -> list[str]:
        base = self._prepared.base
        found = {str(p.relative_to(base)) for f in folders for p in (base / f).rglob("*.java")}
        changed = request.overlay.files
        lines: list[str] = []
        for path in below(changed, folders):
            if changed[path] is None:
                found.discard(path)
                lines.append("deleted yes")
            else:
                if path not in found:
                    lines.append("deleted yes")
                found.add(path)
                lines.append(f"changed {path}")
        generated = part.source_output(side)
        made = sorted(str(p.relative_to(generated)) for p in generated.rglob("*.java"))
        where = f"{self._sandbox.path_of(_mount_generated(part))}/{side}"
        # Tests run on the class path: in a module, the project's tests could not access its
        # packages.
        sources = [p for p in sorted(found) if Path(p).name != "module-info.java"]
        return [*lines, *(f"source {p}" for p in (*sources, *(f"{where}/{p}" for p in made)))]


def _mount_generated(part: PreparedBase) -> Mount:
    return Mount(name=f"generated{part.suffix}", source=part.source_output())


def _limit_results(request: BuildRequest) -> BuildRequest:
    limits = replace(request.limits, result_bytes=_RESULT_BYTES, result_files=_RESULT_FILES)
    return replace(request, limits=limits)


def below(files: Iterable[str], folders: Sequence[str]) -> list[str]:
    """Return the Java files in some folders."""
    inside = tuple("" if folder == "." else f"{folder}/" for folder in folders)
    return [path for path in files if path.endswith(".java") and path.startswith(inside)]


def _classes_of(files: Iterable[str], folders: Sequence[str]) -> frozenset[str]:
    """Return the classes that sources should define, by their paths below the source folders."""
    prefixes = ["" if f == "." else f"{f}/" for f in folders]
    return frozenset(
        path.removeprefix(max((p for p in prefixes if path.startswith(p)), key=len)).removesuffix(
            ".java"
        )
        for path in below(files, folders)
    )


def level_of(settings: CompilerSettings, jdk: Jdk) -> int:
    """Return the project's source level, raised to the oldest level that the JDK supports."""
    return max(settings.level or _DEFAULT_LEVEL, jdk.oldest_level)


def describe_level(settings: CompilerSettings, jdk: Jdk) -> str:
    """Return the level in words, with the project's own one if it was raised."""
    level = level_of(settings, jdk)
    said = f" (the pom says {settings.level})" if settings.level not in {None, level} else ""
    return f"{level}{said}"


def level_options(settings: CompilerSettings, jdk: Jdk) -> list[str]:
    """Return the options for the level: as the project says, but `--release` if the level was
    raised.

    `--release` hides the JDK's internal packages, so it is not used if the project tells javac to
    ignore its list of public ones.
    """
    level = level_of(settings, jdk)
    lifted = settings.level not in {None, level} and _PAST_PUBLIC not in settings.arguments
    if jdk.feature >= _JDK_WITH_RELEASE and (settings.release or lifted):
        return ["--release", str(level)]
    word = f"1.{level}" if level < _JDK_WITH_RELEASE else str(level)
    return ["-source", word, "-target", word]


def read_errors(result: JobResult) -> tuple[CompileError, ...]:
    """Parse the driver's error lines; a crash of javac is one error without a file."""
    found: dict[CompileError, None] = {}
    for line in result.output.decode("utf-8", "replace").splitlines():
        fields = line.split("\t")
        # Mark, file, line and message; an annotation processor may print similar lines.
        if len(fields) == 4 and fields[0] == "error" and _LINE.fullmatch(fields[2]):  # noqa: PLR2004
            message = re.sub(r"\\(.)", _unescape, fields[3])
            found[CompileError(file=fields[1], line=int(fields[2]), message=message)] = None
    if not found:
        text = result.log.decode("utf-8", "replace").strip()[-1000:]
        found[CompileError(file="", line=0, message=text or "javac failed without a word")] = None
    return tuple(found)


def read_replaced(result: JobResult) -> dict[str, frozenset[str]]:
    """Return the recompiled top-level classes, by source set: of changed sources and of their dependants."""
    again = _parse_listed(result, "again")
    return {name: own | again[name] for name, own in _parse_listed(result, "part").items()}


def _parse_listed(result: JobResult, word: str) -> dict[str, frozenset[str]]:
    """Parse the driver's lines that list top-level classes, by source set."""
    lines = (line.split("\t") for line in result.output.decode("utf-8", "replace").splitlines())
    return {f[1]: frozenset(filter(None, f[2:])) for f in lines if len(f) > 1 and f[0] == word}


def read_built(result: JobResult) -> dict[str, str]:
    """Parse the driver's `compiled` lines: changed sources by path, with the hash of their bytes."""
    lines = (line.split("\t") for line in result.output.decode("utf-8", "replace").splitlines())
    return {f[1]: f[2] for f in lines if len(f) == 3 and f[0] == "compiled"}  # noqa: PLR2004 - mark, path, hash


def _unescape(match: re.Match[str]) -> str:
    return {"n": "\n", "t": "\t"}.get(match[1], match[1])


def _below(artefacts: Mapping[str, bytes], folder: str) -> dict[str, bytes]:
    prefix = f"{folder}/"
    return {p.removeprefix(prefix): c for p, c in artefacts.items() if p.startswith(prefix)}
