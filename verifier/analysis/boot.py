"""The start of Python processes for the analysis, independent of the current folder and the
environment.
"""

import json
import sys
from pathlib import Path


def command(module: str, *words: str) -> tuple[str, ...]:
    """A Python command that calls `main` of a module with these arguments."""
    # JPype imports NumPy if it is installed, which takes longer than all our own modules. No array
    # is passed.
    start = (
        "import sys, json; sys.path[:] = json.loads(sys.argv.pop(1)); sys.modules['numpy'] = None;"
        f"from {module} import main; main()"
    )
    # `-P` keeps a json.py in the current folder from being imported.
    return (sys.executable, "-P", "-c", start, json.dumps(sys.path), *words)


def environment(home: Path) -> dict[str, str]:
    """An environment without the user's settings: no JAVA_TOOL_OPTIONS, no git configuration."""
    return {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "GIT_CONFIG_NOSYSTEM": "1",
        "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
