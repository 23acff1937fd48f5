"""A sample of each project's pure instances, spread over types and years, without a random seed."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from verifier.builds.preparing.build_root import list_possible_builds
from verifier.domain.instance import Instance
from verifier.domain.purity import PurityVerdict
from verifier.judging.tasks import Repositories
from verifier.mining.spreading import spread

NOT_PURE, NO_BUILD_FILE = "not pure", "no build file"


@dataclass(frozen=True, kw_only=True, slots=True)
class Sample:
    """The chosen instances in the order of all, and the number of others by reason."""

    chosen: tuple[Instance, ...]
    losses: Mapping[str, int]


def sample(
    instances: Sequence[Instance],
    most: int,
    year_of: Callable[[Instance], int],
    has_build_file: Callable[[Instance], bool],
) -> Sample:
    """Choose at most `most` pure instances of each project, on bases with a build file.

    They are spread over types, then years, then acts of the developers, as `spread` does.
    """
    pure = [i for i in instances if i.purity.verdict is PurityVerdict.PURE]
    usable = [i for i in pure if has_build_file(i)]
    projects: defaultdict[str, list[Instance]] = defaultdict(list)
    for instance in usable:
        projects[instance.repo].append(instance)
    properties = (lambda i: i.type, year_of, lambda i: i.group)
    chosen = {(i.repo, i.id) for own in projects.values() for i in spread(own, most, properties)}
    losses = {
        NOT_PURE: len(instances) - len(pure),
        NO_BUILD_FILE: len(pure) - len(usable),
        f"not in the sample of {most} a project": len(usable) - len(chosen),
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


def build_files_in(
    instances: Sequence[Instance], repositories: Repositories
) -> Callable[[Instance], bool]:
    """A function that tells whether a build of the base may hold the files of an instance.

    True for a base that is not in its repository: validation reports it.
    """
    asked: defaultdict[str, dict[tuple[str, str], None]] = defaultdict(dict)
    for instance in instances:
        asked[instance.repo].update(dict.fromkeys(((instance.parent, ""), *_places(instance))))
    found = {
        (repo, *place)
        for repo, places in asked.items()
        for place in repositories.of(repo).find_paths(list(places))
    }

    def has_build_file(instance: Instance) -> bool:
        is_absent = (instance.repo, instance.parent, "") not in found
        return is_absent or any((instance.repo, *place) in found for place in _places(instance))

    return has_build_file


def _places(instance: Instance) -> Iterator[tuple[str, str]]:
    return ((instance.parent, path) for path in list_possible_builds(instance.files))
