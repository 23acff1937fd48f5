"""Test classes that a build runs by way of suites alone: no line of a plan names them, but suites that only name them.

Such a class may run by itself as well. Where a suite does anything else (sets a scene, makes tests with values of its own,
has another runner), what it runs is no member: nobody could tell whether it is the same by itself.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from verifier.builds.strategy import class_of, top_class
from verifier.tools.class_file import class_name, references

_SUITE_TYPES = frozenset(
    {
        "java/lang/Object",
        "java/lang/Class",
        "java/lang/String",
        "junit/framework/JUnit4TestAdapter",
        "junit/framework/Test",
        "junit/framework/TestResult",
        "junit/framework/TestSuite",
        "junit/textui/TestRunner",
        "org/junit/runner/RunWith",
        "org/junit/runners/AllTests",
        "org/junit/runners/Suite",
        "org/junit/runners/Suite$SuiteClasses",
        "org/junit/platform/suite/api/SelectClasses",
        "org/junit/platform/suite/api/Suite",
    }
)
"""Of what a suite is made that does nothing but name others; a `main` of it counts as nothing."""
_SUITE = "suite"
"""The method by which a suite of JUnit 3 is asked for its tests: all that one may call of another class of tests."""


def suite_members(
    ran: Collection[str], lines: Sequence[str], files: Mapping[str, bytes]
) -> tuple[str, ...]:
    """The classes of the tests that the base ran which suites name, and no line of the plan.

    `ran` are ids of tests, `files` the class files of tests by path. A class nested in a line's or in another member runs
    with that one.
    """
    owners = set(map(class_of, ran))
    owners |= {around for name in owners for around in _classes_around(name)}
    found = _named(owners, lines, files)
    with_others = found | set(lines)
    return tuple(sorted(n for n in found if with_others.isdisjoint(_classes_around(n))))


def without_suites(ran: Iterable[str], lines: Sequence[str]) -> list[str]:
    """The lines of which the base ran a test of their own name; the others run what is a member."""
    owners = set(map(top_class, ran))
    return [name for name in lines if top_class(name) in owners]


def _named(owners: Collection[str], lines: Sequence[str], files: Mapping[str, bytes]) -> set[str]:
    """Those of some classes that the lines name by way of suites, of any depth."""
    known = {class_name(path): content for path, content in files.items()}
    found: set[str] = set()
    seen = set(lines)
    todo = [name for name in lines if name not in owners]
    while todo:
        name = todo.pop()
        for each in _named_by(name, known) - seen:
            seen.add(each)
            if each in owners:
                found.add(each)
            else:
                todo.append(each)
    return found


def _named_by(name: str, known: Mapping[str, bytes]) -> set[str]:
    """The classes of tests that a suite names; none where it does anything else."""
    refers = references(known.get(name, b""))
    if refers is None or refers.others:
        return set()
    others = {each: each.replace("/", ".") for each in refers.types - _SUITE_TYPES}
    if not known.keys() >= set(others.values()):
        return set()
    if any(called != _SUITE for owner, called in refers.methods if owner in others):
        return set()
    return set(others.values()) - {name}


def _classes_around(name: str) -> set[str]:
    parts = name.split("$")
    return {"$".join(parts[:depth]) for depth in range(1, len(parts))}
