"""Find out from Gradle's output what went wrong."""

import re
from itertools import takewhile

from verifier.builds.described.downloads import DownloadTrouble, TroubleKind
from verifier.builds.described.strategy import JOB_TREE, LONGEST_REASON
from verifier.builds.jdks.choice import line_with_sign, sign_in
from verifier.domain.testrun import CompileError
from verifier.printable import shorten

_WRONG = re.compile(
    r"^\* What went wrong:\n(?P<text>.*?)(?:\n\s*\n\* |\n\s*\n\s*\n|\Z)", re.MULTILINE | re.DOTALL
)
_COMPILE = re.compile(
    r"^(?::[^\s/]+)?(?P<file>/\S.*?\.java):(?P<line>\d{1,9}): error: (?P<text>.*)$", re.MULTILINE
)
"""Gradle may leave the name of the task on the line on which the compiler's output begins."""
_COMPILER = re.compile(
    r"^(?:(?P<file>\S.*?\.java):(?P<line>\d{1,9}): )?error: (?P<text>.*)$", re.MULTILINE
)
_SEE_COMPILER = "Compilation failed; see the compiler error output for details."
_TASK = re.compile(r"Execution failed for task '(:(?:[^':]+:)*)[^':]+'")
_TRANSIENT = re.compile(
    r"^.*(?:status code (?:408|425|429|5\d\d)|Read timed out|connect timed out|Connection reset"
    r"|Connection refused|Remote host terminated|Premature end|failed to respond"
    r"|Network is unreachable|No route to host).*$",
    re.MULTILINE | re.IGNORECASE,
)
_GONE = re.compile(
    r"Could not (?:resolve|GET|HEAD|download|find (?!method|property))|was not found in any of the following sources"
    r"|UnknownHostException|Name or service not known|unable to find valid certification path"
)
_ANSWERED = re.compile(
    r"Could not find (?!method|property)|was not found in any of the following sources|status code 4\d\d"
)
"""What Gradle prints if a repository answered; it prints nothing more for one that cannot be reached."""
_MODULE = re.compile(r"([\w.-]{1,200}):([\w.-]{1,200}):([\w.-]{1,100}\w)")
_MOST_ASKED = 3
MISSING_OFFLINE = re.compile(
    r"No cached version (?:of|available|listing)|available for offline mode|in offline mode"
)
TESTS = "@refverify tests "
_LONGEST = 800
_TEST_JVM = "Gradle Test Executor"


def build_error(log: str) -> str:
    """Return Gradle's message about what went wrong, on one printable line; empty if there is none.

    If a test JVM failed, the line of the log that another JDK may solve follows: Gradle does not
    repeat it. Tests may have printed that line, so nothing but a person should read it.
    """
    text = what_went_wrong(log)
    cause = line_with_sign(log) if _TEST_JVM in text and not sign_in(text) else ""
    return shorten(f"{text} | {cause}" if cause else text, _LONGEST)


def what_went_wrong(log: str) -> str:
    """Return Gradle's message about what went wrong, on one printable line; empty if there is none."""
    match = _WRONG.search(log)
    if match is None:
        return ""
    lines = (line.strip().removeprefix("> ") for line in match["text"].splitlines())
    text = " | ".join(line for line in lines if line)
    said = text.replace(_SEE_COMPILER, _first_of_compiler(log) or _SEE_COMPILER)
    return shorten(said, _LONGEST)


def why_failed(log: str) -> str:
    """Return why a build failed: Gradle's message, or the last line of the log if there is none.

    Earlier lines may be about something that the build did not need.
    """
    last = log.strip().splitlines()[-1:] or ["Gradle failed without a word"]
    gone = is_gone(what_went_wrong(log) or log)
    words = build_error(log) or shorten(last[0], _LONGEST)
    return f"something that it needs cannot be had: {words}" if gone else words


def _first_of_compiler(log: str) -> str:
    """Return the first error that the compiler printed, with its file and line if there is one."""
    match = _COMPILER.search(log)
    if match is None:
        return ""
    if match["file"] is None:
        return match["text"]
    return f"{_in_tree(match['file'])}:{match['line']}: {match['text']}"


def find_broken_project(error: str) -> str:
    """Return the usual folder of the project whose task failed; empty if no task failed."""
    match = _TASK.search(error)
    return match[1].strip(":").replace(":", "/") or "." if match else ""


def find_trouble(log: str, unresolved: str = "") -> DownloadTrouble | None:
    """Return the failed download that Gradle's output reports; None if it reports none.

    `unresolved` is Gradle's reason why it could not resolve a class path of a build that it
    configured.
    """
    match = _TRANSIENT.search(unresolved or log)
    if match:
        return DownloadTrouble(
            kind=TroubleKind.TEMPORARY, message=shorten(match[0].strip(), LONGEST_REASON)
        )
    said = unresolved or what_went_wrong(log) or log
    if not is_gone(said):
        return None
    kind = TroubleKind.ABSENT if _ANSWERED.search(said) else TroubleKind.UNREACHABLE
    return DownloadTrouble(kind=kind, message=shorten(said, _LONGEST))


def repositories_of(message: str) -> tuple[str, ...]:
    """Return the addresses of the Maven repositories that Gradle asked for a file; empty if it names none."""
    found: dict[str, None] = {}
    for module in _MODULE.finditer(message):
        group, name, version = module.groups()
        inside = re.escape(f"/{group.replace('.', '/')}/{name}/{version}/")
        for address in re.findall(rf"(https?://[\w.:/~%+-]{{1,300}}?){inside}", message):
            found.setdefault(address)
    return tuple(found)[:_MOST_ASKED]


def is_gone(log: str) -> bool:
    """Whether something that the build needs cannot be fetched from the repositories it uses."""
    return _GONE.search(log) is not None


def compile_errors(log: str) -> tuple[CompileError, ...]:
    """Return the compiler's errors, with paths relative to the tree."""
    found: dict[CompileError, None] = {}
    for match in _COMPILE.finditer(log):
        file = _in_tree(match["file"])
        found[CompileError(file=file, line=int(match["line"]), message=match["text"])] = None
    return tuple(found)


def _in_tree(file: str) -> str:
    """Return a file's path without the folder of the job's tree, which means nothing to a reader."""
    return file.partition(f"/{JOB_TREE}/")[2] or file


def has_reached_tests(output: str) -> bool:
    """Whether a test task had begun."""
    return any(line.startswith(TESTS) for line in output.splitlines())


def before_tests(output: str) -> str:
    """Return the output before the first test task: tests may print anything after it."""
    lines = takewhile(lambda line: not line.startswith(TESTS), output.splitlines())
    return "\n".join(lines)


def without_folders(log: str, tree: str, store: str) -> str:
    """Return the log with paths relative to the tree, and a placeholder for Gradle's home."""
    named = log.replace(store, "<gradle-home>")
    if not tree:
        return named
    named = re.sub(rf"^(:[^\s/]+){re.escape(tree)}/", r"\1\n", named, flags=re.MULTILINE)
    return named.replace(f"{tree}/", "").replace(tree, ".")
