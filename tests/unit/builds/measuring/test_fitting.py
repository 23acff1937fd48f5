"""The JDK that a base is judged on, from what was seen of it on several."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import PREPARED
from tests.support.scripted_builder import make_measurement
from verifier.builds.measuring.fitting import Look, Taken, best_of, reason_of
from verifier.builds.measuring.measurement_cache import Measured
from verifier.builds.measuring.strategy_choice import Setup
from verifier.builds.options import StrategyName
from verifier.domain.testrun import EVENT_CHAIN, SUREFIRE_XML, TestRun
from verifier.errors import BaseInvalidError, CacheError
from verifier.tools.jdk import Jdk

GUARDED = "UnsupportedOperationException: Setting a Security Manager is not supported"
REASON = "the oldest one here that takes source level 8"


def look(
    feature: int, passed: int, *, failed: int = 1, own_build: str = "", evidence: str = EVENT_CHAIN
) -> Look:
    jdk = Jdk(home=Path(f"/jdk{feature}"), version=f"{feature}.0.1", feature=feature)
    known = make_measurement(*(f"p.T#t{n}" for n in range(passed)))
    known = replace(known, stable_fail=frozenset(f"p.T#f{n}" for n in range(failed)))
    return Look(
        prepared=replace(PREPARED, jdk=jdk, jdk_reason=REASON, own_build_refusal=own_build),
        measured=Measured(
            measurement=known,
            setup=Setup(strategy=StrategyName.DIRECT),
            first=TestRun(outcomes={}, failures={}, evidence=evidence),
            words=(GUARDED,) if failed else (),
        ),
    )


def make_refused(feature: int, said: str) -> Look:
    return replace(look(feature, 0), measured=None, refusal=BaseInvalidError(said))


def test_most_passing_tests_decide_and_of_equal_ones_the_first() -> None:
    first, fewer, more, as_many = look(25, 3), look(8, 2), look(11, 4), look(17, 4)

    assert best_of(first, [fewer]) is first
    assert best_of(first, [fewer, more, as_many]) is more
    assert best_of(first, [look(17, 3)]) is first


def test_a_jdk_on_which_the_projects_own_build_no_longer_runs_is_no_choice() -> None:
    first, more = look(25, 3), look(17, 9, own_build="Maven failed")

    assert best_of(first, [more]) is first
    assert best_of(look(25, 3, own_build="Maven failed"), [more]) is more


def test_strong_evidence_goes_before_more_tests_as_long_as_it_lacks_one_in_a_hundred_at_most() -> (
    None
):
    strong, lacks_too_many = look(25, 198), look(25, 197)
    more, as_many = (look(17, passed, evidence=SUREFIRE_XML) for passed in (200, 198))

    assert best_of(strong, [more]) is strong
    assert best_of(lacks_too_many, [more]) is more
    assert best_of(more, [strong]) is strong
    assert best_of(as_many, [strong]) is strong
    assert best_of(look(25, 9), [weak := look(17, 10, evidence=SUREFIRE_XML)]) is weak
    assert best_of(strong, [more, best := look(11, 199)]) is best
    assert best_of(as_many, [more]) is more


def test_what_strong_evidence_went_before_is_said() -> None:
    strong, more = look(25, 198), look(17, 200, evidence=SUREFIRE_XML)
    had = "JDK 17.0.1 had 200 by the project's own build"

    assert reason_of(strong, strong, [more]) == f"{REASON}; 198 stable tests, {had}"
    assert reason_of(more, strong, [strong]) == (
        f"198 stable tests, {had}: JDKs from 18 on refuse a security manager"
    )
    assert "own build" not in reason_of(more, more, [look(11, 9, evidence=SUREFIRE_XML)])


def test_a_base_that_cannot_be_measured_has_no_tests() -> None:
    first = make_refused(25, f"the base's tests left no evidence\n{GUARDED}")
    other = look(17, 1)

    assert first.seen.words == (GUARDED,)
    assert best_of(first, [other]) is other
    assert reason_of(first, other, [other]) == (
        "1 stable test, JDK 25.0.1 had none: JDKs from 18 on refuse a security manager"
    )
    assert best_of(first, [make_refused(17, "no")]) is first


def test_one_with_too_few_tests_counts_as_none() -> None:
    few = replace(look(25, 2), refusal=BaseInvalidError("2 stable passing tests, fewer than 3"))
    first = make_refused(17, "no")

    assert few.stable == 0
    assert best_of(first, [few]) is first
    assert few.seen.words == (GUARDED,)


@pytest.mark.parametrize(
    ("passed", "failed", "all_pass"), [(2, 0, True), (2, 1, False), (0, 0, False)]
)
def test_no_other_jdk_can_have_more_than_all(passed: int, failed: int, all_pass: bool) -> None:
    assert look(17, passed, failed=failed).all_pass is all_pass


def test_what_the_others_had_is_said_where_the_first_stays() -> None:
    first, others = look(25, 3), [look(17, 3), make_refused(11, "no")]

    assert (
        reason_of(first, first, others)
        == f"{REASON}; 3 stable tests, JDK 17.0.1 had 3, JDK 11.0.1 had none"
    )


def test_what_was_taken_is_kept_and_a_cache_that_takes_nothing_ends_no_run(tmp_path: Path) -> None:
    taken = Taken(jdk="17.0.1", reason=REASON)
    path = tmp_path / "key.jdk.json"

    assert Taken.read(path) is None
    taken.keep_at(path)
    assert Taken.read(path) == taken
    with pytest.raises(CacheError, match="the cache: "):
        taken.keep_at(path / "no folder.json")
