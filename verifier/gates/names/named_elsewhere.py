"""Find removed names in files that the Java compiler does not check.

Configuration, templates, scripts and sources in other languages name classes and methods. So do
Java strings that are passed to reflection or to an expression language. docs/names.md has the
rules.
"""

import codecs
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from pathlib import PurePosixPath
from string import ascii_letters, digits
from typing import NamedTuple

from verifier.domain.paths import PathKind, kind_of
from verifier.domain.source import JavaTree
from verifier.gates.change.division import is_documentation
from verifier.gates.names.changed_names import ChangedNames
from verifier.gates.names.text_keys import key_before, names_methods, other_attributes
from verifier.java_text.tokens import TokenKind, scan
from verifier.java_text.tree_text import text_of

_BY_NAME = re.compile(
    r"\b(getMethods?|getDeclaredMethods?|findVirtual|findStatic|findSpecial|MethodSource"
    r"|FieldSource|EnabledIf|DisabledIf|invokeMethod|ReflectionUtils|Whitebox|invokeExactMethod"
    r"|getAccessibleMethod|ReflectionTestUtils|DataProvider|dataProvider|TestCase|TestSuite"
    r"|getFields?|getDeclaredFields?|find(?:Static)?VarHandle|find(?:Static)?[GS]etter|newUpdater"
    r"|FieldUtils|MethodUtils|PropertyUtils|BeanUtils|BeanWrapper\w*|Deencapsulation|hasProperty"
    r"|hasFieldOrProperty\w*|extracting)\b"
)
_FINDS = re.compile(
    r"\.\s*(?:getDeclared(?:Method|Field)s?|getMethods|getFields|find(?:Static)?(?:VarHandle|[GS]etter)"
    r"|findVirtual|findStatic|findSpecial)\s*\(|\.\s*get(?:Method|Field)\s*\(\s*[^\s\")]"
)
"""A call that may find a member by a name that its caller gives it."""
_OTHER_CALLERS = frozenset(
    {".kt", ".kts", ".groovy", ".gradle", ".scala", ".clj", ".jsp", ".jspx", ".xhtml", ".ftl"}
    | {".vm", ".drl"}
)
"""Sources and templates that call Java methods and that no step here compiles."""
_TEMPLATES = frozenset({".html", ".htm", ".tag", ".tagx", ".ftlh", ".mustache", ".hbs", ".xml"})
"""Texts in which `${…}` contains properties of Java objects."""
_NAMING_NOTHING = frozenset(
    {".md", ".adoc", ".rst", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".ico", ".pdf", ".jar"}
    | {".class", ".zip", ".gz", ".java", ".webp", ".woff", ".woff2", ".ttf", ".war", ".bin"}
    | {".jks", ".p12", ".so", ".dll", ".exe", ".css", ".map", ".xlsx", ".docx", ".mp4", ".bz2"}
)
"""Files that load no class by its name. Scripts, builds and configuration may."""
_HTTP = frozenset({"get", "head", "post", "put", "patch", "delete", "options", "trace", "connect"})
"""Values of a key `method` that mean an HTTP request."""
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LONGEST_OWNER = 300
_OF_OWNER = frozenset(f"{ascii_letters}{digits}_$./")
_INSIDE = r"[^{}]{0,300}?"
"""The text before a name in the braces of an expression; bounded, because input may be hostile."""


def find_named_elsewhere(
    names: ChangedNames, renamed: AbstractSet[str], tree: JavaTree
) -> Iterator[str]:
    """Yield a sentence for each place that still has a name; `renamed` are old names of methods.

    Files that the user allows without a check are searched too, because they may still name what
    was removed.
    """
    words = {*names.owners, *renamed}
    if not words:
        return
    any_word = re.compile(rf"(?<!\w)(?:{_any(words)})(?!\w)".encode())
    search = _Search(names, renamed, tree)
    for path in sorted(tree.paths()):
        is_java = path.endswith(".java")
        if not is_java and _names_nothing(path):
            continue
        content = _content(tree, path)
        if any_word.search(content) is None and not search.holds_property(content):
            continue
        place = f"{path}, which --allow lets pass unseen," if path in names.allowed else path
        if is_java:
            yield from search.in_java(place, text_of(tree, path) or "")
        elif b"\0" not in content:
            yield from search.in_text(path, place, content.decode("utf-8", "replace"))


def class_named_elsewhere(gone: AbstractSet[str], after: JavaTree) -> Iterator[str]:
    """Yield each class that no longer exists under its full name but is named in a file that is not
    Java.
    """
    if not gone:
        return
    names = re.compile(rf"(?<![\w.])(?:{_any(gone)})(?!\w)".encode())
    for path in sorted(after.paths()):
        if PurePosixPath(path).name in gone:
            yield f"{path} is about a class that is gone under this name"
        elif not _names_nothing(path):
            found = names.search(_content(after, path))
            if found is not None:
                yield f"{path} still names {found[0].decode()}, which is gone under this name"


def _names_nothing(path: str) -> bool:
    return PurePosixPath(path).suffix.lower() in _NAMING_NOTHING or is_documentation(path)


def _content(tree: JavaTree, path: str) -> bytes:
    """Return the bytes of a file, in UTF-8 if its mark says UTF-16.

    The result is empty if the file does not exist.
    """
    content = tree.read(path) or b""
    is_wide = content.startswith(_UTF_16)
    return content.decode("utf-16", "replace").encode() if is_wide else content


class _Search:
    """The search patterns for the names of one change."""

    def __init__(self, names: ChangedNames, renamed: AbstractSet[str], tree: JavaTree) -> None:
        self._names, self._tree = names, tree
        self._sources: dict[str, list[str]] = {}
        for path in tree.paths():
            if path.endswith(".java"):
                self._sources.setdefault(PurePosixPath(path).stem, []).append(path)
        # A member of a removed class is searched for only together with that class.
        plain = {*names.kept, *renamed}
        self._properties = names.properties
        called = _any(plain - (names.hidden - renamed))
        self._called = re.compile(rf"\b(?:{called})\b")
        self._literal = re.compile(rf'["#]({_any({*names.owners, *renamed})})(\([^"]*)?"')
        self._qualified = re.compile(rf"(?:::|->|[.#$/])(?P<name>{_any(names.owners)})(?![\w$])")
        packaged = {each for each in names.types if "." in each}
        types = _any(packaged).replace(re.escape("."), "[./$]")
        self._types = re.compile(rf"(?<![\w.$/])(?:{types})(?!\w)")
        self._classes = _members_by_class(names)
        classes = _any(self._classes).replace(re.escape("."), "[./$]")
        self._class = re.compile(rf"(?<![\w.$/])(?:{classes})(?!\w)")
        self._values = re.compile(
            rf"""(?<![\w$.#/])(?P<value>{_any(plain & names.owners.keys())})(?:\(\))?"""
            rf"""(?=["']?[ \t]*(?:[,;}}\]\r\n#<]|$))"""
        )
        self._attributes = re.compile(
            rf"""(?:method[\w-]*|<include\s+name)\s*=\s*["'](?:{_any(plain)})["']"""
            rf"""|<property\s+name\s*=\s*["'](?:{_any(self._properties)})["']"""
        )
        self._attribute_values = re.compile(rf"""=\s*["'](?P<value>{_any(plain)})["']""")
        self._expressions = re.compile(
            rf"#\{{{_INSIDE}(?:\b(?:{_any(plain)})\b|\.(?:{_any(self._properties)})\b)"
            rf"|[$*@~{{]\{{{_INSIDE}\.(?:{_any(plain)})\s{{0,9}}\("
            rf"|\b(?:execution|call)\([^(),;]{{1,300}}?[ .*](?:{_any(plain)})\("
            rf"|(?:@\w+|T\([\w.]+\))\.(?:{_any(plain)})\b"
        )
        self._properties_read = re.compile(
            rf"[$*]\{{{_INSIDE}\b(?:{_any({*self._properties, *plain})})\b"
        )

    def holds_property(self, content: bytes) -> bool:
        """Tell whether a file may contain a property of a changed accessor."""
        return any(each.encode() in content for each in self._properties)

    def in_java(self, place: str, text: str) -> Iterator[str]:
        """Yield Java strings that look up a method or field by name, or contain an expression."""
        named = self._literal.search(text)
        if named is not None and (_BY_NAME.search(text) or self._names_finder(text)):
            yield f"{place} looks for methods by name and still has {named[0]}"
        for token in scan(text):
            if token.kind is TokenKind.STRING and (said := self._in_string(token.text)):
                yield f"{place} has the text {said}, which names something that changed"

    def _names_finder(self, text: str) -> bool:
        """Tell whether a source names a class of the tree that finds members by name."""
        named = {*re.findall(r"\w+", text)} & self._sources.keys()
        paths = (path for name in sorted(named) for path in self._sources[name])
        return any(_FINDS.search(text_of(self._tree, path) or "") for path in paths)

    def _in_string(self, text: str) -> str:
        found = self._expressions.search(text)
        if found is None:
            # `Class.method` in a message is not a reference; with a package or `::` it may be one.
            named = (each for each in self._references(text) if self._is_for_programs(each))
            return next((str(each) for each in named), "")
        return found[0]

    def _is_for_programs(self, found: "_Reference") -> bool:
        return found.owner in self._names.owners[found.name] or found.sign in {"::", "#"}

    def in_text(self, path: str, place: str, text: str) -> Iterator[str]:
        """Yield names in a file that is not Java; `place` is the file's name in the sentences."""
        suffix = PurePosixPath(path).suffix.lower()
        if suffix in _OTHER_CALLERS:
            yield from self._sentences(place, self._called.search(text))
        if suffix == ".xml":
            yield from self._sentences(place, self._attributes.search(text))
            yield from self._by_other_attribute(place, text)
        if suffix in _OTHER_CALLERS | _TEMPLATES:
            yield from self._sentences(place, self._properties_read.search(text))
        yield from self._sentences(place, self._expressions.search(text))
        gone = self._types.search(text)
        if gone is not None:
            yield f"{place} still names {gone[0]}, which is gone or declared otherwise now"
        for found in self._references(text):
            yield f"{place} still names {found}, which is gone or declared otherwise now"
        if near := self._beside_its_class(text):
            yield f"{place} still has {near}"
        if kind_of(path) is not PathKind.TEST and (by_key := self._by_key(text)):
            yield f"{place} is not Java and still has {by_key}"

    @staticmethod
    def _sentences(place: str, found: re.Match[str] | None) -> Iterator[str]:
        if found is not None:
            yield f"{place} is not Java and still has {' '.join(found[0].split())}"

    def _by_other_attribute(self, place: str, text: str) -> Iterator[str]:
        """Find `<property name="targetMethod" value="run"/>`: the key is the value of another
        attribute.
        """
        for found in self._attribute_values.finditer(text):
            value = found["value"]
            keys = {*other_attributes(text, found.start())} - {value}
            if value not in _HTTP and any(map(names_methods, keys)):
                yield f"{place} is not Java and still has {found[0]}"
                return

    def _beside_its_class(self, text: str) -> str:
        """Return a member's bare name in a text that contains the full name of its class.

        The result is empty if there is none.

        Names of XML elements and attributes and parts of a package do not count.
        """
        classes = {re.sub(r"[/$]", ".", each) for each in self._class.findall(text)}
        members = {name for each in classes for name in self._classes.get(each, ())}
        if not members:
            return ""
        word = re.compile(rf"""(?<![\w$</])(?:{_any(members)})(?![\w$]|[./]\w|\s*=\s*["'])""")
        found = word.search(self._class.sub(" ", text))
        return "" if found is None else f"{found[0]} and names {min(classes)}"

    def _by_key(self, text: str) -> str:
        for found in self._values.finditer(text):
            key, value = key_before(text, found.start()), found["value"]
            if names_methods(key) and not (key.lower().endswith("method") and value in _HTTP):
                return f"{key}: {value}"
        return ""

    def _references(self, text: str) -> Iterator["_Reference"]:
        for found in self._qualified.finditer(text):
            start = found.start()
            while start and found.start() - start < _LONGEST_OWNER and text[start - 1] in _OF_OWNER:
                start -= 1
            owner = text[start : found.start()].strip("./$")
            sign = text[found.start() : found.start("name")]
            each = _Reference(owner, sign, found["name"])
            if owner and self._is_meant(each):
                yield each

    def _is_meant(self, found: "_Reference") -> bool:
        """Tell whether the class in front of a name declared the member or may have inherited it."""
        owner = re.sub(r"[/$]", ".", found.owner)
        simple = owner.rpartition(".")[2]
        owners = self._names.owners[found.name]
        if any(f".{each}".endswith(f".{owner}") or owner.endswith(f".{each}") for each in owners):
            return True
        declaring = self._sources.get(simple, ())
        is_twin = "." in owner and simple in {each.rpartition(".")[2] for each in owners}
        if not declaring or is_twin:
            return False
        word = re.compile(rf"\b{re.escape(found.name)}\b")
        return not any(word.search(text_of(self._tree, path) or "") for path in declaring)


class _Reference(NamedTuple):
    """A member with its class and the separator between them, as in the text."""

    owner: str
    sign: str
    name: str

    def __str__(self) -> str:
        return f"{self.owner}{self.sign}{self.name}"


def _members_by_class(names: ChangedNames) -> Mapping[str, set[str]]:
    """Map each class with a package to its changed members; nested classes count as names of types."""
    found = defaultdict[str, set[str]](set)
    for name, owners in names.owners.items():
        for owner in owners:
            if "." in owner and f"{owner}.{name}" not in names.types:
                found[owner].add(name)
    return found


def _any(names: Collection[str]) -> str:
    """Return an alternation of names; it matches nothing if there are no names."""
    return "|".join(map(re.escape, sorted(names))) or r"(?!)"
