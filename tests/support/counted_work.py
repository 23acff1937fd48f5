"""Count the expensive work of a judgement: questions to the analysis JVM, parsed XML, comparisons."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from verifier.analysis.messages import Request
from verifier.analysis.pool import AnalysisPool
from verifier.builds.described import pom
from verifier.builds.maven.tool import MavenTool
from verifier.residue.left_over import _Comparing
from verifier.tools import hostile_xml

POMS, GRAPHS, COMPARISONS = "poms", "graphs", "comparisons"


@contextmanager
def count_work() -> Iterator[Counter[str]]:
    """Count while the block runs.

    A question to the JVM counts under the name of its request. `poms` are parsed poms; none is known at the start.
    `graphs` are module graphs that were read from poms, and `comparisons` are searches for the edits that no refactoring explains.
    """
    found: Counter[str] = Counter()
    pom._parsed_once.cache_clear()

    def counting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any, **more: Any) -> Any:
            found[name] += 1
            return function(*words, **more)

        return call

    asked, read = AnalysisPool._run, hostile_xml.read_xml

    def run(pool: AnalysisPool, request: Request) -> Any:
        found[type(request).__name__] += 1
        return asked(pool, request)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AnalysisPool, "_run", run)
        patch.setattr(pom, "read_xml", counting(POMS, read))
        patch.setattr(MavenTool, "graph_of", counting(GRAPHS, MavenTool.graph_of))
        patch.setattr(_Comparing, "found", counting(COMPARISONS, _Comparing.found))
        yield found
