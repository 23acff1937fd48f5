"""The test classes of one compiled tree: which run, in which module, and which are near a change."""

from collections.abc import Mapping
from functools import cached_property

from verifier.builds.builder import JavaAgent
from verifier.builds.described.compilation import Compilation
from verifier.builds.described.module import MAIN, TEST
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import BuildRequest, top_class
from verifier.builds.direct.base_classes import BaseClasses
from verifier.builds.direct.first_failure import MOST_NEAR
from verifier.builds.direct.suite_members import suite_members, without_suites
from verifier.builds.direct.test_classes import nearest, reaching, select, select_nearest
from verifier.builds.direct.test_detection import detect
from verifier.domain.reach import ReachMap


class PlannedTests:
    """Which tests of a compilation a request needs; results are computed once.

    `places` maps top-level test classes to their position in the run; a class without a position
    comes last.
    """

    def __init__(
        self,
        prepared: PreparedBase,
        request: BuildRequest,
        compilation: Compilation,
        places: Mapping[str, int],
    ) -> None:
        self._prepared, self._request, self._compilation = prepared, request, compilation
        self._places = places
        self._lines: dict[str, list[str]] = {}

    def by_module(self) -> list[tuple[PreparedBase, list[str]]]:
        """Return the modules whose tests run, with their test classes; only the last module if none has any."""
        parts = self._prepared.parts
        tested = [part for part in parts if part.module.tested]
        every = [(part, self._list_names(part)) for part in tested]
        return [(part, names) for part, names in every if names] or [((tested or parts)[-1], [])]

    def _list_names(self, part: PreparedBase) -> list[str]:
        """Return the classes of a module for the plan: the wanted ones on their own if the request names tests."""
        lines, wanted = self.lines(part), self._request.test_classes()
        if not wanted:
            return lines
        return [*(name for name in lines if top_class(name) in wanted), *self.suite_members]

    def lines(self, part: PreparedBase) -> list[str]:
        """Return the test classes of a module as its build names them, in the order of its run."""
        name = part.set_name(TEST)
        if name not in self._lines:
            self._lines[name] = self._select(part)
        return self._lines[name]

    def _select(self, part: PreparedBase) -> list[str]:
        settings, classes = part.module.tests, self._compilation.classes[part.set_name(TEST)]
        names = select(classes, settings.includes, settings.excludes)
        if settings.detect:
            names = detect(names, self._read_visible(part), part.launching.launcher)
        # Some suites pass in one order only, so follow the order of the project's own build.
        names.sort(key=lambda name: self._places.get(top_class(name), len(self._places)))
        return names

    def _read_visible(self, part: PreparedBase) -> dict[str, bytes]:
        """Return the classes that a module's tests see; its own classes win over those it depends on."""
        parts = {each.module.folder: each for each in self._prepared.parts}
        sets = [part.set_name(TEST), part.set_name(MAIN)]
        sets += [parts[j.module].set_name(j.of) for j in part.module.class_path.jars if j.module]
        found: dict[str, bytes] = {}
        for name in reversed(sets):
            found |= self._compilation.classes[name]
        return found

    @cached_property
    def suite_members(self) -> tuple[str, ...]:
        """The classes that the base runs only through suites; restricted to the wanted tests, if
        there are any.

        Empty if several modules have code: a test id does not tell which module's suite ran the
        class.
        """
        part = self._prepared.alone
        if part is None:
            return ()
        classes = self._compilation.classes[TEST]
        found = suite_members(self._request.ran, self.lines(part), classes)
        wanted = self._request.test_classes()
        return tuple(name for name in found if not wanted or top_class(name) in wanted)

    def near(
        self,
        part: PreparedBase,
        base: BaseClasses,
        reach: ReachMap | None,
        changed: frozenset[str],
    ) -> list[str]:
        """Return the tests of the only module that reach a changed method, or, if none is known,
        name a changed class.

        A class that only suites name counts on its own; its suites do not count.
        """
        names, classes = self.lines(part), self._compilation.classes
        if members := self.suite_members:
            names = [*without_suites(self._request.ran, names), *members]
        found = [] if reach is None else reaching(reach, changed, names)
        found = found or nearest(classes[TEST], names, base.changed(self._compilation, MAIN))
        return found[:MOST_NEAR]

    def select_for(
        self, java_agent: JavaAgent, part: PreparedBase, reach: ReachMap | None
    ) -> list[str]:
        """Return the tests of the only module that concern an agent, in the suite's order, which some need."""
        every = self.lines(part)
        near = set() if reach is None else set(reaching(reach, java_agent.methods, every))
        tests = self._compilation.classes[TEST]
        return [n for n in every if n in near] or select_nearest(tests, every, java_agent.classes)
