"""Suite members: test classes that the base runs only through suites that do nothing but name them.

No line of a plan names such a class, but it may also run on its own. If a suite does anything else
(set up a scene, create tests with its own values, use another runner), its classes are no members:
they might behave differently on their own.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from verifier.builds.described.strategy import class_of, top_class
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
"""The types that a suite may use if it only names other classes; a `main` that uses them does not count."""
_SUITE = "suite"
"""The method that returns the tests of a JUnit 3 suite; a suite may call no other method of a test class."""


def suite_members(
    ran: Collection[str], lines: Sequence[str], files: Mapping[str, bytes]
) -> tuple[str, ...]:
    """Return the test classes that the base ran, that suites name, and that no line of the plan
    names.

    `ran` are test ids, `files` the class files of tests by path. A class nested in a class of the plan,
    or in another member, runs with that class and is left out.
    """
    owners = set(map(class_of, ran))
    owners |= {around for name in owners for around in _classes_around(name)}
    found = _find_members(owners, lines, files)
    with_others = found | set(lines)
    return tuple(sorted(n for n in found if with_others.isdisjoint(_classes_around(n))))


def without_suites(ran: Iterable[str], lines: Sequence[str]) -> list[str]:
    """Return the lines whose own class had a test in the base's run, without suites of other classes."""
    owners = set(map(top_class, ran))
    return [name for name in lines if top_class(name) in owners]


def _find_members(
    owners: Collection[str], lines: Sequence[str], files: Mapping[str, bytes]
) -> set[str]:
    """Return those of some classes that the lines name through suites, at any depth."""
    known = {class_name(path): content for path, content in files.items()}
    found: set[str] = set()
    seen = set(lines)
    todo = [name for name in lines if name not in owners]
    while todo:
        name = todo.pop()
        for each in _read_suite(name, known) - seen:
            seen.add(each)
            if each in owners:
                found.add(each)
            else:
                todo.append(each)
    return found


def _read_suite(name: str, known: Mapping[str, bytes]) -> set[str]:
    """Return the test classes that a suite names; empty if the suite does anything else."""
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
