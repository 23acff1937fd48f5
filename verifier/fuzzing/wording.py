"""A result as text: one line for a person, and the commands to run a failing test."""

import shlex
from pathlib import Path
from typing import assert_never

from verifier.domain.behaviour import Behaviour, BehaviourVerdict, Sensitivity, Witness
from verifier.fuzzing.request import JUnitFlavour
from verifier.printable import append_count, printable

_LONGEST = 300


def in_one_line(found: Behaviour) -> str:
    """The verdict, its basis, and its limits.

    Names and values come from the subject; characters that would control a terminal are escaped.
    """
    return printable(" ".join(_line(found).split()))


def how_to_run(test: Path, test_class: str, junit: JUnitFlavour) -> str:
    """The commands that compile a failing test and run it, once for each version."""
    source, name = shlex.quote(str(test)), shlex.quote(test_class)
    match junit:
        case JUnitFlavour.FIVE:
            jar = "junit-platform-console-standalone.jar"
            run = f"java -jar {jar} execute -cp tests:CLASSES -c {name}"
        case JUnitFlavour.FOUR:
            jar = "junit-4.13.2.jar"
            hamcrest = "hamcrest-core-1.3.jar"
            run = f"java -cp tests:CLASSES:{jar}:{hamcrest} org.junit.runner.JUnitCore {name}"
        case _:
            assert_never(junit)
    return "\n".join(
        [
            "run it with the classes of the old version as CLASSES, then of the new:",
            f"  javac -cp CLASSES:{jar} -d tests {source}",
            f"  {run}",
        ]
    )


def _line(found: Behaviour) -> str:
    match found.verdict:
        case BehaviourVerdict.NON_EQUIVALENT:
            return _difference(found)
        case BehaviourVerdict.EQUIVALENT_UP_TO:
            return _no_difference(found)
        case BehaviourVerdict.UNREACHED:
            return f"cannot say: {found.reason or 'no input reached the change'}"
        case BehaviourVerdict.NONDETERMINISTIC:
            return f"cannot say: {found.reason or 'the old version differs from itself'}"
        case BehaviourVerdict.UNSUPPORTED:
            return f"cannot say: no input could be built{_because(found)}"
        case _:
            assert_never(found.verdict)


def _difference(found: Behaviour) -> str:
    tags = ", ".join(found.tags)
    untested = "" if found.witnesses[0].test else "; no failing test that always holds was found"
    text = f"behaviour differs ({tags}): {_witness(found.witnesses[0])}"
    return append_count(text, len(found.witnesses) - 1) + untested


def _witness(witness: Witness) -> str:
    call = _short(witness.call or witness.entry)
    return f"{call} -- old: {_short(witness.old)}; new: {_short(witness.new)}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else f"{flat[: _LONGEST - 1]}…"


def _no_difference(found: Behaviour) -> str:
    parts = [f"no difference in {found.executions:,} inputs"]
    changed = found.changed_old + found.changed_new
    if changed:
        parts.append(f"{found.reached_old + found.reached_new} of {changed} changed lines ran")
        parts.append(_sensitivity(found.sensitivity))
    else:
        parts.append("the byte code is the same")
    parts += [found.reason] if found.reason else []
    parts += [str(note) for note in found.notes]
    return "; ".join(parts)


def _sensitivity(found: Sensitivity | None) -> str:
    if found is None:
        return "weak: mutants were not measured"
    if not found.mutants:
        return _nothing_measured(found)
    text = f"these inputs notice {found.killed} of {found.mutants} mutants of the change"
    if found.unmeasured:
        text += f" (no time was left for {found.unmeasured} more)"
    return f"weak: {text}" if found.weak else text


def _nothing_measured(found: Sensitivity) -> str:
    if found.unmeasured:
        return "weak: no time was left to measure mutants of the change"
    if found.messages_only:
        return "weak: every mutant of the change only words exceptions otherwise"
    return "weak: no mutant of the change could be made"


def _because(found: Behaviour) -> str:
    reason = found.reason or "; ".join(found.unsupported[:3])
    return f": {reason}" if reason else ""
