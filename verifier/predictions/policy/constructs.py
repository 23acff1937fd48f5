"""Find constructs that no refactoring needs, by token.

Comments never match. Strings match only if they name a test framework or JaCoCo.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from verifier.java_text.names import simple_name
from verifier.java_text.tokens import Token, TokenKind, scan
from verifier.predictions.policy.rules import PolicyRule

_MAIN_PATTERNS: tuple[tuple[PolicyRule, str], ...] = (
    (PolicyRule.PROCESS_EXIT, "System . exit"),
    (PolicyRule.PROCESS_EXIT, "System :: exit"),
    (PolicyRule.PROCESS_EXIT, "Runtime . exit"),
    (PolicyRule.PROCESS_EXIT, "Runtime :: exit"),
    (PolicyRule.PROCESS_EXIT, "Runtime . halt"),
    (PolicyRule.PROCESS_EXIT, "getRuntime ( ) . exit"),
    (PolicyRule.PROCESS_EXIT, ". halt ("),
    (PolicyRule.PROCESS_EXIT, ":: halt"),
    (PolicyRule.SHUTDOWN_HOOK, "addShutdownHook"),
    (PolicyRule.PROCESS_START, "ProcessBuilder"),
    (PolicyRule.PROCESS_START, "getRuntime ( ) . exec"),
    (PolicyRule.PROCESS_START, "getRuntime ( ) ;"),
    (PolicyRule.PROCESS_START, "getRuntime ( ) ,"),
    (PolicyRule.PROCESS_START, "getRuntime ( ) )"),
    (PolicyRule.PROCESS_START, "Runtime :: getRuntime"),
    (PolicyRule.PROCESS_START, "Runtime :: exec"),
    (PolicyRule.PROCESS_START, "ProcessHandle"),
    (PolicyRule.ASSUMPTION, "AssumptionViolatedException"),
    (PolicyRule.ASSUMPTION, "TestAbortedException"),
    (PolicyRule.ASSUMPTION, "TestSkippedException"),
    (PolicyRule.ASSUMPTION, "SkipException"),
    (PolicyRule.ASSUMPTION, "IncompleteExecutionException"),
    (PolicyRule.ASSUMPTION, "Assume"),
    (PolicyRule.ASSUMPTION, "Assumptions"),
    (PolicyRule.STACK_INSPECTION, "getStackTrace"),
    (PolicyRule.STACK_INSPECTION, "getAllStackTraces"),
    (PolicyRule.STACK_INSPECTION, "StackWalker"),
    (PolicyRule.STACK_INSPECTION, "getCallerClass"),
    (PolicyRule.STACK_INSPECTION, "getClassContext"),
    (PolicyRule.ENVIRONMENT_PROBE, "System . getenv"),
    (PolicyRule.ENVIRONMENT_PROBE, "System :: getenv"),
    (PolicyRule.ENVIRONMENT_PROBE, "ManagementFactory"),
    (PolicyRule.UNSAFE, "Unsafe"),
    (PolicyRule.UNSAFE, "sun . misc"),
    (PolicyRule.UNSAFE, "jdk . internal"),
    (PolicyRule.UNSAFE, "defineClass"),
    (PolicyRule.UNSAFE, "java . lang . instrument"),
    (PolicyRule.NATIVE_CODE, "native"),
    (PolicyRule.NATIVE_CODE, "System . load"),
    (PolicyRule.NATIVE_CODE, "System . loadLibrary"),
    (PolicyRule.NATIVE_CODE, "System :: load"),
    (PolicyRule.NATIVE_CODE, "System :: loadLibrary"),
    (PolicyRule.NATIVE_CODE, "java . lang . foreign"),
    (PolicyRule.THREAD_STOP, "currentThread ( ) . stop"),
    (PolicyRule.THREAD_STOP, "currentThread ( ) . suspend"),
    (PolicyRule.THREAD_STOP, "Thread :: stop"),
    (PolicyRule.THREAD_STOP, "Thread :: suspend"),
    (PolicyRule.STREAM_REDIRECTION, "System :: setOut"),
    (PolicyRule.STREAM_REDIRECTION, "System :: setErr"),
    (PolicyRule.STREAM_REDIRECTION, "System . setOut"),
    (PolicyRule.STREAM_REDIRECTION, "System . setErr"),
    (PolicyRule.STREAM_REDIRECTION, "System . setIn"),
    (PolicyRule.STREAM_REDIRECTION, "System . setSecurityManager"),
    (PolicyRule.ANNOTATION_PROCESSOR, "javax . annotation . processing"),
    (PolicyRule.ANNOTATION_PROCESSOR, "AbstractProcessor"),
    (PolicyRule.ANNOTATION_PROCESSOR, "com . sun . source"),
    (PolicyRule.ANNOTATION_PROCESSOR, "com . sun . tools"),
)

_TEST_PATTERNS: tuple[tuple[PolicyRule, str], ...] = tuple(
    (PolicyRule.DISABLED_TEST, pattern)
    for pattern in (
        "@ Disabled", "@ Ignore", "@ org . junit . Ignore", "@ EnabledIf", "@ DisabledIf",
        "@ DisabledOnOs", "@ EnabledOnOs", "@ DisabledOnJre", "@ EnabledOnJre",
        "@ DisabledIfSystemProperty", "@ EnabledIfSystemProperty", "@ EnabledForJreRange",
        "@ DisabledIfEnvironmentVariable", "@ EnabledIfEnvironmentVariable",
        "@ DisabledForJreRange", "@ org . junit . jupiter . api . Disabled", "Assume", "Assumptions",
        "assumeTrue", "assumeFalse", "assumeThat", "assumeNotNull", "assumeNoException",
        "assumingThat", "Test ( enabled = false",
    )
)  # fmt: skip

_FRAMEWORK_NAMES = (
    "org.junit", "junit.framework", "surefire", "org.testng", "org.mockito", "jacoco",
)  # fmt: skip

_LONGEST_IMPORT = 100
"""Limit for the words of one import, so that a text full of imports does not take quadratic time."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Occurrence:
    """A construct in a source; `what` is its normal form, which is the same in every place.

    `imported` is the imported name if the construct is part of the import of a type, which alone
    has no effect; otherwise it is empty. Static imports do not count as such, because their members
    are used without the class name.
    """

    rule: PolicyRule
    what: str
    line: int
    imported: str = ""


def occurrences(source: str, *, test: bool = False) -> Iterator[Occurrence]:
    """Yield every forbidden construct of a source: by the rules for main code, with `test` by all
    rules.
    """
    tokens = list(scan(source))
    patterns = _index(_MAIN_PATTERNS if not test else _MAIN_PATTERNS + _TEST_PATTERNS)
    imported = ""
    for at, token in enumerate(tokens):
        imported = _read_import(tokens, at) or (imported if token.text != ";" else "")
        for rule, words in patterns.get(token.text, ()):
            if [t.text for t in tokens[at : at + len(words)]] == words:
                what = "".join(words)
                yield Occurrence(rule=rule, what=what, line=token.line, imported=imported)
        yield from _special(tokens, at)


def new_constructs(before: Iterable[str], after: Iterable[str]) -> frozenset[str]:
    """Return the normal forms that occur more often in all sources after than before.

    Imports of one type count once, in any number of files: code that moves takes its imports with
    it, and the code that stays may need them too.
    """
    growth = _count(after)
    growth.subtract(_count(before))
    return frozenset(what for what, more in growth.items() if more > 0)


def _count(sources: Iterable[str]) -> Counter[str]:
    found = [o for source in sources for o in _all_of(source)]
    used = Counter(o.what for o in found if not o.imported)
    return used + Counter(what for what, _ in {(o.what, o.imported) for o in found if o.imported})


@lru_cache(maxsize=64)
def _all_of(source: str) -> tuple[Occurrence, ...]:
    """Return all occurrences; cached, because many predictions change the same file of a base."""
    return tuple(occurrences(source, test=True))


def _index(
    patterns: tuple[tuple[PolicyRule, str], ...],
) -> dict[str, list[tuple[PolicyRule, list[str]]]]:
    by_first: dict[str, list[tuple[PolicyRule, list[str]]]] = {}
    for rule, pattern in patterns:
        words = pattern.split(" ")
        by_first.setdefault(words[0], []).append((rule, words))
    return by_first


def _special(tokens: list[Token], at: int) -> Iterator[Occurrence]:
    token = tokens[at]
    if token.kind is TokenKind.STRING:
        for name in _FRAMEWORK_NAMES:
            if name in token.text:
                yield Occurrence(rule=PolicyRule.TEST_PROBE, what=f'"{name}"', line=token.line)
    elif token.text == "@" and at + 1 < len(tokens):
        name = _annotation_name(tokens, at + 1)
        if simple_name(name).endswith("Generated"):
            rule = PolicyRule.GENERATED_ANNOTATION
            yield Occurrence(rule=rule, what="@Generated", line=token.line)


def _read_import(tokens: list[Token], at: int) -> str:
    """Return the type or package whose import begins here; empty if none does."""
    if tokens[at].text != "import" or [t.text for t in tokens[at + 1 : at + 2]] == ["static"]:
        return ""
    words = (t.text for t in tokens[at + 1 : at + 1 + _LONGEST_IMPORT])
    return "".join(takewhile(lambda word: word != ";", words))


def _annotation_name(tokens: list[Token], at: int) -> str:
    parts = [tokens[at].text]
    while at + 2 < len(tokens) and tokens[at + 1].text == ".":
        parts.append(tokens[at + 2].text)
        at += 2
    return ".".join(parts)
