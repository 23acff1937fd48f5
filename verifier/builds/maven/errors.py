"""What Maven's log says went wrong."""

import re
from collections.abc import Iterable

from verifier.builds.module import Module
from verifier.builds.strategy import JOB_TREE
from verifier.domain.testrun import CompileError

_ERROR = re.compile(r"^\[(?:ERROR|FATAL)\]\s+(?P<text>\S.*)$", re.MULTILINE)
"""Of a pom that cannot be read, what is wrong with it may be marked as fatal."""
_HELP = re.compile(r"-> \[Help \d+\]$")
_COMPILE = re.compile(
    r"^\[ERROR\]\s+(?P<file>/\S.*?\.java):\[(?P<line>\d{1,9})(?:,\d+)?\]\s+(?P<text>.*)$"
)
_FAILURE = "[INFO] BUILD FAILURE"
_COMPILER_FAILED = re.compile(r"Failed to execute goal \S*:maven-compiler-plugin:\S+")
_SUREFIRE = re.compile(r"^\[INFO\] --- (?:maven-)?(?:surefire|failsafe)[\w-]*:", re.MULTILINE)
_TRANSFER = re.compile(
    r"^\[ERROR\].*?((?:Could not transfer (?:artifact|metadata)|failed to transfer|Transfer failed)\b"
    r".*)$",
    re.MULTILINE | re.IGNORECASE,
)
_BROKEN = re.compile(
    r"^\[ERROR\] Failed to execute goal .*? on project (?P<name>[\w.\-]+): (?P<text>.*?)(?: -> \[Help.*)?$",
    re.MULTILINE,
)
_TESTED = r"^\[INFO\] --- (?:maven-)?surefire[\w-]*:\S+ \(\S+\) @ {} ---$"
_GOAL = re.compile(
    r"Failed to execute goal (?P<plugin>[\w.\-]+:[\w.\-]+):[^\s:]+:(?P<goal>[\w\-]+) \((?P<id>[^\s,()]+)\) on project"
)
_RUNS_TESTS = ("surefire-plugin", "failsafe-plugin")
_NOT_IN_REACTOR = re.compile(
    r"^\[ERROR\].*Could not find the selected project in the reactor: (\S+)", re.MULTILINE
)
_REFUSED_FOR_GOOD = re.compile(r"Blocked mirror for repositories|No connector factories")
_NO_TOOLCHAIN = re.compile(
    r"^\[ERROR\].*Cannot find matching toolchain definitions.*\n\[ERROR\] jdk \[ (.{1,200}?) \]$",
    re.MULTILINE,
)
_NOISE = ("logging: ", "[help", "re-run maven", "to see the full stack", "for more information")
MISSING_OFFLINE = re.compile(
    r"in offline mode|has not been downloaded from it before|Cannot access \S+ \("
    r"|ArtifactsNotFoundException: Missing:|: Missing:\n\[ERROR\] -+\n\[ERROR\] 1\) "
    r"|ClassNotFoundException: org\.apache\.maven\.surefire\."
    r"|No versions available for \S+ within specified range"
)


def build_error(log: str) -> str:
    """Maven's own first error lines, shortened; empty where it printed none.

    Of a toolchain that is not there, what of it was asked for: the lines that say so come later.
    """
    toolchain = _NO_TOOLCHAIN.search(log)
    if toolchain:
        return f"its toolchain asks for another JDK: {toolchain[1]}"
    lines = [_HELP.split(m["text"].strip(), 1)[0].rstrip() for m in _ERROR.finditer(log)]
    lines = [line for line in lines if not _advice(line)]
    return " | ".join(lines[:3])[:600]


def broken_modules(log: str, modules: Iterable[Module]) -> dict[str, str]:
    """The folders of the modules in which a goal failed, each with the reason; paths are relative."""
    failed = {match["name"]: match["text"] for match in _BROKEN.finditer(log)}
    found: dict[str, str] = {}
    for module in modules:
        name = module.name.partition(":")[2]
        if name in failed:
            place = re.compile(
                rf"^\[ERROR\] ({re.escape(module.folder)}/\S+\.java:\[.*)$", re.MULTILINE
            )
            error = place.search(log)
            found[module.folder] = (error[1] if error else failed[name]).strip()[:300]
    return found


def goals_behind_tests(log: str) -> tuple[str, ...]:
    """The goals that failed in modules whose tests were over, as `group:artifact:goal@execution`.

    They package, document or check. Empty where anything else failed, too: the tests' own goal, say.
    """
    failed = list(_BROKEN.finditer(log))
    tested = [re.search(_TESTED.format(re.escape(m["name"])), log, re.MULTILINE) for m in failed]
    goals = [_GOAL.search(match[0]) for match in failed]
    if not all(tested) or not all(m and not m["plugin"].endswith(_RUNS_TESTS) for m in goals):
        return ()
    return tuple(sorted({f"{m['plugin']}:{m['goal']}@{m['id']}" for m in goals if m}))


def not_in_reactor(log: str) -> str:
    """The folder of a module that was asked for and that no active profile has; empty without one."""
    match = _NOT_IN_REACTOR.search(log)
    return match[1] if match else ""


def transient(log: str) -> str:
    """Maven's word for a download that failed and may work later; empty where it has none.

    Everything that hinders a transfer counts: a repository that is overloaded or does not answer,
    one that asks who we are, a file that came damaged. Only that a repository does not have a file
    is its lasting answer ('Could not find'), and that Maven itself refuses a repository.
    """
    found = (match[1].strip() for match in _TRANSFER.finditer(log))
    return next((text[:300] for text in found if not _REFUSED_FOR_GOOD.search(text)), "")


def without_folders(log: str, tree: str, repository: str) -> str:
    """The log with paths relative to the tree, and the local repository by a name of its own.

    The folders of one machine and one run say nothing to a reader, and make records differ.
    """
    named = log.replace(repository, "<repository>")
    if not tree:
        return named
    return named.replace(f"{tree}/", "").replace(f"{tree}", ".")


def _advice(line: str) -> bool:
    return line.removeprefix("[ERROR] ").lower().startswith(_NOISE)


def error_lines(log: str) -> str:
    """All that Maven marks as an error, a line each."""
    return "\n".join(match["text"] for match in _ERROR.finditer(log))


def compile_errors(log: str) -> tuple[CompileError, ...]:
    """Compiler errors, at paths relative to the tree, from before the first test ran.

    What tests print comes after Surefire's first banner and is not looked at.
    """
    banner = _SUREFIRE.search(log)
    return _errors_of(log[: banner.start()] if banner else log)


def _errors_of(text: str) -> tuple[CompileError, ...]:
    found: dict[CompileError, None] = {}
    for line in text.splitlines():
        match = _COMPILE.match(line)
        if match:
            # The tree's place in a job says nothing to a reader.
            file = match["file"].partition(f"/{JOB_TREE}/")[2] or match["file"]
            error = CompileError(file=file, line=int(match["line"]), message=match["text"])
            found[error] = None
    return tuple(found)


def later_compile_errors(log: str) -> tuple[CompileError, ...]:
    """Compiler errors with which Maven itself ended the build, tests of other modules before it.

    A test that prints such an ending gains a compile error, and no pass: they are only looked for
    where Maven failed.
    """
    end = ending(log)
    return _errors_of(end) if _COMPILER_FAILED.search(end) else ()


def ending(log: str) -> str:
    """What Maven says after its own `BUILD FAILURE`; empty where it did not get there.

    What tests print comes before: that one may print the words does not make them the last ones.
    """
    return "".join(log.rpartition(_FAILURE)[1:]) if _FAILURE in log else ""


def reached_tests(log: str) -> bool:
    """Whether compilation was over: Surefire had begun."""
    return _SUREFIRE.search(log) is not None
