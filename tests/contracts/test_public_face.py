"""What `import verifier` offers: this list, lazily, and the same to type checkers."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import verifier

PROMISED = [
    "BehaviourAnswer",
    "CheckAnswer",
    "CheckName",
    "CheckRequest",
    "Decision",
    "Demand",
    "Extent",
    "GateReport",
    "InputFiles",
    "Instance",
    "JudgeOptions",
    "Level",
    "MineRequest",
    "Mined",
    "MiningRequest",
    "Prediction",
    "Question",
    "Reason",
    "RefactoringType",
    "RunOptions",
    "Selection",
    "Source",
    "SourceKind",
    "Status",
    "ToolsetOptions",
    "Validating",
    "Verdict",
    "VerifierError",
    "VerifyRequest",
    "Wanted",
    "WantedRefactoring",
    "__version__",
    "check",
    "instance_frame",
    "mine",
    "mine_history",
    "mine_list",
    "read_instances",
    "read_predictions",
    "read_verdicts",
    "verdict_frame",
    "verify",
    "warm",
    "write_records",
]
HEAVY = ("codebleu", "docker", "jinja2", "jpype", "numpy", "pandas", "pydantic", "subprocess")


def run_program(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    return done.stdout.decode().strip()


def test_the_list_is_the_promised_one() -> None:
    assert verifier.__all__ == PROMISED


@pytest.mark.parametrize("name", PROMISED)
def test_every_name_is_there_and_documented(name: str) -> None:
    value = getattr(verifier, name)

    assert name == "__version__" or value.__doc__
    assert name in dir(verifier)


def test_dir_shows_names_before_they_are_loaded() -> None:
    missing = "print(sorted(set(verifier.__all__) - set(dir(verifier))))"
    assert run_program(f"import verifier; {missing}") == "[]"


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'verifier' has no attribute 'judge_all'"):
        verifier.judge_all  # type: ignore[attr-defined]  # noqa: B018 - it is not there


def test_importing_loads_nothing_of_its_own_and_nothing_heavy() -> None:
    own = "[m for m in sys.modules if m.startswith('verifier.')]"
    heavy = f"[m for m in {HEAVY!r} if m in sys.modules]"
    assert run_program(f"import sys, verifier; print({own}, {heavy})") == "[] []"


def test_the_words_of_the_domain_load_no_library() -> None:
    words = "verifier.Verdict, verifier.Instance, verifier.Status, verifier.VerifierError"
    heavy = f"[m for m in {HEAVY!r} if m in sys.modules]"
    assert run_program(f"import sys, verifier; {words}; print({heavy})") == "[]"


def test_type_checkers_see_each_name_where_it_lives() -> None:
    tree = ast.parse(Path(verifier.__file__).read_text(encoding="utf-8"))
    (guarded,) = (node for node in tree.body if isinstance(node, ast.If))
    seen = {
        alias.name: node.module
        for node in guarded.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }

    assert seen == verifier._HOMES
    assert sorted([*seen, "__version__"]) == PROMISED


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(verifier.__file__).parent / "py.typed").read_bytes() == b""


def test_loading_every_public_name_starts_no_jvm() -> None:
    load = "[getattr(verifier, name) for name in verifier.__all__]"
    started = "'jpype' in sys.modules and sys.modules['jpype'].isJVMStarted()"
    assert run_program(f"import sys, verifier; {load}; print({started})") == "False"
