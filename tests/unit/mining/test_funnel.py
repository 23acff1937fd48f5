"""Nothing that is lost on the way is lost without a count and a reason."""

from tests.unit.mining.test_merging import IMPURE, PURE, UNKNOWN, extraction, merge_commit
from verifier.domain.funnel import Stage
from verifier.domain.refactoring_traits import RefactoringType
from verifier.mining.commit import CommitStatus, Ending
from verifier.mining.funnel import EndingCount, Funnel, FunnelCounter, TypeCounts
from verifier.mining.funnel_text import funnel_text

TYPES = (RefactoringType.EXTRACT_METHOD, RefactoringType.MOVE_METHOD)


def make_funnel() -> Funnel:
    counter = FunnelCounter("r", TYPES)
    counter.ended(Ending(status=CommitStatus.SKIPPED, reason="merge"))
    counter.ended(Ending(status=CommitStatus.SKIPPED, reason="merge"))
    for digit in "ab":
        reason = f"object {digit * 40} is missing < Some.java:3\n at Other.java"
        counter.ended(Ending(status=CommitStatus.ERROR, reason=reason))
    counter.ended(Ending(status=CommitStatus.NONE), ["too large: 9 bytes", "too large: 8 bytes"])
    counter.ended(Ending(status=CommitStatus.OK))
    counter.found((), ())
    counter.ended(Ending(status=CommitStatus.OK))
    places = [("a", 3, PURE), ("a", 7, PURE), ("b", 4, PURE), ("c", 5, IMPURE), ("d", 6, UNKNOWN)]
    found = merge_commit(*(extraction(source, line, purity=p) for source, line, p in places))
    counter.found(found, found[:2])
    return counter.funnel()


def test_stages_count_commits_then_refactorings_instances_and_acts() -> None:
    assert [(s.name, s.unit, s.count) for s in make_funnel().stages] == [
        ("listed", "commits", 7),
        ("analysed", "commits", 3),
        ("with wanted types", "commits", 1),
        ("of wanted types", "refactorings", 5),
        ("merged", "instances", 4),
        ("pure", "instances", 2),
        ("kept", "instances", 2),
        ("kept", "acts", 1),
        ("kept", "commits", 1),
    ]


def test_every_loss_has_its_reason_and_like_reasons_are_counted_together() -> None:
    losses = {(s.name, s.unit): s.losses for s in make_funnel().stages if s.losses}
    assert losses == {
        ("analysed", "commits"): {"skipped: merge": 2, "error: object … is missing": 2},
        ("with wanted types", "commits"): {"without the wanted types": 2},
        ("merged", "instances"): {"merged into another": 1},
        ("pure", "instances"): {"impure": 1, "purity not applicable": 1},
    }


def test_types_are_counted_each_also_those_that_never_occurred() -> None:
    assert make_funnel().types == {
        RefactoringType.EXTRACT_METHOD: TypeCounts(
            refactorings=5,
            instances=4,
            acts=1,
            pure=2,
            pure_acts=1,
            impure=1,
            not_applicable=1,
            kept=2,
            kept_acts=1,
        ),
        RefactoringType.MOVE_METHOD: TypeCounts(),
    }


def test_endings_and_files_not_looked_at_are_counted() -> None:
    funnel = make_funnel()
    assert funnel.endings == (
        EndingCount(status=CommitStatus.ERROR, reason="object … is missing", commits=2),
        EndingCount(status=CommitStatus.NONE, reason="", commits=1),
        EndingCount(status=CommitStatus.OK, reason="", commits=2),
        EndingCount(status=CommitStatus.SKIPPED, reason="merge", commits=2),
    )
    assert funnel.skipped_files == {"too large": 2}


def test_without_commits_every_stage_is_zero() -> None:
    funnel = FunnelCounter("r", TYPES).funnel()
    assert {s.count for s in funnel.stages} == {0}
    assert funnel.stages[0] == Stage(name="listed", unit="commits", count=0)


def test_the_text_has_a_line_a_stage_and_a_line_a_type_that_occurred() -> None:
    assert funnel_text(make_funnel()).splitlines() == [
        "       7 commits      listed",
        "       3 commits      analysed  (lost: 2 error: object … is missing, 2 skipped: merge)",
        "       1 commits      with wanted types  (lost: 2 without the wanted types)",
        "       5 refactorings of wanted types",
        "       4 instances    after merging  (lost: 1 merged into another)",
        "       2 instances    pure  (lost: 1 impure, 1 purity not applicable)",
        "       2 instances    kept",
        "       1 acts         kept: developer acts (instances done in one go)",
        "       1 commits      kept",
        "       2 files        not looked at: too large",
        "",
        "type            found  instances  acts  pure  impure  n/a  kept  kept acts",
        "Extract Method      5          4     1     2       1    1     2          1",
    ]
