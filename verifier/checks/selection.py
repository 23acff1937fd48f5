"""Which checks run: those that were asked for, with all that they need."""

from collections.abc import Iterable, Sequence

from verifier.checks.registry import ALL_CHECKS
from verifier.domain.outcome import DEFAULT_CHECKS, CheckName


def chosen_checks(
    words: Sequence[str], default: frozenset[CheckName] = DEFAULT_CHECKS
) -> frozenset[CheckName]:
    """The checks that a command line names, with all that they need.

    A word with `+` in front adds to the others; with such words alone, and without any, the
    `default` is taken.
    """
    added = [CheckName(word[1:]) for word in words if word.startswith("+")]
    named = [CheckName(word) for word in words if not word.startswith("+")]
    return with_needs((*(named or default), *added))


def with_needs(names: Iterable[CheckName]) -> frozenset[CheckName]:
    """The checks asked for and all that they need; application and policy are always among them.

    So is what policy asks of class files, where there are any.
    """
    needs = {check.name: check.needs for check in ALL_CHECKS}
    wanted = {CheckName.APPLICATION, CheckName.POLICY, *names}
    while more := {n for name in wanted for n in needs[name]} - wanted:
        wanted |= more
    return frozenset(wanted | {CheckName.REFERENCES} if CheckName.COMPILATION in wanted else wanted)
