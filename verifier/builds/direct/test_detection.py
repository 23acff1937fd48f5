"""Detect test classes by their content, as Gradle does: names do not matter.

JUnit 3: a class that is not abstract and extends TestCase, directly or not. JUnit 4: also a class
with a `@Test` method or `@RunWith`, its own or inherited from a compiled superclass. JUnit
Platform: a class that names an annotation of JUnit, itself or in such a superclass; the engines
decide the rest.
"""

from collections.abc import Iterable, Mapping

from verifier.builds.described.launching import Launcher
from verifier.errors import InputError
from verifier.tools.class_file import ClassFile, class_name, outline

_MARKS: Mapping[Launcher, tuple[bytes, ...]] = {
    Launcher.JUNIT3: (),
    Launcher.JUNIT4: (b"Lorg/junit/Test;", b"Lorg/junit/runner/RunWith;"),
    Launcher.PLATFORM: (b"Lorg/junit/", b"Lnet/jqwik/"),
}
_KNOWN = frozenset({"junit.framework.TestCase", "groovy.util.GroovyTestCase"})


def detect(names: Iterable[str], files: Mapping[str, bytes], launcher: Launcher) -> list[str]:
    """Return the test classes among some classes, in order; `files` are class files by path.

    On JUnit Platform, nested classes are left to their enclosing class.
    """
    known = {name: content for path, content in files.items() if (name := _name(path))}
    return [
        name
        for name in names
        if not (launcher is Launcher.PLATFORM and "$" in name)
        and (found := _outline(known.get(name))) is not None
        and not found.abstract
        and _is_test(found, known, launcher)
    ]


def _is_test(found: ClassFile, known: Mapping[str, bytes], launcher: Launcher) -> bool:
    seen: set[str] = set()
    each: ClassFile | None = found
    while each is not None and each.name not in seen:
        seen.add(each.name)
        if any(mark in known.get(each.name, b"") for mark in _MARKS[launcher]):
            return True
        if each.superclass in _KNOWN:
            return True
        each = _outline(known.get(each.superclass))
    return False


def _outline(content: bytes | None) -> ClassFile | None:
    """Return the outline of a class; None if it is missing or not a class file."""
    try:
        return None if content is None else outline(content, "a test class")
    except InputError:
        return None


def _name(path: str) -> str:
    return class_name(path) if path.endswith(".class") else ""
