"""Choose the JDK to try for a base: from what its commit declares, and from how a build or test failed."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from verifier.builds.described.prepared import PreparedBase
from verifier.builds.jdks.declared import features_of
from verifier.errors import BaseInvalidError
from verifier.tools.jdk import DeclaredJdks, Jdk

MOST_FURTHER = 2
"""How many JDKs besides the first one a base is measured on; each costs a preparation and a run of the suite."""
_CLASS_FILE_OF_JAVA_0 = 44
"""The class files of Java N have version 44 + N."""


def _older(tried: int, other: int, _: str) -> bool:
    return other < tried


def _newer(tried: int, other: int, _: str) -> bool:
    return other > tried


def _that_takes(tried: int, other: int, level: str) -> bool:
    """A missing level is either too new for this JDK or too old."""
    return int(level) <= other if int(level) > tried else other < tried


def _that_reads(_: int, other: int, version: str) -> bool:
    return other >= int(version) - _CLASS_FILE_OF_JAVA_0


def _that_is(_: int, other: int, version: str) -> bool:
    return other in features_of(version)


def _up_to(newest: int) -> Callable[[int, int, str], bool]:
    return lambda _tried, other, _said: other <= newest


@dataclass(frozen=True, slots=True)
class Sign:
    """Output of a failed build or test that another JDK may solve, what it means, and which JDKs
    may solve it.

    `may` receives the version of the JDK that failed, the version of another one, and the pattern's
    first group (or the whole match).
    """

    pattern: re.Pattern[str]
    meaning: str
    may: Callable[[int, int, str], bool]


SIGNS: tuple[Sign, ...] = (
    Sign(
        re.compile(r"\bjdk \[ version='([^'\n]{1,40})' \]"),
        "the project's toolchain asks for another JDK",
        _that_is,
    ),
    Sign(
        re.compile(r"Could not determine java version from"),
        "this Gradle does not know the JDK",
        _older,
    ),
    Sign(
        re.compile(
            r"Unsupported class file major version"
            r"|Java \d{1,3} \(\d{1,3}\) is not supported by the current version of Byte Buddy"
        ),
        "Gradle or a library does not read the classes of the JDK",
        _older,
    ),
    Sign(
        re.compile(r"Unrecognized VM option '"),
        "the JDK has dropped an option of the tests' JVM",
        _older,
    ),
    Sign(
        re.compile(
            r"Unrecognized option: --|invalid flag: --"
            r"|NoSuchMethodError: '?(?:\S+ )?java[./]nio[./]\w+Buffer\."
        ),
        "the JDK is too old for an option, the tests or a library",
        _newer,
    ),
    Sign(
        re.compile(r"Gradle requires JVM \d{1,3} or later|requires Java \d{1,3} or later to run"),
        "this Gradle needs a newer JDK",
        _newer,
    ),
    Sign(
        re.compile(r"Could not initialize class org\.codehaus\.groovy\."),
        "its Groovy is too old",
        _older,
    ),
    Sign(
        re.compile(r"(?:Source|Target) option \d{1,3} is no longer supported"),
        "the JDK is too new for its sources",
        _older,
    ),
    Sign(
        re.compile(r"release version (\d{1,3}) not supported"),
        "the JDK does not have the level of its sources",
        _that_takes,
    ),
    Sign(
        re.compile(r"invalid (?:source|target) release: (?:1\.)?(\d{1,3})"),
        "the JDK is too old for its sources",
        _that_takes,
    ),
    Sign(
        re.compile(
            r"class file has wrong version (\d{1,3})\.\d"
            r"|(?:UnsupportedClassVersionError|compiled by a more recent version).{0,300}?class file version (\d{1,3})\.\d"
        ),
        "the JDK is too old for a library or a plugin",
        _that_reads,
    ),
    Sign(
        re.compile(
            r"package (?:javax\.(?:xml\.(?:bind|ws|soap)|jws|activation|transaction)|org\.omg)\b"
            r"\S* does not exist"
            r"|(?:NoClassDefFoundError: |ClassNotFoundException: )"
            r"(?:javax[./](?:xml[./](?:bind|ws|soap)|jws|activation)|org[./]omg)[./]"
        ),
        "JDKs from 11 on no longer bring what it uses of Java EE and CORBA",
        _up_to(8),
    ),
    Sign(
        re.compile(r"com\.sun:tools:jar|lib[/\\]tools\.jar|class BASE64(?:En|De)coder"),
        "JDKs from 9 on do not have their tools.jar and internal classes",
        _up_to(8),
    ),
    Sign(
        re.compile(r"jdk[./]nashorn|ScriptEngine\S{0,300} .{0,80}nashorn", re.IGNORECASE),
        "JDKs from 15 on have no Nashorn",
        _up_to(14),
    ),
    Sign(
        re.compile(
            r'InaccessibleObjectException|does not "opens \S+" to unnamed module'
            r"|cannot access class \S+ \(in module (?:java|jdk)\.[\w.]+\)"
        ),
        "JDKs from 16 on keep their internals closed",
        _up_to(15),
    ),
    Sign(
        re.compile(r"reference to toArray is ambiguous"),
        "JDKs from 11 on have one toArray more",
        _up_to(10),
    ),
    Sign(
        re.compile(r"NoSuchFieldException: modifiers\b"),
        "JDKs from 12 on hide the modifiers of a field from reflection",
        _up_to(11),
    ),
    Sign(
        re.compile(r"java[./]util[./]jar[./]Pack200"),
        "JDKs from 14 on have no Pack200",
        _up_to(13),
    ),
    Sign(
        re.compile(
            r"UnsupportedOperationException\s+at (?:java\.base/)?java\.lang\.Thread\.(?:stop|suspend|resume)\b"
        ),
        "JDKs from 20 on do not stop, suspend or resume a thread",
        _up_to(19),
    ),
    Sign(
        re.compile(
            r"UnsupportedOperationException: (?:Setting a Security Manager is not supported"
            r"|The Security Manager is deprecated)"
        ),
        "JDKs from 18 on refuse a security manager",
        _up_to(17),
    ),
)
"""Output of builds and tests that another JDK may solve; the first match counts."""


def sign_in(said: str) -> Sign | None:
    """Return the sign in the output of a failed build; None if another JDK is unlikely to help."""
    found = _first_match(said)
    return None if found is None else found[0]


def line_with_sign(said: str) -> str:
    """Return the line in which the first sign of some output begins; empty if there is no sign."""
    found = _first_match(said)
    if found is None:
        return ""
    start = found[1].start()
    head, tail = said[:start].rpartition("\n")[2], said[start:].partition("\n")[0]
    return f"{head}{tail}".strip()


def _first_match(said: str) -> tuple[Sign, re.Match[str]] | None:
    """The first sign that matches, and where."""
    for sign in SIGNS:
        match = sign.pattern.search(said)
        if match is not None:
            return sign, match
    return None


def worth_trying(left: Sequence[Jdk], failed: Jdk, said: str, level: int | None) -> tuple[Jdk, ...]:
    """Return the remaining JDKs that may build what one could not, in the same order.

    Without a sign most failures would only repeat: then the others are tried only if the failed JDK
    does not support the project's source level.
    """
    found = _first_match(said)
    if found is None:
        return () if failed.takes(level or failed.feature) else tuple(left)
    sign, match = found
    word = next(filter(None, (*match.groups(), match[0])))
    return tuple(jdk for jdk in left if sign.may(failed.feature, jdk.feature, word))


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """How a base's tests ended on a JDK: how many passed and failed, and the signs in the failures."""

    jdk: Jdk
    words: tuple[str, ...]
    passed: int
    failed: int

    @property
    def mostly_failed(self) -> bool:
        """Whether more tests failed than passed."""
        return self.failed > self.passed

    @property
    def meaning(self) -> str:
        """What points to another JDK; empty if nothing does."""
        signs = [sign_in(said) for said in self.words]
        meanings = dict.fromkeys(sign.meaning for sign in signs if sign is not None)
        return "; ".join(meanings) or (
            "there more tests failed than passed" if self.mostly_failed else ""
        )


def words_of(failures: Iterable[str]) -> tuple[str, ...]:
    """Return the matching text of each sign in some failures, its first match only; empty if there is none."""
    found: dict[str, str] = {}
    for sign, match in filter(None, map(_first_match, failures)):
        found.setdefault(sign.meaning, match[0])
    return tuple(found.values())


def others_worth_measuring(order: Sequence[Jdk], on: Seen, *, level: int | None) -> tuple[Jdk, ...]:
    """Return at most `MOST_FURTHER` JDKs, in the same order, on which tests that fail on this one
    may pass.

    A failing test points to another JDK only by its message: most failures repeat on every JDK,
    because they need a network or a display, or are random. If more tests fail than pass, any JDK
    that supports the source level is worth trying.
    """

    def may(other: Jdk) -> bool:
        if other.feature == on.jdk.feature:
            return False
        if level is not None and on.jdk.takes(level) and not other.takes(level):
            return False
        return on.mostly_failed or any(
            worth_trying([other], on.jdk, said, None) for said in on.words
        )

    return tuple(filter(may, order))[:MOST_FURTHER]


class Attempts:
    """The JDKs on which a base's own build is tried in turn, until it runs."""

    def __init__(self, order: Sequence[Jdk], why: Callable[[Jdk], str], level: int | None) -> None:
        self._left, self._why, self._level = tuple(order), why, level
        self._jdk: Jdk | None = None
        self._refusals: list[str] = []
        self._meanings: list[str] = []

    @classmethod
    def over(
        cls, order: Sequence[Jdk], *, asked: bool, declared: DeclaredJdks, level: int | None
    ) -> "Attempts":
        """Create the attempts in order of preference; `asked` says that the user named the only JDK."""
        return cls(
            order, partial(_first_reason, asked=asked, declared=declared, level=level), level
        )

    def __iter__(self) -> Iterator[Jdk]:
        while self._left:
            self._jdk, *rest = self._left
            self._left = tuple(rest)
            yield self._jdk

    def first_built(
        self,
        described: PreparedBase,
        on: Callable[[PreparedBase, Jdk], PreparedBase],
        build: Callable[[PreparedBase], tuple[str, str]],
    ) -> tuple[PreparedBase, bool]:
        """Return the description on the first JDK on which the build runs, and True.

        If it runs on none, return the description on the last JDK tried, and False. `on` returns
        the description on a JDK; `build` returns why it failed there, as a short reason and as the
        full output.
        """
        for jdk in self:
            described = on(described, jdk)
            refusal, said = build(described)
            if not refusal:
                return replace(described, jdk_reason=self.reason, processed=True), True
            self.record_failure(refusal, said)
        return described, False

    def record_failure(self, refusal: str, said: str) -> None:
        """Record that the build failed on the current JDK; `said` is its complete error output."""
        if self._jdk is None:
            raise AssertionError("nothing was tried yet")
        sign = sign_in(said)
        self._left = worth_trying(self._left, self._jdk, said, self._level)
        self._refusals.append(f"{self._jdk}: {refusal}")
        self._meanings.append(f"{self._jdk}: {sign.meaning if sign else refusal}")

    @property
    def refusals(self) -> str:
        """Why it runs on none of the JDKs tried."""
        return "; ".join(self._refusals)

    @property
    def reason(self) -> str:
        """Why the current JDK was chosen."""
        if self._jdk is None:
            raise AssertionError("nothing was tried yet")
        return "; ".join(self._meanings) or self._why(self._jdk)


def _first_reason(jdk: Jdk, *, asked: bool, declared: DeclaredJdks, level: int | None) -> str:
    if asked:
        return "it was asked for"
    if jdk.feature in declared:
        return f"the project declares Java {jdk.feature} ({declared[jdk.feature]})"
    if level is None:
        return "the oldest one here; the project names no source level"
    if jdk.takes(level):
        return f"the oldest one here that takes source level {level}"
    return f"none here takes source level {level}"


def refuse_too_new(level: int | None, jdks: Sequence[Jdk]) -> None:
    """Raise an error that names the required JDK if every JDK found is too old for the project.

    Raises:
        BaseInvalidError: none of them is as new as the project's level.
    """
    if level is not None and all(jdk.feature < level for jdk in jdks):
        found = ", ".join(jdk.version for jdk in jdks)
        raise BaseInvalidError(
            f"the base commit needs JDK {level} or newer; found: {found}",
            hint=f"Install JDK {level}, or name one with --jdk.",
        )
