"""Find out from Maven's log what went wrong."""

import re
from collections.abc import Iterable

from verifier.builds.described.downloads import DownloadTrouble, TroubleKind
from verifier.builds.described.module import Module
from verifier.builds.described.strategy import JOB_TREE, LONGEST_REASON
from verifier.builds.jdks.choice import line_with_sign
from verifier.domain.testrun import CompileError
from verifier.printable import shorten

_ERROR = re.compile(
    r"^\[(?:ERROR|FATAL)\]\s+(?P<text>\S.*)(?P<more>(?:\n[ \t]+\S.*){0,3})$", re.MULTILINE
)
"""Maven may mark an error in an unreadable pom as fatal.

The compiler explains an error in further lines, which are indented.
"""
_PLACE = re.compile(r"\.java:\[\d")
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
_ABSENT = re.compile(
    r"^\[(?:ERROR|FATAL)\]\s*(.*?(?:Could not find artifact|Could not find metadata|Could not resolve"
    r"|was not found in|not found in any plugin repository|No plugin found for prefix"
    r"|No versions? (?:available|found)|Failure to find|Non-resolvable|Missing:).*)$",
    re.MULTILINE,
)
_FROM_LISTING = re.compile(r"No plugin found for prefix|No versions? (?:available|found)")
_LISTING = re.compile(r"^\[WARNING\]\s*(Could not transfer metadata .*)$", re.MULTILINE)
_IN_REPOSITORY = re.compile(r"(?:in|from/to) [^\s()]{1,100} \((https?://[\w.:/~%+-]{1,300})[,)]")
_MOST_ASKED = 3
_LONGEST = 600
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
_UNREACHABLE = re.compile(
    r"Unknown host|Name or service not known|unable to find valid certification path"
)
_NO_TOOLCHAIN = re.compile(
    r"^\[ERROR\].*Cannot find matching toolchain definitions.*\n\[ERROR\] jdk \[ (.{1,200}?) \]$",
    re.MULTILINE,
)
_NOISE = (
    "logging: ",
    "[help",
    "re-run maven",
    "to see the full stack",
    "for more information",
    "compilation error :",
    "please refer to ",
)
MISSING_OFFLINE = re.compile(
    r"in offline mode|has not been downloaded from it before|Cannot access \S+ \("
    r"|ArtifactsNotFoundException: Missing:|: Missing:\n\[ERROR\] -+\n\[ERROR\] 1\) "
    r"|ClassNotFoundException: org\.apache\.maven\.surefire\."
    r"|No versions available for \S+ within specified range"
)


def build_error(log: str) -> str:
    """Return Maven's first error lines, shortened and printable; empty if it printed none.

    The first compile error comes first, with its explanation. Without one, the first error that
    another JDK may solve comes first. Errors from before the end of a build that ran tests are
    left out: tests may have printed them. For a missing toolchain, return what was requested: Maven
    prints that only in later lines.
    """
    toolchain = _NO_TOOLCHAIN.search(log)
    if toolchain:
        return shorten(f"its toolchain asks for another JDK: {toolchain[1]}", _LONGEST)
    said = (ending(log) or log) if has_reached_tests(log) else log
    lines = [line for line in map(_read_error, _ERROR.finditer(said)) if not _advice(line)]
    placed = next((line for line in lines if _PLACE.search(line)), "")
    first = placed or line_with_sign("\n".join(lines))
    different = filter(None, dict.fromkeys((first, *lines)))
    return shorten(" | ".join(list(different)[:3]), _LONGEST)


def _read_error(found: re.Match[str]) -> str:
    """Return the text of an error, with the explanation of a compile error."""
    text = _HELP.split(found["text"].strip(), 1)[0].rstrip()
    if not found["more"] or not _PLACE.search(text):
        return text
    return " | ".join((text, *(line.strip() for line in found["more"].strip().split("\n"))))


def find_broken_modules(log: str, modules: Iterable[Module]) -> dict[str, str]:
    """Return the folders of the modules in which a goal failed, each with the reason; paths are relative."""
    failed = {match["name"]: match["text"] for match in _BROKEN.finditer(log)}
    found: dict[str, str] = {}
    for module in modules:
        name = module.name.partition(":")[2]
        if name in failed:
            place = re.compile(
                rf"^\[ERROR\] ({re.escape(module.folder)}/\S+\.java:\[.*)$", re.MULTILINE
            )
            error = place.search(log)
            reason = (error[1] if error else failed[name]).strip()
            found[module.folder] = shorten(reason, LONGEST_REASON)
    return found


def goals_behind_tests(log: str) -> tuple[str, ...]:
    """Return the failed goals, as `group:artifact:goal@execution`, if all failed after their
    module's tests.

    They package, document or check. Empty if anything else failed too, for example the goal that
    runs the tests.
    """
    failed = list(_BROKEN.finditer(log))
    tested = [re.search(_TESTED.format(re.escape(m["name"])), log, re.MULTILINE) for m in failed]
    goals = [_GOAL.search(match[0]) for match in failed]
    if not all(tested) or not all(m and not m["plugin"].endswith(_RUNS_TESTS) for m in goals):
        return ()
    return tuple(sorted({f"{m['plugin']}:{m['goal']}@{m['id']}" for m in goals if m}))


def not_in_reactor(log: str) -> str:
    """Return the folder of a requested module that no active profile contains; empty if there is none."""
    match = _NOT_IN_REACTOR.search(log)
    return match[1] if match else ""


def find_trouble(log: str) -> DownloadTrouble | None:
    """Return the failed download that a failed Maven's log reports; None if it reports none.

    A failed transfer counts as temporary: an overloaded or silent repository, one that requires a login,
    a damaged file. Three failures may be permanent: a repository that does not have the file ('Could not
    find'), one whose host is unknown or not trusted, and one that Maven itself refuses.
    """
    found = (match[1].strip() for match in _TRANSFER.finditer(log))
    failed = [text for text in found if not _REFUSED_FOR_GOOD.search(text)]
    busy = next((text for text in failed if not _UNREACHABLE.search(text)), "")
    if failed:
        kind = TroubleKind.TEMPORARY if busy else TroubleKind.UNREACHABLE
        return DownloadTrouble(kind=kind, message=shorten(busy or failed[0], LONGEST_REASON))
    absent = _ABSENT.search(log)
    if absent is None:
        return None
    listing = _LISTING.search(log) if _FROM_LISTING.search(absent[1]) else None
    if listing:
        # Maven only warns about a listing that it could not get, and then knows no version.
        said = shorten(listing[1].strip(), LONGEST_REASON)
        return DownloadTrouble(kind=TroubleKind.TEMPORARY, message=said)
    said = shorten(absent[1].strip(), _LONGEST)
    return DownloadTrouble(kind=TroubleKind.ABSENT, message=said)


def repositories_of(message: str) -> tuple[str, ...]:
    """Return the addresses of the repositories in Maven's message about a missing file; empty if it names none."""
    return tuple(dict.fromkeys(_IN_REPOSITORY.findall(message)))[:_MOST_ASKED]


def without_folders(log: str, tree: str, repository: str) -> str:
    """Return the log with paths relative to the tree, and a placeholder for the local repository.

    Folders of one machine and one run mean nothing to a reader, and would make records differ.
    """
    named = log.replace(repository, "<repository>")
    if not tree:
        return named
    return named.replace(f"{tree}/", "").replace(f"{tree}", ".")


def _advice(line: str) -> bool:
    return line.removeprefix("[ERROR] ").lower().startswith(_NOISE)


def error_lines(log: str) -> str:
    """Return all lines that Maven marks as errors."""
    return "\n".join(match["text"] for match in _ERROR.finditer(log))


def compile_errors(log: str) -> tuple[CompileError, ...]:
    """Return compiler errors from before the first test, with paths relative to the tree.

    Tests print after Surefire's first banner, so nothing after it is read.
    """
    banner = _SUREFIRE.search(log)
    return _errors_of(log[: banner.start()] if banner else log)


def _errors_of(text: str) -> tuple[CompileError, ...]:
    found: dict[CompileError, None] = {}
    for line in text.splitlines():
        match = _COMPILE.match(line)
        if match:
            # The path of the tree in a job means nothing to a reader.
            file = match["file"].partition(f"/{JOB_TREE}/")[2] or match["file"]
            error = CompileError(file=file, line=int(match["line"]), message=match["text"])
            found[error] = None
    return tuple(found)


def later_compile_errors(log: str) -> tuple[CompileError, ...]:
    """Return compiler errors with which Maven ended the build after tests of other modules.

    Only used if Maven failed: a test that prints such an ending gains a compile error, not a pass.
    """
    end = ending(log)
    return _errors_of(end) if _COMPILER_FAILED.search(end) else ()


def ending(log: str) -> str:
    """Return what Maven prints after its own `BUILD FAILURE`; empty if it did not print that.

    Tests print before it: if a test prints these words too, Maven's own still come last.
    """
    return "".join(log.rpartition(_FAILURE)[1:]) if _FAILURE in log else ""


def has_reached_tests(log: str) -> bool:
    """Whether compilation was finished: Surefire had begun."""
    return _SUREFIRE.search(log) is not None
