"""The folders of a list as one table: figures, reasons, a page between its marks, and the list again."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.instances import make_mined
from tests.support.json_schemas import satisfies
from verifier.cli.main import main
from verifier.domain.funnel import Stage
from verifier.domain.proof import ProofOutcome
from verifier.domain.purity import Purity, PurityTier, PurityVerdict
from verifier.domain.unproved import Unproved
from verifier.errors import InputError
from verifier.mining.commit import CommitStatus, SkipReason
from verifier.mining.funnel import Funnel
from verifier.mining.run import CommitEnding
from verifier.reports.project_figures import Loss, project_tables, repository_stages
from verifier.tools.records import to_line
from verifier.workflows.costs import CostLine, CostStage
from verifier.workflows.many_repositories import (
    MinedRepository,
    RepositoryStatus,
)
from verifier.workflows.project_results import (
    BEGIN,
    END,
    read_results,
    results_markdown,
    with_results,
    write_list,
)
from verifier.workflows.repository_list import Listed, read_list
from verifier.workflows.repository_plan import measure_rate

ROOT = Path(__file__).parents[3]
TIP = "f" * 40
STAGES = (
    Stage(name="listed", unit="commits", count=9),
    Stage(name="analysed", unit="commits", count=4, losses={"skipped: merge": 5}),
    Stage(name="of wanted types", unit="refactorings", count=12),
    Stage(name="merged", unit="instances", count=11, losses={"merged into another": 1}),
    Stage(name="pure", unit="instances", count=3, losses={"impure": 8}),
)
VALIDATED = (
    *STAGES,
    Stage(
        name="to validate",
        unit="instances",
        count=2,
        losses={"not in the sample of 2 a project": 1},
    ),
    Stage(name="builds before", unit="instances", count=2),
    Stage(name="builds after", unit="instances", count=1, losses={"BASE_INVALID": 1}),
    Stage(name="tests pass", unit="instances", count=1),
    Stage(name="covered", unit="instances", count=0, losses={"NOT_COVERED": 1}),
)
COSTS = (
    CostLine(
        stage=CostStage.MINING, done=3, seconds=4.4, processor_seconds=5.0, peak_memory=300 << 20
    ),
    CostLine(
        stage=CostStage.MINING, done=1, seconds=3.6, processor_seconds=1.0, peak_memory=200 << 20
    ),
    CostLine(stage=CostStage.VALIDATION, done=2, seconds=61.2, peak_memory=1),
)


def funnel(stages: tuple[Stage, ...]) -> bytes:
    return to_line(Funnel(repo="r", types={}, endings=(), stages=stages, skipped_files={}))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two projects: one that was validated, and one that failed."""
    own = tmp_path / "mined" / "o_one"
    own.mkdir(parents=True)
    tiers = (PurityTier.STRICT, PurityTier.STRICT, PurityTier.PROVED)
    (own / "instances.jsonl").write_bytes(
        b"".join(
            to_line(make_mined(id=f"i{at}", purity=Purity(verdict=PurityVerdict.PURE, tier=tier)))
            for at, tier in enumerate(tiers)
        )
    )
    endings = [CommitEnding(commit=f"{at}" * 40, status=CommitStatus.OK) for at in range(3)]
    endings.append(CommitEnding(commit=TIP, status=CommitStatus.NONE))
    (own / "instances.commits.jsonl").write_bytes(b"".join(map(to_line, endings)))
    (own / "instances.funnel.json").write_bytes(funnel(STAGES))
    (own / "instances.validated.funnel.json").write_bytes(funnel(VALIDATED))
    (own / "instances.costs.jsonl").write_bytes(b"".join(map(to_line, COSTS)))
    listed = (
        MinedRepository(
            repository="https://example.org/o/one.git",
            folder="o_one",
            status=RepositoryStatus.DONE,
            stages=VALIDATED,
        ),
        MinedRepository(
            repository="/gone", folder="gone", status=RepositoryStatus.FAILED, error="no repository"
        ),
    )
    (tmp_path / "mined" / "repositories.jsonl").write_bytes(b"".join(map(to_line, listed)))
    return tmp_path / "mined"


def test_a_row_has_every_figure_and_no_value_where_nobody_asked(folder: Path) -> None:
    projects, _ = project_tables(read_results(folder).projects)

    assert projects.rows[0] == (
        "o_one", "ffffffffff", 9, 4, 12, 11, 3, 0, 2, 1,
        2, 2, 1, 1, 0, None, 8, 0.5, 300, 61,
    )  # fmt: skip
    assert projects.rows[1] == ("gone", "", *[None] * 18)


def test_the_rate_of_a_folder_is_that_of_two_processors_without_other_work(folder: Path) -> None:
    assert measure_rate(folder) == (5 + 1) / 2 / 4

    costs = folder / "o_one" / "instances.costs.jsonl"
    for nothing in (
        CostLine(stage=CostStage.MINING, done=4, seconds=9),
        CostLine(stage=CostStage.MINING, done=0, seconds=9, processor_seconds=5.0),
    ):
        costs.write_bytes(to_line(nothing))
        with pytest.raises(InputError, match="no measured mining"):
            measure_rate(folder)


def test_the_funnel_of_repositories_leaves_out_copies_and_steps_that_were_not_asked_for(
    folder: Path,
) -> None:
    root = CommitEnding(commit="r" * 40, status=CommitStatus.SKIPPED, reason=SkipReason.ROOT)
    listed = (folder / "repositories.jsonl").read_text()
    (folder / "repositories.jsonl").write_text(
        listed + listed.splitlines()[0].replace("o_one", "o_two") + "\n"
    )
    shutil.copytree(folder / "o_one", folder / "o_two")
    for name in ("o_one", "o_two"):
        with (folder / name / "instances.commits.jsonl").open("ab") as stream:
            stream.write(to_line(root))

    projects = read_results(folder).projects

    assert [each.copy_of for each in projects] == ["", "", "o_one"]
    assert [(s.name, s.count, s.lost) for s in repository_stages(projects)] == [
        ("listed", 3, 0),
        ("mined", 2, 1),
        ("no copy", 1, 1),
        ("with refactorings", 1, 0),
        ("pure", 1, 0),
        ("validated", 1, 0),
        ("built", 1, 0),
    ]


def test_a_repository_that_was_not_validated_is_not_lost_by_its_build(folder: Path) -> None:
    found, other = read_results(folder).projects[0], read_results(folder).projects[0]
    stages = tuple(s for s in other.stages if s.name in {"listed", "of wanted types", "pure"})
    other = replace(other, stages=stages)

    counts = [(s.name, s.count, s.lost) for s in repository_stages([found, other])]

    assert counts[-2:] == [("validated", 1, 1), ("built", 1, 0)]


def test_where_nobody_asked_for_a_proof_there_is_no_number_of_proofs(folder: Path) -> None:
    instances = folder / "o_one" / "instances.jsonl"
    strict = Purity(verdict=PurityVerdict.PURE, tier=PurityTier.STRICT)
    why = Unproved(outcome=ProofOutcome.UNRESOLVED)

    instances.write_bytes(to_line(make_mined(purity=strict)))
    assert read_results(folder).projects[0].proved is None
    instances.write_bytes(to_line(make_mined(purity=replace(strict, unproved=why))))
    assert read_results(folder).projects[0].proved == 0


def test_every_loss_has_its_reason_and_a_failure_is_one(folder: Path) -> None:
    results = read_results(folder)

    assert results.projects[0].losses[0] == Loss(
        project="o_one", stage="analysed", unit="commits", reason="skipped: merge", count=5
    )
    assert len(results.projects[0].losses) == 6
    assert results.projects[1].losses == (
        Loss(project="gone", stage="whole", unit="", reason="no repository", count=1),
    )


def test_seconds_of_a_call_that_was_killed_are_no_value_but_the_rate_is(folder: Path) -> None:
    (folder / "o_one" / "instances.costs.jsonl").write_bytes(to_line(COSTS[0]))

    (found, _) = read_results(folder).projects

    assert (found.mining_seconds, found.validation_seconds) == (None, None)
    assert found.commits_a_second == pytest.approx(3 / 4.4)


def test_without_validation_the_funnel_of_mining_counts(folder: Path) -> None:
    (folder / "o_one" / "instances.validated.funnel.json").unlink()

    assert read_results(folder).projects[0].count("to validate") is None


def test_a_page_keeps_what_stands_around_the_marks(folder: Path) -> None:
    results = read_results(folder)
    page = f"before\n{BEGIN}\nformer\n{END}\nafter\n"

    written = with_results(page, results)

    assert written.startswith(f"before\n{BEGIN}\n\nMade by refverify 0 with RefactoringMiner 0.")
    assert written.endswith(f"\n{END}\nafter\n")
    assert "| o\\_one | ffffffffff | 9 | 4 |" in written
    assert "former" not in written
    assert with_results(written, results) == written
    with pytest.raises(InputError, match="no place for the table"):
        with_results("nothing", results)


def test_a_page_of_mining_alone_leaves_out_the_columns_of_validation_and_nothing_else(
    folder: Path,
) -> None:
    whole = results_markdown(read_results(folder))
    (folder / "o_one" / "instances.validated.funnel.json").unlink()
    costs = folder / "o_one" / "instances.costs.jsonl"
    costs.write_bytes(b"".join(map(to_line, COSTS[:2])))

    mined = results_markdown(read_results(folder))

    assert "| Proved | Validated | Before | After | Tests | Covered | Mining, s |" in whole
    assert "| Proved | Mining, s | Commits/s | Peak, MB |\n" in mined
    assert "| o\\_one | ffffffffff | 9 | 4 | 12 | 11 | 3 | 0 | 2 | 1 | 8 | 0.500 | 300 |\n" in mined
    losses = mined.partition("## Losses")[2]
    assert losses.splitlines() == [
        line
        for line in whole.partition("## Losses")[2].splitlines()
        if not line.startswith(
            ("| o\\_one | to validate", "| o\\_one | builds", "| o\\_one | covered")
        )
    ]


def test_the_results_page_has_the_marks_once() -> None:
    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")

    assert (page.count(BEGIN), page.count(END)) == (1, 1)
    assert page.index(BEGIN) < page.index(END)


def test_the_list_names_the_last_commit_and_is_read_again(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.txt"

    assert write_list(path, read_results(folder)) == 1
    assert read_list(path) == (Listed(repository="https://example.org/o/one.git", revisions=TIP),)


def test_the_command_prints_and_writes(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, again = tmp_path / "page.md", tmp_path / "list.txt"
    page.write_text(f"{BEGIN}\n{END}\n")

    assert main(["projects", str(folder)]) == 0
    printed = capsys.readouterr().out
    assert "ffffffffff" in printed
    assert "NOT_COVERED" in printed
    assert main(["projects", str(folder), "--format", "markdown"]) == 0
    assert "## Losses" in capsys.readouterr().out
    assert main(["projects", str(folder), "--format", "json"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    satisfies("projects", records)
    assert [record["strict"] for record in records] == [2, None]
    assert main(["projects", str(folder), "--format", "csv"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("o_one,ffffffffff,9,4,12,11,3,0,2,1,")
    words = ["--write", str(page), "--list-again", str(again)]
    assert main(["projects", str(folder), *words]) == 0
    assert capsys.readouterr().out == ""
    assert "## Projects" in page.read_text()
    assert again.read_text() == f"https://example.org/o/one.git rev={TIP}\n"


def test_another_folder_is_refused_with_a_hint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["projects", str(tmp_path)]) == 4
    assert "mine --list" in capsys.readouterr().err


def test_a_project_without_any_commit_is_not_in_the_list(folder: Path, tmp_path: Path) -> None:
    results = read_results(folder)
    (found, failed) = results.projects
    without = replace(results, projects=(replace(found, tip=""), failed))

    assert write_list(tmp_path / "again.txt", without) == 0
