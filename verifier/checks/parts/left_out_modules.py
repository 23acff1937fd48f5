"""A description of the modules that need the change but that the verdict does not cover."""

from collections.abc import Iterable, Iterator, Mapping

from verifier.domain.facts.compilation import CompilationFacts
from verifier.domain.facts.tests import TestsFacts
from verifier.domain.outcome import CheckName, CheckResult
from verifier.tools.records import facts_of

_LONGEST = 600


def list_left_out_modules(checks: Iterable[CheckResult]) -> tuple[str, ...]:
    """Return one line per reason.

    The result is empty if every module that needs the change was compiled and tested.
    """
    by_name = {each.check: each for each in checks}
    built = facts_of(by_name.get(CheckName.COMPILATION), CompilationFacts)
    tests = facts_of(by_name.get(CheckName.TESTS), TestsFacts)
    untested = {} if tests is None else tests.untested or {}
    uncompiled = {} if built is None else built.uncompiled or {}
    return (
        *_lines("compiled, not tested", untested),
        *_lines("needs the change, not compiled", uncompiled),
    )


def _lines(what: str, modules: Mapping[str, str]) -> Iterator[str]:
    for reason in dict.fromkeys(modules.values()):
        names = ", ".join(sorted(name for name, why in modules.items() if why == reason))
        yield f"{what}: {names} ({_shorten(reason.partition(chr(10))[0])})"


def _shorten(reason: str) -> str:
    return reason if len(reason) <= _LONGEST else f"{reason[: _LONGEST - 1]}…"
