"""Fixtures of many modules: the analysis pool, which costs a JVM, and a sandbox."""

from collections.abc import Iterator

import pytest

from verifier.analysis.pool import AnalysisPool
from verifier.sandbox.base import Sandbox
from verifier.sandbox.local import LocalSandbox


@pytest.fixture(scope="session")
def analysis() -> Iterator[AnalysisPool]:
    """A pool with one worker, shared; a test that kills workers makes its own."""
    with AnalysisPool(timeout=60) as pool:
        yield pool


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """Without isolation; a module that tests a sandbox makes its own."""
    with LocalSandbox() as opened:
        yield opened
