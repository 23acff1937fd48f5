"""Prepare a base commit with Maven: try the JDKs in order until the project's own build runs."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from verifier.builds.described.groundwork import Groundwork
from verifier.builds.described.online import OnlineResult
from verifier.builds.described.prepared import InstalledTool, PreparedBase
from verifier.builds.described.smallest_test import smallest_test, smallest_test_of_each
from verifier.builds.jdks.choice import Attempts, refuse_too_new
from verifier.builds.jdks.declared import read_declared_jdks
from verifier.builds.maven.description import (
    build_with_class_paths,
    describe,
    describe_after_build,
)
from verifier.builds.maven.errors import (
    build_error,
    error_lines,
    find_broken_modules,
    goals_behind_tests,
)
from verifier.builds.maven.online import OnlineMaven
from verifier.builds.maven.outputs import keep_outputs
from verifier.builds.maven.words import NO_TESTS, goal, only_tests, selection
from verifier.builds.options import StrategyChoice, StrategyName
from verifier.errors import BaseInvalidError
from verifier.tools.jdk import Jdk, in_order_of_choice
from verifier.tools.maven import TEST_OVERRIDES, TOO_OLD, Maven, fetch_maven


@dataclass(frozen=True, kw_only=True, slots=True)
class MavenPreparation:
    """One preparation.

    `notes` collects what is unusual, `broken` why modules failed, `built` holds the last run of the
    project's own build, `left_out` the goals that it ran without.
    """

    work: Groundwork
    notes: list[str] = field(default_factory=list)
    broken: dict[str, str] = field(default_factory=dict)
    built: list[OnlineResult] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def run(self) -> PreparedBase:
        """See BuildTool."""
        work = self.work
        declared = read_declared_jdks(work.base, work.options.root)
        first = in_order_of_choice(work.jdks, declared=declared, level=None)[0]
        described = self._describe(first)
        level = described.module.main.level
        refuse_too_new(level, work.jdks)
        order = in_order_of_choice(work.jdks, declared=declared, level=level)
        attempts = Attempts.over(
            order, asked=bool(work.options.jdk), declared=declared, level=level
        )
        described, runs = attempts.first_built(described, self._on, self._build)
        if runs:
            described = describe_after_build(self.work, described, self.built[-1])
            without = (f"left out, since it fails behind the tests: {g}" for g in self.left_out)
            return replace(
                described, notes=(*self.notes, *without), goals_left_out=tuple(self.left_out)
            )
        if TOO_OLD.search(attempts.refusals) and described.tool == self.work.tool:
            newer = replace(self.work, tool=self._newer_tool())
            return MavenPreparation(work=newer, notes=self.notes).run()
        best = in_order_of_choice(work.jdks, declared={}, level=level)[0]
        return self._without_maven(self._on(described, best), attempts.refusals)

    def _on(self, described: PreparedBase, jdk: Jdk) -> PreparedBase:
        """Return the description on a JDK: the profiles that it activates may change it."""
        return described if jdk == described.jdk else describe(self.work, described.tool, jdk)

    def _describe(self, jdk: Jdk) -> PreparedBase:
        """Return the first description, with a newer Maven if the project requires one."""
        tool = self.work.tool
        try:
            return describe(self.work, tool, jdk)
        except BaseInvalidError as error:
            if not TOO_OLD.search(error.message):
                raise
            return describe(self.work, self._newer_tool(), jdk)

    def _newer_tool(self) -> InstalledTool:
        tool = self.work.tool
        newer = fetch_maven(self.work.options.cache, Maven(home=tool.home, version=tool.version))
        self.notes.append(f"{tool} is too old for the project; {newer} was fetched")
        return describe_installation(newer)

    def _without_maven(self, described: PreparedBase, refusal: str) -> PreparedBase:
        """Return a base that only the direct strategy can build, or leave out broken modules and
        try again.

        Raises:
            BaseInvalidError: the direct strategy cannot build it either.
        """
        rest = _as_described(self.work, described).without(self.broken)
        if rest is not None:
            return MavenPreparation(work=rest, notes=self.notes).run()
        described = describe_after_build(self.work, described, None)
        if described.direct_refusal:
            raise BaseInvalidError(
                f"the base commit cannot be built: {refusal}",
                hint=f"It cannot be built without Maven instead: {described.direct_refusal}."
                " Where the reason is the JDK, name another one with --jdk.",
            )
        return replace(described, own_build_refusal=refusal, notes=tuple(self.notes))

    def _build(self, prepared: PreparedBase) -> tuple[str, str]:
        """Run the project's own build with one test class; return a short and a full reason if it
        failed.

        Both are empty if it succeeded.
        """
        maven = OnlineMaven.of(prepared, self.work.online)
        result = self._whole(maven, prepared)
        log = maven.log(result)
        self.built[:] = [result]
        keep_outputs(result.files, prepared)
        self.broken.clear()
        self.broken.update(find_broken_modules(log, prepared.modules))
        if result.status == 0:
            return "", ""
        return build_error(log) or "Maven failed", error_lines(log)

    def _whole(self, maven: OnlineMaven, prepared: PreparedBase) -> OnlineResult:
        """Run all goals; if that fails, run again without the goals that no test needs.

        Such goals may need network access for documentation, or a tool that is not installed.
        If leaving
        them out does not help, returns the last failed run.
        """
        result = self._try(prepared)
        self.left_out.clear()
        while result.status:
            more = goals_behind_tests(maven.log(result))
            if not more or not set(more).isdisjoint(self.left_out):
                self.left_out.clear()
                return result
            self.left_out.extend(more)
            result = self._try(replace(prepared, goals_left_out=tuple(self.left_out)))
        return result

    def _try(self, prepared: PreparedBase) -> OnlineResult:
        maven = OnlineMaven.of(prepared, self.work.online)
        result = self._run(maven, prepared, self._goals(prepared))
        if result.status and NO_TESTS.search(maven.log(result)):
            each = smallest_test_of_each(prepared.base, prepared.tested)
            result = self._run(maven, prepared, _test_words(prepared, each))
        return result

    def _run(
        self, maven: OnlineMaven, prepared: PreparedBase, goals: Sequence[str]
    ) -> OnlineResult:
        # If modules may be left out, continue after a failure to find every broken one.
        each = ("-fae",) if self.work.options.dependants else ()
        words = [*each, *selection(prepared.selected, prepared.root), "clean", *goals]
        return build_with_class_paths(maven, prepared, words)

    def _goals(self, prepared: PreparedBase) -> list[str]:
        """Return the goals of later runs, which run once here: `go-offline` misses what plugins
        fetch at run time.

        One test class is enough to make Surefire fetch its provider.
        """
        if self.work.options.strategy is StrategyChoice.DIRECT:
            return ["process-test-classes"]
        test = smallest_test(prepared.base, prepared.tested)
        return _test_words(prepared, () if test is None else (test,))


def _test_words(prepared: PreparedBase, tests: Sequence[str]) -> list[str]:
    return [goal(prepared), *TEST_OVERRIDES, *only_tests(tests)]


def _as_described(work: Groundwork, described: PreparedBase) -> Groundwork:
    """Return the work without modules that no active profile contains, so that they are not requested again."""
    options = replace(work.options, modules=described.selected)
    return replace(work, options=options, left_out=described.left_out)


def describe_installation(maven: Maven) -> InstalledTool:
    """Return a Maven as the tool of a base."""
    return InstalledTool(name=StrategyName.MAVEN, home=maven.home, version=maven.version)
