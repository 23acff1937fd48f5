"""The checks that run: the requested ones, and all that they need."""

from collections.abc import Iterable, Sequence

from verifier.checks.registry import ALL_CHECKS
from verifier.domain.outcome import DEFAULT_CHECKS, CheckName


def parse_checks(
    words: Sequence[str], default: frozenset[CheckName] = DEFAULT_CHECKS
) -> frozenset[CheckName]:
    """Return the checks that a command line names, with all that they need.

    A word that starts with `+` adds to the other words. If there are only such words, or no words,
    the `default` is used too.
    """
    added = [CheckName(word[1:]) for word in words if word.startswith("+")]
    named = [CheckName(word) for word in words if not word.startswith("+")]
    return with_needs((*(named or default), *added))


def with_needs(names: Iterable[CheckName]) -> frozenset[CheckName]:
    """Return the requested checks and all that they need.

    Application and policy are always included, and so is `references` if something is compiled.
    """
    needs = {check.name: check.needs for check in ALL_CHECKS}
    wanted = {CheckName.APPLICATION, CheckName.POLICY, *names}
    while more := {n for name in wanted for n in needs[name]} - wanted:
        wanted |= more
    return frozenset(wanted | {CheckName.REFERENCES} if CheckName.COMPILATION in wanted else wanted)
