"""A sample of each project's pure instances, spread over types and years, without a random seed."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from verifier.domain.instance import Instance
from verifier.domain.purity import PurityVerdict
from verifier.judging.tasks import Repositories
from verifier.mining.spreading import spread

NOT_PURE = "not pure"


@dataclass(frozen=True, kw_only=True, slots=True)
class Sample:
    """The chosen instances in the order of all, and the number of others by reason."""

    chosen: tuple[Instance, ...]
    losses: Mapping[str, int]


def sample(instances: Sequence[Instance], most: int, year_of: Callable[[Instance], int]) -> Sample:
    """Choose at most `most` pure instances of each project.

    They are spread over types, then years, then acts of the developers, as `spread` does.
    """
    projects: defaultdict[str, list[Instance]] = defaultdict(list)
    for instance in instances:
        if instance.purity.verdict is PurityVerdict.PURE:
            projects[instance.repo].append(instance)
    properties = (lambda i: i.type, year_of, lambda i: i.group)
    chosen = {(i.repo, i.id) for own in projects.values() for i in spread(own, most, properties)}
    pure = sum(map(len, projects.values()))
    losses = {
        NOT_PURE: len(instances) - pure,
        f"not in the sample of {most} a project": pure - len(chosen),
    }
    return Sample(
        chosen=tuple(i for i in instances if (i.repo, i.id) in chosen),
        losses={why: count for why, count in losses.items() if count},
    )


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
