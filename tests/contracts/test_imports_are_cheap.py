"""`refverify --help` needs no JVM, no pandas and no engine, and answers at once."""

import os
import subprocess
import sys
import time
from pathlib import Path

HEAVY = [
    "codebleu",
    "docker",
    "jinja2",
    "jpype",
    "matplotlib",
    "numpy",
    "openai",
    "pandas",
    "pyarrow",
    "pydantic",
    "ray",
    "requests",
    "rich",
    "subprocess",
    "tree_sitter",
]
PROMISED_SECONDS = 0.3


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys; from verifier.cli.main import main; main(['--help']);"
        f" print([m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stderr.decode().strip() == "[]"


def test_help_answers_within_the_promised_time() -> None:
    command = [str(Path(sys.executable).parent / "refverify"), "--help"]
    seconds = []
    for _ in range(5):
        before = os.times()
        start = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        after = os.times()
        processor = (
            after.children_user
            + after.children_system
            - before.children_user
            - before.children_system
        )
        seconds.append(min(processor, time.perf_counter() - start))
    assert min(seconds) < PROMISED_SECONDS


def test_the_server_for_agents_starts_without_what_only_work_needs() -> None:
    # Hosts give it ten seconds; pydantic and subprocess come with the SDK.
    heavy = [*(m for m in HEAVY if m not in {"pydantic", "subprocess"}), "verifier.gates.check"]
    program = (
        "import sys; import verifier.mcp_server.server;"
        f" print([m for m in {heavy!r} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.decode().strip() == "[]"
