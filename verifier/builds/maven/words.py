"""Maven's words for what is to be built."""

import re
from collections.abc import Sequence

from verifier.builds.maven.pom import POM
from verifier.builds.module_graph import ROOT, joined, seen_from
from verifier.builds.prepared import PreparedBase

NO_TESTS = re.compile(r"No tests (?:matching [^\n]*?)?were executed!")
"""What Surefire says where a pom itself calls that a failure; the pom goes before our option."""

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


def goal(prepared: PreparedBase) -> str:
    """The phase that runs the tests; a project that others need is packaged first."""
    return "package" if _packages(prepared) else "test"


def compiling_goal(prepared: PreparedBase) -> str:
    """The phase that makes all class files."""
    return "package" if _packages(prepared) else "test-compile"


def _packages(prepared: PreparedBase) -> bool:
    return prepared.packages and len(prepared.code) > 1
