"""What Gradle's output says went wrong."""

import re
from itertools import takewhile

from verifier.builds.strategy import JOB_TREE
from verifier.domain.testrun import CompileError

_WRONG = re.compile(
    r"^\* What went wrong:\n(?P<text>.*?)(?:\n\s*\n\* |\n\s*\n\s*\n|\Z)", re.MULTILINE | re.DOTALL
)
_COMPILE = re.compile(
    r"^(?::[^\s/]+)?(?P<file>/\S.*?\.java):(?P<line>\d{1,9}): error: (?P<text>.*)$", re.MULTILINE
)
"""Gradle may leave the name of the task on the line on which the compiler begins."""
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
MISSING_OFFLINE = re.compile(
    r"No cached version (?:of|available|listing)|available for offline mode|in offline mode"
)
TESTS = "@refverify tests "


def build_error(log: str) -> str:
    """Gradle's own words for what went wrong, on one line and shortened; empty where it has none."""
    match = _WRONG.search(log)
    if match is None:
        return ""
    lines = (line.strip().removeprefix("> ") for line in match["text"].splitlines())
    text = " | ".join(line for line in lines if line)
    return text.replace(_SEE_COMPILER, _first_of_compiler(log) or _SEE_COMPILER)[:800]


def why_failed(log: str) -> str:
    """Why a build failed, in Gradle's own words where it has any, else in the last ones of the log.

    What is said before may be of something that the build did without.
    """
    words = build_error(log)
    last = log.strip().splitlines()[-1:] or ["Gradle failed without a word"]
    gone = "something that it needs cannot be had: " if is_gone(words or log) else ""
    return gone + (words or last[0])


def _first_of_compiler(log: str) -> str:
    """The first error that the compiler printed, with its place where it has one."""
    match = _COMPILER.search(log)
    if match is None:
        return ""
    if match["file"] is None:
        return match["text"]
    return f"{_in_tree(match['file'])}:{match['line']}: {match['text']}"


def broken_project(error: str) -> str:
    """The folder, as it usually is, of the project whose task failed; empty where none did."""
    match = _TASK.search(error)
    return match[1].strip(":").replace(":", "/") or "." if match else ""


def transient(log: str) -> str:
    """Gradle's word for a download that failed and may work later; empty where it has none.

    An address that nobody knows any more is a lasting answer.
    """
    match = _TRANSIENT.search(log)
    return match[0].strip()[:300] if match else ""


def is_gone(log: str) -> bool:
    """Whether something that the build needs could not be had from where it asks for it."""
    return _GONE.search(log) is not None


def compile_errors(log: str) -> tuple[CompileError, ...]:
    """The compiler's errors, at paths relative to the tree."""
    found: dict[CompileError, None] = {}
    for match in _COMPILE.finditer(log):
        file = _in_tree(match["file"])
        found[CompileError(file=file, line=int(match["line"]), message=match["text"])] = None
    return tuple(found)


def _in_tree(file: str) -> str:
    """A file's path without the tree's place in a job, which says nothing to a reader."""
    return file.partition(f"/{JOB_TREE}/")[2] or file


def reached_tests(output: str) -> bool:
    """Whether a test task had begun."""
    return any(line.startswith(TESTS) for line in output.splitlines())


def before_tests(output: str) -> str:
    """What was said before the first test task: what tests print is none of the build's words."""
    lines = takewhile(lambda line: not line.startswith(TESTS), output.splitlines())
    return "\n".join(lines)


def without_folders(log: str, tree: str, store: str) -> str:
    """The log with paths relative to the tree, and Gradle's home by a name of its own."""
    named = log.replace(store, "<gradle-home>")
    if not tree:
        return named
    named = re.sub(rf"^(:[^\s/]+){re.escape(tree)}/", r"\1\n", named, flags=re.MULTILINE)
    return named.replace(f"{tree}/", "").replace(tree, ".")
