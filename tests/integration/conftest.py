"""Fixtures that cost a JVM: one analysis pool for all tests of a run."""

from collections.abc import Iterator

import pytest

from verifier.analysis.pool import AnalysisPool


@pytest.fixture(scope="session")
def analysis() -> Iterator[AnalysisPool]:
    """A pool with one worker, shared; a test that kills workers makes its own."""
    with AnalysisPool(timeout=60) as pool:
        yield pool
