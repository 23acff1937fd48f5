"""Exit codes are a promise: one documented code a class."""

import importlib
import pkgutil
import re
from pathlib import Path

import verifier
from verifier import errors
from verifier.cli.exit_status import Exit
from verifier.errors import VerifierError

ROOT = Path(__file__).parents[2]

PROMISED = {
    "VerifierError": 70,
    "UsageError": 2,
    "NotBuiltError": 2,
    "InputError": 4,
    "UnknownInstanceError": 5,
    "RepositoryError": 6,
    "MissingToolError": 7,
    "SandboxError": 8,
    "BaseInvalidError": 9,
    "StorageError": 10,
    "ConfigError": 11,
    "AnalysisError": 12,
    "AnalysisTimeout": 12,
    "AnalysisOutOfMemory": 12,
    "IntegrityError": 13,
    "DownloadError": 14,
    "FuzzingError": 15,
    "CacheError": 16,
    "EndpointError": 17,
    "ClusterError": 18,
}
VERDICT_AND_SIGNAL_CODES = {0, 1, 3, 130, 141, 143}
CLI = ROOT / "verifier" / "cli"


def read_documented() -> tuple[dict[str, int], set[int]]:
    text = (ROOT / "docs" / "exit-codes.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (?:`(\w+)`)? ?\|", text, re.MULTILINE)
    named = {name: int(code) for code, name in rows if name}
    return named, {int(code) for code, name in rows if not name}


def error_classes() -> set[type[VerifierError]]:
    return {
        value
        for value in vars(errors).values()
        if isinstance(value, type) and issubclass(value, VerifierError)
    }


def test_every_class_has_the_promised_code() -> None:
    assert {c.__name__: c.exit_code for c in error_classes()} == PROMISED


def test_the_page_lists_every_class_and_every_code() -> None:
    named, unnamed = read_documented()
    assert named == PROMISED
    assert unnamed == VERDICT_AND_SIGNAL_CODES == set(Exit)


def test_the_tree_in_the_module_is_the_real_one() -> None:
    drawn = dict(re.findall(r"(\w+(?:Error|Timeout|OutOfMemory)) +(\d+) ", errors.__doc__ or ""))
    assert {name: int(code) for name, code in drawn.items()} == PROMISED


def test_no_error_elsewhere_takes_the_code_of_a_verdict() -> None:
    for module in pkgutil.walk_packages(verifier.__path__, "verifier."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)

    def below(kind: type[VerifierError]) -> set[type[VerifierError]]:
        return {kind}.union(*(below(child) for child in kind.__subclasses__()))

    codes = {kind.exit_code for kind in below(VerifierError)}
    assert codes == set(PROMISED.values())


def test_no_command_ends_the_process_with_a_number_of_its_own() -> None:
    texts = {path.name: path.read_text("utf-8") for path in CLI.rglob("*.py")}
    ending = re.compile(r"sys\.exit\(|ctx\.exit\([^)]|SystemExit\([^)]|\breturn [1-9]\b")
    places = {(name, found) for name, text in texts.items() for found in ending.findall(text)}
    assert places == {("main.py", "sys.exit("), ("main.py", "SystemExit(i")}
