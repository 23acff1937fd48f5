"""Compare the Java version that build files declare with the syntax that a change adds.

The prover compiles for the newest Java that it supports. A project's own compiler may refuse newer
syntax, so such syntax leaves a change open if nothing was built.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import PurePosixPath

from verifier.builds.described.gradle_projects import BUILD_FILES
from verifier.builds.described.pom import (
    PLUGIN_PLACES,
    POM,
    fill_in,
    parse_pom,
    plugins_of,
    properties_of,
    text,
)
from verifier.builds.jdks.declared import GRADLE_TOOLCHAIN
from verifier.domain.paths import PathKind, kind_of
from verifier.domain.source import JavaTree, Tree
from verifier.errors import BaseInvalidError
from verifier.java_text.tokens import Token, TokenKind, scan
from verifier.java_text.tree_text import text_of
from verifier.tools.jdk import feature_of

_COMPILER = "maven-compiler-plugin"
_MAVEN = ("release", "source")
_GRADLE_LEVELS = (
    re.compile(r"\brelease\s*(?:=|\.set\s*\()\s*['\"]?(?P<level>[\d.]+)"),
    re.compile(
        r"\bsourceCompatibility\s*(?:=|\.set\s*\()?\s*"
        r"(?:['\"]?(?P<level>\d[\d.]*)|JavaVersion\.(?:VERSION_|toVersion\(\s*['\"]?)(?P<named>[\d_.]+))"
    ),
    re.compile(GRADLE_TOOLCHAIN),
)
"""In order of precedence: `release` overrides `sourceCompatibility`, which overrides a toolchain."""
_TYPE_WORDS = frozenset({"class", "interface", "enum", "abstract", "final", "record"})


def too_new(before: JavaTree, after: JavaTree, changed: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for each file with new syntax that its declared Java version lacks.

    A file is skipped if no version can be read. It is also skipped if it had such syntax before,
    because the build files are then incomplete.
    """
    for path in sorted(changed):
        new = text_of(after, path)
        if not path.endswith(".java") or new is None:
            continue
        level, where = read_level(after, path)
        had = newest_syntax(text_of(before, path) or "")[0]
        needed, what = newest_syntax(new)
        if level is not None and had <= level < needed:
            yield f"{path} has {what} of Java {needed}, and {where} declares Java {level}"


def read_level(tree: Tree, path: str) -> tuple[int | None, str]:
    """Return the Java version that nearby build files declare for a source, and the file.

    The version is None if no file declares one.
    """
    is_test = kind_of(path) is PathKind.TEST
    for folder in PurePosixPath(path).parents:
        for name, read in ((POM, _of_pom), *((each, _of_gradle) for each in BUILD_FILES)):
            file = str(folder / name)
            content = tree.read(file)
            level = None if content is None else read(tree, file, content, is_test)
            if level is not None:
                return level, file
    return None, ""


def _of_pom(tree: Tree, file: str, content: bytes, is_test: bool) -> int | None:
    try:
        pom = parse_pom(content, file)
    except BaseInvalidError:
        return None
    properties = _properties_above(tree, file) | properties_of(pom)
    names = [f"test{each.capitalize()}" for each in _MAVEN] if is_test else []
    for name in (*names, *_MAVEN):
        written = [
            text(plugin, f"configuration/{name}")
            for place in PLUGIN_PLACES
            for plugin in plugins_of(pom, _COMPILER, place)
        ]
        for value in (*written, f"${{maven.compiler.{name}}}"):
            level = feature_of(fill_in(value, properties)) if value else None
            if level is not None:
                return level
    return None


def _properties_above(tree: Tree, file: str) -> dict[str, str]:
    """Return the properties of poms in the folders above, which are usually the parents.

    Properties of nearer folders override.
    """
    found: dict[str, str] = {}
    for folder in reversed(PurePosixPath(file).parent.parents):
        content = tree.read(str(folder / POM))
        if content is not None:
            try:
                found |= properties_of(parse_pom(content, POM))
            except BaseInvalidError:
                continue
    return found


def _of_gradle(_tree: Tree, _file: str, content: bytes, _is_test: bool) -> int | None:
    script = content.decode("utf-8", "replace")
    for pattern in _GRADLE_LEVELS:
        if (found := pattern.search(script)) is not None:
            groups = found.groupdict()
            named = (groups.get("named") or groups["level"] or "").replace("_", ".")
            return feature_of(named)
    return None


# ---------------------------------------------------------------- syntax


@cache
def newest_syntax(source: str) -> tuple[int, str]:
    """Return the newest Java version that a single construct of a source needs, and the construct."""
    tokens = tuple(scan(source))
    newest = (0, "")
    for at in range(len(tokens)):
        for level, what, meets in _SYNTAX:
            if level > newest[0] and meets(tokens, at):
                newest = (level, what)
    return newest


def _word(tokens: Sequence[Token], at: int) -> str:
    """Return a token's text; empty outside the source and for string literals."""
    inside = 0 <= at < len(tokens) and tokens[at].kind is not TokenKind.STRING
    return tokens[at].text if inside else ""


def _is_name(tokens: Sequence[Token], at: int) -> bool:
    return 0 <= at < len(tokens) and tokens[at].kind is TokenKind.WORD


def _is_text_block(tokens: Sequence[Token], at: int) -> bool:
    return tokens[at].kind is TokenKind.STRING and tokens[at].text.startswith('"""')


def _is_var(tokens: Sequence[Token], at: int) -> bool:
    named = _word(tokens, at) == "var" and _is_name(tokens, at + 1)
    return named and _word(tokens, at + 2) in {"=", ":"} and _word(tokens, at - 1) != "."


def _is_record(tokens: Sequence[Token], at: int) -> bool:
    named = _word(tokens, at) == "record" and _is_name(tokens, at + 1)
    return named and _word(tokens, at + 2) in {"(", "<"} and _word(tokens, at - 1) != "."


def _is_sealed(tokens: Sequence[Token], at: int) -> bool:
    return _word(tokens, at) == "sealed" and _word(tokens, at + 1) in _TYPE_WORDS


def _arrow_after(tokens: Sequence[Token], at: int) -> int:
    """Return the index of the arrow of the label at a token; -1 if the label ends with a colon."""
    if _word(tokens, at) not in {"case", "default"}:
        return -1
    place, depth = at + 1, 0
    while place < len(tokens):
        word = _word(tokens, place)
        depth += (word in {"(", "["}) - (word in {")", "]"})
        if depth == 0 and word in {":", "->", ";", "{", "}"}:
            return place if word == "->" else -1
        place += 1
    return -1


def _is_arrow_label(tokens: Sequence[Token], at: int) -> bool:
    return _arrow_after(tokens, at) > 0


def _is_pattern_label(tokens: Sequence[Token], at: int) -> bool:
    end = _type_end(tokens, at + 1) if _word(tokens, at) == "case" else -1
    return end > 0 and (_is_name(tokens, end) or _word(tokens, end) == "(")


def _is_type_pattern(tokens: Sequence[Token], at: int) -> bool:
    if _word(tokens, at) != "instanceof":
        return False
    start = at + 1 + (_word(tokens, at + 1) == "final")
    end = _type_end(tokens, start)
    return start > at + 1 or (end > 0 and _is_name(tokens, end))


def _is_record_pattern(tokens: Sequence[Token], at: int) -> bool:
    end = _type_end(tokens, at + 1) if _word(tokens, at) == "instanceof" else -1
    return end > 0 and _word(tokens, end) == "("


def _type_end(tokens: Sequence[Token], at: int) -> int:
    """Return the index after the type that begins at a token; -1 if no type begins there."""
    if not _is_name(tokens, at):
        return -1
    at += 1
    while _word(tokens, at) == "." and _is_name(tokens, at + 1):
        at += 2
    depth = 0
    if _word(tokens, at) == "<":
        while at < len(tokens):
            word = _word(tokens, at)
            depth += word.count("<") - (word.count(">") if word != "->" else 0)
            at += 1
            if depth <= 0:
                break
    while _word(tokens, at) == "[" and _word(tokens, at + 1) == "]":
        at += 2
    return at


def _is_lambda(tokens: Sequence[Token], at: int) -> bool:
    return _word(tokens, at) == "->"


_SYNTAX: tuple[tuple[int, str, Callable[[Sequence[Token], int], bool]], ...] = (
    (21, "a pattern of a record", _is_record_pattern),
    (21, "a pattern in a switch", _is_pattern_label),
    (17, "a sealed type", _is_sealed),
    (16, "a record", _is_record),
    (16, "a pattern after instanceof", _is_type_pattern),
    (15, "a text block", _is_text_block),
    (14, "a switch with arrows", _is_arrow_label),
    (10, "a variable declared by var", _is_var),
    (8, "a lambda", _is_lambda),
)
