"""The JVM that runs tests: what it may read, its class path, its arguments, and how it starts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.builds.described.module import MAIN, TEST, TREE, Dependency
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import JOB_TREE
from verifier.sandbox.base import Mount, Sandbox
from verifier.tools.own_jar import RUNNER

MAIN_CLASS = "launch.Main"
RESOURCES, PROCESSED = "resources", "processed"
OWN_JAVA = "jdk/bin/java"
# If users may execute a program but not read it, they cannot read the memory of its processes:
# neither through /proc/self/mem nor from a child. So the JDK's small launcher is copied, and its
# folders are linked. Settings contain a placeholder for the tree, whose path only the job knows.
OWN_JDK = f"""tree=$PWD/{JOB_TREE}
mkdir jdk && ln -s "$1"/* jdk && rm jdk/bin && mkdir jdk/bin && cp "$1/bin/java" {OWN_JAVA} &&
    chmod 0111 {OWN_JAVA} || exit 97
shift
"""
SHORT_LIVED = ("-XX:TieredStopAtLevel=1",)
"""For a JVM that ends before C2 helps; C2's threads would take a third of its processor time."""
_HALF_OF_MEMORY = "-XX:MaxRAMPercentage=50.0"
"""Half of the sandbox's memory: a JVM's default, a quarter, is less than tests have on a
developer's machine.

JDK 8 and 10 require the decimal point.
"""
_OWN_HEAP = 64 << 20
"""Bytes added for the launcher and the coverage agent to a heap that the project limits.

Some projects allow 25 MB, which the tests alone need.
"""
_HEAP = re.compile(
    r"(?P<option>-Xmx|-XX:MaxHeapSize=)(?P<number>[1-9]\d*)(?P<unit>[kmgt]?)", re.IGNORECASE
)
_CLOSED = ("-XX:+DisableAttachMechanism", "-XX:-UsePerfData")
"""These come last, so that no argument of the project can open the JVM again."""
_AGENT_BY_ATTACHING = "net.bytebuddy:byte-buddy-agent"
"""Mocking libraries attach this agent; if it is loaded at the start, nothing needs to be attached."""
TEST_LIBRARIES = ("junit", "org.junit", "org.hamcrest", "org.opentest4j", "org.apiguardian")


@dataclass(frozen=True, kw_only=True, slots=True)
class Mounts:
    """Everything that a test run of a part may read; `needed` has the mounts of modules on its
    class path, by folder.

    If a candidate deletes resources, `processed` are the base's resources without them.
    """

    jdk: Mount
    runner: Mount
    repository: Mount
    base: Mount
    main: Mount
    test: Mount
    resources: Mount
    processed: Mount | None
    of_part: PreparedBase
    needed: Mapping[str, "Mounts"] = field(default_factory=dict)

    @classmethod
    def of(
        cls, prepared: PreparedBase, folder: Path, parts: Sequence[PreparedBase] = ()
    ) -> "Mounts":
        """Return the mounts of a part; `folder` contains the classes and resources of all `parts`."""
        left = folder / prepared.set_name(PROCESSED)
        processed = left if left.is_dir() else prepared.resource_output()
        needed = prepared.module.class_path.modules
        return cls(
            of_part=prepared,
            needed={p.module.folder: cls.of(p, folder) for p in parts if p.module.folder in needed},
            jdk=Mount(name="jdk", source=prepared.jdk.home),
            runner=Mount(name="launch.jar", source=RUNNER.path()),
            repository=Mount(name="repository", source=prepared.libraries),
            base=Mount(name="base", source=prepared.base),
            main=_of_part(prepared, MAIN, folder),
            test=_of_part(prepared, TEST, folder),
            resources=_of_part(prepared, RESOURCES, folder),
            processed=Mount(name=prepared.set_name(PROCESSED), source=processed)
            if processed.is_dir()
            else None,
        )

    def for_base(self, classes: Path, empty: Path) -> "Mounts":
        """Return mounts of the base's classes, under other names, for the same job."""
        return replace(
            self,
            main=Mount(name=f"base-{MAIN}", source=classes / MAIN),
            test=Mount(name=f"base-{TEST}", source=classes / TEST),
            resources=Mount(name=f"base-{RESOURCES}", source=empty),
        )

    def all(self) -> tuple[Mount, ...]:
        """Return all mounts, including those of the modules on its class path."""
        made = (m for each in (self, *self.needed.values()) for m in each.list_outputs())
        return (self.jdk, self.runner, self.repository, *made)

    def list_outputs(self) -> tuple[Mount, ...]:
        """Return what the part's module builds."""
        own = (self.main, self.test, self.resources)
        return (*own, self.processed) if self.processed is not None else own

    def class_path(self, prepared: PreparedBase, sandbox: Sandbox) -> list[str]:
        """Return the class path: launcher and JUnit first, so that nothing replaces them; then Surefire's order."""
        late = [j for j in _jars(prepared) if not is_test_library(j)]
        return [
            *self.before_the_project(prepared, sandbox),
            # Test classes come before main classes, as in Surefire: a test may bring its own
            # version of a resource.
            *self.classes(sandbox, TEST),
            *self.classes(sandbox, MAIN),
            *(entry for jar in late for entry in self._entries(jar, sandbox)),
        ]

    def _entries(self, jar: Dependency, sandbox: Sandbox) -> list[str]:
        if jar.module:
            return self.needed[jar.module].classes(sandbox, jar.of)
        return self._locate((jar.path,), sandbox)

    def classes(self, sandbox: Sandbox, side: str) -> list[str]:
        """Return what the part's module builds, as others see it on their class path."""
        resources = self._resources(self.of_part, sandbox, side)
        if side == TEST:
            return [sandbox.path_of(self.test), *resources]
        # Compiled classes come before a resource of the same name, as a build overwrites it; the
        # candidate's changed resources come before the base's.
        return [sandbox.path_of(self.main), sandbox.path_of(self.resources), *resources]

    def before_the_project(self, prepared: PreparedBase, sandbox: Sandbox) -> list[str]:
        """Return the beginning of the class path: only jars, none of them from the project."""
        early = [j.path for j in _jars(prepared) if is_test_library(j)]
        return [
            sandbox.path_of(self.runner),
            *self._locate((*prepared.launching.jars, *early), sandbox),
        ]

    def _locate(self, paths: Sequence[str], sandbox: Sandbox) -> list[str]:
        repository = sandbox.path_of(self.repository)
        return [p if p.startswith("/") else f"{repository}/{p}" for p in paths]

    def preload_options(self, prepared: PreparedBase, sandbox: Sandbox) -> list[str]:
        """Return JVM options for a project's agent that would otherwise be attached."""
        jars = [j.path for j in prepared.module.class_path.jars if j.name == _AGENT_BY_ATTACHING]
        repository = sandbox.path_of(self.repository)
        return [f"-javaagent:{p if p.startswith('/') else f'{repository}/{p}'}" for p in jars]

    def _resources(self, prepared: PreparedBase, sandbox: Sandbox, side: str) -> list[str]:
        if prepared.processed and self.processed is not None:
            return [f"{sandbox.path_of(self.processed)}/{side}"]
        module = prepared.module
        folders = module.resources if side == MAIN else module.test_resources
        return [f"{TREE}/{each.folder}" for each in folders]


def _jars(prepared: PreparedBase) -> list[Dependency]:
    return [j for j in prepared.module.class_path.jars if j.module or j.path.endswith(".jar")]


def _of_part(prepared: PreparedBase, what: str, folder: Path) -> Mount:
    name = prepared.set_name(what)
    return Mount(name=name, source=folder / name)


def is_test_library(jar: Dependency) -> bool:
    """Whether the jar is a test library, even if a module of the project builds it."""
    group = jar.name.split(":", maxsplit=1)[0]
    return any(group == each or group.startswith(f"{each}.") for each in TEST_LIBRARIES)


def words(
    prepared: PreparedBase,
    path: Sequence[str],
    agents: Sequence[str] = (),
    before: Sequence[str] = (),
) -> list[str]:
    """Return environment, launcher and arguments of the JVM, with the placeholder for the tree.

    `path` is a class path of its mounts; `agents` are options that load agents. Options in `before`
    come before the project's own arguments, which override them.
    """
    module, settings = prepared.module, prepared.module.tests
    own = module.folder
    heap = (_HALF_OF_MEMORY,) if prepared.jdk.knows_percentages else ()
    properties = dict(settings.properties) | {"basedir": f"{TREE}/{own}".removesuffix("/.")}
    return [
        *(f"{name}={value}" for name, value in settings.environment),
        f"{TREE}/../{OWN_JAVA}",
        *(("-ea",) if settings.assertions else ()),
        *heap,
        *before,
        *map(_roomy, settings.arguments),
        *_CLOSED,
        *agents,
        *(f"-D{name}={value}" for name, value in properties.items()),
        *("-cp", ":".join(path), MAIN_CLASS),
    ]


def _roomy(argument: str) -> str:
    """Raise a heap limit in the project's arguments to make room for our own code."""
    limit = _HEAP.fullmatch(argument)
    if limit is None:
        return argument
    size = int(limit["number"]) << 10 * " kmgt".index(limit["unit"].lower() or " ")
    return f"{limit['option']}{size + _OWN_HEAP}"
