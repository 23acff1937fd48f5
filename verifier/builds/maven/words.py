"""Maven's command line arguments for what to build."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verifier.builds.described.module_graph import join_folder, relative_folder
from verifier.builds.described.pom import POM
from verifier.builds.described.prepared import PreparedBase
from verifier.domain.paths import ROOT
from verifier.sandbox.base import Mount
from verifier.tools.own_jar import MAVEN_EXTENSION

NO_TESTS = re.compile(r"No tests (?:matching [^\n]*?)?were executed!")
"""Surefire's message if a pom makes a run without tests a failure; the pom overrides our option."""

_EXTENSION = "maven.jar"
_LENIENT = ("-DfailIfNoTests=false", "-Dsurefire.failIfNoSpecifiedTests=false")
"""A module without the chosen tests is no failure; Surefire 3 uses another name for the option."""


def only_tests(names: Sequence[str]) -> tuple[str, ...]:
    """Return the arguments that select some test classes; empty for all of them."""
    return (f"-Dtest={','.join(names)}", *_LENIENT) if names else ()


def place(root: str) -> tuple[str, ...]:
    """Return the arguments for a build in a folder of the tree; the tree is the current directory."""
    return () if root == ROOT else ("-f", join_folder(root, POM))


def selection(modules: Sequence[str], root: str) -> tuple[str, ...]:
    """Return the arguments that select some modules and those they need; empty for all.

    Maven resolves the paths from the build's folder.
    """
    return (
        ("-pl", ",".join(relative_folder(root, each) for each in modules), "-am") if modules else ()
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftOut:
    """What Maven leaves out of a build: `goals` in all modules, and the tests of the `untested`
    modules (`group:name`).
    """

    goals: tuple[str, ...] = ()
    untested: tuple[str, ...] = ()

    @classmethod
    def of(cls, prepared: PreparedBase) -> "LeftOut":
        """Return the goals that a base's build runs without, and the modules that are only needed."""
        untested = tuple(module.name for module in prepared.modules if not module.tested)
        return cls(goals=prepared.goals_left_out, untested=untested)

    @property
    def mounts(self) -> tuple[Mount, ...]:
        """The mounts that a job needs for it.

        Raises:
            MissingToolError: our extension was not built.
        """
        anything = self.goals or self.untested
        return (Mount(name=_EXTENSION, source=MAVEN_EXTENSION.path()),) if anything else ()

    def words(self, see: Callable[[Mount], str]) -> tuple[str, ...]:
        """Return the arguments for a job that sees its mounts at these paths; empty if nothing is left out."""
        extension = tuple(f"-Dmaven.ext.class.path={see(mount)}" for mount in self.mounts)
        goals = (f"-Drefverify.goalsLeftOut={','.join(self.goals)}",) if self.goals else ()
        modules = (f"-Drefverify.untested={','.join(self.untested)}",) if self.untested else ()
        return (*extension, *goals, *modules)


def goal(prepared: PreparedBase) -> str:
    """Return the phase that runs the tests; with several modules they must be packaged first."""
    return "test" if len(prepared.code) == 1 else "package"
