"""Maven's words for what is to be built."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verifier.builds.maven.pom import POM
from verifier.builds.module_graph import ROOT, joined, seen_from
from verifier.builds.prepared import PreparedBase
from verifier.sandbox.base import Mount
from verifier.tools.own_jar import MAVEN_EXTENSION

NO_TESTS = re.compile(r"No tests (?:matching [^\n]*?)?were executed!")
"""What Surefire says where a pom itself calls that a failure; the pom goes before our option."""

_EXTENSION = "maven.jar"
_LENIENT = ("-DfailIfNoTests=false", "-Dsurefire.failIfNoSpecifiedTests=false")
"""A module without the chosen tests is no failure; Surefire 3 has another name for it."""


def only_tests(names: Sequence[str]) -> tuple[str, ...]:
    """The words for some test classes; none for all of them."""
    return (f"-Dtest={','.join(names)}", *_LENIENT) if names else ()


def place(root: str) -> tuple[str, ...]:
    """The words for a build that stands in a folder of the tree, which is the current one."""
    return () if root == ROOT else ("-f", joined(root, POM))


def selection(modules: Sequence[str], root: str) -> tuple[str, ...]:
    """The words for some modules and what they need; none for all of them.

    Maven takes them from where the build stands.
    """
    return ("-pl", ",".join(seen_from(root, each) for each in modules), "-am") if modules else ()


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftOut:
    """What Maven leaves out of a build: `goals` of all modules, and the tests of the `untested` ones (`group:name`)."""

    goals: tuple[str, ...] = ()
    untested: tuple[str, ...] = ()

    @classmethod
    def of(cls, prepared: PreparedBase) -> "LeftOut":
        """The goals that a base's build runs without, and the tests of modules that are only needed."""
        untested = tuple(module.name for module in prepared.modules if not module.tested)
        return cls(goals=prepared.goals_left_out, untested=untested)

    @property
    def mounts(self) -> tuple[Mount, ...]:
        """What a job needs to see for it.

        Raises:
            MissingToolError: our extension was not built.
        """
        anything = self.goals or self.untested
        return (Mount(name=_EXTENSION, source=MAVEN_EXTENSION.path()),) if anything else ()

    def words(self, see: Callable[[Mount], str]) -> tuple[str, ...]:
        """The words for a job that sees its mounts so; none where nothing is left out."""
        extension = tuple(f"-Dmaven.ext.class.path={see(mount)}" for mount in self.mounts)
        goals = (f"-Drefverify.goalsLeftOut={','.join(self.goals)}",) if self.goals else ()
        modules = (f"-Drefverify.untested={','.join(self.untested)}",) if self.untested else ()
        return (*extension, *goals, *modules)


def goal(prepared: PreparedBase) -> str:
    """The phase that runs the tests; a project that others need must be packaged first."""
    return "test" if len(prepared.code) == 1 else "package"
