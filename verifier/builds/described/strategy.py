"""What all ways of building have in common."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from verifier.builds.builder import Faults, JavaAgent, PlantedRun
from verifier.builds.described.compilation import Compilation
from verifier.builds.described.overlay import Overlay
from verifier.builds.options import StrategyName
from verifier.domain.reach import ChangedFiles, ReachMap
from verifier.domain.testrun import BuildRun, TestRun
from verifier.sandbox.base import JobLimits, JobResult

T = TypeVar("T")

JOB_TREE = "tree"
"""The folder of a job that contains the tree."""

LOG_CHARACTERS = 20_000
OUTPUT_BYTES = 128 * 1024**2
"""A long suite prints a lot, and its output contains the evidence."""
LONGEST_REASON = 300
"""Most characters of a build tool's message in a reason."""

ENVIRONMENT: Mapping[str, str] = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
"""The same on every machine, because tests depend on it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildRequest:
    """One build: the overlay on the base, the tests to run (all if empty), and the limits.

    With `recorded`, JaCoCo's agent records the tests; see `verifier.builds.evidence.recording`. With
    `named`, test ids begin with the module even if no other module has the class. `ran` are the
    tests of the base's suite, if they are known: their classes can be run on their own. `short`
    says that the tests are known to finish in seconds, `followed` that a candidate on this base
    comes next.
    """

    overlay: Overlay
    limits: JobLimits
    tests: tuple[str, ...] = ()
    ran: Collection[str] = ()
    label: str = ""
    recorded: bool = False
    named: bool = False
    short: bool = False
    followed: bool = False

    def files(self) -> dict[str, bytes | None]:
        """Return the overlay's files, by path in a job."""
        return {f"{JOB_TREE}/{path}": content for path, content in self.overlay.files.items()}

    def test_classes(self) -> frozenset[str]:
        """Return the top-level classes of the wanted tests."""
        return frozenset(map(top_class, self.tests))


class TreeCompiler(Protocol):
    """Compiles trees of one base and runs no test.

    The body of `observe` is that of a compiler that cannot run tests; a subclass inherits it.
    """

    @property
    def name(self) -> StrategyName: ...

    @property
    def compiler(self) -> str:
        """The compiler and its source level, for the record."""
        ...

    def compile(self, request: BuildRequest) -> Compilation:
        """Compile main and test code.

        Raises:
            SandboxError: the environment failed.
        """
        ...

    def observe(
        self, request: BuildRequest, java_agent: JavaAgent, reach: ReachMap | None = None
    ) -> bytes:
        """Return what an agent wrote while the tests ran that concern it; empty if it cannot be loaded."""
        del request, java_agent, reach
        return b""


class Strategy(Protocol):
    """One way to compile and test a tree on a prepared base.

    The bodies of `tree_compiler`, `changed_classes`, `first_failure` and `plant` are those of a
    project's own build, which only builds as a whole; a subclass inherits them.
    """

    @property
    def name(self) -> StrategyName: ...

    @property
    def compiler(self) -> str:
        """The compiler and its source level, for the record."""
        ...

    def build(self, request: BuildRequest) -> BuildRun:
        """Compile, and if that succeeds run the tests.

        Raises:
            SandboxError: the environment failed.
        """
        ...

    @property
    def tree_compiler(self) -> TreeCompiler | None:
        """The compiler that this strategy shares with builds that run no test; None if it has none."""
        return None

    def changed_classes(self, request: BuildRequest) -> ChangedFiles:
        """Compile, and return the class files of main code that differ from the base's; see Builder."""
        del request
        return {}

    def first_failure(
        self,
        request: BuildRequest,
        failing: frozenset[str],
        known: Callable[[str], Sequence[TestRun]],
        reach: ReachMap | None = None,
        changed: frozenset[str] = frozenset(),
    ) -> BuildRun | None:
        """Run the tests near a change until one fails that is not in `failing`, then its class alone.

        `known` returns the base's rounds of a class, if all exist. Returns None if no such test
        fails, or if this strategy cannot stop at a failure.
        """
        del request, failing, known, reach, changed
        return None

    def plant(self, request: BuildRequest, faults: Faults) -> PlantedRun | None:
        """Run all tests with some of them broken; None if this strategy cannot break any."""
        del request, faults
        return None


def tail(result: JobResult) -> str:
    """Return the end of a job's output for messages: each stream is shortened on its own."""
    streams = (result.output, result.log)
    return "".join(each.decode("utf-8", "replace")[-LOG_CHARACTERS:] for each in streams)


def class_of(test: str) -> str:
    """Return the class of a test id, without the module and execution that some ids name."""
    return test.partition("#")[0].rpartition(":")[2].partition("(")[0]


def top_class(test: str) -> str:
    """Return the top-level class of a test id."""
    return class_of(test).partition("$")[0]


def in_order(values: Mapping[str, T], classes: Sequence[str]) -> dict[str, T]:
    """Sort values by test id into the class order of a run, so that another runner can follow it."""
    place = {name: number for number, name in enumerate(classes)}
    last = len(place)
    names = sorted(values, key=lambda test: place.get(top_class(test), last))
    return {name: values[name] for name in names}
