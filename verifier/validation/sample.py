"""A sample of each project's pure instances, spread over types and years, without a random seed."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from verifier.domain.instance import Instance
from verifier.domain.purity import PurityVerdict
from verifier.judging.tasks import Repositories

NOT_PURE = "not pure"


@dataclass(frozen=True, kw_only=True, slots=True)
class Sample:
    """The chosen instances in the order of all, and the number of others by reason."""

    chosen: tuple[Instance, ...]
    losses: Mapping[str, int]


def sample(instances: Sequence[Instance], most: int, year_of: Callable[[Instance], int]) -> Sample:
    """Choose at most `most` pure instances of each project.

    The next instance has the type with the fewest instances so far, then the year with the fewest,
    then the act with the fewest. The smaller id breaks ties; ids are hashes of the content. So a
    smaller sample is part of a larger one, and the order of the file does not matter.
    """
    projects: defaultdict[str, list[Instance]] = defaultdict(list)
    for instance in instances:
        if instance.purity.verdict is PurityVerdict.PURE:
            projects[instance.repo].append(instance)
    chosen = {(i.repo, i.id) for own in projects.values() for i in _spread(own, most, year_of)}
    pure = sum(map(len, projects.values()))
    losses = {
        NOT_PURE: len(instances) - pure,
        f"not in the sample of {most} a project": pure - len(chosen),
    }
    return Sample(
        chosen=tuple(i for i in instances if (i.repo, i.id) in chosen),
        losses={why: count for why, count in losses.items() if count},
    )


def _spread(
    own: Sequence[Instance], most: int, year_of: Callable[[Instance], int]
) -> Iterator[Instance]:
    """Yield the sample of one project, in the order in which it grows."""
    left = {i.id: (i, year_of(i)) for i in own}
    taken: Counter[object] = Counter()
    for _ in range(min(most, len(left))):
        instance, year = min(
            left.values(),
            key=lambda each: (
                taken[each[0].type],
                taken[each[1]],
                taken[each[0].group],
                each[0].id,
            ),
        )
        del left[instance.id]
        taken.update((instance.type, year, instance.group))
        yield instance


def years_in(
    instances: Sequence[Instance], repositories: Repositories
) -> Callable[[Instance], int]:
    """A function that gives the year, in UTC, of an instance's commit.

    Raises:
        RepositoryError: a commit is not in its repository.
    """
    commits: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for instance in instances:
        commits[instance.repo][instance.commit] = None
    years = {
        (repo, line.id): datetime.fromtimestamp(line.time, tz=UTC).year
        for repo, ids in commits.items()
        for line in repositories.of(repo).rev_list(*ids, options=["--no-walk=unsorted"])
    }
    return lambda instance: years[instance.repo, instance.commit]
