"""A sample is spread over types and years, is the same every time, and has pure instances alone."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.conftest import MakeRepository
from tests.support.instances import METHOD, make_mined
from verifier.domain.instance import Instance
from verifier.domain.purity import Purity, PurityVerdict
from verifier.domain.refactoring import RefactoringSide
from verifier.domain.refactoring_traits import RefactoringType
from verifier.judging.tasks import Repositories
from verifier.validation.sample import NO_BUILD_FILE, NOT_PURE, Sample, build_files_in, sample

EXTRACT, MOVE, INLINE = (
    RefactoringType.EXTRACT_METHOD,
    RefactoringType.MOVE_METHOD,
    RefactoringType.INLINE_METHOD,
)
NO_BUILD = "an act on a base without a build file"
IMPURE = Purity(verdict=PurityVerdict.IMPURE)


def instance(number: int, kind: RefactoringType, year: int, repo: str = "r") -> Instance:
    return make_mined(id=f"{number:04}", group=f"g{number}", repo=repo, type=kind, commit=str(year))


def year_of(instance: Instance) -> int:
    return int(instance.commit)


def take_sample(instances: Sequence[Instance], most: int) -> Sample:
    return sample(instances, most, year_of, lambda i: i.group != NO_BUILD)


MANY = [
    *(instance(n, EXTRACT, 2001 + n % 20) for n in range(100)),
    *(instance(100 + n, MOVE, 2015) for n in range(40)),
    *(instance(200 + n, INLINE, 2003) for n in range(2)),
]


def test_each_type_has_its_turn_until_it_has_none_left() -> None:
    found = take_sample(MANY, 12)

    assert Counter(i.type for i in found.chosen) == {EXTRACT: 5, MOVE: 5, INLINE: 2}
    assert found.losses == {"not in the sample of 12 a project": 130}


def test_of_a_type_the_years_that_have_fewest_come_first() -> None:
    found = take_sample([i for i in MANY if i.type is EXTRACT], 20)

    assert sorted(map(year_of, found.chosen)) == list(range(2001, 2021))


def test_another_act_comes_before_the_same_one_again() -> None:
    same = [replace(instance(n, EXTRACT, 2001), group="one act") for n in range(9)]
    other = instance(99, EXTRACT, 2001)

    assert other in take_sample([*same, other], 2).chosen


def test_every_project_has_its_own_and_the_order_of_the_file_stays() -> None:
    every = [*MANY, *(instance(900 + n, MOVE, 2020, repo="s") for n in range(3))]

    found = take_sample(every, 2)

    assert Counter(i.repo for i in found.chosen) == {"r": 2, "s": 2}
    assert [every.index(i) for i in found.chosen] == sorted(map(every.index, found.chosen))


def test_what_is_not_pure_is_no_part_of_a_sample() -> None:
    impure = replace(instance(1, EXTRACT, 2001), purity=IMPURE)

    found = take_sample([impure, instance(2, EXTRACT, 2001)], 9)

    assert [i.id for i in found.chosen] == ["0002"]
    assert found.losses == {NOT_PURE: 1}


def test_a_base_without_a_build_file_is_counted_and_leaves_its_place_to_others() -> None:
    old = [replace(each, group=NO_BUILD) for each in MANY if year_of(each) < 2010]
    new = [each for each in MANY if year_of(each) >= 2010]

    found = take_sample([*old, *new], 12)

    assert found.chosen == take_sample(new, 12).chosen
    assert found.losses == {
        NO_BUILD_FILE: len(old),
        "not in the sample of 12 a project": len(new) - 12,
    }


def test_a_build_file_is_looked_for_at_the_root_and_above_the_refactored_files(
    make_repository: MakeRepository,
) -> None:
    writer = make_repository("r")
    kinds = {
        "root": "build.gradle.kts",
        "above": "lib/pom.xml",
        "elsewhere": "app/pom.xml",
        "none": "build.xml",
    }
    bases = {"absent": "f" * 40}
    for kind, path in kinds.items():
        bases[kind] = writer.commit({path: kind, "lib/A.java": kind})
        writer.commit({path: None})
    side = RefactoringSide(file="lib/A.java", method=METHOD)
    instances = {
        kind: make_mined(id=kind, parent=base, before=side, after=side)
        for kind, base in bases.items()
    }

    with Repositories.parse([str(writer.path)]) as repositories:
        has_build_file = build_files_in(list(instances.values()), repositories)

    found = [kind for kind, each in instances.items() if has_build_file(each)]
    assert found == ["absent", "root", "above"]


@pytest.mark.parametrize("most", [1, 7, 60])
def test_the_order_in_which_instances_come_decides_nothing(most: int) -> None:
    forth = {i.id for i in take_sample(MANY, most).chosen}
    back = {i.id for i in take_sample(MANY[::-1], most).chosen}

    assert forth == back
    assert len(forth) == most


def test_a_smaller_sample_is_part_of_a_larger_one() -> None:
    small, large = ({i.id for i in take_sample(MANY, most).chosen} for most in (10, 25))

    assert small < large
