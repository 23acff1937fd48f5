"""The test classes of one compiled tree: which of them run, by module, and which are near a change."""

from collections.abc import Mapping
from functools import cached_property

from verifier.builds.base import Onlooker
from verifier.builds.compilation import Compilation
from verifier.builds.direct.base_classes import BaseClasses
from verifier.builds.direct.changed_methods import changed_methods
from verifier.builds.direct.detection import detect
from verifier.builds.direct.first_failure import MOST_NEAR
from verifier.builds.direct.suite_members import suite_members, without_suites
from verifier.builds.direct.test_classes import concerned, nearest, reaching, select
from verifier.builds.module import MAIN, TEST
from verifier.builds.prepared import PreparedBase
from verifier.builds.strategy import Request, top_class
from verifier.domain.reach import ReachMap


class PlannedTests:
    """What a request asks of the tests in a compilation; each question is answered once.

    `places` are those of top-level test classes in the order of the run; one without a place comes last.
    """

    def __init__(
        self,
        prepared: PreparedBase,
        request: Request,
        compilation: Compilation,
        places: Mapping[str, int],
    ) -> None:
        self._prepared, self._request, self._compilation = prepared, request, compilation
        self._places = places
        self._lines: dict[str, list[str]] = {}

    def by_module(self) -> list[tuple[PreparedBase, list[str]]]:
        """The modules whose tests run, with their test classes; the last one where no module has any."""
        parts = self._prepared.parts
        tested = [part for part in parts if part.module.tested]
        every = [(part, self._named(part)) for part in tested]
        return [(part, names) for part, names in every if names] or [((tested or parts)[-1], [])]

    def _named(self, part: PreparedBase) -> list[str]:
        """The classes of a module that a plan names: those of the wanted tests by themselves, where some are wanted."""
        lines, wanted = self.lines(part), self._request.test_classes()
        if not wanted:
            return lines
        return [*(name for name in lines if top_class(name) in wanted), *self.suite_members]

    def lines(self, part: PreparedBase) -> list[str]:
        """The test classes of a module as its build names them, in the order of its run."""
        name = part.set_name(TEST)
        if name not in self._lines:
            self._lines[name] = self._selected(part)
        return self._lines[name]

    def _selected(self, part: PreparedBase) -> list[str]:
        settings, classes = part.module.tests, self._compilation.classes[part.set_name(TEST)]
        names = select(classes, settings.includes, settings.excludes)
        if settings.detect:
            names = detect(names, self._seen_by(part), part.launching.launcher)
        # Some suites pass in one order only, so that of the project's own build is followed.
        names.sort(key=lambda name: self._places.get(top_class(name), len(self._places)))
        return names

    def _seen_by(self, part: PreparedBase) -> dict[str, bytes]:
        """The compiled classes that a module's tests see, its own first: what tests inherit from may be another's."""
        parts = {each.module.folder: each for each in self._prepared.parts}
        sets = [part.set_name(TEST), part.set_name(MAIN)]
        sets += [parts[j.module].set_name(j.of) for j in part.module.class_path.jars if j.module]
        found: dict[str, bytes] = {}
        for name in reversed(sets):
            found |= self._compilation.classes[name]
        return found

    @cached_property
    def suite_members(self) -> tuple[str, ...]:
        """The classes that the base runs by way of suites alone: of the wanted tests, where some are wanted.

        None where several modules have code: which module's suite ran a class cannot be told from a test's id.
        """
        part = self._prepared.alone
        if part is None:
            return ()
        classes = self._compilation.classes[TEST]
        found = suite_members(self._request.ran, self.lines(part), classes)
        wanted = self._request.test_classes()
        return tuple(name for name in found if not wanted or top_class(name) in wanted)

    def near(self, part: PreparedBase, base: BaseClasses, reach: ReachMap | None) -> list[str]:
        """The tests of the only module that are known to reach what the candidate changed; where none is known,
        that name it.

        Tests that only suites name are near by themselves, and their suites are not.
        """
        names, classes = self.lines(part), self._compilation.classes
        if members := self.suite_members:
            names = [*without_suites(self._request.ran, names), *members]
        found: list[str] = []
        if reach is not None:
            found = reaching(reach, changed_methods(base.classes[MAIN], classes[MAIN]), names)
        found = found or nearest(classes[TEST], names, base.changed(self._compilation, MAIN))
        return found[:MOST_NEAR]

    def seen_by(self, onlooker: Onlooker, part: PreparedBase, reach: ReachMap | None) -> list[str]:
        """The tests of the only module that concern an onlooker, in the suite's order: some pass in that only."""
        every = self.lines(part)
        near = set() if reach is None else set(reaching(reach, onlooker.methods, every))
        tests = self._compilation.classes[TEST]
        return [n for n in every if n in near] or concerned(tests, every, onlooker.classes)
