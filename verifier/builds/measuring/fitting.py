"""Find the preparation and the JDK that fit a base: its own preparation if a neighbour's does not
fit, and the JDK on which most of its tests pass.

A base is measured on the first JDK that builds it. It is measured on others only if its failing
tests point to another JDK. The chosen JDK is cached with the first measurement.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.builds.build_tools import tool_named
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.jdks.choice import Seen, others_worth_measuring, words_of
from verifier.builds.jdks.declared import read_declared_jdks
from verifier.builds.measuring.measurement_cache import Measured, Measuring, refuse_too_few
from verifier.builds.options import BuildOptions
from verifier.builds.preparing.preparation import prepare
from verifier.domain.testrun import EvidenceStrength
from verifier.errors import BaseInvalidError, DownloadError, IntegrityError
from verifier.printable import pluralize
from verifier.tools.git.repository import Repository
from verifier.tools.jdk import Jdk, find_jdks, in_order_of_choice
from verifier.tools.records import from_json, to_json
from verifier.tools.storage.cache_seal import cache_errors, read_or_set_aside, write_sealed

logger = logging.getLogger(__name__)

_ENOUGH_PERCENT = 99
"""A JDK with strong evidence is good enough if it has this percentage of the most passing tests."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """A base on one JDK; `refusal` says why it cannot be measured there, or that too few tests pass."""

    prepared: PreparedBase
    measured: Measured | None = None
    refusal: BaseInvalidError | None = None

    @property
    def stable(self) -> int:
        """How many of its tests pass; 0 if it is refused."""
        if self.measured is None or self.refusal is not None:
            return 0
        return len(self.measured.measurement.stable_pass)

    @property
    def strong(self) -> bool:
        """Whether code under test cannot forge the evidence of its passing tests; False if none passes."""
        if self.measured is None or self.stable == 0:
            return False
        return self.measured.first.strength is EvidenceStrength.STRONG

    @property
    def seen(self) -> Seen:
        """What its tests, or the build that ran none, reveal about the JDK."""
        if self.measured is None:
            said = words_of((str(self.refusal),))
            return Seen(jdk=self.prepared.jdk, words=said, passed=0, failed=0)
        known = self.measured.measurement
        return Seen(
            jdk=self.prepared.jdk,
            words=self.measured.words,
            passed=len(known.stable_pass),
            failed=len(known.stable_fail),
        )

    @property
    def all_pass(self) -> bool:
        """Whether no other JDK can have more passing tests."""
        return self.stable > 0 and not self.seen.failed

    def __str__(self) -> str:
        return f"{self.prepared.jdk} had {self.stable or 'none'}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Taken:
    """The identity of the JDK that a search chose; None if it kept the first one."""

    jdk: str | None
    reason: str

    @classmethod
    def read(cls, path: Path) -> "Taken | None":
        """Return what an earlier search chose; None if there was none.

        Raises:
            CacheError: a damaged file cannot be moved aside.
        """
        with cache_errors():
            content = read_or_set_aside(path)
        return None if content is None else from_json(cls, content)

    def find_home(self) -> Path | None:
        """Return the JDK's folder on this machine; None if the first JDK was kept.

        Raises:
            MissingToolError: this machine has no JDK at all.
        """
        return next((jdk.home for jdk in find_jdks() if jdk.identity == self.jdk), None)

    def keep_at(self, path: Path) -> None:
        """Cache it for later calls.

        Raises:
            CacheError: it cannot be written.
        """
        with cache_errors():
            write_sealed(path, to_json(self).encode())


@dataclass(frozen=True, kw_only=True, slots=True)
class Fitting:
    """Measures one base, on further JDKs if its failing tests point to them."""

    repository: Repository
    measuring: Measuring

    def fit(self, prepared: PreparedBase) -> tuple[PreparedBase, Measured]:
        """Return the base with the preparation that fits it, and its measurement.

        Raises:
            BaseInvalidError: it cannot be measured, or too few of its tests pass.
        """
        options = self.measuring.options
        # Modules that depend on the changed ones use the same JDK as these.
        searching = options.jdk is None and not options.dependants
        known = Taken.read(self._path(prepared)) if searching else None
        home = None if known is None else known.find_home()
        if home is not None:
            look = self._on(home)
        else:
            look = self._look(prepared, options)
            if searching and known is None:
                look, known = self._search(look)
        if look.measured is None or look.refusal is not None:
            raise look.refusal or AssertionError("what was not measured has a reason")
        return _with_reason(look.prepared, look.measured, known)

    def _search(self, first: Look) -> tuple[Look, Taken | None]:
        """Return the best look at the base, and the result of the search to cache; None if there is none."""
        further = others_worth_measuring(
            self._order(first.prepared), first.seen, level=first.prepared.level
        )
        try:
            others = tuple(self._looks(first, further))
        except (DownloadError, IntegrityError) as error:
            logger.info("No other JDK is tried: %s", error.message)
            return first, None
        best = best_of(first, others)
        if not others or best.refusal is not None:
            return best, None
        taken = Taken(
            jdk=None if best is first else best.prepared.jdk.identity,
            reason=reason_of(first, best, others),
        )
        taken.keep_at(self._path(first.prepared))
        return best, taken

    def _looks(self, first: Look, further: Sequence[Jdk]) -> Iterator[Look]:
        name = self.measuring.options.name_of(self.measuring.commit)
        for jdk in further:
            logger.info("Measuring %s on %s too: %s", name, jdk, first.seen.meaning)
            look = self._on(jdk.home, first.prepared)
            yield look
            if look.all_pass:
                return

    def _on(self, home: Path, like: PreparedBase | None = None) -> Look:
        """Look at the base on another JDK; if it cannot be prepared there, use the description of
        `like`.

        Raises:
            BaseInvalidError: it cannot be prepared there, and `like` is None.
        """
        options = replace(self.measuring.options, jdk=home)
        try:
            return self._look(self._prepare(options), options)
        except BaseInvalidError as error:
            if like is None:
                raise
            (jdk,) = find_jdks(home)
            return Look(prepared=replace(like, jdk=jdk), refusal=error)

    def _prepare(self, options: BuildOptions, *, alone: bool = False) -> PreparedBase:
        measuring = self.measuring
        return prepare(self.repository, measuring.commit, options, measuring.sandbox, alone=alone)

    def _look(self, prepared: PreparedBase, options: BuildOptions) -> Look:
        """Look at the base; if a borrowed preparation does not fit, look again with its own."""
        look = self._measure(prepared)
        if look.refusal is None or not prepared.borrowed:
            return look
        return self._measure(self._prepare(options, alone=True))

    def _measure(self, prepared: PreparedBase) -> Look:
        measured = None
        try:
            measured = self.measuring.measure(prepared)
            refuse_too_few(measured.measurement, self.measuring.options, measured.first.failures)
        except BaseInvalidError as error:
            return Look(prepared=prepared, measured=measured, refusal=error)
        return Look(prepared=prepared, measured=measured)

    def _order(self, prepared: PreparedBase) -> tuple[Jdk, ...]:
        """The JDKs found, best first."""
        declared = read_declared_jdks(prepared.base, prepared.root)
        chosen = in_order_of_choice(find_jdks(), declared=declared, level=prepared.level)
        return tool_named(prepared.tool.name).in_order(chosen, prepared.tool)

    def _path(self, prepared: PreparedBase) -> Path:
        key = self.measuring.key(prepared)
        return self.measuring.options.cache / "measurements" / f"{key}.jdk.json"


def best_of(first: Look, others: Sequence[Look]) -> Look:
    """Return the look with the most passing tests; the first if several have the same number.

    A look with strong evidence wins if it lacks at most one in a hundred of the most passing tests:
    code under test can forge weak evidence for all of them. If the project's own build runs on the
    first JDK, a JDK on which it does not run is not considered: our own launcher has nothing to be
    compared with there.
    """
    own = first.prepared.own_build_refusal
    fair = [look for look in others if own or not look.prepared.own_build_refusal]
    looks = (first, *fair)
    enough = _ENOUGH_PERCENT * max(look.stable for look in looks)
    strong = [look for look in looks if look.strong and 100 * look.stable >= enough]
    return max(strong or looks, key=lambda look: look.stable)


def reason_of(first: Look, best: Look, others: Sequence[Look]) -> str:
    """Explain why a JDK was chosen, with the results of the others."""
    if best is not first:
        return (
            f"{pluralize(best.stable, 'stable test')}, {_beside(best, first)}: {first.seen.meaning}"
        )
    tried = ", ".join(_beside(best, look) for look in others)
    return f"{first.prepared.jdk_reason}; {pluralize(first.stable, 'stable test')}, {tried}"


def _beside(best: Look, other: Look) -> str:
    """Describe how many tests another look had, and note weaker evidence."""
    weaker = best.strong and other.stable > 0 and not other.strong
    return f"{other} by the project's own build" if weaker else str(other)


def _with_reason(
    prepared: PreparedBase, measured: Measured, taken: Taken | None
) -> tuple[PreparedBase, Measured]:
    """Return both with the reason of this search: the cached measurement may have another one."""
    reason = prepared.jdk_reason if taken is None else taken.reason
    known = replace(measured.measurement, jdk_reason=reason)
    return replace(prepared, jdk_reason=reason), replace(measured, measurement=known)
