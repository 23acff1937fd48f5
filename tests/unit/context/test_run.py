"""Which methods of the base an instance asks for."""

from pathlib import Path

from tests.support.instances import METHOD, make_mined
from verifier.context.output import ContextPaths
from verifier.context.run import ContextCounts, list_wanted_methods
from verifier.domain.context import LookedFor
from verifier.domain.refactoring import CodeRange, MethodId, RefactoringSide


def test_the_method_is_looked_for_at_the_line_where_it_was_detected() -> None:
    stretch = CodeRange(
        file="A.java",
        start_line=7,
        start_column=1,
        end_line=9,
        end_column=2,
        role="source method declaration before extraction",
    )
    side = RefactoringSide(file="A.java", method=METHOD, ranges=(stretch,))

    assert list_wanted_methods(make_mined(before=side)) == (
        LookedFor(file="A.java", method=METHOD, line=7),
    )


def test_what_a_method_is_inlined_into_is_looked_for_in_its_own_file() -> None:
    target = MethodId(class_name="q.B", name="g")
    side = RefactoringSide(file="A.java", method=METHOD, partner=target, partner_file="q/B.java")

    assert list_wanted_methods(make_mined(before=side))[1] == LookedFor(
        file="q/B.java", method=target
    )


def test_files_are_named_after_the_instances() -> None:
    paths = ContextPaths.next_to(Path("runs/i.validated.jsonl"))

    assert paths.instances == Path("runs/i.validated.context.jsonl")
    assert paths.journal == Path("runs/i.validated.context.journal.jsonl")


def test_the_counts_are_one_line() -> None:
    assert str(ContextCounts(full=2, sources=3, failed=1)) == (
        "5 instances with their context: 2 with a class path, 3 by sources alone; 1 failed"
    )
