"""The comparison of our own launcher with the project's own build, kept for neighbouring commits.

Both read the same settings. If they agree on one commit, they agree on another that differs only in
Java sources, unless our launcher shows something new there. Then they are compared again.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import top_class
from verifier.domain.testrun import TestOutcome, TestRun

_TEST = re.compile(
    rb"@[\w.]*(?:Test|Theory|Factory|Property|Example)\b|\bextends\s+[\w.]*TestCase\b"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class LauncherAgreement:
    """A commit on which both agreed: how our launcher ran, which tests did not pass, and the test
    sources.

    `processing` and `order` are those of `Setup`.
    """

    processing: bool
    order: tuple[str, ...]
    odd: frozenset[str]
    sources: Mapping[str, str]

    @classmethod
    def of(
        cls, tests: TestRun, prepared: PreparedBase, *, processing: bool, order: tuple[str, ...]
    ) -> "LauncherAgreement":
        """Create the record of a comparison that found no difference."""
        known = {path: _digest(content) for path, content in _test_sources(prepared)}
        return cls(processing=processing, order=order, odd=_odd(tests), sources=known)

    def holds_for(self, tests: TestRun, prepared: PreparedBase) -> bool:
        """Whether our launcher's run on a neighbour shows nothing that needs a new comparison.

        A new comparison is needed for a test that failed, was skipped or was reported twice and did
        not do so before, and for a new or edited test source whose tests did
        not run.
        """
        if not _odd(tests) <= self.odd:
            return False
        ran = {top_class(test) for test in tests.outcomes}
        return all(
            _class_of(path, prepared) in ran
            for path, content in _test_sources(prepared)
            if self.sources.get(path) != _digest(content) and _TEST.search(content)
        )


def _odd(tests: TestRun) -> frozenset[str]:
    not_passed = {t for t, o in tests.outcomes.items() if o is not TestOutcome.PASSED}
    return frozenset(not_passed.union(tests.conflicts))


def _test_sources(prepared: PreparedBase) -> Iterator[tuple[str, bytes]]:
    base = prepared.base
    for folder in _test_folders(prepared):
        for file in sorted((base / folder).rglob("*.java")):
            if file.is_file():
                yield file.relative_to(base).as_posix(), file.read_bytes()


def _test_folders(prepared: PreparedBase) -> list[str]:
    return [folder for module in prepared.code for folder in module.test_sources]


def _class_of(path: str, prepared: PreparedBase) -> str:
    folder = max(
        (f for f in _test_folders(prepared) if path.startswith(f"{f}/")), key=len, default=""
    )
    return path.removeprefix(f"{folder}/").removesuffix(".java").replace("/", ".")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
