"""The table of what verification is to reach."""

from pathlib import Path

from bench.small_subject import small_subject
from bench.tables import as_markdown
from bench.verification_targets import at_least, at_most
from verifier.tools.git import Repository


def test_an_aim_is_met_by_the_ratio_and_not_by_the_seconds() -> None:
    reached = at_least("warm", 0.5, "mvn", 4.0, 8)
    missed = at_least("warm", 0.51, "mvn", 4.0, 8)

    assert (reached.ratio, reached.aim, reached.met) == (8.0, ">= 8x faster", "yes")
    assert (missed.ratio, missed.met) == (7.8, "NO")


def test_an_aim_of_seconds_has_nothing_beside_it() -> None:
    row = at_most("one", 0.8, 0.8)

    assert (row.met, at_most("one", 0.81, 0.8).met) == ("yes", "NO")
    assert as_markdown([row]).splitlines()[2] == "| one | 0.80 | - | - | - | <= 0.8 s | yes |"


def test_the_small_subject_has_a_commit_that_changes_one_class(tmp_path: Path) -> None:
    with Repository.open(small_subject(tmp_path)) as repository:
        head = repository.tree(repository.resolve("HEAD"))
        base = repository.tree(repository.resolve("HEAD~1"))
        changed = head.read("src/main/java/ten/Basket0.java") or b""

        assert b"sum(prices)" in changed
        assert b"sum(prices)" not in (base.read("src/main/java/ten/Basket0.java") or b"")
        assert head.read("pom.xml") == base.read("pom.xml")
