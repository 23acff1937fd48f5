"""Select test classes as Surefire does, by include and exclude patterns, and find those near a change."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from verifier.builds.described.ant_patterns import expression
from verifier.builds.described.strategy import top_class
from verifier.domain.reach import ReachMap
from verifier.tools.class_file import class_name


def select(classes: Iterable[str], includes: Sequence[str], excludes: Sequence[str]) -> list[str]:
    """Return the class names, sorted, of the class files (`pkg/FooTest.class`) that match the
    patterns.

    A pattern is Ant-like (`**/*Test.java`), `%regex[...]`, a qualified class name, or several of
    these separated by commas; a leading `!` in an include excludes.
    """
    wanted = [p for p in _flat(includes) if not p.startswith("!")]
    unwanted = [*_flat(excludes), *(p[1:] for p in _flat(includes) if p.startswith("!"))]
    return sorted(
        class_name(path)
        for path in classes
        if any(_matches(p, path) for p in wanted) and not any(_matches(p, path) for p in unwanted)
    )


def select_nearest(
    files: Mapping[str, bytes], tests: Sequence[str], classes: Iterable[str]
) -> list[str]:
    """Return the test classes that `nearest` finds, in their own order; all if it finds none."""
    near = set(nearest(files, tests, classes))
    return [name for name in tests if name in near] or list(tests)


def nearest(files: Mapping[str, bytes], tests: Sequence[str], classes: Iterable[str]) -> list[str]:
    """Return the test classes whose class files name any of these classes, the nearest first.

    Nested classes belong to their top-level test. A test that uses a helper or superclass in test
    code which names one of the classes counts too, but after the tests that name one directly.
    Among equals, tests named after one of the classes come first.
    """
    wanted = {name.replace(".", "/") for name in classes}
    by_top: dict[str, list[bytes]] = {}
    for path, content in files.items():
        by_top.setdefault(_top(path), []).append(content)
    direct = _naming(by_top, wanted)
    near = direct | _naming(by_top, direct)
    stems = tuple(name.rpartition("/")[2] for name in wanted)

    def distance(name: str) -> tuple[bool, bool]:
        top = _top(f"{name.replace('.', '/')}.class")
        called = top.rpartition("/")[2].removeprefix("Test").startswith(stems)
        return top not in direct, not called

    found = [name for name in tests if _top(f"{name.replace('.', '/')}.class") in near]
    return sorted(found, key=distance)


def reaching(reach: ReachMap, methods: Iterable[str], tests: Sequence[str]) -> list[str]:
    """Return the test classes that are known to execute one of these methods; nested tests belong
    to their class.

    Tests that execute more of the methods come first; among equals, tests that execute less other
    code.
    """
    found: dict[str, int] = {}
    breadth: dict[str, int] = {}
    for name, count in reach.classes_of(methods).items():
        top = top_class(name)
        found[top] = found.get(top, 0) + count
        breadth[top] = breadth.get(top, 0) + reach.breadth[name]
    near = [name for name in tests if top_class(name) in found]
    return sorted(near, key=lambda name: (-found[top_class(name)], breadth[top_class(name)]))


def _naming(by_top: Mapping[str, Sequence[bytes]], names: Iterable[str]) -> set[str]:
    """Return the top-level classes whose constant pools contain any of these internal names."""
    words = "|".join(sorted(map(re.escape, names)))
    if not words:
        return set()
    expression = re.compile(rf"(?:{words})(?![\w/])".encode())
    return {top for top, each in by_top.items() if any(map(expression.search, each))}


def _top(path: str) -> str:
    return path.removesuffix(".class").partition("$")[0]


def _flat(patterns: Sequence[str]) -> list[str]:
    parts: list[str] = []
    for pattern in patterns:
        whole = pattern.startswith("%")
        parts += [pattern] if whole else [p.strip() for p in re.split(r"[,\n]", pattern)]
    return [part for part in parts if part]


def _matches(pattern: str, path: str) -> bool:
    return _expression(pattern).fullmatch(path) is not None


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    if pattern.startswith("%regex["):
        return re.compile(pattern.removeprefix("%regex[").removesuffix("]"))
    pattern = pattern.removeprefix("%ant[").removesuffix("]").split("#")[0]
    plain = re.sub(r"\.(java|class)$", "", pattern)
    if "/" not in plain:
        plain = plain.replace(".", "/") if "." in plain else f"**/{plain}"
    return re.compile(expression(plain) + r"\.class")
