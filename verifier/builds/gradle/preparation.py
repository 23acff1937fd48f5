"""Prepare a base commit with Gradle: try the JDKs in order until the project's own build runs."""

from dataclasses import dataclass, field, replace
from functools import partial

from verifier.builds.described.groundwork import Groundwork
from verifier.builds.described.online import OnlineResult
from verifier.builds.described.prepared import InstalledTool, PreparedBase
from verifier.builds.described.smallest_test import smallest_test
from verifier.builds.gradle.choice import is_missing_for_now
from verifier.builds.gradle.description import (
    describe,
    describe_after_build,
    read_unresolved,
)
from verifier.builds.gradle.errors import before_tests, find_broken_project, what_went_wrong
from verifier.builds.gradle.online import OnlineGradle
from verifier.builds.gradle.outputs import keep_outputs
from verifier.builds.gradle.wrapper import PROPERTIES, Wrapper, read_wrapper
from verifier.builds.jdks.choice import Attempts, refuse_too_new, sign_in
from verifier.builds.jdks.declared import read_declared_jdks
from verifier.builds.options import StrategyChoice
from verifier.errors import BaseInvalidError, DownloadError
from verifier.tools.gradle import Gradle, in_order, read_gradle
from verifier.tools.jdk import Jdk, in_order_of_choice


@dataclass(frozen=True, kw_only=True, slots=True)
class GradlePreparation:
    """One preparation; `notes` collects what is unusual, `built` holds the last run of the project's own build."""

    work: Groundwork
    notes: list[str] = field(default_factory=list)
    built: list[OnlineResult] = field(default_factory=list)

    def run(self) -> PreparedBase:
        """See BuildTool."""
        self._note_version()
        described = self._first_description()
        level = described.level
        refuse_too_new(level, self.work.jdks)
        attempts = Attempts.over(
            self._order(level),
            asked=bool(self.work.options.jdk),
            declared=read_declared_jdks(self.work.base, self.work.options.root),
            level=level,
        )
        described, runs = attempts.first_built(described, self._on, self._build)
        described = describe_after_build(self.work, described, self.built[-1] if runs else None)
        keep_outputs(self.built[-1].files, described)
        if runs:
            return replace(described, notes=tuple(self.notes))
        return self._without_gradle(described, attempts.refusals)

    def _order(self, level: int | None) -> tuple[Jdk, ...]:
        declared = read_declared_jdks(self.work.base, self.work.options.root)
        return in_order(
            in_order_of_choice(self.work.jdks, declared=declared, level=level),
            read_prepared_gradle(self.work.tool),
        )

    @property
    def _wrapper(self) -> Wrapper | None:
        path = self.work.base / PROPERTIES
        return read_wrapper(path.read_text("latin-1")) if path.is_file() else None

    def _note_version(self) -> None:
        """Add a note if the Gradle in use differs from the one the project asks for."""
        wrapper = self._wrapper
        if wrapper is not None and wrapper.version != self.work.tool.version:
            self.notes.append(
                f"the project's wrapper asks for Gradle {wrapper.version}, which is not here;"
                f" {self.work.tool} was used"
            )

    def _first_description(self) -> PreparedBase:
        """Describe the project on the first JDK on which Gradle itself runs."""
        order = self._order(None)
        for number, jdk in enumerate(order):
            try:
                return describe(self.work, self.work.tool, jdk)
            except BaseInvalidError as error:
                last = number == len(order) - 1
                if last or sign_in(f"{error.message}\n{error.hint}") is None:
                    raise self._explain(error) from error
        raise AssertionError("there is at least one JDK")

    def _explain(self, error: BaseInvalidError) -> BaseInvalidError | DownloadError:
        """Return the error with the notes about the Gradle in use.

        If it is another Gradle only because the project's could not be downloaded, the base is not
        at fault.
        """
        said = "".join(f" ({note})" for note in self.notes)
        if is_missing_for_now(self._wrapper, self.work.tool.version, self.work.options):
            return DownloadError(
                f"the Gradle of the project could not be downloaded{said}; with another one:"
                f" {error.message}",
                hint="Run the same command again when its address answers, or name a Gradle with"
                " --gradle.",
            )
        return BaseInvalidError(f"{error.message}{said}", hint=error.hint)

    def _on(self, described: PreparedBase, jdk: Jdk) -> PreparedBase:
        return described if jdk == described.jdk else describe(self.work, described.tool, jdk)

    def _build(self, prepared: PreparedBase) -> tuple[str, str]:
        """Run the project's own build with one test class; return a short and a full reason if it
        failed.

        Both are empty if it succeeded.
        """
        direct_only = self.work.options.strategy is StrategyChoice.DIRECT
        test = smallest_test(prepared.base, prepared.tested)
        gradle = OnlineGradle.of(prepared, self.work.online)
        asked = ["refverifyClasses", "refverifyPaths"] if direct_only else ["refverifyTest"]
        if len(prepared.modules) > 1:
            asked.append("refverifyModel")
        result = gradle.run(
            [*asked, "refverifyOutputs"],
            {"modules": prepared.selected, "filter": [f"*{test}"] if test else []},
            unresolved=partial(read_unresolved, self.work) if len(prepared.modules) > 1 else None,
        )
        self.built[:] = [result]
        failure, log = gradle.failure(result), gradle.log(result)
        return failure, f"{before_tests(log)}\n{what_went_wrong(log)}" if failure else ""

    def _without_gradle(self, described: PreparedBase, refusal: str) -> PreparedBase:
        """Return a base that only the direct strategy can build, or leave out the module that
        failed and try again.

        Raises:
            BaseInvalidError: the direct strategy cannot build it either.
        """
        known = replace(self.work, graph=described.graph)
        rest = known.without({find_broken_project(refusal): refusal})
        if rest is not None:
            return GradlePreparation(work=rest).run()
        if described.direct_refusal:
            raise self._explain(
                BaseInvalidError(
                    f"the base commit cannot be built: {refusal}",
                    hint=f"It cannot be built without Gradle instead: {described.direct_refusal}."
                    " Where the reason is the JDK, name another one with --jdk.",
                )
            )
        return replace(described, own_build_refusal=refusal, notes=tuple(self.notes))


def read_prepared_gradle(tool: InstalledTool) -> Gradle:
    """Return the Gradle that a base is prepared with, read from its folder."""
    return read_gradle(tool.home) or Gradle(home=tool.home, version=tool.version)
