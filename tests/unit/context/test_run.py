"""Which methods of the base an instance asks for."""

from pathlib import Path

import pytest

from tests.support.instances import METHOD, make_mined
from verifier.console import Console
from verifier.context.output import ContextPaths
from verifier.context.run import ContextCounts, ContextRequest, add_context, list_wanted_methods
from verifier.domain.context import LookedFor
from verifier.domain.refactoring import CodeRange, MethodId, RefactoringSide
from verifier.errors import RepositoryError
from verifier.tools.records import to_line


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


def test_a_wrong_repository_neither_makes_a_journal_nor_discards_one(tmp_path: Path) -> None:
    source = tmp_path / "i.jsonl"
    source.write_bytes(to_line(make_mined()))
    request = ContextRequest(
        instances=source,
        output=ContextPaths.next_to(source),
        repositories=(str(tmp_path / "absent"),),
        force=True,
    )

    with pytest.raises(RepositoryError):
        add_context(request, Console(quiet=True))
    assert [each.name for each in tmp_path.iterdir()] == ["i.jsonl"]

    request.output.journal.write_bytes(b"earlier results\n")
    with pytest.raises(RepositoryError):
        add_context(request, Console(quiet=True))
    assert request.output.journal.read_bytes() == b"earlier results\n"
